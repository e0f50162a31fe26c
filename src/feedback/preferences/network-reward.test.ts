// Networks as rewards, on made comparisons whose gold is known.

import { describe, expect, test } from "vitest";
import { madeAnswers } from "../../../test/fixtures/made-answers.ts";
import { Random } from "../../core/random.ts";
import { preferenceProbability } from "../../math/logistic-regression.ts";
import { type ComparedAnswers, everyPair, resampledGroups, withheld } from "./compared-answers.ts";
import { fitNetworkReward, type NetworkRewardOptions, rewardMargins } from "./network-reward.ts";
import { fitNetworkEnsemble } from "./reward-ensemble.ts";

const linear = (x: Float64Array) => 1.5 * x[0] - x[1];
/** Too much of a good thing. */
const bent = (x: Float64Array) => 2 * x[0] - 1.5 * x[0] ** 2 + x[1];

/** Nothing held out, so that a fit comes to its end. */
const SETTLED = { held: 0, epochs: 100, rate: 0.003, hidden: [] };

const fitted = (compared: ComparedAnswers, options: NetworkRewardOptions = {}) =>
  fitNetworkReward(compared, everyPair(compared), options, Random.of(1, "fit"));

/** Share of pairs of a test whose order is gold's. */
function right(compared: ComparedAnswers, gold: (x: Float64Array) => number, options?: NetworkRewardOptions): number {
  const unseen = madeAnswers({ pairs: 2000, width: compared.width, gold, seed: 99 });
  const margins = rewardMargins(fitted(compared, options), unseen, everyPair(unseen));
  return margins.filter((margin, k) => margin > 0 === unseen.odds[k] > 0).length / margins.length;
}

describe("a network of comparisons", () => {
  test("without hidden layers it has the judges' own weights", () => {
    const reward = fitted(madeAnswers({ pairs: 4000, width: 3, gold: linear, seed: 1 }), { hidden: [] });
    const scores = reward.scores(Float64Array.from([1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0]));
    for (const [k, weight] of [1.5, -1, 0].entries()) expect(scores[k] - scores[3]).toBeCloseTo(weight, 0.8);
  });

  test("with one it tells what no linear reward can, and is no worse where a linear one would do", () => {
    const curved = madeAnswers({ pairs: 2000, width: 3, gold: bent, seed: 2 });
    expect(right(curved, bent)).toBeGreaterThan(0.05 + right(curved, bent, { hidden: [] }));
    const straight = madeAnswers({ pairs: 2000, width: 3, gold: linear, seed: 2 });
    expect(right(straight, linear)).toBeGreaterThan(right(straight, linear, { hidden: [] }) - 0.02);
  });

  test("the same stream gives the same reward to the last bit, another one does not", () => {
    const compared = madeAnswers({ pairs: 200, width: 2, gold: linear, seed: 3 });
    const of = (seed: number) =>
      fitNetworkReward(compared, everyPair(compared), { epochs: 3 }, Random.of(seed)).scores(compared.features);
    expect(of(1)).toEqual(of(1));
    expect(of(1)).not.toEqual(of(2));
  });

  test("labels that are coins are not learnt by heart", () => {
    const coins = madeAnswers({ pairs: 300, width: 10, gold: () => 0, seed: 4 });
    const { heldLoss } = fitted(coins, { hidden: [64] });
    expect(heldLoss ?? 0).toBeLessThan(0.75);
  });
});

test("strengths of preference sharpen a reward of few comparisons: it parts answers further, and more as gold does", () => {
  const strong = (x: Float64Array) => 2 * bent(x);
  const compared = madeAnswers({ pairs: 150, width: 6, gold: strong, seed: 5 });
  // Where luck was against gold the difference is told as small.
  const margins = compared.odds.map((odds, k) => Math.max(0, odds * (2 * compared.results[k] - 1)));
  const unseen = madeAnswers({ pairs: 2000, width: 6, gold: strong, seed: 99 });
  const [plain, sharp] = [compared, { ...compared, margins }].map((one) =>
    rewardMargins(fitted(one), unseen, everyPair(unseen)),
  );
  const size = (values: Float64Array) => Math.hypot(...values);
  const along = (values: Float64Array) =>
    values.reduce((sum, value, k) => sum + value * unseen.odds[k], 0) / size(values) / size(unseen.odds);
  expect(size(sharp)).toBeGreaterThan(1.3 * size(plain));
  expect(along(sharp)).toBeGreaterThan(along(plain) + 0.02);
});

