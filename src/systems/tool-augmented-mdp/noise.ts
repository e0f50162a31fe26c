// The noise of the group-relative gradient: how it falls with the group and with the number of components, and which of the
// usual baselines and scales leave its mean where it should be. Everything is summed over all episodes.

import { exactEpisodes } from "../../algorithms/tabular/exact-episodes.ts";
import { type CreditOptions, groupAdvantages, weighted } from "../../algorithms/text/group-advantage.ts";
import { mean } from "../../evaluation/statistics/moments.ts";
import { atMost, below, near } from "../../study/bound.ts";
import { beside, type Claim, control, equation, is } from "../../study/claim.ts";
import type { StudyResult } from "../../study/study.ts";
import { binaryPicture, drawnTable } from "./picture.ts";

const WEIGHTS = [1 / 3, 1 / 3, 1 / 3];

/** V·G at one policy on all pictures. */
export function groupEquation(seed: number): Claim {
  const picture = binaryPicture();
  const pay = weighted(picture.components, WEIGHTS);
  const { policy } = drawnTable(picture, seed);
  const times = [4, 8, 16].map((group) => group * exactEpisodes(picture.tree).estimatorVariance(policy, pay, group));
  const middle = mean(times);
  return equation(
    "noise V of the gradient times G for G = 4, 8, 16, one policy, all pictures, over their mean",
    times.flatMap((one) => [is(one / middle, near(1, 0.25)), beside("V·G", one)]),
  );
}

/** V of the mean of two independent components beside that of either, and of two copies of one. */
export function componentEquations(): Claim[] {
  const { components, tree, table } = binaryPicture();
  // The first token decides the format, and later ones alone whether calls are executed: independent components.
  const [formatted, executed] = components;
  const { policy } = table(0.5, 0);
  const noise = (pay: Float64Array) => exactEpisodes(tree).estimatorVariance(policy, pay, 8);
  const both = noise(weighted([formatted, executed], [0.5, 0.5]));
  return [
    equation(
      "V of two independent components of weight ½ over V of one of them",
      [formatted, executed].map((one) => is(both / noise(one), atMost(0.75))),
    ),
    equation(
      "V of two copies of one component of weight ½ over V of one: nothing shrinks",
      is(noise(weighted([formatted, formatted], [0.5, 0.5])) / noise(formatted), near(1, 1e-9)),
    ),
  ];
}

/** Means of Â given a row's own pay, over all groups that its companions can make: `chances` of `values`. */
export function meanAdvantages(
  values: readonly number[],
  chances: readonly number[],
  group: number,
  credit: CreditOptions,
): number[] {
  const pay = new Float64Array(group);
  return values.map((own) => {
    let sum = 0;
    const visit = (member: number, chance: number): void => {
      if (member === group) {
        sum += chance * groupAdvantages(pay, group, credit)[0];
        return;
      }
      for (const [k, value] of values.entries()) {
        pay[member] = value;
        visit(member + 1, chance * chances[k]);
      }
    };
    pay[0] = own;
    visit(1, 1);
    return sum;
  });
}

/** E ĝ for one picture's groups: every episode with the advantage that it has in the mean. */
function expectedEstimate(seed: number, group: number, credit: CreditOptions) {
  const picture = binaryPicture();
  const { tree } = picture;
  const { gradient: gradientOf, value } = exactEpisodes(tree);
  const table = drawnTable(picture, seed);
  const pay = weighted(picture.components, WEIGHTS).map((one) => Math.round(one * 3) / 3);
  const values = [0, 1 / 3, 2 / 3, 1];
  const [gradient, estimate] = [0, 1].map(() => new Float64Array(table.logits.length));
  gradientOf(table.policy, pay, gradient);
  // Chances of a total differ from picture to picture, and with them the advantages.
  const advantages = new Float64Array(pay.length);
  for (let start = 0; start < tree.weights.length; start++) {
    const chances = values.map((total) => {
      const has = Float64Array.from(pay, (one, episode) => (tree.startOf[episode] === start && one === total ? 1 : 0));
      return value(table.policy, has) / tree.weights[start];
    });
    const means = meanAdvantages(values, chances, group, credit);
    for (let episode = 0; episode < pay.length; episode++) {
      if (tree.startOf[episode] === start) advantages[episode] = means[values.indexOf(pay[episode])];
    }
  }
  gradientOf(table.policy, advantages, estimate);
  let [ab, aa, bb, left] = [0, 0, 0, 0];
  for (let at = 0; at < gradient.length; at++) {
    ab += gradient[at] * estimate[at];
    aa += gradient[at] ** 2;
    bb += estimate[at] ** 2;
  }
  const factor = ab / aa;
  // The remainder itself: a difference of squares would lose half of the digits.
  for (let at = 0; at < gradient.length; at++) left += (estimate[at] - factor * gradient[at]) ** 2;
  return { factor, cosine: ab / Math.sqrt(aa * bb), off: Math.sqrt(left / aa) };
}

/** What the estimators are in the mean; a mean that includes the rollout itself keeps (G − 1)/G of the gradient. */
export function biasClaims(seed: number): StudyResult {
  const sizes = [2, 4, 6];
  const of = (credit: CreditOptions) => sizes.map((group) => ({ group, ...expectedEstimate(seed, group, credit) }));
  const others = of({ baseline: "others", scale: "none" });
  const included = of({ baseline: "group", scale: "none" });
  const equal = (name: string, found: typeof others, kept: (group: number) => number) => {
    const gaps = found.map(({ group, factor, off }) => Math.hypot(factor - kept(group), off));
    return equation(name, is(Math.max(...gaps), atMost(1e-9), "furthest"));
  };
  return {
    claims: [
      equal(
        "E ĝ with the others' mean as baseline less ∇J, G = 2, 4, 6, over all groups, in lengths of ∇J",
        others,
        () => 1,
      ),
      equation(
        "E ĝ divided by the group's deviation: another direction, hence not ascent of J; cosine",
        of({ baseline: "group", scale: "group" }).map(({ cosine }) => is(cosine, below(1 - 1e-4))),
      ),
      equal("E ĝ with the group's mean as baseline less (G − 1)/G of ∇J", included, (group) => (group - 1) / group),
    ],
    controls: [
      control(
        "the group's mean includes the rollout itself, and E ĝ is ∇J: its share of ∇J",
        included.map(({ group, factor }) => is(factor, near(1, 1e-9), `G = ${group}:`)),
        { needs: "any" },
      ),
    ],
  };
}
