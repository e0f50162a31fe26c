// Gradients of every contrastive loss against finite differences, and exact minimisers against optima that are known in closed form.

import { describe, expect, test } from "vitest";
import { largestGap } from "../../../test/fixtures/largest-gap.ts";
import { Random } from "../../core/random.ts";
import {
  divergence,
  drawnPolicy,
  normalise,
  pairChances,
  proximalStep,
  randomGame,
  rewardGame,
  uniformPolicy,
  winRates,
} from "../../math/preference-game.ts";
import {
  type ContrastiveMethod,
  dpo,
  inpo,
  ipo,
  type KtoOptions,
  ktoLoss,
  type MarginLoss,
  meanPairLoss,
  simpo,
} from "./pair-losses.ts";
import { anchorOf, minimised, minimiser } from "./tabular-pairs.ts";

/** The policy that maximises E r − β·KL(π‖π_ref): π_ref(y)·exp(r(y)/β), normalised. */
function tiltedPolicy(reference: Float64Array, rewards: ArrayLike<number>, temperature: number): Float64Array {
  const policy = reference.map((value, y) => value + rewards[y] / temperature);
  normalise(policy);
  return policy;
}

/** E ℓ(f(winner) − f(loser)) with f = ln π − anchor; writes its gradient by the logits of π, [answers]. */
function expectedPairLoss(
  loss: MarginLoss,
  chances: Float64Array,
  raised: Float64Array,
  gradient: Float64Array,
): number {
  const n = raised.length;
  gradient.fill(0);
  let sum = 0;
  for (let y = 0, at = 0; y < n; y++) {
    for (let other = 0; other < n; other++, at++) {
      const chance = chances[at];
      if (chance === 0) continue;
      const margin = raised[y] - raised[other];
      sum += chance * loss.loss(margin);
      // Margins are differences of logits, as the normaliser of π is in both log-probabilities.
      const slope = chance * loss.slope(margin);
      gradient[y] += slope;
      gradient[other] -= slope;
    }
  }
  return sum;
}

/**
 * E of KTO's loss, an answer of a pair being desirable where it wins: half the pairs' winners and half their losers. Writes its gradient by
 * the logits of π, KL(π‖π_ref) = `divergence` being held fast.
 */
function expectedKtoLoss(
  options: KtoOptions,
  chances: Float64Array,
  policy: Float64Array,
  reference: Float64Array,
  divergence: number,
  gradient: Float64Array,
): number {
  const n = policy.length;
  let [sum, pulled] = [0, 0];
  for (let y = 0; y < n; y++) {
    let [won, lost] = [0, 0];
    for (let other = 0; other < n; other++) {
      won += chances[y * n + other] / 2;
      lost += chances[other * n + y] / 2;
    }
    const good = ktoLoss(options, true, policy[y] - reference[y], divergence);
    const bad = ktoLoss(options, false, policy[y] - reference[y], divergence);
    sum += won * good.loss + lost * bad.loss;
    gradient[y] = won * good.slope + lost * bad.slope;
    pulled += gradient[y];
  }
  // d ln π(y)/dθ = e_y − π.
  for (let y = 0; y < n; y++) gradient[y] -= pulled * Math.exp(policy[y]);
  return sum;
}

const METHODS: readonly (readonly [string, ContrastiveMethod])[] = [
  ["DPO", dpo(0.3)],
  ["DPO from the policy before", dpo(0.3, "previous")],
  ["IPO", ipo(0.7)],
  ["SimPO", simpo(2, 0.5)],
  ["INPO", inpo(0.6, 0.2)],
];
const N = 5;
const NEAR = 1e-6;
const random = Random.of(1, "pair losses test");
const game = randomGame(N, random.stream("game"));
const reference = drawnPolicy(N, random.stream("reference"));
const previous = drawnPolicy(N, random.stream("previous"));
const logits = Float64Array.from({ length: N }, () => random.normal());

/** (f(x + h) − f(x − h))/2h by each entry. */
function byDifferences(f: (x: Float64Array) => number, x: Float64Array): Float64Array {
  return x.map((_, k) => {
    const at = (h: number) => f(x.map((value, j) => (j === k ? value + h : value)));
    return (at(NEAR) - at(-NEAR)) / (2 * NEAR);
  });
}
const softmax = (values: Float64Array): Float64Array => {
  const policy = values.slice();
  normalise(policy);
  return policy;
};

