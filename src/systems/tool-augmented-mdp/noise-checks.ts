// The noise of the group-relative gradient: how it falls with the group and with the number of components, and which of the
// usual baselines and scales leave its mean where it should be. Everything is summed over all episodes.

import { jointCredit, weighted } from "../../algorithms/component-credit.ts";
import { exactEpisodes } from "../../algorithms/tabular/exact-episodes.ts";
import { groupAscent } from "../../algorithms/tabular/group-ascent.ts";
import { type CreditOptions, groupAdvantages } from "../../algorithms/text/group-advantage.ts";
import { Random } from "../../core/random.ts";
import { type Check, type Control, closeTo, holds } from "../../study/legacy.ts";
import { binaryPicture, drawnTable } from "./binary-picture.ts";

const WEIGHTS = [1 / 3, 1 / 3, 1 / 3];

/** V·G at one policy on all pictures, and V drawn beside V summed. */
export function groupChecks(seed: number): Check[] {
  const picture = binaryPicture();
  const exact = exactEpisodes(picture.tree);
  const pay = weighted(picture.components, WEIGHTS);
  const table = drawnTable(picture, seed);
  const times = [4, 8, 16].map((group) => group * exact.estimatorVariance(table.policy, pay, group));
  const middle = (times[0] + times[1] + times[2]) / 3;
  const off = Math.max(...times.map((one) => Math.abs(one / middle - 1)));
  return [
    holds(
      "noise V of the gradient times G for G = 4, 8, 16, one policy, all pictures",
      "each within 25% of their mean",
      `${times.map((one) => one.toExponential(3)).join(", ")}: largest distance ${(100 * off).toFixed(1)}%`,
      off <= 0.25,
    ),
    closeTo(
      "V for G = 4, 20,000 drawn batches over the sum by Hoeffding's formula",
      drawnNoise(seed) / exact.estimatorVariance(table.policy, pay, 4),
      1,
      0.05,
      true,
    ),
  ];
}

function drawnNoise(seed: number): number {
  const picture = binaryPicture();
  const pay = weighted(picture.components, WEIGHTS);
  const table = drawnTable(picture, seed);
  const gradient = new Float64Array(table.logits.length);
  exactEpisodes(picture.tree).gradient(table.policy, pay, gradient);
  const credit = jointCredit([1], { baseline: "others", scale: "none" });
  const learner = groupAscent(picture.tree, table, [{ scores: pay }], { group: 4, credit, rate: 0 });
  const found = gradient.slice();
  const random = Random.of(seed, "tool-augmented noise");
  const batches = 20_000;
  let sum = 0;
  for (let batch = 0; batch < batches; batch++) {
    learner.estimate(random, found);
    for (let at = 0; at < found.length; at++) sum += (found[at] - gradient[at]) ** 2;
  }
  return sum / batches;
}

/** V of the mean of two independent components beside that of either, and of two copies of one. */
export function componentChecks(): Check[] {
  const picture = binaryPicture();
  const exact = exactEpisodes(picture.tree);
  // The first token decides the format, and later ones alone whether calls are executed: independent components.
  const [formatted, executed] = picture.components;
  const table = picture.table(0.5, 0);
  const noise = (pay: Float64Array) => exact.estimatorVariance(table.policy, pay, 8);
  const both = noise(weighted([formatted, executed], [0.5, 0.5]));
  const ratios = [formatted, executed].map((one) => both / noise(one));
  const copies = noise(weighted([formatted, formatted], [0.5, 0.5])) / noise(formatted);
  return [
    holds(
      "V of two independent components of weight ½ over V of one of them",
      "≤ 0.75 for either",
      ratios.map((ratio) => ratio.toFixed(4)).join(", "),
      ratios.every((ratio) => ratio <= 0.75),
    ),
    closeTo("the same for two copies of one component: nothing shrinks", copies, 1, 1e-9, true),
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
  const exact = exactEpisodes(tree);
  const table = drawnTable(picture, seed);
  const pay = weighted(picture.components, WEIGHTS).map((value) => Math.round(value * 3) / 3);
  const values = [0, 1 / 3, 2 / 3, 1];
  const [gradient, estimate] = [0, 1].map(() => new Float64Array(table.logits.length));
  exact.gradient(table.policy, pay, gradient);
  // Chances of a total differ from picture to picture, and with them the advantages.
  const advantages = new Float64Array(pay.length);
  for (let start = 0; start < tree.weights.length; start++) {
    const chances = values.map((value) => {
      const is = Float64Array.from(pay, (one, episode) => (tree.startOf[episode] === start && one === value ? 1 : 0));
      return exact.value(table.policy, is) / tree.weights[start];
    });
    const means = meanAdvantages(values, chances, group, credit);
    for (let episode = 0; episode < pay.length; episode++) {
      if (tree.startOf[episode] === start) advantages[episode] = means[values.indexOf(pay[episode])];
    }
  }
  exact.gradient(table.policy, advantages, estimate);
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

const LEFT_OUT = { baseline: "others", scale: "none" } as const;
const INCLUDED = { baseline: "group", scale: "none" } as const;
const DIVIDED = { baseline: "group", scale: "group" } as const;
const SIZES = [2, 4, 6];

/** What the estimators are in the mean. */
export function biasChecks(seed: number): Check[] {
  const others = SIZES.map((group) => expectedEstimate(seed, group, LEFT_OUT));
  const divided = SIZES.map((group) => expectedEstimate(seed, group, DIVIDED));
  const gap = Math.max(...others.map(({ factor, off }) => Math.hypot(factor - 1, off)));
  return [
    holds(
      "E ĝ with the others' mean as baseline beside ∇J, G = 2, 4, 6, over all groups",
      "equal to 1e-9 of its length",
      gap.toExponential(1),
      gap <= 1e-9,
    ),
    holds(
      "the same divided by the group's deviation: another direction, hence not ascent of J",
      "cosine below 1 − 1e-4",
      divided.map(({ cosine }) => cosine.toFixed(4)).join(", "),
      divided.every(({ cosine }) => cosine < 1 - 1e-4),
    ),
  ];
}

/** A mean that includes the rollout itself keeps (G − 1)/G of the gradient. */
export function includedControl(seed: number): Control {
  const found = SIZES.map((group) => ({ group, ...expectedEstimate(seed, group, INCLUDED) }));
  return {
    name: "the group's mean includes the rollout itself: E ĝ is ∇J, and not (G − 1)/G of it",
    failed: found.every(({ group, factor, off }) => Math.hypot(factor - (group - 1) / group, off) <= 1e-9),
    measured: found.map(({ group, factor }) => `G = ${group}: ${factor.toFixed(9)}·∇J`).join("; "),
  };
}
