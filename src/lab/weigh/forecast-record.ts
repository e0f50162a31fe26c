// Written by `npm run forecast -- --write`: how far forecasts on a small language model were right.

export const FORECAST_RECORD = {
  kl: 0.636,
  seeds: 10,
  pays: 28,
  rank: {
    mean: 0.8495631593833585,
    low: 0.818575039748823,
    high: 0.880551279017894,
    n: 10,
  },
  sign: {
    mean: 0.8592507122507124,
    low: 0.8078863700470337,
    high: 0.9106150544543911,
    n: 10,
  },
  error: {
    mean: 0.11535967557561184,
    low: 0.10216828831850619,
    high: 0.1285510628327175,
    n: 10,
  },
} as const;