describe.each(METHODS)("%s", (_, method) => {
  test("slope and curvature are those of the loss", () => {
    for (const margin of [-3, -0.2, 0, 0.9, 4]) {
      const { loss } = method;
      const between = (f: (m: number) => number) => (f(margin + NEAR) - f(margin - NEAR)) / (2 * NEAR);
      expect(loss.slope(margin)).toBeCloseTo(
        between((m) => loss.loss(m)),
        7,
      );
      expect(loss.curvature(margin)).toBeCloseTo(
        between((m) => loss.slope(m)),
        7,
      );
    }
  });

  test("the gradient of a batch is that by log-probabilities, with lengths that are not 1", () => {
    const draw = () => Float64Array.from({ length: 4 }, () => -1 - 5 * random.uniform());
    const column = () => ({ winners: draw(), losers: draw() });
    const frozen = {
      reference: column(),
      previous: column(),
      lengths: { winners: [1, 3, 2, 4], losers: [2, 2, 1, 5] },
    };
    const { winners, losers } = column();
    const slopes = { winners: new Float64Array(4), losers: new Float64Array(4) };
    const unused = { winners: new Float64Array(4), losers: new Float64Array(4) };
    meanPairLoss(method, { winners, losers }, frozen, slopes);
    const byWinners = byDifferences((x) => meanPairLoss(method, { winners: x, losers }, frozen, unused), winners);
    const byLosers = byDifferences((x) => meanPairLoss(method, { winners, losers: x }, frozen, unused), losers);
    expect(largestGap(slopes.winners, byWinners)).toBeLessThan(1e-7);
    expect(largestGap(slopes.losers, byLosers)).toBeLessThan(1e-7);
  });

  test("the gradient of its exact expectation is that by the policy's logits, and nothing at the minimiser", () => {
    const anchor = anchorOf(method, reference, previous);
    const chances = pairChances(game, previous, reference);
    expect(chances.reduce((a, b) => a + b, 0)).toBeCloseTo(1, 12);
    const unused = new Float64Array(N);
    const at = (theta: Float64Array, gradient = unused) =>
      expectedPairLoss(
        method.loss,
        chances,
        softmax(theta).map((value, y) => value - anchor[y]),
        gradient,
      );
    const gradient = new Float64Array(N);
    at(logits, gradient);
    expect(largestGap(gradient, byDifferences(at, logits))).toBeLessThan(1e-8);
    expect(Math.max(...gradient.map(Math.abs))).toBeGreaterThan(1e-3);
    const best = minimiser(method.loss, chances, N);
    at(
      best.map((value, y) => value + anchor[y]),
      gradient,
    );
    expect(Math.max(...gradient.map(Math.abs))).toBeLessThan(1e-12);
  });
});

describe("KTO", () => {
  const options: KtoOptions = { beta: 0.4, desirable: 1.3, undesirable: 0.8 };

  test("of one answer, and its exact expectation by logits with the divergence held fast", () => {
    for (const isDesirable of [true, false]) {
      const at = (r: number) => ktoLoss(options, isDesirable, r, 0.2).loss;
      const slope = (at(1 + NEAR) - at(1 - NEAR)) / (2 * NEAR);
      expect(ktoLoss(options, isDesirable, 1, 0.2).slope).toBeCloseTo(slope, 8);
      expect(Math.sign(slope)).toBe(isDesirable ? -1 : 1);
    }
    const chances = pairChances(game, reference, reference);
    const held = divergence(softmax(logits), reference);
    const at = (theta: Float64Array, gradient = new Float64Array(N)) =>
      expectedKtoLoss(options, chances, softmax(theta), reference, held, gradient);
    const gradient = new Float64Array(N);
    at(logits, gradient);
    expect(largestGap(gradient, byDifferences(at, logits))).toBeLessThan(1e-8);
  });
});

