// Learners of vectors against the same written down with direct inverses, against each other where they must agree, and against worlds.

import { inverse, Matrix } from "ml-matrix";
import { describe, expect, test } from "vitest";
import { matrix } from "../../../test/fixtures/matrix.ts";
import { regretCurve } from "../../../test/fixtures/regret-curve.ts";
import { Random } from "../../core/random.ts";
import { combinatorialBandit } from "../../environments/bandits/combinatorial.ts";
import { linearBandit } from "../../environments/bandits/linear.ts";
import { estimate } from "../../evaluation/statistics/interval.ts";
import { ar2 } from "./ar2.ts";
import { dynamicalWidth, dynLinUcb, linearWidth, type SystemBounds, waitingRounds } from "./dyn-lin-ucb.ts";
import { amongFixed, blockMeans, type LinearLearner } from "./learner.ts";
import { discountedLinUcb, lagged, linUcb } from "./lin-ucb.ts";
import { cucb, ucb1 } from "./mean-learners.ts";
import { systemBounds } from "./system-bounds.ts";

const ARMS = 4;
const DIMENSION = 3;
const ROUNDS = 300;

/** What a learner chooses and is paid, with features and noise of a seed. */
function played(learner: LinearLearner, seed: number): { arms: number[]; features: number[][]; pays: number[] } {
  const world = Random.of(seed, "linear test");
  const hand = Random.of(seed, "hand");
  const record = { arms: [] as number[], features: [] as number[][], pays: [] as number[] };
  for (let t = 0; t < ROUNDS; t++) {
    const features = Array.from({ length: ARMS * DIMENSION }, () => world.normal());
    const noise = world.normal();
    const arm = learner.choose(features, hand);
    const pay = features[arm * DIMENSION] - 0.5 * features[arm * DIMENSION + 1] + 0.2 * noise;
    learner.learn(pay);
    record.arms.push(arm);
    record.features.push(features);
    record.pays.push(pay);
  }
  return record;
}

/** The arms that D-LinUCB would choose, from all that was seen before, inverted directly in every round; −1 for the first. */
function directly({ arms, features, pays }: ReturnType<typeof played>, ridge: number, beta: number, discount: number) {
  return arms.map((_, t) => {
    if (t === 0) return -1;
    const eye = Matrix.eye(DIMENSION, DIMENSION, ridge);
    const [V, W] = [eye.clone(), eye.clone()];
    const b = Matrix.zeros(DIMENSION, 1);
    for (let s = 0; s < t; s++) {
      const from = arms[s] * DIMENSION;
      const u = Matrix.columnVector(features[s].slice(from, from + DIMENSION));
      const weight = discount ** (t - 1 - s);
      V.add(u.mmul(u.transpose()).mul(weight));
      W.add(u.mmul(u.transpose()).mul(weight ** 2));
      b.add(u.clone().mul(weight * pays[s]));
    }
    const back = inverse(V);
    const estimated = back.mmul(b);
    const middle = back.mmul(W).mmul(back);
    const index = Array.from({ length: ARMS }, (_, arm) => {
      const u = Matrix.columnVector(features[t].slice(arm * DIMENSION, (arm + 1) * DIMENSION));
      const spread = u.transpose().mmul(middle).mmul(u).get(0, 0);
      const plain = u.transpose().mmul(back).mmul(u).get(0, 0);
      return u.transpose().mmul(estimated).get(0, 0) + beta * Math.sqrt(discount < 1 ? spread : plain);
    });
    return index.indexOf(Math.max(...index));
  });
}

const options = { arms: ARMS, dimension: DIMENSION, ridge: 0.7, width: () => 0.6 };

describe("against direct inverses", () => {
  test("LinUCB chooses the same arms, whose vectors change in every round", () => {
    const record = played(linUcb(options), 1);
    expect(record.arms.slice(1)).toEqual(directly(record, 0.7, 0.6, 1).slice(1));
    expect(new Set(record.arms).size).toBe(ARMS);
  });

  test("D-LinUCB chooses the same arms", () => {
    const record = played(discountedLinUcb({ ...options, discount: 0.95 }), 2);
    expect(record.arms.slice(1)).toEqual(directly(record, 0.7, 0.6, 0.95).slice(1));
    expect(record.arms).not.toEqual(played(linUcb(options), 2).arms);
  });
});

const BOUNDS: SystemBounds = { radius: 0.2, growth: 1, theta: 0.5, omega: 1, input: 0.45, action: 1, deviation: 0.1 };

