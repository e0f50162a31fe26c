// What a channel is worth by any model of purchases: what would be lost without it, and Shapley's shares of a journey.

import type { Random } from "../../core/random.ts";
import { shapleyValues } from "../../math/shapley.ts";
import { chosenJourneys, type JourneyModel, type Journeys, withoutChannel } from "./journeys.ts";

/**
 * Purchases that would be lost without each channel, [channels]: Σ P(journey) − P(journey without the channel's touches)
 * over the journeys of the given numbers. Below 0 where touches keep customers from buying. It is what the channel causes only
 * where the model knows all that makes customers both meet the channel and buy.
 */
export function removalCredit(model: JourneyModel, journeys: Journeys, which: ArrayLike<number>): Float64Array {
  const chosen = chosenJourneys(journeys, which);
  const whole = sum(model.probabilities(chosen));
  return Float64Array.from(journeys.channels, (_, c) => whole - sum(model.probabilities(withoutChannel(chosen, c))));
}

/** The players that share what a journey is worth. */
export type ShapleyPlayers = "touches" | "channels";

/** Up to so many players every coalition is asked, beyond that random orders. */
const MOST_EXACT = 8;

/**
 * Shapley's values of one journey with P(purchase) of its part as a coalition's worth: [touches] of the journey, or [channels].
 * They add up to P(journey) − P(no touch). Exact up to eight players, beyond that the mean over `orders` random orders. The
 * model is asked once, for all coalitions together.
 */
export function journeyShapley(
  model: JourneyModel,
  journeys: Journeys,
  journey: number,
  players: ShapleyPlayers,
  random: Random,
  orders = 200,
): Float64Array {
  const [from, to] = [journeys.starts[journey], journeys.starts[journey + 1]];
  const channels = Array.from(journeys.channel.subarray(from, to));
  // Player of each touch.
  const present = [...new Set(channels)].sort((a, b) => a - b);
  const playerOf = players === "touches" ? channels.map((_, t) => t) : channels.map((c) => present.indexOf(c));
  const count = players === "touches" ? channels.length : present.length;
  const values = (worth: (members: readonly number[]) => number) =>
    shapleyValues(count, worth, random.clone(), orders, MOST_EXACT);

  // Once to hear which coalitions are asked for, once to answer.
  const coalitions = new Map<string, ReadonlySet<number>>();
  values((members) => {
    coalitions.set(members.join(), new Set(members));
    return 0;
  });
  const sets = [...coalitions.values()];
  const parts = chosenJourneys(journeys, new Int32Array(sets.length).fill(journey), (touch, at) =>
    sets[at].has(playerOf[touch - from]),
  );
  const chances = model.probabilities(parts);
  const worth = new Map([...coalitions.keys()].map((key, k) => [key, chances[k]]));
  const contributions = values((members) => worth.get(members.join()) ?? Number.NaN);
  if (players === "touches") return contributions;
  const credit = new Float64Array(journeys.channels.length);
  for (const [player, c] of present.entries()) credit[c] = contributions[player];
  return credit;
}

/** Credit as shares that add up to 1: what is below 0 counts as 0. All 0 where no channel earned anything. */
export function creditShares(credit: Float64Array): Float64Array {
  const kept = credit.map((value) => Math.max(0, value));
  const whole = sum(kept);
  return whole > 0 ? kept.map((value) => value / whole) : kept;
}

/** Σ|a − b| of two lists of shares: 0 where they agree, 2 where they have nothing in common. */
export function shareDistance(a: Float64Array, b: Float64Array): number {
  return a.reduce((total, value, c) => total + Math.abs(value - b[c]), 0);
}

function sum(values: Float64Array): number {
  let total = 0;
  for (let k = 0; k < values.length; k++) total += values[k];
  return total;
}
