// Theorem 2 in the reconstruction: what is lost when components are optimised each by itself or one after the other. The best that any
// policy can reach on a tree of all episodes, though it does not know which start it is in, is found by backward induction over what
// it has seen and done.

import type { Policy } from "../../algorithms/planning/policy.ts";
import type { EpisodeTree } from "../../algorithms/tabular/episode-tree.ts";
import { exactEpisodes } from "../../algorithms/tabular/exact-episodes.ts";
import { weighted } from "../../algorithms/text/group-advantage.ts";
import { Random } from "../../core/random.ts";
import { ANSWER } from "../../environments/tools/zoom.ts";
import { atLeast, atMost, near } from "../../study/bound.ts";
import { beside, type Claim, equation, is } from "../../study/claim.ts";
import { binaryPicture } from "./picture.ts";

/** Choices whose worth differs by less are tied. */
const TIE = 1e-12;

/** A best policy. */
interface BestEpisodes {
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

/** Rounding. */
const SLACK = 1e-12;

/** Δ = Σ_k w_k·max J_k − max J, and what going through the components in order loses beside its bound. */
function conflict(tree: EpisodeTree, components: readonly Float64Array[], weights: readonly number[]) {
  const { value } = exactEpisodes(tree);
  const alone = components.map((one) => bestEpisodes(tree, one));
  const sum = weighted(components, weights);
  const together = bestEpisodes(tree, sum);
  const apart = alone.reduce((total, best, k) => total + weights[k] * best.value, 0);
  // The first component first; then the sum among what is best for it, in which the first is constant.
  const { policy } = bestEpisodes(tree, sum, alone[0].best);
  const loss = together.value - value(policy, sum);
  let bound = 0;
  for (let k = 1; k < components.length; k++) {
    bound += weights[k] * (alone[k].value - value(policy, components[k]));
  }
  return { gap: apart - together.value, loss, bound };
}

/** Weights that are even on the simplex. */
function drawnWeights(random: Random, count: number): number[] {
  const raw = Array.from({ length: count }, () => -Math.log(1 - random.uniform()));
  const total = raw.reduce((a, b) => a + b, 0);
  return raw.map((one) => one / total);
}

/** A function of keys that is 0 or 1 by lot. */
function lots(random: Random): (key: string) => number {
  const drawn = new Map<string, number>();
  return (key) => {
    const known = drawn.get(key) ?? (random.uniform() < 0.5 ? 1 : 0);
    drawn.set(key, known);
    return known;
  };
}

/** Three components that look each at tokens of its own: the first, the calls, the answer. */
function separated({ played }: EpisodeTree, random: Random): Float64Array[] {
  const [first, calls, answer] = [0, 1, 2].map((k) => lots(random.stream("component", k)));
  return [
    Float64Array.from(played, (path) => first(String(path[0]))),
    Float64Array.from(played, (path) => calls(path.slice(1, -1).join())),
    Float64Array.from(played, (path) => answer(String(path[path.length - 1] - ANSWER))),
  ];
}

/** Three components of whole episodes, picture and all. */
function arbitrary({ played }: EpisodeTree, random: Random): Float64Array[] {
  return [0, 1, 2].map(() => Float64Array.from(played, () => (random.uniform() < 0.5 ? 1 : 0)));
}

/** `sets` sets of components, half of them separated by position. */
export function conflictEquations(seed: number, sets: number): Claim[] {
  const { tree, components } = binaryPicture(0, "history");
  const found = Array.from({ length: sets }, (_, k) => {
    const random = Random.of(seed, "tool-augmented components", k);
    const apart = k % 2 === 0;
    const drawn = apart ? separated(tree, random) : arbitrary(tree, random);
    return { apart, ...conflict(tree, drawn, drawnWeights(random.stream("weights"), drawn.length)) };
  });
  const separate = found.filter(({ apart }) => apart);
  const open = found.filter(({ apart, gap }) => !apart && gap > 1e-6);
  const own = conflict(tree, components, [1 / 3, 1 / 3, 1 / 3]);
  // One half for a right answer, one half for no call: guessing is right in 3 of 8 pictures.
  const frugal = Float64Array.from(tree.scores.calls, (calls) => (calls === 0 ? 1 : 0));
  const price = conflict(tree, [tree.scores.correct, frugal], [0.5, 0.5]);
  return [
    equation(`in the spirit of theorem 2: conflict Δ = Σw_k max J_k − max J of ${sets} sets of components`, [
      is(Math.min(...found.map(({ gap }) => gap)), atLeast(-SLACK), "least"),
      beside(`sets of ${sets - separate.length} of arbitrary components above 1e-6`, open.length),
    ]),
    equation(`|Δ| of the ${separate.length} sets that are separated by position, and of format, execution and answer`, [
      is(Math.max(...separate.map(({ gap }) => Math.abs(gap))), atMost(SLACK), "at most"),
      is(Math.abs(own.gap), atMost(SLACK)),
    ]),
    equation("Δ of a right answer against no call, one half each: 1 − (3/8 + 1)/2", is(price.gap, near(5 / 16, SLACK))),
    equation("one component after the other: J(π*) − J(π_seq) less Σ_{k≥2} w_k(max J_k − J_k(π_seq))", [
      is(Math.max(...found.map(({ loss, bound }) => loss - bound)), atMost(SLACK), "at most"),
      beside(`of ${sets} sets, those that lose something`, found.filter(({ loss }) => loss > 1e-6).length),
    ]),
  ];
}
