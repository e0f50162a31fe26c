// Records of discrepancies against their definition, the radius against simulation, and learners on worlds small enough to
// know what they should do.

import { describe, expect, test } from "vitest";
import { greedyChoice } from "../../algorithms/planning/policy.ts";
import { Random } from "../../core/random.ts";
import { expectedNext, sampleNext, type TabularMdp } from "../../environments/tabular/mdp.ts";
import { regretOf } from "./continuing.ts";
import { relativeValueIteration } from "./gain.ts";
import { confidenceRadius, modelClass, stepDeviation, valueClass } from "./hypotheses.ts";
import { bestFit, loop } from "./loop.ts";
import { ucrl2 } from "./ucrl2.ts";
import { ring, riverSwim } from "./worlds.ts";

type Step = Readonly<Record<"used" | "s" | "a" | "r" | "next", number>>;

/** Steps of random actions, with a random hypothesis in use. */
function steps(world: TabularMdp, hypotheses: number, count: number, seed: number): Step[] {
  const random = Random.of(seed, "optimism test");
  let s = 0;
  return Array.from({ length: count }, () => {
    const a = random.integer(world.actions);
    const next = sampleNext(world, s, a, random.uniform());
    const step = { used: random.integer(hypotheses), s, a, r: world.reward[s * world.actions + a], next };
    s = next;
    return step;
  });
}

const swims = [0.1, 0.35, 0.5].flatMap((advance) => [0.3, 1].map((far) => riverSwim({ advance, far, states: 4 })));

describe("records", () => {
  test("of models: squared (r_g + P_g V_f' − r − V_f'(s')), whoever is judged", () => {
    const hypotheses = modelClass(swims);
    const evidence = hypotheses.evidence();
    const data = steps(swims[3], swims.length, 200, 1);
    for (const { used, s, a, r, next } of data) evidence.add(used, s, a, r, next);
    const losses = swims.map((model) =>
      data.reduce((sum, { used, s, a, r, next }) => {
        const { bias } = hypotheses.optima[used];
        return sum + (model.reward[s * 2 + a] + expectedNext(model, s, a, bias) - r - bias[next]) ** 2;
      }, 0),
    );
    for (let f = 0; f < swims.length; f++) expect(evidence.excess(f)).toBeCloseTo(losses[f] - Math.min(...losses), 8);
  });

  const features = [1, 0.4, 0.5, 0, 1, 0.2].map((x) => [x, 1 - x]);
  const weights = [-1, 0.5, 2].map((w) => [0, w]);
  const gains = [0.1, 0.4];
  const rivals = [-1, 0, 1].flatMap((k) => weights.map((w) => w.map((x) => x + k / 2)));

  test("of value functions: L(f, f) − min_g L(f, g) with Q_g − r − V_f(s') + J_f", () => {
    const evidence = valueClass({ states: 3, actions: 2, features, weights, gains, rivals }).evidence();
    const world = riverSwim({ states: 3 });
    const data = steps(world, 6, 100, 2);
    for (const { used, s, a, r, next } of data) evidence.add(used, s, a, r, next);
    const q = (w: number[], s: number, a: number) => features[s * 2 + a].reduce((sum, x, i) => sum + x * w[i], 0);
    weights.forEach((w, i) => {
      gains.forEach((gain, j) => {
        const off = (g: number[], { s, a, r, next }: Step) =>
          q(g, s, a) - r - Math.max(q(w, next, 0), q(w, next, 1)) + gain;
        const loss = (g: number[]) => data.reduce((sum, step) => sum + off(g, step) ** 2, 0);
        const expected = loss(w) - Math.min(...rivals.map(loss));
        expect(evidence.excess(i * 2 + j)).toBeCloseTo(expected, 8);
      });
    });
  });

  test("rivals that cannot move by a constant never refute a wrong gain", () => {
    // Resting in state 0 for 0.1 while 0.4 is promised: only a rival below can explain the loss.
    const stuck = (rivalWeights: number[][]) => {
      const evidence = valueClass({ states: 3, actions: 2, features, weights, gains, rivals: rivalWeights }).evidence();
      for (let t = 0; t < 400; t++) evidence.add(0, 0, 0, 0.1, 0);
      return evidence.excess(1);
    };
    expect(stuck(weights)).toBe(0);
    expect(stuck([...weights, [-0.25, -1]])).toBeGreaterThan(30);
  });
});

