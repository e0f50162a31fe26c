// Markets that are drawn for the study: weights and rates of ads in places, and what a click is worth.

import { Random } from "../../core/random.ts";
import type { CascadePlaces } from "../../mechanisms/position/cascade.ts";
import type { LogitPlaces } from "../../mechanisms/position/logit.ts";
import { exponentialValues } from "../../mechanisms/value-distribution.ts";

/** Ads and places of a market. */
export const ADS = 4;
export const PLACES = 4;

interface Drawn<M> {
  readonly market: M;
  /** [ads] per click. */
  readonly values: Float64Array;
}

/** Weights e^N(−1/2, 1) and values U[0, 1]; at most 1 to 4 ads, by turns. */
export function logitMarket(seed: number, ads = ADS, places = PLACES, limit = 1 + (seed % ADS)): Drawn<LogitPlaces> {
  const random = Random.of(seed, "logit");
  const weights = Array.from({ length: ads }, () =>
    Float64Array.from({ length: places }, () => Math.exp(random.normal() - 0.5)),
  );
  return { market: { weights, limit }, values: Float64Array.from({ length: ads }, () => random.uniform()) };
}

/** Rates U[0, 1]² and values of mean 1, exponential; at most 1 to 4 ads, by turns. */
export function cascadeMarket(seed: number): Drawn<CascadePlaces> {
  const random = Random.of(seed, "cascade");
  const rates = Array.from({ length: ADS }, () => Float64Array.from({ length: PLACES }, () => random.uniform() ** 2));
  const { draw } = exponentialValues();
  return { market: { rates, limit: 1 + (seed % ADS) }, values: Float64Array.from({ length: ADS }, () => draw(random)) };
}
