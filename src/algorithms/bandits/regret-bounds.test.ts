// Bandit learners against the bounds and the exact figures that theory gives for them.

import { describe, expect, test } from "vitest";
import { matrix } from "../../../test/fixtures/matrix.ts";
import { regretCurve } from "../../../test/fixtures/regret-curve.ts";
import { UserError } from "../../core/errors.ts";
import { Random } from "../../core/random.ts";
import {
  adversarialBandit,
  bernoulliBandit,
  gaussianBandit,
  totalGains,
} from "../../environments/bandits/independent-arms.ts";
import { pendulum } from "../../environments/control/pendulum.ts";
import { estimate } from "../../evaluation/statistics/interval.ts";
import { pairedEffect } from "../../evaluation/statistics/paired.ts";
import { exp3, exp3Rate } from "./exp3.ts";
import type { BanditLearner } from "./learner.ts";
import { epsilonGreedyBandit, thompsonBernoulli, thompsonGaussian, ucb1 } from "./mean-learners.ts";

/** ε_n = min(1, c·K / (d²·n)), for K arms whose gaps are at least d (Auer, Cesa-Bianchi & Fischer 2002, fig. 3; c > 5). */
function decreasingExploration(arms: number, c: number, d: number): (round: number) => number {
  return (round) => Math.min(1, (c * arms) / (d * d * round));
}

/** Largest expected regret of UCB1: 8·Σ_{Δ_i>0} ln n/Δ_i + (1 + π²/3)·ΣΔ_i (Auer, Cesa-Bianchi & Fischer 2002, theorem 1). */
function ucb1Bound(means: readonly number[], rounds: number): number {
  let bound = 0;
  for (const gap of gapsOf(means)) bound += (8 * Math.log(rounds)) / gap + (1 + Math.PI ** 2 / 3) * gap;
  return bound;
}

/** Largest expected regret of Exp3 where the best arm pays `gain` in all: (e − 1)·γ·gain + K·ln K/γ (Auer et al. 2002, theorem 3.1). */
function exp3Bound(arms: number, gamma: number, gain: number): number {
  return (Math.E - 1) * gamma * gain + (arms * Math.log(arms)) / gamma;
}

/** KL(p, q) of two Bernoulli distributions; infinite where q excludes what p allows. */
function divergence(p: number, q: number): number {
  const part = (a: number, b: number) => (a === 0 ? 0 : a * Math.log(a / b));
  return part(p, q) + part(1 - p, 1 - q);
}

function gapsOf(means: readonly number[]): number[] {
  const best = Math.max(...means);
  return means.filter((mean) => mean < best).map((mean) => best - mean);
}

/** Regret per unit of ln n that no consistent learner falls below in the long run on 0/1 payoffs: ΣΔ_i/KL(μ_i, μ*) (Lai & Robbins 1985). */
function laiRobbinsRate(means: readonly number[]): number {
  const best = Math.max(...means);
  return means.reduce((sum, mean) => (mean < best ? sum + (best - mean) / divergence(mean, best) : sum), 0);
}

const HORIZON = 10_000;

/** Regret curves of a fresh learner for each seed; learners that are compared meet the same draws of the world. */
function curves(
  make: () => BanditLearner,
  world: () => ReturnType<typeof bernoulliBandit.make>,
  seeds: number,
): Float64Array[] {
  const environment = world();
  return Array.from({ length: seeds }, (_, seed) => regretCurve(environment, make(), Random.of(seed, "bandits")));
}

const at = (all: readonly Float64Array[], round: number) => all.map((curve) => curve[round - 1]);
/** What fresh learners have lost by a round, one for each seed. */
const lostBy = (round: number, ...of: Parameters<typeof curves>) => at(curves(...of), round);

/** Growth over the last tenfold of rounds beside the tenfold before: 1 for ln n, √10 for √n, 10 for n. */
function growth(all: readonly Float64Array[]): number {
  const [early, middle, late] = [100, 1000, 10_000].map((round) => estimate(at(all, round)).mean ?? Number.NaN);
  return (late - middle) / (middle - early);
}