test("the truth leaves the set in at most a share δ of runs, at any time of 2,000 steps", () => {
  const hypotheses = modelClass(swims);
  const truth = 3;
  const beta = confidenceRadius(stepDeviation(hypotheses, swims[truth]), swims.length, 0.2);
  const lost = (radius: number) =>
    Array.from({ length: 200 }, (_, run) => {
      const evidence = hypotheses.evidence();
      return steps(swims[truth], swims.length, 2000, 100 + run).some(({ used, s, a, r, next }) => {
        evidence.add(used, s, a, r, next);
        return evidence.excess(truth) > radius;
      });
    }).filter(Boolean).length;
  expect(lost(beta)).toBeLessThanOrEqual(40);
  // The radius matters: a hundredth of it loses the truth in more runs than that.
  expect(lost(beta / 100)).toBeGreaterThan(40);
});

describe("learners", () => {
  const promises = [0, 1, 2, 3].map((prize) => ring({ states: 4, prize, pay: 1, slip: 0 }));
  const hypotheses = modelClass(promises);
  const world = promises[2];
  const optimum = relativeValueIteration(world);
  const follow = (learner: Parameters<typeof regretOf>[2], steps = 256) =>
    regretOf(world, optimum, learner, { steps, random: Random.of(1, "ring") });

  /** A learner that has nothing to learn: one action for each state. */
  const fixed = (choice: ArrayLike<number>) => {
    return { act: (state: number) => choice[state], observe: () => undefined, switches: 0 };
  };

  test("without slip, regret is the gaps and the difference of two biases", () => {
    for (const action of [0, 1, 2]) {
      const { regret, gaps, steps } = follow(fixed(new Int32Array(4).fill(action)));
      for (const [k, T] of steps.entries()) {
        const end = ((((action - 1) * T) % 4) + 4) % 4;
        expect(regret[k]).toBeCloseTo(gaps[k] + optimum.bias[end] - optimum.bias[0], 9);
      }
    }
    const best = follow(fixed(greedyChoice(world, optimum.actionValues)));
    expect(Math.max(...best.gaps)).toBeLessThan(1e-9);
  });

  test("LOOP stays with a promise until it is refuted 3β times over, and then goes to the next", () => {
    // Each empty state costs one unit of loss per visit, and the way to the next one does not count for or against it.
    const beta = 2;
    const visited: number[] = [];
    const learner = loop({ hypotheses, beta });
    const watch = () => visited.push(learner.hypothesis);
    regretOf(world, optimum, learner, { steps: 64, random: Random.of(1, "ring"), watch });
    expect([...new Set(visited)]).toEqual([0, 1, 2]);
    expect(learner.switches).toBe(2);
    expect(visited.indexOf(1)).toBe(3 * beta - 1);
    const eager = loop({ hypotheses, beta, trigger: 0 });
    follow(eager, 64);
    expect(eager.hypothesis).toBe(2);
  });

  test("the best fit with nothing to go by keeps the first, or any, of the class", () => {
    const rings = [0.1, 1].map((pay) => ring({ states: 4, prize: 2, pay, home: 0.5, slip: 0 }));
    const quiet = modelClass(rings);
    const fitted = (seed: number, ties?: "random") =>
      bestFit({ hypotheses: quiet, actions: 3, random: Random.of(seed), ...(ties && { ties }) });
    const first = fitted(0);
    expect(first.hypothesis).toBe(0);
    expect(new Set([0, 1, 2, 3, 4, 5, 6, 7].map((seed) => fitted(seed, "random").hypothesis))).toEqual(new Set([0, 1]));
    // It rests at home for ever: 0.5 a step, where 1 was to be had.
    const rich = rings[1];
    const { regret } = regretOf(rich, relativeValueIteration(rich), first, { steps: 1024, random: Random.of(0) });
    expect(regret[10]).toBeCloseTo(512, 6);
  });

  test("UCRL2 gets better with time where the best fit of a poor belief does not", () => {
    const learner = ucrl2({ states: 4, actions: 3 });
    const { gaps, steps } = follow(learner, 2 ** 16);
    const perStep = (k: number) => (gaps[k] - gaps[k - 1]) / (steps[k] - steps[k - 1]);
    expect(perStep(16)).toBeLessThan(0.2 * perStep(8));
    // Episodes double the visits of some pair: S·A·log₂(8T/(S·A)) of them at most (Jaksch et al., proposition 18).
    expect(learner.switches).toBeLessThanOrEqual(12 * Math.log2((8 * 2 ** 16) / 12));
  });
});
