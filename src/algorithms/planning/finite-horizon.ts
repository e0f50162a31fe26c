// Exact returns of episodes with a fixed number of steps, undiscounted but for the process's own discount: of a policy
// that does not look at the clock, and of the best one that does.

import type { AfterstateProcess } from "../../environments/tabular/afterstates.ts";
import type { Policy } from "./policy.ts";

/** E[Σ_{t<horizon} r_t] from the process's start under a stationary policy [states × actions], by backward sweeps. */
export function horizonReturn(process: AfterstateProcess, policy: Policy, horizon: number): number {
  const { states: S, actions: A, after } = process;
  // Written out for five actions, which grids have, the sweep takes two thirds of the time.
  if (A === 5)
    return sweep(process, horizon, (ahead, values) => {
      for (let s = 0, at = 0; s < S; s++, at += 5)
        values[s] =
          policy[at] * ahead[after[at]] +
          policy[at + 1] * ahead[after[at + 1]] +
          policy[at + 2] * ahead[after[at + 2]] +
          policy[at + 3] * ahead[after[at + 3]] +
          policy[at + 4] * ahead[after[at + 4]];
    });
  return sweep(process, horizon, (ahead, values) => {
    for (let s = 0, at = 0; s < S; s++) {
      let sum = 0;
      for (let a = 0; a < A; a++, at++) sum += policy[at] * ahead[after[at]];
      values[s] = sum;
    }
  });
}

/** max over policies, which may depend on the time, of E[Σ_{t<horizon} r_t] from the start (Bellman, 1957). */
export function optimalHorizonReturn(process: AfterstateProcess, horizon: number): number {
  const { states: S, actions: A, after } = process;
  return sweep(process, horizon, (ahead, values) => {
    for (let s = 0, at = 0; s < S; s++) {
      let most = Number.NEGATIVE_INFINITY;
      for (let a = 0; a < A; a++, at++) if (ahead[after[at]] > most) most = ahead[after[at]];
      values[s] = most;
    }
  });
}

function sweep(
  process: AfterstateProcess,
  horizon: number,
  back: (ahead: Float64Array, values: Float64Array) => void,
): number {
  const values = new Float64Array(process.states);
  const ahead = new Float64Array(process.afterstates);
  for (let t = 0; t < horizon; t++) {
    process.look(values, ahead);
    back(ahead, values);
  }
  return values[process.start];
}