describe("exact minimisers", () => {
  const policyOf = (method: ContrastiveMethod, chances: Float64Array): Float64Array => {
    const anchor = anchorOf(method, reference, previous);
    return softmax(minimiser(method.loss, chances, N).map((value, y) => value + anchor[y]));
  };

  test("where a reward explains preferences, DPO's is the optimum of that reward less β·KL, from any pairs", () => {
    const rewards = [1, 0.2, -0.5, 2, 0];
    const optimum = tiltedPolicy(reference, rewards, 0.3);
    const truth = rewardGame(rewards);
    for (const from of [reference, previous, uniformPolicy(N)]) {
      expect(largestGap(policyOf(dpo(0.3), pairChances(truth, from, from)), optimum)).toBeLessThan(1e-9);
    }
    // It maximises E r − β·KL among all policies.
    const worth = (policy: Float64Array) =>
      policy.reduce((sum, value, y) => sum + Math.exp(value) * rewards[y], 0) - 0.3 * divergence(policy, reference);
    for (let k = 0; k < 20; k++) expect(worth(drawnPolicy(N, random))).toBeLessThan(worth(optimum));
  });

  test("with labels smoothed by s, DPO's says that the better answer wins with (1 − s)·p + s·(1 − p)", () => {
    for (const [wins, smoothing] of [
      [0.8, 0.1],
      [0.3, 0.49],
      [0.95, 0],
    ]) {
      const [first, second] = minimiser(
        dpo(0.3, "reference", smoothing).loss,
        Float64Array.of(0, wins, 1 - wins, 0),
        2,
      );
      const said = 1 / (1 + Math.exp(-0.3 * (first - second)));
      expect(said).toBeCloseTo((1 - smoothing) * wins + smoothing * (1 - wins), 12);
    }
  });

  test("IPO's is the tilt by win rates against the policy that both answers of a pair are drawn from", () => {
    const rates = new Float64Array(N);
    winRates(game, previous, rates);
    const policy = policyOf(ipo(0.7), pairChances(game, previous, previous));
    expect(largestGap(policy, tiltedPolicy(reference, rates, 0.7))).toBeLessThan(1e-12);
    const other = policyOf(ipo(0.7), pairChances(game, previous, reference));
    expect(largestGap(other, tiltedPolicy(reference, rates, 0.7))).toBeGreaterThan(1e-3);
  });

  test("INPO's is that step in 60 drawn games, from comparisons of own answers alone", () => {
    for (let k = 0; k < 60; k++) {
      const answers = 3 + (k % 6);
      const [drawn, from, kept] = [
        randomGame(answers, random),
        drawnPolicy(answers, random),
        drawnPolicy(answers, random),
      ];
      const [step, rates] = [new Float64Array(answers), new Float64Array(answers)];
      const tau = random.uniform(0.01, 0.5);
      const eta = tau + random.uniform(0.2, 2);
      winRates(drawn, from, rates);
      proximalStep({ reference: kept, temperature: tau }, from, rates, tau / (eta - tau), step);
      const own = minimised({ answers, reference: kept }, inpo(eta, tau), from, pairChances(drawn, from, from));
      expect(largestGap(own, step)).toBeLessThan(1e-9);
    }
  });

  test("INPO's is the step of mirror descent against itself, with chances down to e^−200 too, from no other pairs", () => {
    const rare = previous.map((value, y) => value - (y === 1 ? 200 : 0));
    normalise(rare);
    for (const from of [previous, rare]) {
      const [step, rates] = [new Float64Array(N), new Float64Array(N)];
      const [eta, tau] = [0.6, 0.2];
      winRates(game, from, rates);
      proximalStep({ reference, temperature: tau }, from, rates, tau / (eta - tau), step);
      const off = (chances: Float64Array) =>
        largestGap(minimised({ answers: N, reference }, inpo(eta, tau), from, chances), step);
      const own = pairChances(game, from, from);
      expect(off(own)).toBeLessThan(1e-10);
      // Not with one answer of the reference, nor with winners for losers.
      expect(off(pairChances(game, from, reference))).toBeGreaterThan(1e-2);
      expect(off(own.map((_, at) => own[(at % N) * N + Math.floor(at / N)]))).toBeGreaterThan(1e-2);
    }
  });

  test("answers that no pair has stay where they are held, and a pair's mean too", () => {
    const chances = new Float64Array(N * N);
    chances[0 * N + 2] = 0.75;
    chances[2 * N] = 0.25;
    const start = Float64Array.of(1, 2, 3, 4, 5);
    const raised = minimiser(ipo(1).loss, chances, N, { start, ridge: 1e-9 });
    expect(raised[0]).toBeCloseTo(2.125, 6);
    expect(raised[2]).toBeCloseTo(1.875, 6);
    expect([raised[1], raised[3], raised[4]]).toEqual([2, 4, 5]);
    // One that always wins is raised without end, unless it is held.
    expect(() => minimiser(dpo(1).loss, Float64Array.of(0, 1, 0, 0), 2)).toThrow("some answer always wins");
    expect(
      minimiser(dpo(1).loss, Float64Array.of(0, 1, 0, 0), 2, { start: Float64Array.of(0, 0), ridge: 1e-3 })[0],
    ).toBeLessThan(10);
  });
});