describe("DynLin-UCB", () => {
  test("waits ⌊ln m/ln(1/ρ̄)⌋ rounds: 1 from m = 5 on, 2 from 25, 3 from 125, though rounding says just not", () => {
    const waits = Array.from({ length: 200 }, (_, k) => waitingRounds(k + 1, 0.2));
    expect(waits.slice(0, 5)).toEqual([0, 0, 0, 0, 1]);
    expect(waits.indexOf(2)).toBe(24);
    expect(waits.indexOf(3)).toBe(124);
    expect(Math.max(...waits)).toBe(3);
    for (let k = 1; k < 50; k++) expect(waitingRounds(2 ** k, 0.5)).toBe(k);
    expect(waitingRounds(1000, 0)).toBe(0);
    expect(waitingRounds(1000, 1e-9)).toBe(0);
  });

  test("keeps an arm up and learns from the last payoff of an epoch alone", () => {
    const learner = dynLinUcb({ arms: 2, dimension: 2, ridge: 1, radius: 0.5, width: () => 0 });
    const unit = [1, 0, 0, 1];
    const hand = Random.of(1);
    const kept: number[] = [];
    // Epochs of 1, 2, 2, 3 rounds: 1 + ⌊log₂ m⌋.
    for (const length of [1, 2, 2, 3]) {
      const arm = learner.choose(unit, hand);
      kept.push(arm);
      for (let t = 0; t < length; t++) {
        expect(learner.choose(unit, hand)).toBe(arm);
        learner.learn(t === length - 1 ? 1 : 1e9);
      }
    }
    const samples = [0, 1].map((arm) => kept.filter((k) => k === arm).length);
    expect(Array.from(learner.estimate)).toEqual(samples.map((n) => expect.closeTo(n / (n + 1), 12)));
  });

  test("may learn from all payoffs of an epoch", () => {
    const learner = dynLinUcb({ arms: 1, dimension: 1, ridge: 1, radius: 0.5, samples: "all", width: () => 0 });
    for (const payoff of [4, 5, 6, 7, 8]) {
      learner.choose([1], Random.of(1));
      learner.learn(payoff);
    }
    expect(learner.estimate[0]).toBeCloseTo(30 / 6, 12);
  });

  test("with ρ̄ = 0 and its width it is LinUCB", () => {
    const ridge = 2;
    const width = linearWidth(BOUNDS, { dimension: DIMENSION, ridge, delta: 0.01 });
    const shape = { arms: ARMS, dimension: DIMENSION, ridge, width };
    expect(played(dynLinUcb({ ...shape, radius: 0 }), 3).arms).toEqual(played(linUcb(shape), 3).arms);
  });

  test("widths are what the formula says, by hand", () => {
    const options = { dimension: 3, ridge: 4, delta: 0.01 };
    // c₁ = 0.5 + 0.45/0.8, σ̄² = 0.01·(1 + 1/0.96), c₂ = (0.45 + 1)/0.8.
    const still =
      2 * (0.5 + 0.5625) + Math.sqrt(2 * 0.01 * (1 + 1 / 0.96) * (Math.log(100) + 1.5 * Math.log(1 + 7 / 12)));
    expect(linearWidth(BOUNDS, options)(7)).toBeCloseTo(still, 12);
    expect(dynamicalWidth(BOUNDS, options)(7)).toBeCloseTo(still + (1.8125 / 2) * Math.log(Math.E * 8), 12);
    expect(dynamicalWidth(BOUNDS, { ...options, scale: 0.3 })(7)).toBeCloseTo(
      0.3 * (still + (1.8125 / 2) * Math.log(Math.E * 8)),
      12,
    );
  });

  test("bounds of a known system are its own", () => {
    const system = {
      A: [[0.2]],
      B: [[3, 4]],
      C: [[1], [1]],
      D: matrix("0 1 | 0 2"),
    };
    expect(systemBounds(system, matrix("1 0 | 0.6 0.8"), 0.1)).toEqual({
      radius: expect.closeTo(0.2, 12),
      growth: expect.closeTo(1, 12),
      theta: 3,
      omega: 2,
      input: expect.closeTo(5, 12),
      action: 1,
      deviation: 0.1,
    });
  });
});