describe("UCB1", () => {
  // Distributions 1, 3 and 12 of Auer, Cesa-Bianchi & Fischer (2002), section 4.
  test.each([[[0.9, 0.6]], [[0.55, 0.45]], [[0.9, 0.8, 0.8, 0.8, 0.7, 0.7, 0.7, 0.6, 0.6, 0.6]]])(
    "stays below its published bound on %j",
    (means) => {
      const world = () => bernoulliBandit.make({ means, horizon: HORIZON });
      const all = curves(() => ucb1(means.length), world, 30);
      for (const round of [100, 1000, HORIZON]) {
        const { low, high } = estimate(at(all, round), 0.99);
        expect(high).toBeLessThan(ucb1Bound(means, round));
        expect(low).toBeGreaterThan(0);
      }
    },
  );

  test("grows as a logarithm", () => {
    const all = curves(
      () => ucb1(2),
      () => bernoulliBandit.make({ means: [0.9, 0.6], horizon: HORIZON }),
      60,
    );
    expect(growth(all)).toBeLessThan(Math.sqrt(10));
  });

  test("pulls a worse arm without noise as often as its index equation says", () => {
    // The worse arm is pulled while √(2·ln n/m) − √(2·ln n/(n − m)) > Δ, so its pulls m end at the root of that.
    const gap = 0.2;
    const world = gaussianBandit.make({ means: [0.7, 0.5], deviation: 0, horizon: HORIZON });
    const pulls = regretCurve(world, ucb1(2), Random.of(1))[HORIZON - 1] / gap;
    const excess = (m: number) =>
      Math.sqrt((2 * Math.log(HORIZON)) / m) - Math.sqrt((2 * Math.log(HORIZON)) / (HORIZON - m)) - gap;
    expect(excess(pulls - 1.01)).toBeGreaterThan(0);
    expect(excess(pulls + 1.01)).toBeLessThan(0);
  });

  test("scales with the range of payoffs", () => {
    const small = gaussianBandit.make({ means: [0.7, 0.5], deviation: 0, horizon: 500 });
    const large = gaussianBandit.make({ means: [70, 50], deviation: 0, horizon: 500 });
    const [a, b] = [
      regretCurve(small, ucb1(2), Random.of(1)),
      regretCurve(large, ucb1(2, { range: 100 }), Random.of(1)),
    ];
    expect(b[499]).toBeCloseTo(100 * a[499], 6);
  });
});

describe("Thompson sampling", () => {
  test.each([[[0.9, 0.8]], [[0.55, 0.45]], [[0.9, 0.8, 0.8, 0.8, 0.7, 0.7, 0.7, 0.6, 0.6, 0.6]]])(
    "loses less than UCB1 on %j",
    (means) => {
      const world = () => bernoulliBandit.make({ means, horizon: HORIZON });
      const ucb = lostBy(HORIZON, () => ucb1(means.length), world, 30);
      const thompson = lostBy(HORIZON, () => thompsonBernoulli(means.length), world, 30);
      expect(pairedEffect(ucb, thompson).high).toBeLessThan(0);
    },
  );

  test("grows within a factor of two of the rate that no learner can beat in the long run", () => {
    const means = [0.9, 0.8];
    // 0.1 / KL(0.8, 0.9) by hand: 0.1 / (0.8·ln(8/9) + 0.2·ln 2).
    expect(laiRobbinsRate(means)).toBeCloseTo(0.1 / (0.8 * Math.log(8 / 9) + 0.2 * Math.log(2)), 12);
    const world = () => bernoulliBandit.make({ means, horizon: HORIZON });
    const all = curves(() => thompsonBernoulli(2), world, 200);
    const perDecade = estimate(all.map((curve) => (curve[HORIZON - 1] - curve[HORIZON / 10 - 1]) / Math.log(10)));
    expect(perDecade.high).toBeGreaterThan(0.5 * laiRobbinsRate(means));
    expect(perDecade.low).toBeLessThan(2 * laiRobbinsRate(means));
  });

  test("loses less than UCB1 on Gaussian arms", () => {
    const world = () => gaussianBandit.make({ horizon: 5000 });
    const ucb = lostBy(5000, () => ucb1(3), world, 40);
    const thompson = lostBy(5000, () => thompsonGaussian(3, 1), world, 40);
    expect(pairedEffect(ucb, thompson).high).toBeLessThan(0);
  });
});

