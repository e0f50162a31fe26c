// DRAGON (arXiv 2504.15217): two sets of actions drawn to the same observations become a better set and a worse one, whose members are pairs.
// The paper's abstract names the contrast of two sets; how they are made from a reward of sets is our reading.

import type { Random } from "../../core/random.ts";
import { shuffle } from "../../math/weighted-draw.ts";
import type { Measures } from "../training-measures.ts";
import type { DrawnGroups, DrawnSets } from "./drawn-groups.ts";

/**
 * How pairs are made: the best and the worst of a group; members of two sets, exchanged while that pays the first set more; by what each adds
 * to all that was drawn; and as controls the exchanged sets, or chance.
 */
export const PAIRINGS = ["extremes", "swapped", "credited", "exchanged", "random"] as const;
export type SetPairing = (typeof PAIRINGS)[number];

/** Passes over all pairs at most. */
const PASSES = 3;
/** A swap must pay more than rounding. */
const LEAST = 1e-12;

/** What the members of one side of all pairs are paid together: 0 for the first, 1 for the second. */
function paidSide({ reward, rows }: DrawnSets, into: Int32Array, pairs: number, side: 0 | 1): number {
  const set = reward.open();
  for (let k = 0; k < pairs; k++) set.add(rows, into[2 * k + side] * reward.size);
  return set.value();
}

/**
 * Begins with the set that is paid more, and exchanges the two members of each pair, in random order, where the set is then paid more, until
 * a pass exchanges none. `into` has the row of the better set, then that of the worse, pair after pair. Returns what the better set is paid,
 * which is never less than what either was.
 */
export function swappedSets(sets: DrawnSets, into: Int32Array, pairs: number, random: Random): number {
  const { reward, rows } = sets;
  const [first, second] = [paidSide(sets, into, pairs, 0), paidSide(sets, into, pairs, 1)];
  if (second > first) for (let k = 0; k < pairs; k++) exchange(into, k);
  let paid = Math.max(first, second);
  const set = reward.open();
  for (let k = 0; k < pairs; k++) set.add(rows, into[2 * k] * reward.size);
  const order = Int32Array.from({ length: pairs }, (_, k) => k);
  for (let pass = 0, swaps = 1; pass < PASSES && swaps > 0; pass++) {
    shuffle(order, random.stream("order", pass));
    swaps = 0;
    for (const k of order) {
      const [own, other] = [into[2 * k] * reward.size, into[2 * k + 1] * reward.size];
      set.remove(rows, own);
      set.add(rows, other);
      const value = set.value();
      if (value > paid + LEAST) {
        paid = value;
        exchange(into, k);
        swaps += 1;
      } else {
        set.remove(rows, other);
        set.add(rows, own);
      }
    }
  }
  return paid;
}

/** Writes what each of `count` rows adds to the set of all: its reward with the row, less that without. */
export function leaveOneOut({ reward, rows }: DrawnSets, count: number): Float64Array {
  const set = reward.open();
  for (let row = 0; row < count; row++) set.add(rows, row * reward.size);
  const whole = set.value();
  return Float64Array.from({ length: count }, (_, row) => {
    set.remove(rows, row * reward.size);
    const credit = whole - set.value();
    set.add(rows, row * reward.size);
    return credit;
  });
}

/** Writes the rows of all pairs, better and worse in turn; returns their number and what the better set is paid. */
export function pairsOfSets(
  drawn: DrawnGroups,
  how: Exclude<SetPairing, "extremes">,
  into: Int32Array,
  random: Random,
): { readonly pairs: number; readonly measures: Measures } {
  const { rows, group } = drawn;
  let pairs = 0;
  for (let from = 0; from < rows; from += group) {
    for (let row = from; row + 1 < from + group; row += 2) {
      into[2 * pairs] = row;
      into[2 * pairs + 1] = row + 1;
      pairs += 1;
    }
  }
  const { sets } = drawn;
  // Distances of sets depend on how large these are: both sides have as many as the better set.
  const setPay = (paidSide(sets, into, pairs, 0) + paidSide(sets, into, pairs, 1)) / 2;
  if (how === "swapped" || how === "exchanged") {
    const betterSetPay = swappedSets(sets, into, pairs, random);
    if (how === "exchanged") for (let k = 0; k < pairs; k++) exchange(into, k);
    return { pairs, measures: { setPay, betterSetPay } };
  }
  const credit = how === "credited" ? leaveOneOut(sets, rows) : undefined;
  for (let k = 0; k < pairs; k++) {
    const [one, other] = [into[2 * k], into[2 * k + 1]];
    if (credit === undefined ? random.uniform() < 0.5 : credit[other] > credit[one]) exchange(into, k);
  }
  return { pairs, measures: { setPay } };
}

/** What all rows are paid together. */
export function paidTogether({ reward, rows }: DrawnSets, count: number): number {
  const set = reward.open();
  for (let row = 0; row < count; row++) set.add(rows, row * reward.size);
  return set.value();
}

function exchange(into: Int32Array, pair: number): void {
  const kept = into[2 * pair];
  into[2 * pair] = into[2 * pair + 1];
  into[2 * pair + 1] = kept;
}
