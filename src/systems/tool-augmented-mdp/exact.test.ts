// Theorems 1 and 2, reconstructed: noise and bias of group-relative gradients, how fast ascent by them comes to rest, what is lost where
// components are optimised apart, and what an advantage of its own gives each. All sums are over all episodes.

import { fc, test as law } from "@fast-check/vitest";
import { describe, expect, test } from "vitest";
import { exactEpisodes } from "../../../test/fixtures/exact-episodes.ts";
import { bestEpisodes, binaryPicture, DECISIONS, drawnTable } from "../../../test/fixtures/zoom-tree.ts";
import type { EpisodeTree } from "../../algorithms/tabular/episode-tree.ts";
import { groupAscent } from "../../algorithms/tabular/group-ascent.ts";
import {
  type CreditOptions,
  decoupledCredit,
  groupAdvantages,
  jointCredit,
  weighted,
} from "../../algorithms/text/group-advantage.ts";
import { Random } from "../../core/random.ts";
import { ANSWER } from "../../environments/tools/zoom.ts";
import { pearson, powerLaw } from "../../evaluation/statistics/correlation.ts";
import { estimate } from "../../evaluation/statistics/interval.ts";
import { deviation, mean } from "../../evaluation/statistics/moments.ts";

const THIRDS = [1 / 3, 1 / 3, 1 / 3];
const SLACK = 1e-12;
const picture = binaryPicture();
const exact = exactEpisodes(picture.tree);
const pay = weighted(picture.components, THIRDS);

describe("the noise V of the gradient", () => {
  test("falls like 1/G, within a quarter", () => {
    const { policy } = drawnTable(picture, 1);
    const times = [4, 8, 16].map((group) => group * exact.estimatorVariance(policy, pay, group));
    for (const one of times) expect(Math.abs(one / mean(times) - 1)).toBeLessThan(0.25);
  });

  test("of two independent components of weight ½ is at most ¾ of one's, and of two copies all of it", () => {
    // The first token decides the format, and later ones alone whether calls are executed.
    const [formatted, executed] = picture.components;
    const { policy } = picture.table(0.5, 0);
    const noise = (one: Float64Array, other: Float64Array) =>
      exact.estimatorVariance(policy, weighted([one, other], [0.5, 0.5]), 8);
    for (const one of [formatted, executed])
      expect(noise(formatted, executed) / noise(one, one)).toBeLessThanOrEqual(0.75);
    expect(noise(formatted, formatted)).toBeCloseTo(exact.estimatorVariance(policy, formatted, 8), 12);
  });
});

describe("the mean of the estimate, over all groups", () => {
  /** Means of Â given a row's own pay, over what its companions can be paid: `chances` of `values`. */
  function meanAdvantages(values: number[], chances: number[], group: number, credit: CreditOptions): number[] {
    const paid = new Float64Array(group);
    const visit = (member: number, chance: number): number => {
      if (member === group) return chance * groupAdvantages(paid, group, credit)[0];
      return values.reduce((sum, value, k) => {
        paid[member] = value;
        return sum + visit(member + 1, chance * chances[k]);
      }, 0);
    };
    return values.map((own) => {
      paid[0] = own;
      return visit(1, 1);
    });
  }

  /** E ĝ: every episode with the advantage that it has in the mean; as a multiple of ∇J, what is left over in lengths of it, and the cosine. */
  function expected(group: number, credit: CreditOptions) {
    const { tree } = picture;
    const { policy, logits } = drawnTable(picture, 1);
    const values = [0, 1 / 3, 2 / 3, 1];
    const total = pay.map((one) => Math.round(one * 3) / 3);
    // Chances of a total differ from picture to picture, and with them the advantages.
    const advantages = new Float64Array(pay.length);
    for (let start = 0; start < tree.weights.length; start++) {
      const here = (episode: number) => tree.startOf[episode] === start;
      const chances = values.map((value) => {
        const has = total.map((one, episode) => (here(episode) && one === value ? 1 : 0));
        return exact.value(policy, has) / tree.weights[start];
      });
      const means = meanAdvantages(values, chances, group, credit);
      for (const [episode, one] of total.entries()) if (here(episode)) advantages[episode] = means[values.indexOf(one)];
    }
    const [gradient, found] = [total, advantages].map((scores) => {
      const into = new Float64Array(logits.length);
      exact.gradient(policy, scores, into);
      return into;
    });
    const dot = (a: Float64Array, b: Float64Array) => a.reduce((sum, one, at) => sum + one * b[at], 0);
    const factor = dot(gradient, found) / dot(gradient, gradient);
    const left = found.map((one, at) => one - factor * gradient[at]);
    const cosine = dot(gradient, found) / Math.sqrt(dot(gradient, gradient) * dot(found, found));
    return { factor, off: Math.sqrt(dot(left, left) / dot(gradient, gradient)), cosine };
  }

  test.each([2, 4, 6])(
    "is ∇J beside the others' mean, (G − 1)/G of it beside the group's, and by deviations another direction; G = %i",
    (group) => {
      const others = expected(group, { baseline: "others", scale: "none" });
      expect(Math.hypot(others.factor - 1, others.off)).toBeLessThan(1e-9);
      const own = expected(group, { baseline: "group", scale: "none" });
      expect(Math.hypot(own.factor - (group - 1) / group, own.off)).toBeLessThan(1e-9);
      expect(expected(group, { baseline: "group", scale: "group" }).cosine).toBeLessThan(0.9999);
    },
  );
});

