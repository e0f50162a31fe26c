// Theorem 2 in the reconstruction: what is lost when components are optimised each by itself or one after the other, and how
// joint and decoupled advantages go together.

import { decoupledCredit, jointCredit, weighted } from "../../algorithms/component-credit.ts";
import type { EpisodeTree } from "../../algorithms/tabular/episode-tree.ts";
import { exactEpisodes } from "../../algorithms/tabular/exact-episodes.ts";
import { Random } from "../../core/random.ts";
import { ANSWER } from "../../environments/tools/zoom.ts";
import { advantageCorrelation } from "../../evaluation/component-advice.ts";
import { pearson } from "../../evaluation/statistics/correlation.ts";
import { type Check, closeTo, holds } from "../../study/legacy.ts";
import { bestEpisodes } from "./best-episodes.ts";
import { binaryPicture } from "./binary-picture.ts";

/** Rounding. */
const SLACK = 1e-12;

/** Δ = Σ_k w_k·max J_k − max J, and what going through the components in order loses beside its bound. */
function conflict(tree: EpisodeTree, components: readonly Float64Array[], weights: readonly number[]) {
  const exact = exactEpisodes(tree);
  const alone = components.map((one) => bestEpisodes(tree, one));
  const sum = weighted(components, weights);
  const together = bestEpisodes(tree, sum);
  const apart = alone.reduce((total, { value }, k) => total + weights[k] * value, 0);
  // The first component first; then the sum among what is best for it, in which the first is constant.
  const { policy } = bestEpisodes(tree, sum, alone[0].best);
  const loss = together.value - exact.value(policy, sum);
  let bound = 0;
  for (let k = 1; k < components.length; k++) {
    bound += weights[k] * (alone[k].value - exact.value(policy, components[k]));
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
export function conflictChecks(seed: number, sets: number): Check[] {
  const { tree, components } = binaryPicture(0, "history");
  const found = Array.from({ length: sets }, (_, k) => {
    const random = Random.of(seed, "tool-augmented components", k);
    const apart = k % 2 === 0;
    const drawn = apart ? separated(tree, random) : arbitrary(tree, random);
    return { apart, ...conflict(tree, drawn, drawnWeights(random.stream("weights"), drawn.length)) };
  });
  const least = Math.min(...found.map(({ gap }) => gap));
  const largest = Math.max(...found.filter(({ apart }) => apart).map(({ gap }) => Math.abs(gap)));
  const open = found.filter(({ apart, gap }) => !apart && gap > 1e-6).length;
  const beyond = Math.max(...found.map(({ loss, bound }) => loss - bound));
  const lossy = found.filter(({ loss }) => loss > 1e-6).length;
  const own = conflict(tree, components, [1 / 3, 1 / 3, 1 / 3]);
  // One half for a right answer, one half for no call: guessing is right in 3 of 8 pictures.
  const frugal = Float64Array.from(tree.scores.calls, (calls) => (calls === 0 ? 1 : 0));
  const price = conflict(tree, [tree.scores.correct, frugal], [0.5, 0.5]);
  return [
    holds(
      `in the spirit of theorem 2: conflict Δ = Σw_k max J_k − max J of ${sets} sets of components`,
      "≥ 0",
      `least ${least.toExponential(1)}; above 1e-6 in ${open} of ${sets / 2} sets of arbitrary components`,
      least >= -SLACK,
    ),
    holds(
      `Δ of the ${sets / 2} sets that are separated by position, and of format, execution and answer`,
      "0",
      `at most ${largest.toExponential(1)}; ${own.gap.toExponential(1)}`,
      largest <= SLACK && Math.abs(own.gap) <= SLACK,
    ),
    closeTo("Δ of a right answer against no call, one half each: 1 − (3/8 + 1)/2", price.gap, 5 / 16, 1e-12, true),
    holds(
      "one component after the other: J(π*) − J(π_seq) less Σ_{k≥2} w_k(max J_k − J_k(π_seq))",
      "≤ 0 in every set",
      `at most ${beyond.toExponential(1)}; something is lost in ${lossy} of ${sets} sets`,
      beyond <= SLACK,
    ),
  ];
}

/** The correlation of advantages by its formula and by the advantages, on groups of drawn scores. */
export function correlationCheck(seed: number, groups: number): Check {
  let [most, counted] = [0, 0];
  for (let k = 0; k < groups; k++) {
    const random = Random.of(seed, "tool-augmented scores", k);
    const count = 2 + random.integer(3);
    const group = 4 + random.integer(29);
    const rates = Array.from({ length: count }, () => random.uniform(0.05, 0.95));
    const scores = rates.map((rate) => Float64Array.from({ length: group }, () => (random.uniform() < rate ? 1 : 0)));
    const weights = drawnWeights(random, count);
    const formula = advantageCorrelation(scores, weights);
    const options = { baseline: "group", scale: "group", tiny: 0 } as const;
    const measured = pearson(
      jointCredit(weights, options)(scores, group),
      decoupledCredit(weights, options)(scores, group),
    );
    if (formula === null || measured === null) continue;
    most = Math.max(most, Math.abs(formula - measured));
    counted += 1;
  }
  return holds(
    `correlation of joint and decoupled advantages, formula beside the advantages, ${counted} groups`,
    "equal to 1e-9",
    most.toExponential(1),
    most <= 1e-9 && counted > groups / 2,
  );
}
