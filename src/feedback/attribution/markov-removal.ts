// Journeys as a Markov chain from touch to touch: what share of the purchases would be lost if nobody came past a channel
// (Anderl et al., 2016).

import { linearSolve } from "../../math/linear-solve.ts";
import { type Journeys, journeyCount } from "./journeys.ts";

/** A chain of touches. */
export interface JourneyChain {
  /** P(purchase) of a journey that begins in the chain: the share of purchases in the journeys it was counted from. */
  readonly conversion: number;
  /** P(purchase) where whoever would come to a channel leaves instead, [channels]. */
  readonly without: Float64Array;
  /** Share of the purchases that is lost without the channel, 1 − without/conversion, [channels]. */
  readonly removal: Float64Array;
  /** Purchases by channel, in proportion to `removal`; they add up to those of the journeys with touches. */
  readonly credit: Float64Array;
}

/** Counts transitions start → channel → … → purchase or none of journeys with touches, and removes one channel after the other. */
export function journeyChain(journeys: Journeys): JourneyChain {
  const size = journeys.channels.length;
  const { starts, channel, converted } = journeys;
  // Rows: the start, then the channels. Columns: the channels, purchase, none.
  const counts = new Float64Array((size + 1) * (size + 2));
  let purchases = 0;
  for (let k = 0; k < journeyCount(journeys); k++) {
    if (starts[k] === starts[k + 1]) continue;
    let row = 0;
    for (let t = starts[k]; t < starts[k + 1]; t++) {
      counts[row * (size + 2) + channel[t]] += 1;
      row = channel[t] + 1;
    }
    counts[row * (size + 2) + size + (converted[k] === 1 ? 0 : 1)] += 1;
    purchases += converted[k];
  }
  for (let row = 0; row <= size; row++) {
    const part = counts.subarray(row * (size + 2), (row + 1) * (size + 2));
    const all = part.reduce((a, b) => a + b, 0);
    if (all > 0) for (let to = 0; to < part.length; to++) part[to] /= all;
  }
  const conversion = purchaseChance(counts, size, -1);
  const without = Float64Array.from(journeys.channels, (_, c) => purchaseChance(counts, size, c));
  const removal = without.map((chance) => (conversion > 0 ? 1 - chance / conversion : 0));
  const whole = removal.reduce((a, b) => a + b, 0);
  const credit = removal.map((share) => (whole > 0 ? (purchases * share) / whole : 0));
  return { conversion, without, removal, credit };
}

/** P(purchase) from the start, x = P·x + p, where steps into `removed` end without one. */
function purchaseChance(chances: Float64Array, size: number, removed: number): number {
  const states = size + 1;
  const system = new Float64Array(states * states);
  const direct = new Float64Array(states);
  for (let row = 0; row < states; row++) {
    system[row * states + row] = 1;
    if (row - 1 === removed && removed >= 0) continue;
    for (let c = 0; c < size; c++) {
      if (c !== removed) system[row * states + c + 1] -= chances[row * (size + 2) + c];
    }
    direct[row] = chances[row * (size + 2) + size];
  }
  return linearSolve(system, direct)[0];
}
