// Planning in the best of all plausible processes (Jaksch, Ortner & Auer, 2010, section 3.1): rewards at the top of their
// interval, transitions as kind as an L1 ball around the estimate allows.

import { type AverageReward, type RelativeIterationOptions, settle } from "./gain.ts";

/** Estimates with the widths of their confidence regions. */
export interface PlausibleProcesses {
  readonly states: number;
  readonly actions: number;
  /** Estimated P(s'|s,a), [states × actions × states]. */
  readonly probability: Float64Array;
  /** Radius of the L1 ball, in [0, 2], [states × actions]. */
  readonly spread: Float64Array;
  /** The largest plausible reward, [states × actions]. */
  readonly reward: Float64Array;
}

/** The gain and bias of the most promising process, and its best action in each state, the first of equals. */
export interface OptimisticPlan extends AverageReward {
  readonly choice: Int32Array;
}

/** V(s) ← max_a [ r̃(s,a) + max_{p ∈ ball} Σ p(s')V(s') ], to the options' tolerance. */
export function extendedValueIteration(
  process: PlausibleProcesses,
  options: RelativeIterationOptions = {},
): OptimisticPlan {
  const { states: S, actions: A } = process;
  const choice = new Int32Array(S);
  const order = Array.from({ length: S }, (_, s) => s);
  const { gain, bias } = settle(
    S,
    (values, into) => {
      order.sort((a, b) => values[b] - values[a]);
      for (let s = 0; s < S; s++) {
        let most = Number.NEGATIVE_INFINITY;
        for (let a = 0; a < A; a++) {
          const value = process.reward[s * A + a] + kindest(process, s * A + a, order, values);
          if (value > most) {
            most = value;
            choice[s] = a;
          }
        }
        into[s] = most;
      }
    },
    options,
  );
  return { gain, bias, choice };
}

/** max Σ p(s')v(s') over ‖p − p̂‖₁ ≤ d: d/2 goes to the best state and is taken from the worst ones. `order`: best first. */
function kindest(
  { states: S, probability, spread }: PlausibleProcesses,
  at: number,
  order: readonly number[],
  values: Float64Array,
): number {
  const row = at * S;
  const best = order[0];
  const gained = Math.min(spread[at] / 2, 1 - probability[row + best]);
  let value = (probability[row + best] + gained) * values[best];
  let owed = gained;
  for (let k = S - 1; k > 0; k--) {
    const s = order[k];
    const taken = Math.min(owed, probability[row + s]);
    owed -= taken;
    value += (probability[row + s] - taken) * values[s];
  }
  return value;
}
