// The update rule with eight open numbers: a batched actor-critic whose settings are learned. Small enough for evolution in
// seconds, and A2C lies inside it.

import type { AdvantageSettings } from "./advantage-rule.ts";

/** Ends of a setting's range, and whether it is spread over them evenly or by its logarithm. */
interface Open {
  readonly low: number;
  readonly high: number;
  readonly scale: "even" | "log";
}

/** Ranges of the settings, in the order of the parameters. The discount is open as 1 − γ. */
const RANGES = {
  policyStep: { low: 0.4, high: 400, scale: "log" },
  valueStep: { low: 0.04, high: 40, scale: "log" },
  discount: { low: 0.002, high: 1, scale: "log" },
  lambda: { low: 0, high: 1, scale: "even" },
  entropy: { low: 0.001, high: 1, scale: "log" },
  exponent: { low: 0, high: 2, scale: "even" },
  baseline: { low: 0, high: 1, scale: "even" },
  decay: { low: 0, high: 1, scale: "even" },
} as const satisfies Record<keyof AdvantageSettings, Open>;

/** Number of meta-parameters. */
export const META_PARAMETERS = Object.keys(RANGES).length;

/** How steeply a parameter moves through its range. */
const STEEPNESS = 4;

/** Settings of unrestricted parameters η: low + (high − low)·σ(4η), of the logarithms where a range is so spread. η = 0 is the middle. */
export function settingsOf(parameters: ArrayLike<number>): AdvantageSettings {
  const open = (k: number, { low, high, scale }: Open): number => {
    const share = 1 / (1 + Math.exp(-STEEPNESS * parameters[k]));
    return scale === "log" ? low * (high / low) ** share : low + (high - low) * share;
  };
  return {
    policyStep: open(0, RANGES.policyStep),
    valueStep: open(1, RANGES.valueStep),
    discount: 1 - open(2, RANGES.discount),
    lambda: open(3, RANGES.lambda),
    entropy: open(4, RANGES.entropy),
    exponent: open(5, RANGES.exponent),
    baseline: open(6, RANGES.baseline),
    decay: open(7, RANGES.decay),
  };
}
