// Models that read both answers, on preferences that no reward explains, and on judges that lean to the first.

import { expect, test } from "vitest";
import { madeAnswers } from "../../../test/fixtures/made-answers.ts";
import { Random } from "../../core/random.ts";
import { preferenceProbability } from "../../math/logistic-regression.ts";
import { type ComparedAnswers, everyPair } from "./compared-answers.ts";
import { fitNetworkReward, rewardMargins } from "./network-reward.ts";
import { fitPairwise } from "./pairwise-model.ts";

/** Answers on a circle: one is preferred to those within half a turn behind it. */
function ring(pairs: number, seed: number): ComparedAnswers & { readonly odds: Float64Array } {
  const random = Random.of(seed, "ring");
  const angles = Float64Array.from({ length: 2 * pairs }, () => random.uniform(0, 2 * Math.PI));
  const features = Float64Array.from({ length: 4 * pairs }, (_, k) =>
    k % 2 === 0 ? Math.cos(angles[k / 2]) : Math.sin(angles[(k - 1) / 2]),
  );
  const first = Int32Array.from({ length: pairs }, (_, k) => 2 * k);
  const odds = Float64Array.from(first, (one) => 4 * Math.sin(angles[one] - angles[one + 1]));
  return {
    ...{ width: 2, features, first, odds },
    second: first.map((one) => one + 1),
    results: odds.map((value) => (random.uniform() < preferenceProbability(value) ? 1 : 0)),
    groups: Int32Array.from({ length: pairs }, (_, k) => k),
  };
}

const share = (chances: Float64Array, odds: Float64Array) =>
  chances.filter((chance, k) => chance > 0.5 === odds[k] > 0).length / odds.length;

test("a ring of preferences: a reward is as good as a coin, a model of pairs is right", () => {
  const [known, unseen] = [ring(3000, 1), ring(1000, 2)];
  const rows = everyPair(unseen);
  const reward = fitNetworkReward(known, everyPair(known), {}, Random.of(1));
  expect(
    share(
      rewardMargins(reward, unseen, rows).map((d) => preferenceProbability(d)),
      unseen.odds,
    ),
  ).toBeLessThan(0.6);
  const pairwise = fitPairwise(known, everyPair(known), { orders: "both" }, Random.of(1));
  expect(share(pairwise.chances(unseen, rows).averaged, unseen.odds)).toBeGreaterThan(0.9);
});

test("judges that lean to the first: the lean is measured, and the mean of both orders is free of it", () => {
  const gold = (x: Float64Array) => x[0];
  const judge = (odds: number, random: Random) => (random.uniform() < preferenceProbability(odds + 1) ? 1 : 0);
  const known = madeAnswers({ pairs: 2000, width: 2, gold, seed: 3, judge });
  const unseen = madeAnswers({ pairs: 1000, width: 2, gold, seed: 4 });
  const of = (orders: "shown" | "both") =>
    fitPairwise(known, everyPair(known), { orders }, Random.of(1)).chances(unseen, everyPair(unseen));
  const shown = of("shown");
  const mean = (values: Float64Array) => values.reduce((sum, value) => sum + value, 0) / values.length;
  expect(shown.positionBias).toBeGreaterThan(0.12);
  expect(mean(shown.shown)).toBeGreaterThan(0.62);
  expect(mean(shown.averaged)).toBeCloseTo(0.5, 1);
  expect(share(shown.averaged, unseen.odds)).toBeGreaterThan(share(shown.shown, unseen.odds) + 0.02);
  const both = of("both");
  expect(Math.abs(both.positionBias)).toBeLessThan(0.02);
  expect(both.consistent).toBeGreaterThan(shown.consistent);
});

test("a turned pair has the opposite chance", () => {
  const known = ring(200, 5);
  const pairwise = fitPairwise(known, everyPair(known), { epochs: 3 }, Random.of(1));
  const rows = everyPair(known);
  const { averaged, shown } = pairwise.chances(known, rows);
  const turned = pairwise.chances({ ...known, first: known.second, second: known.first }, rows);
  expect(averaged.every((chance, k) => Math.abs(chance + turned.averaged[k] - 1) < 1e-6)).toBe(true);
  expect(shown.every((chance, k) => Math.abs(chance + turned.turned[k] - 1) < 1e-6)).toBe(true);
});
