// What others might do at worst: a step of their actions down the gradient of a seat's own value (minimax multi-agent
// deterministic policy gradients, Li et al., AAAI 2019).

import { grad, lax, np } from "../../nn/jax.ts";
import type { Weights } from "../../nn/parameters.ts";
import { abreast, bySeat, type JointCritics } from "./joint-critics.ts";

/** How far others' actions are moved. */
export interface WorstCase {
  /** α in a_j − α·∇_{a_j} Q_i, on a box of [−1, 1]. */
  readonly step: number;
  /** Divide each seat's gradient by its length: a step of length α for values of any size. */
  readonly normalise: boolean;
}

/**
 * Everybody's actions [batch × team·A]: a_i as it is, and a_j − α·∇_{a_j} Q_i(s, a) for the others j, kept within the box. The
 * moves are constants for a gradient through the result. Uses the first critic; to be called while a function is compiled.
 * Consumes observations and actions, and leaves the tensors `own` of the seat's critics.
 */
export function worstCase(
  critics: JointCritics,
  { step, normalise }: WorstCase,
  team: number,
  place: number,
  own: Weights,
  observations: np.Array,
  actions: np.Array,
): np.Array {
  const value = (a: np.Array, weights: Weights, x: np.Array) => np.sum(critics.first(weights, x, a));
  const kept = own.map((tensor) => tensor.ref);
  const slopes = bySeat(grad(value)(lax.stopGradient(actions.ref), kept, observations), team, 1);
  return abreast(
    bySeat(actions, team, 1).map((action, j) => {
      if (j === place) return action;
      return np.clip(action.sub(move(slopes[j], step, normalise)), -1, 1);
    }),
  );
}

/** α·∇, or α·∇/|∇| by rows. Consumes the gradient. */
function move(slope: np.Array, step: number, normalise: boolean): np.Array {
  if (!normalise) return slope.mul(step);
  const length = np.sqrt(np.sum(np.square(slope.ref), 1, { keepdims: true }).add(1e-12));
  return slope.div(length).mul(step);
}
