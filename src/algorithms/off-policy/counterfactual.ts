// How much better a seat's choice was than its others would have been, all else as it was: the advantage of counterfactual
// multi-agent policy gradients (Foerster et al., arXiv 1705.08926).

import { nn, np } from "../../nn/jax.ts";

/**
 * A_i(s, u) = Q_i(s, u) − Σ_{u'} π_i(u'|o_i)·Q_i(s, (u_{−i}, u')) (eq. 4) by rows, a row being a seat in a state. `values` and
 * `probabilities` are [rows × choices], `taken` [rows].
 */
export function counterfactualAdvantages(
  values: ArrayLike<number>,
  probabilities: ArrayLike<number>,
  taken: ArrayLike<number>,
  choices: number,
): Float32Array {
  const advantages = new Float32Array(taken.length);
  for (let row = 0; row < advantages.length; row++) {
    let baseline = 0;
    for (let u = 0; u < choices; u++) baseline += probabilities[row * choices + u] * values[row * choices + u];
    advantages[row] = values[row * choices + taken[row]] - baseline;
  }
  return advantages;
}

/** Numbers that a counterfactual critic sees: everybody's observations, everybody's choices, and whose values are asked for. */
export function counterfactualInputs(team: number, observationSize: number, choices: number): number {
  return team * (observationSize + choices + 1);
}

/**
 * What the critic sees, [batch·team × inputs]: joint observations [batch × team·O], the choices [batch·team] as numbers of 0 and
 * 1 with those of the seat in question left out, and the seat. Consumes both.
 */
export function counterfactualTable(observations: np.Array, taken: np.Array, team: number, choices: number): np.Array {
  const batch = observations.shape[0];
  const rows = batch * team;
  const seen = np
    .broadcastTo(observations.reshape([batch, 1, observations.shape[1]]), [batch, team, observations.shape[1]])
    .reshape([rows, observations.shape[1]]);
  const who = np.broadcastTo(np.eye(team).reshape([1, team, team]), [batch, team, team]);
  const others = np.eye(team).mul(-1).add(1).reshape([1, team, team, 1]);
  const done = nn.oneHot(taken.astype(np.int32), choices).reshape([batch, 1, team, choices]).mul(others);
  return np.concatenate([seen, done.reshape([rows, team * choices]), who.reshape([rows, team])], 1);
}