describe("ascent", () => {
  const UPDATES = 2000;
  /** L ≤ 2H² + H for softmax tables, H decisions and pay in [0, 1]; everything formatted, executed and right is paid 1. */
  const SMOOTHNESS = 2 * DECISIONS ** 2 + DECISIONS;

  /** From the uniform policy by η = min(1/L, √(2(1 − J₀)/(L·V·T))): means of ‖∇J‖² up to each update. `group` 0 follows ∇J itself. */
  function ascend(group: number) {
    const own = picture.table(0.5, 0);
    const short = 1 - exact.value(own.policy, pay);
    const noiseNow = () => (group === 0 ? 0 : exact.estimatorVariance(own.policy, pay, group));
    let noise = noiseNow();
    const rate = Math.min(1 / SMOOTHNESS, Math.sqrt((2 * short) / (SMOOTHNESS * noise * UPDATES)));
    const credit = jointCredit([1], { baseline: "others", scale: "none" });
    const learner = groupAscent(picture.tree, own, [{ scores: pay }], { group: Math.max(group, 2), credit, rate });
    const random = Random.of(1, "tool-augmented ascent", group);
    const gradient = new Float64Array(own.logits.length);
    let sum = 0;
    const means = Array.from({ length: UPDATES }, (_, t) => {
      exact.gradient(own.policy, pay, gradient);
      sum += gradient.reduce((squares, one) => squares + one * one, 0);
      if (t % 20 === 0) noise = Math.max(noise, noiseNow());
      if (group > 0) learner.update(random);
      else {
        for (let at = 0; at < gradient.length; at++) own.logits[at] += rate * gradient[at];
        own.refreshAll();
      }
      return sum / (t + 1);
    });
    return { short, rate, noise, means };
  }

  test.each([0, 2, 8])(
    "keeps the mean of ‖∇J‖² below 2(J* − J₀)/(ηT) + LηV, and it falls faster than T^−0.45; G = %i",
    (group) => {
      const { short, rate, noise, means } = ascend(group);
      const bound = (t: number) => (2 * short) / (rate * t) + SMOOTHNESS * rate * noise;
      expect(means.filter((one, k) => one > bound(k + 1))).toEqual([]);
      const rise = SMOOTHNESS * short;
      expect(means[UPDATES - 1]).toBeLessThan((2 * rise) / UPDATES + 2 * Math.sqrt((2 * rise * noise) / UPDATES));
      // The first tenth of the updates hardly moves at the safe step.
      const late = Array.from({ length: 20 }, (_, k) => Math.round(UPDATES * 10 ** (k / 19 - 1)));
      const { exponent } = powerLaw(
        late,
        late.map((t) => means[t - 1]),
      );
      expect(exponent).toBeLessThan(-0.45);
    },
  );
});

