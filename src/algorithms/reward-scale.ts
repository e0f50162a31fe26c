// Pay brought to one size for learning: divided by the running deviation of discounted returns.

import { Status } from "../core/environment.ts";

/** A running scale. */
export interface RewardScale {
  /** Count, mean and sum of squares, as a checkpoint holds them; taken up by `begin`. */
  readonly state: Float32Array;
  /** New episodes begin; the statistics stay, rounded as in `state`, so that going on from a checkpoint is the same. */
  begin(): void;
  /** Scales one step of every row, from `first`, in place. */
  apply(rewards: Float64Array, status: Uint8Array, first: number): void;
}

/** A scale of `rows` streams of pay (Engstrom et al., arXiv 2005.12729). */
export function rewardScale(rows: number, discount: number): RewardScale {
  const state = new Float32Array(3);
  const returns = new Float64Array(rows);
  let [count, mean, squares] = state;
  return {
    state,
    begin() {
      [count, mean, squares] = state;
      returns.fill(0);
    },
    apply(rewards, status, first) {
      for (let row = 0; row < rows; row++) {
        returns[row] = discount * returns[row] + rewards[first + row];
        count += 1;
        const gap = returns[row] - mean;
        mean += gap / count;
        squares += gap * (returns[row] - mean);
      }
      const deviation = Math.sqrt(squares / count) + 1e-8;
      for (let row = 0; row < rows; row++) {
        if (count > rows) rewards[first + row] /= deviation;
        if (status[first + row] !== Status.running) returns[row] = 0;
      }
      state[0] = count;
      state[1] = mean;
      state[2] = squares;
    },
  };
}
