// The best that any policy can reach on a tree of all episodes, though it does not know which start it is in: backward induction
// over what it has seen and done.

import type { Policy } from "../../algorithms/planning/policy.ts";
import type { EpisodeTree } from "../../algorithms/tabular/episode-tree.ts";

/** Choices whose worth differs by less are tied. */
const TIE = 1e-12;

/** A best policy. */
export interface BestEpisodes {
  /** max_π J(π). */
  readonly value: number;
  /** The first of the best choices everywhere, [contexts × choices]. */
  readonly policy: Policy;
  /** All best choices of each context. */
  readonly best: readonly (readonly number[])[];
}

/**
 * Maximises Σ_τ P(τ)·pay(τ) among policies that choose from `among` (default what is permitted). A context's histories are all
 * reached by the same own choices, so that they weigh by their starts alone; hence the tree must be grown with
 * `recall: "history"`, and an Error is thrown where it was not.
 */
export function bestEpisodes(
  tree: EpisodeTree,
  pay: ArrayLike<number>,
  among: readonly (readonly number[])[] = tree.permitted,
): BestEpisodes {
  if (tree.recall !== "history") throw new Error("best policies need a tree with the recall of all history");
  const { choices: A, contexts, permitted, weights, roots, context, child, depth, end } = tree;
  const nodes = context.length;
  const values = new Float64Array(nodes);
  const start = new Int32Array(nodes);
  for (let k = 0; k < weights.length; k++) start.fill(k, roots[k], roots[k + 1]);
  const worth = new Float64Array(contexts * A);
  const policy = new Float64Array(contexts * A);
  const best: (readonly number[])[] = permitted.map(() => []);
  const levels: number[][] = [];
  for (let n = 0; n < nodes; n++) {
    levels[depth[n]] ??= [];
    levels[depth[n]].push(n);
  }
  for (const level of levels.reverse()) {
    for (const n of level) {
      const c = context[n];
      if (c < 0) values[n] = pay[end[n]];
      else for (const [j, a] of permitted[c].entries()) worth[c * A + a] += weights[start[n]] * values[child[n] + j];
    }
    const chosen = new Map<number, number>();
    for (const n of level) {
      const c = context[n];
      if (c < 0) continue;
      let choice = chosen.get(c);
      if (choice === undefined) {
        const most = Math.max(...among[c].map((a) => worth[c * A + a]));
        best[c] = among[c].filter((a) => worth[c * A + a] >= most - TIE);
        choice = best[c][0];
        policy[c * A + choice] = 1;
        chosen.set(c, choice);
      }
      values[n] = values[child[n] + permitted[c].indexOf(choice)];
    }
  }
  let value = 0;
  for (let k = 0; k < weights.length; k++) value += weights[k] * values[roots[k]];
  return { value, policy, best };
}
