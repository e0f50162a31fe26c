// Pay brought to one size for learning: divided by the running deviation of discounted returns.

import { Status } from "../core/environment.ts";

export type RewardScale = ReturnType<typeof rewardScale>;

/** A scale of `rows` streams of pay (Engstrom et al., arXiv 2005.12729). */
export function rewardScale(rows: number, discount: number) {
  const state = new Float32Array(3);
  const returns = new Float64Array(rows);
  let [count, mean, squares] = state;
  const unitNow = (): number => (count > rows ? Math.sqrt(squares / count) + 1e-8 : 1);
  const watch = (rewards: Float64Array, status: Uint8Array, first: number): void => {
    for (let row = 0; row < rows; row++) {
      returns[row] = discount * returns[row] + rewards[first + row];
      count += 1;
      const gap = returns[row] - mean;
      mean += gap / count;
      squares += gap * (returns[row] - mean);
      if (status[first + row] !== Status.running) returns[row] = 0;
    }
    state[0] = count;
    state[1] = mean;
    state[2] = squares;
  };
  return {
    /** Count, mean and sum of squares, as a checkpoint holds them; taken up by `begin`. */
    state,
    /** What pay is divided by: the deviation of returns, or 1 while there is none. */
    get unit() {
      return unitNow();
    },
    /** New episodes begin; the statistics stay, rounded as in `state`, so that going on from a checkpoint is the same. */
    begin() {
      [count, mean, squares] = state;
      returns.fill(0);
    },
    /** Takes note of one step of every row, from `first`. */
    watch,
    /** Takes note of one step of every row, from `first`, and scales it in place. */
    apply(rewards: Float64Array, status: Uint8Array, first: number) {
      watch(rewards, status, first);
      const unit = unitNow();
      for (let row = 0; row < rows; row++) rewards[first + row] /= unit;
    },
  };
}