describe("ε-greedy", () => {
  test("without noise, a fixed ε loses ε times the mean gap in each round after the first pulls", () => {
    const [means, epsilon, horizon] = [[1, 0.5, 0], 0.1, 2000];
    const world = () => gaussianBandit.make({ means, deviation: 0, horizon });
    const all = curves(() => epsilonGreedyBandit(3, epsilon), world, 200);
    const exact = 1.5 + (horizon - 3) * epsilon * (1.5 / 3);
    const { low, high } = estimate(at(all, horizon), 0.999);
    expect(low).toBeLessThan(exact);
    expect(high).toBeGreaterThan(exact);
  });

  test("explores ever more rarely and so loses a logarithm, where a fixed ε loses a share of all rounds", () => {
    const means = [0.9, 0.6];
    const world = () => bernoulliBandit.make({ means, horizon: HORIZON });
    const falling = curves(() => epsilonGreedyBandit(2, decreasingExploration(2, 5.1, 0.3)), world, 60);
    const fixed = curves(() => epsilonGreedyBandit(2, 0.1), world, 60);
    expect(growth(falling)).toBeLessThan(Math.sqrt(10));
    expect(growth(fixed)).toBeGreaterThan(Math.sqrt(10));
  });
});

describe("Exp3", () => {
  /** The sequence that pays whichever of two arms UCB1 is not about to pull. */
  function cruelToUcb(rounds: number): number[][] {
    const victim = ucb1(2);
    return Array.from({ length: rounds }, () => {
      const arm = victim.choose(Random.of(0));
      victim.learn(arm, 0);
      return arm === 0 ? [0, 1] : [1, 0];
    });
  }

  test("stays below its bound on a sequence written against UCB1, which earns nothing there", () => {
    const gains = cruelToUcb(2000);
    const world = () => adversarialBandit.make({ gains, hold: 1, horizon: 2000 });
    const gain = Math.max(...totalGains(gains, 1, 2000));
    expect(lostBy(2000, () => ucb1(2), world, 1)).toEqual([gain]);
    const rate = exp3Rate(2, gain);
    const { high } = estimate(
      lostBy(2000, () => exp3(2, rate), world, 100),
      0.99,
    );
    expect(high).toBeLessThan(exp3Bound(2, rate, gain));
    // Corollary 3.2: with that rate the bound is 2·√(e − 1)·√(g·K·ln K).
    expect(exp3Bound(2, rate, gain)).toBeCloseTo(2 * Math.sqrt((Math.E - 1) * gain * 2 * Math.log(2)), 9);
    expect(exp3Bound(2, rate, gain)).toBeLessThan(gain / 5);
  });

  test.each([0.01, 0.05, 0.3, 1])("stays below its bound for γ = %d on a sequence that changes its mind", (gamma) => {
    const gains = matrix("1 0 0.5 | 0 1 0.5 | 0 1 0.5");
    const world = () => adversarialBandit.make({ gains, hold: 1000, horizon: 3000 });
    const gain = Math.max(...totalGains(gains, 1000, 3000));
    const { high } = estimate(
      lostBy(3000, () => exp3(3, gamma), world, 40),
      0.99,
    );
    expect(high).toBeLessThan(exp3Bound(3, gamma, gain));
  });

  test("weighs as written: after one payoff of 1 on the first of two arms at γ = 0.5", () => {
    const learner = exp3(2, 0.5);
    learner.choose(Random.of(1));
    expect(Array.from(learner.probabilities)).toEqual([0.5, 0.5]);
    learner.learn(0, 1);
    learner.choose(Random.of(1));
    // w₁ = exp(γ·(1/p)/K) = exp(0.5), w₂ = 1.
    const share = Math.exp(0.5) / (Math.exp(0.5) + 1);
    expect(learner.probabilities[0]).toBeCloseTo(0.5 * share + 0.25, 15);
  });

  test("its weights survive what would overflow as numbers", () => {
    const learner = exp3(2, 0.5);
    for (let round = 0; round < 10_000; round++) {
      learner.choose(Random.of(1));
      learner.learn(0, 1);
    }
    learner.choose(Random.of(1));
    expect(learner.probabilities[0]).toBeCloseTo(0.75, 12);
  });
});

test("a world that is no bandit is told", () => {
  expect(() => regretCurve(pendulum.make(), ucb1(2), Random.of(1))).toThrow(UserError);
});