describe("components optimised apart", () => {
  const recalling = binaryPicture(0, "history");
  const { tree } = recalling;
  const { value } = exactEpisodes(tree);

  /** Δ = Σ_k w_k·max J_k − max J, and what going through the components in order loses, beside its bound. */
  function conflict(components: readonly Float64Array[], weights: readonly number[]) {
    const alone = components.map((one) => bestEpisodes(tree, one));
    const sum = weighted(components, weights);
    const together = bestEpisodes(tree, sum);
    // The first component first; then the sum among what is best for it, in which the first is constant.
    const { policy } = bestEpisodes(tree, sum, alone[0].best);
    const short = components.map((one, k) => weights[k] * (alone[k].value - value(policy, one)));
    return {
      gap: alone.reduce((total, best, k) => total + weights[k] * best.value, 0) - together.value,
      loss: together.value - value(policy, sum),
      bound: short.slice(1).reduce((a, b) => a + b, 0),
    };
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

  test("lose nothing where each looks at tokens of its own, and something in general; one after the other lose their bound at most", () => {
    const found = Array.from({ length: 60 }, (_, k) => {
      const random = Random.of(1, "tool-augmented components", k);
      const any = () => Float64Array.from(tree.played, () => (random.uniform() < 0.5 ? 1 : 0));
      const drawn = k % 2 === 0 ? separated(tree, random) : [any(), any(), any()];
      const raw = THIRDS.map(() => -Math.log(1 - random.uniform()));
      return conflict(
        drawn,
        raw.map((one) => one / (raw[0] + raw[1] + raw[2])),
      );
    });
    for (const [k, { gap, loss, bound }] of found.entries()) {
      if (k % 2 === 0) expect(Math.abs(gap)).toBeLessThan(SLACK);
      expect(gap).toBeGreaterThan(-SLACK);
      expect(loss).toBeLessThan(bound + SLACK);
    }
    expect(found.filter(({ gap }) => gap > 1e-6).length).toBeGreaterThan(10);
    expect(found.filter(({ loss }) => loss > 1e-6).length).toBeGreaterThan(1);
  });

  test("lose nothing as format, execution and answer, and 1 − (3/8 + 1)/2 as a right answer and no call", () => {
    expect(Math.abs(conflict(recalling.components, THIRDS).gap)).toBeLessThan(SLACK);
    const frugal = Float64Array.from(tree.scores.calls, (calls) => (calls === 0 ? 1 : 0));
    expect(conflict([tree.scores.correct, frugal], [0.5, 0.5]).gap).toBeCloseTo(5 / 16, 12);
  });
});

describe("advantages of their own", () => {
  const CREDIT = { baseline: "group", scale: "group", tiny: 0 } as const;
  const scores = fc.array(fc.array(fc.integer({ min: 0, max: 1 }), { minLength: 8, maxLength: 8 }), {
    minLength: 2,
    maxLength: 4,
  });

  law.prop([scores, fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 4, maxLength: 4 })])(
    "correlate with the joint one as (aᵀρb)/√(aᵀρa·bᵀρb), a_k = w_kσ_k and b_k = w_k",
    (table, given) => {
      const columns = table.map((one) => Float64Array.from(one));
      const weights = given.slice(0, columns.length);
      const live = columns.flatMap((one, k) => (deviation(one, 0) > 0 ? [k] : []));
      const rho = (j: number, k: number) => pearson(columns[j], columns[k]) ?? 0;
      const [a, b] = [(k: number) => weights[k] * deviation(columns[k], 0), (k: number) => weights[k]];
      const form = (u: typeof a, v: typeof a) =>
        live.reduce((sum, j) => sum + live.reduce((row, k) => row + u(j) * rho(j, k) * v(k), 0), 0);
      const measured = pearson(jointCredit(weights, CREDIT)(columns, 8), decoupledCredit(weights, CREDIT)(columns, 8));
      if (measured === null || form(a, a) < 1e-9 || form(b, b) < 1e-9) return;
      expect(measured).toBeCloseTo(form(a, b) / Math.sqrt(form(a, a) * form(b, b)), 9);
    },
  );

  test("amplify the noise of a nearly solved component: with most of the weight on a coin of 0.99, J is lower after 40 updates", () => {
    const misread = binaryPicture(0.1);
    const { value } = exactEpisodes(misread.tree);
    const coin = new Float64Array(misread.tree.played.length).fill(0.99);
    const columns = [coin, ...misread.components.slice(1)];
    const weights = [0.7, 0.05, 0.25];
    const reached = (credit: typeof jointCredit, rate: number, seed: number) => {
      const own = misread.table(0.5, 2);
      const paid = columns.map((one, k) => ({ scores: one, drawn: k === 0 }));
      const options = { group: 128, credit: credit(weights, { ...CREDIT, tiny: 1e-4 }), rate, starts: 1 };
      const learner = groupAscent(misread.tree, own, paid, options);
      const random = Random.of(seed, "tool-augmented decoupling");
      for (let update = 0; update < 40; update++) learner.update(random);
      return value(own.policy, weighted(columns, weights));
    };
    // Each by the best of six rates on seeds 901 to 1100.
    const less = Array.from({ length: 300 }, (_, k) => reached(jointCredit, 6, k) - reached(decoupledCredit, 24, k));
    expect(estimate(less).low).toBeGreaterThan(0);
  });
});