test("a learner of vectors shares among arms what UCB1 must learn of each", () => {
  const actions = Array.from({ length: 40 }, (_, k) => [Math.cos(k / 10), Math.sin(k / 10)]);
  const world = linearBandit.make({ actions, theta: [-0.3, 0.4], horizon: 4000 });
  const width = linearWidth({ ...BOUNDS, omega: 0 }, { dimension: 2, ridge: 1, delta: 1 / 4000 });
  const end = (make: () => Parameters<typeof regretCurve>[1]) =>
    Array.from({ length: 10 }, (_, seed) => regretCurve(world, make(), Random.of(seed, "shared"))[3999]);
  const shared = estimate(end(() => amongFixed(linUcb({ arms: 40, dimension: 2, ridge: 1, width }), actions.flat())));
  const apart = estimate(end(() => ucb1(40)));
  expect(shared.high).toBeLessThan((apart.low ?? 0) / 5);
});

test("a learner that looks back is shown the last payoffs behind every arm's vector, newest first", () => {
  const shown: number[][] = [];
  const learner = lagged(2, 1, 2, (dimension) => {
    expect(dimension).toBe(3);
    return { choose: (features) => shown.push(Array.from(features)) - 1, learn() {} };
  });
  for (const payoff of [7, 8, 9]) {
    learner.choose([1, 2], Random.of(1));
    learner.learn(payoff);
  }
  expect(shown).toEqual(matrix("1 0 0 2 0 0 | 1 7 0 2 7 0 | 1 8 7 2 8 7"));
  const width = () => 0.6;
  const plain = { arms: ARMS, ridge: 0.7, width };
  const none = lagged(ARMS, DIMENSION, 0, (dimension) => linUcb({ ...plain, dimension }));
  expect(played(none, 4).arms).toEqual(played(linUcb(options), 4).arms);
});

test("a batch keeps an arm and tells the mean of it", () => {
  const updates: number[] = [];
  let choices = 0;
  const learner = blockMeans({ choose: () => choices++, learn: (arm, payoff) => void updates.push(arm, payoff) }, 3);
  for (let t = 0; t < 7; t++) {
    const arm = learner.choose(Random.of(1));
    expect(arm).toBe(Math.floor(t / 3));
    learner.learn(arm, t);
  }
  expect(updates).toEqual([0, 1, 1, 4]);
});

test("AR2 tries every arm, then alternates between the best and those that may have become better", () => {
  const learner = ar2(3, { memory: 0.5, deviation: 1, confidence: 1, epoch: 1000 });
  const pulls = Array.from({ length: 40 }, () => {
    const arm = learner.choose(Random.of(1));
    // The second arm pays far more than any noise: nothing else is ever tried again.
    learner.learn(arm, [0, 100, 0][arm]);
    return arm;
  });
  expect(pulls.slice(0, 3)).toEqual([0, 1, 2]);
  expect(new Set(pulls.slice(3))).toEqual(new Set([1]));
  const level = ar2(3, { memory: 0.5, deviation: 1, confidence: 1, epoch: 1000 });
  const even = Array.from({ length: 300 }, () => {
    const arm = level.choose(Random.of(1));
    level.learn(arm, 0);
    return arm;
  });
  for (const arm of [0, 1, 2]) expect(even.filter((k) => k === arm).length).toBeGreaterThan(50);
});

describe("CUCB", () => {
  test("has tried every item by the fourth round, and loses a logarithm", () => {
    const horizon = 4000;
    const world = combinatorialBandit.make({ horizon });
    const regrets = Array.from({ length: 12 }, (_, seed) => {
      const random = Random.of(seed, "cucb");
      const learner = cucb(8);
      const [scores, outcomes] = [new Float64Array(8), new Float64Array(3)];
      const seen = new Float32Array(world.spec.observationSize);
      const tried = new Set<number>();
      world.reset(random, outcomes);
      let [sum, half] = [0, 0];
      for (let t = 0; t < horizon; t++) {
        learner.score(scores);
        for (let k = 0; k < 8; k++)
          scores[k] = scores[k] === Number.POSITIVE_INFINITY ? 1 : scores[k] / (1 + scores[k]);
        world.step(scores, outcomes, random);
        world.observe(seen);
        learner.learn(seen, 0, 8);
        for (let k = 0; k < 8; k++) if (t < 3 && seen[k] === 1) tried.add(k);
        sum += outcomes[1];
        if (t < horizon / 2) half = sum;
      }
      expect(tried.size).toBe(8);
      return { sum, late: sum - half };
    });
    const chance = horizon * (2.1 - (3 / 8) * 4);
    expect(estimate(regrets.map(({ sum }) => sum)).high).toBeLessThan(chance / 4);
    // A logarithm adds ln 2/ln 4000 = 8 % in the second half; half of it would be a share of all rounds.
    expect(estimate(regrets.map(({ sum, late }) => late / sum)).high).toBeLessThan(0.35);
  });
});
