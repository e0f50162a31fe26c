// What happened to answers in a loop of feedback: how often they are right, given up and found again, and the chain of two states that follows.

import type { Criticising } from "./judges.ts";
import type { Transcript } from "./rounds.ts";

type Tables = Pick<Transcript<unknown, unknown>, "items" | "rounds" | "right" | "changed" | "criticised">;

/** Share of right answers in each round, the first answers before any feedback. */
export function accuracies({ items, rounds, right }: Tables): number[] {
  return Array.from({ length: rounds + 1 }, (_, round) => {
    const row = right.subarray(round * items, (round + 1) * items);
    return row.reduce((a, b) => a + b, 0) / items;
  });
}

/** How answers give way to critiques. A share of nothing is 0. */
export interface Flips {
  /** f_c: share of criticised right answers that are given up. */
  readonly fromRight: number;
  /** f_w: share of criticised wrong answers that are given up. */
  readonly fromWrong: number;
  /** ρ: share of right ones among what wrong answers are given up for. */
  readonly gaining: number;
}

/** Flips after the critiques of rounds `from` … `to` − 1, of the items that `among` names, default all. */
export function flips(
  { items, rounds, right, changed, criticised }: Tables,
  { from = 0, to = rounds, among = () => true }: FlipRange = {},
): Flips {
  const counts = { right: 0, rightLeft: 0, wrong: 0, wrongLeft: 0, gained: 0 };
  for (let at = from * items; at < to * items; at++) {
    if (criticised[at] === 0 || !among(at % items)) continue;
    const left = changed[at + items];
    counts[right[at] === 1 ? "right" : "wrong"] += 1;
    counts[right[at] === 1 ? "rightLeft" : "wrongLeft"] += left;
    counts.gained += right[at] === 0 ? left * right[at + items] : 0;
  }
  return {
    fromRight: shareOf(counts.rightLeft, counts.right),
    fromWrong: shareOf(counts.wrongLeft, counts.wrong),
    gaining: shareOf(counts.gained, counts.wrongLeft),
  };
}

export interface FlipRange {
  readonly from?: number;
  readonly to?: number;
  readonly among?: (item: number) => boolean;
}

/**
 * Share of the items lost in the first round of feedback that are regained for good: right in the last two rounds, so that an answer that
 * goes to and fro does not count by whether rounds are odd. 0 where none was lost.
 */
export function recovery({ items, rounds, right }: Tables): number {
  let [lost, regained] = [0, 0];
  for (let k = 0; k < items; k++) {
    if (right[k] === 0 || right[items + k] === 1) continue;
    lost += 1;
    regained += right[rounds * items + k] * right[(rounds - 1) * items + k];
  }
  return shareOf(regained, lost);
}

/** Mean number of changes of an item's answer over all rounds. */
export function oscillation({ items, changed }: Tables): number {
  return changed.reduce((a, b) => a + b, 0) / items;
}

/**
 * Accuracy after one round of a judge: a·(1 − c·f_c) + (1 − a)·w·f_w·ρ, with c and w the chances that a right and a wrong answer is
 * criticised. What is not criticised stands.
 */
export const afterJudge = (accuracy: number, { right, wrong }: Criticising, { fromRight, fromWrong, gaining }: Flips) =>
  accuracy * (1 - right * fromRight) + (1 - accuracy) * wrong * fromWrong * gaining;

/** Right and wrong under a critique of every answer, as a chain of two states. */
export interface RightnessChain {
  /** Share of right answers that it tends to, f_w·ρ/(f_c + f_w·ρ); the first accuracy where nothing moves. */
  readonly limit: number;
  /** 1 − f_c − f_w·ρ: how much of the distance to the limit is left after a round; below 0 the answers oscillate. */
  readonly secondEigenvalue: number;
  /** Accuracy after so many rounds. */
  after(rounds: number): number;
}

export function rightnessChain(accuracy: number, { fromRight, fromWrong, gaining }: Flips): RightnessChain {
  const gain = fromWrong * gaining;
  const limit = fromRight + gain > 0 ? gain / (fromRight + gain) : accuracy;
  const secondEigenvalue = 1 - fromRight - gain;
  return { limit, secondEigenvalue, after: (rounds) => limit + (accuracy - limit) * secondEigenvalue ** rounds };
}

const shareOf = (part: number, whole: number): number => (whole > 0 ? part / whole : 0);