test("ties with a chance of their own: Davidson's ν is found, and rewards are on their scale", () => {
  const nu = 1.5;
  const judge = (odds: number, random: Random) => {
    const [one, other] = [Math.exp(odds / 2), Math.exp(-odds / 2)];
    const draw = random.uniform() * (one + other + nu);
    return draw < one ? 1 : draw < one + other ? 0 : 0.5;
  };
  const compared = madeAnswers({ pairs: 3000, width: 2, gold: linear, seed: 6, judge });
  const own = fitted(compared, { ties: "own", ...SETTLED });
  expect(own.tie).toBeCloseTo(nu, 0.7);
  const slopeOf = ({ scores }: typeof own) => scores(Float64Array.from([1, 0, 0, 0])).reduce((a, b) => a - b);
  expect(slopeOf(own)).toBeCloseTo(1.5, 0.5);
  // Halves of wins pull the answers of a tie together.
  expect(slopeOf(fitted(compared, SETTLED))).toBeLessThan(1.2);
});

test("annotators: a coin counts nothing, the opposite counts against, and the reward is the better for it", () => {
  const kinds = [1, 1, 0, -1];
  const annotators = Int32Array.from({ length: 2000 }, (_, k) => k % kinds.length);
  const compared = madeAnswers({
    ...{ pairs: 2000, width: 4, gold: linear, seed: 7 },
    judge: (odds, random, k) => (random.uniform() < preferenceProbability(kinds[annotators[k]] * odds) ? 1 : 0),
  });
  const { reliabilities } = fitted({ ...compared, annotators });
  expect(reliabilities[0]).toBeGreaterThan(1);
  expect(Math.abs(reliabilities[2] / reliabilities[0])).toBeLessThan(0.3);
  expect(reliabilities[3] / reliabilities[0]).toBeLessThan(-0.5);
  expect(right({ ...compared, annotators }, linear)).toBeGreaterThan(right(compared, linear) + 0.01);
});

test("a leaning to the first is told apart from the reward", () => {
  const judge = (odds: number, random: Random) => (random.uniform() < preferenceProbability(odds + 0.8) ? 1 : 0);
  const compared = { ...madeAnswers({ pairs: 2000, width: 2, gold: linear, seed: 10, judge }), isShown: true };
  expect(fitted(compared, SETTLED).lean).toBeCloseTo(0.8, 0.8);
});

describe("an ensemble", () => {
  const compared = madeAnswers({ pairs: 600, width: 2, gold: bent, seed: 9 });
  const ensemble = fitNetworkEnsemble(compared, everyPair(compared), 5, {}, Random.of(1, "ensemble"));
  const mean = (values: Float64Array) => values.reduce((sum, value) => sum + value, 0) / values.length;

  test("its members differ more on answers that lie off those that were compared", () => {
    const near = ensemble.both(compared.features).spread;
    const far = ensemble.both(compared.features.map((x) => 4 * x)).spread;
    expect(mean(far)).toBeGreaterThan(2 * mean(near));
  });
});

test("no group is in both parts, and a resampled group is whole", () => {
  const groups = Int32Array.from({ length: 60 }, (_, k) => Math.floor(k / 3));
  const rows = Int32Array.from(groups.keys());
  const { kept, held } = withheld(groups, rows, 0.25, Random.of(1));
  expect([kept.length, held.length]).toEqual([45, 15]);
  const inHeld = new Set(Array.from(held, (row) => groups[row]));
  expect(kept.some((row) => inHeld.has(groups[row]))).toBe(false);
  const drawn = resampledGroups(groups, rows, Random.of(2));
  const times = new Map<number, number>();
  for (const row of drawn) times.set(row, (times.get(row) ?? 0) + 1);
  expect(drawn.length).toBe(60);
  expect(times.size).toBeLessThan(60);
  for (const [row, count] of times) expect(times.get(3 * groups[row])).toBe(count);
});
