// Credit by rule: who earned a purchase by the place, the age or the channels of the touches alone.

import { type JourneyPaths, journeyCount } from "../../mechanisms/attribution/journeys.ts";

/**
 * Writes the share of each touch of a journey into `shares`, by the times to its end and the channels, the earliest touch first;
 * they add up to 1.
 */
export type AttributionRule = (before: Float64Array, shares: Float64Array, channel: Int32Array) => void;

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

/**
 * The same to each channel that was met, however often. These are Shapley's values of the channels where a coalition is worth the
 * purchases of the journeys that met no other channel: such a journey is a game in which all its channels must take part and all are alike,
 * and the values of a sum of games are the sums of theirs (Zhao, Mahboobi & Bagheri, arXiv 1804.05327).
 */
export const shapleyRule: AttributionRule = (_, shares, channel) => {
  if (shares.length === 1) {
    shares[0] = 1;
    return;
  }
  const touches = new Map<number, number>();
  for (let t = 0; t < shares.length; t++) touches.set(channel[t], (touches.get(channel[t]) ?? 0) + 1);
  for (let t = 0; t < shares.length; t++) shares[t] = 1 / (touches.size * (touches.get(channel[t]) ?? 1));
};

/** Purchases by channel, [channels]: a rule's shares, summed over the journeys that ended with one and have touches. */
export function ruleCredit(journeys: JourneyPaths, rule: AttributionRule): Float64Array {
  const credit = new Float64Array(journeys.channels.length);
  for (let k = 0; k < journeyCount(journeys); k++) addCredit(journeys, k, rule, credit);
  return credit;
}

/** Adds what a rule gives for one journey to `credit`, [channels]; nothing where it ended without a purchase or has no touches. */
export function addCredit(journeys: JourneyPaths, journey: number, rule: AttributionRule, credit: Float64Array): void {
  const { starts, channel, before, converted } = journeys;
  const [from, to] = [starts[journey], starts[journey + 1]];
  if (converted[journey] === 0 || from === to) return;
  if (shared.length < to - from) shared = new Float64Array(2 * (to - from));
  const shares = shared.subarray(0, to - from);
  rule(before.subarray(from, to), shares, channel.subarray(from, to));
  for (let t = from; t < to; t++) credit[channel[t]] += shares[t - from];
}

/** Room for the shares of a journey. */
let shared = new Float64Array(64);
