// Credit by rule: who earned a purchase by the place or the age of their touches alone.

import { type Journeys, journeyCount } from "./journeys.ts";

/** Writes the share of each touch of a journey into `shares`, by the times to its end, the earliest touch first; they add up to 1. */
export type AttributionRule = (before: Float64Array, shares: Float64Array) => void;

/** All to the first touch. */
export const firstTouch: AttributionRule = (_, shares) => {
  shares.fill(0);
  shares[0] = 1;
};

/** All to the last touch. */
export const lastTouch: AttributionRule = (_, shares) => {
  shares.fill(0);
  shares[shares.length - 1] = 1;
};

/** The same to each touch. */
export const linearRule: AttributionRule = (_, shares) => {
  shares.fill(1 / shares.length);
};

/** Shares in proportion to 2^(−T/`halfLife`), T the time to the journey's end. */
export function timeDecay(halfLife: number): AttributionRule {
  if (!(halfLife > 0)) throw new Error(`a half-life of ${halfLife}`);
  return (before, shares) => {
    // Measured from the last touch, so that the sum cannot vanish.
    const last = before[before.length - 1];
    let sum = 0;
    for (let t = 0; t < shares.length; t++) sum += shares[t] = 2 ** ((last - before[t]) / halfLife);
    for (let t = 0; t < shares.length; t++) shares[t] /= sum;
  };
}

/** Purchases by channel, [channels]: a rule's shares, summed over the journeys that ended with one and have touches. */
export function ruleCredit(journeys: Journeys, rule: AttributionRule): Float64Array {
  const shares = new Float64Array(journeys.channel.length);
  for (let k = 0; k < journeyCount(journeys); k++) {
    const [from, to] = [journeys.starts[k], journeys.starts[k + 1]];
    if (to > from) rule(journeys.before.subarray(from, to), shares.subarray(from, to));
  }
  return touchCredit(journeys, shares);
}

/** Purchases by channel, [channels]: numbers of touches, [touches], summed over the journeys that ended with one. */
export function touchCredit(journeys: Journeys, touches: Float64Array): Float64Array {
  const credit = new Float64Array(journeys.channels.length);
  for (let k = 0; k < journeyCount(journeys); k++) {
    if (journeys.converted[k] === 0) continue;
    for (let t = journeys.starts[k]; t < journeys.starts[k + 1]; t++) credit[journeys.channel[t]] += touches[t];
  }
  return credit;
}
