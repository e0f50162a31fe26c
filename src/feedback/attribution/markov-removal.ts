// Journeys as a Markov chain from touch to touch: what share of the purchases would be lost if no customer came past a channel
// (Anderl et al., 2016).

import { factorised } from "../../math/linear-solve.ts";
import { isNoSpread } from "../../math/spread.ts";
import { type JourneyPaths, journeyCount } from "../../mechanisms/attribution/journeys.ts";

export interface JourneyChain {
  /** P(purchase) of a journey that begins in the chain: the share of purchases in the journeys it was counted from. */
  readonly conversion: number;
  /** P(purchase) where a customer who would come to a channel leaves instead, [channels]. */
  readonly without: Float64Array;
  /** Share of the purchases that is lost without the channel, 1 − without/conversion, [channels]. */
  readonly removal: Float64Array;
  /** Purchases by channel, in proportion to `removal`; they add up to those of the journeys with touches. */
  readonly credit: Float64Array;
}

/** Counts transitions start → channel → … → purchase or none of journeys with touches, and removes one channel after the other. */
export function journeyChain(journeys: JourneyPaths): JourneyChain {
  const size = journeys.channels.length;
  const counts = new Float64Array(transitionCount(size));
  for (let k = 0; k < journeyCount(journeys); k++) countTransitions(journeys, k, counts);
  return solveChain(counts, size);
}

/** Length of a table of transitions. Rows: the start, then the channels. Columns: the channels, purchase, none. */
export function transitionCount(channels: number): number {
  return (channels + 1) * (channels + 2);
}

/** Adds the transitions of one journey to `counts`; a journey without touches has none. */
export function countTransitions(journeys: JourneyPaths, journey: number, counts: Float64Array): void {
  const { starts, channel, converted } = journeys;
  const size = journeys.channels.length;
  if (starts[journey] === starts[journey + 1]) return;
  let row = 0;
  for (let t = starts[journey]; t < starts[journey + 1]; t++) {
    counts[row * (size + 2) + channel[t]] += 1;
    row = channel[t] + 1;
  }
  counts[row * (size + 2) + size + (converted[journey] === 1 ? 0 : 1)] += 1;
}

/**
 * The chain of counted transitions. With N = (I − P)⁻¹ the expected visits and x = N·p the chances of a purchase, a customer who
 * starts comes past channel c with probability N_0c/N_cc and goes on from there as if it were new, so that x_0 − x_c·N_0c/N_cc is left
 * without it (Kemeny & Snell, 1960, 3.5).
 */
export function solveChain(counts: Float64Array, size: number): JourneyChain {
  const states = size + 1;
  const system = new Float64Array(states * states);
  const direct = new Float64Array(states);
  let purchases = 0;
  for (let row = 0; row < states; row++) {
    const part = counts.subarray(row * (size + 2), (row + 1) * (size + 2));
    const all = part.reduce((a, b) => a + b, 0);
    system[row * states + row] = 1;
    for (let c = 0; c < size && all > 0; c++) system[row * states + c + 1] -= part[c] / all;
    direct[row] = all > 0 ? part[size] / all : 0;
    purchases += part[size];
  }
  const solve = factorised(system, states);
  const chances = solve(direct);
  const conversion = chances[0];
  const unit = new Float64Array(states);
  const without = Float64Array.from({ length: size }, (_, c) => {
    unit.fill(0);
    unit[c + 1] = 1;
    const visits = solve(unit);
    const lost = (chances[c + 1] * visits[0]) / visits[c + 1];
    // Of a channel that leads to no purchase a rounding may be left, for which none is to be paid.
    return isNoSpread(lost, conversion) ? conversion : Math.max(0, conversion - lost);
  });
  const removal = without.map((chance) => (conversion > 0 ? 1 - chance / conversion : 0));
  const whole = removal.reduce((a, b) => a + b, 0);
  const credit = removal.map((share) => (whole > 0 ? (purchases * share) / whole : 0));
  return { conversion, without, removal, credit };
}
