// A hint that can be farmed: the plain sum is farmed, learned weights are not.

import { describe, expect, test } from "vitest";
import { expectResumes, trainingContext, trainToEnd } from "../../../test/fixtures/training.ts";
import { paidBy } from "../../../test/fixtures/writers.ts";
import { a2c } from "../../algorithms/policy-gradient/a2c.ts";
import { type NumericEnvironment, Status } from "../../core/environment.ts";
import { layout } from "../../core/layout.ts";
import { flow, singleAgentSpec } from "../../environments/declaration.ts";
import { channel, sum } from "../../rewards/index.ts";
import { algorithm } from "./algorithm.ts";

const CELLS = 5;

/** A line that begins in the middle. Its right end pays 1 and ends the episode; a bump into its left end is hinted at with 0.3. */
function line(): NumericEnvironment {
  const state = layout({ place: [1], step: [1] });
  const { place, step } = state.views;
  return {
    state,
    spec: singleAgentSpec({
      label: "agent",
      horizon: 20,
      action: { choices: 2 },
      actionUnit: "0 left, 1 right",
      observation: [{ name: "cell", size: CELLS, low: 0, high: 1, meaning: "1 in the cell of the agent" }],
      channels: ["payoff", "hint"].map((name) => flow(name, "points", -1, 1, "sum", name)),
      publicState: [],
    }),
    reset(_random, outcomes) {
      place[0] = 2;
      step[0] = 0;
      outcomes.fill(0);
    },
    step(actions, outcomes) {
      step[0] += 1;
      outcomes[1] = actions[0] === 0 && place[0] === 0 ? 0.3 : 0;
      place[0] = Math.max(0, place[0] + (actions[0] === 1 ? 1 : -1));
      outcomes[0] = place[0] === CELLS - 1 ? 1 : 0;
      if (place[0] === CELLS - 1) return Status.terminated;
      return step[0] === 20 ? Status.truncated : Status.running;
    },
    observe(observations) {
      for (let k = 0; k < CELLS; k++) observations[k] = place[0] === k ? 1 : 0;
    },
  };
}

const both = sum(channel("payoff"), channel("hint"));
const context = (seed: number) => {
  const paid = paidBy(trainingContext(line, "line", seed), "payoff");
  return { ...paid, makeReward: () => both(paid.spec) };
};
const common = { steps: 48_000, copies: 16, rollout: 16, hidden: [16], rate: 0.01 };

/** Objective of the last updates, and the last weights. */
function learnt(plan: ReturnType<typeof algorithm.make>, seed: number) {
  const training = plan.train(context(seed));
  const reports = trainToEnd(training);
  training.close();
  const last = reports.slice(-20).flatMap(({ measures }) => measures.objective ?? []);
  const { partWeight0, partWeight1 } = reports[reports.length - 1].measures;
  return { objective: last.reduce((a, b) => a + b, 0) / last.length, weights: [partWeight0, partWeight1] };
}

describe.each([1, 2, 3])("seed %d", (seed) => {
  test("the sum is farmed", () => {
    const plain = a2c.make({ ...common, lambda: 0.95, normalise: true, anneal: false, scaleRewards: false });
    expect(learnt(plain, seed).objective).toBeLessThan(0.2);
  });

  test("learned weights turn from the hint, and the goal is reached", () => {
    const { objective, weights } = learnt(algorithm.make(common), seed);
    expect(objective).toBeGreaterThan(0.9);
    expect(weights[1]).toBeLessThan(weights[0]);
  });
});

test("the objective has the learner's discount, or one of its own", () => {
  const weights = (objectiveDiscount?: number) =>
    learnt(algorithm.make({ ...common, steps: 4096, warmup: 0, discount: 0.5, objectiveDiscount }), 1).weights;
  expect(weights(0.5)).toEqual(weights());
  expect(weights(0.99)).not.toEqual(weights());
});

test("a training that is stopped between segments goes on to the same weights", () => {
  const plan = algorithm.make({ ...common, steps: 4096, segments: 4, warmup: 3 });
  expectResumes((from) => plan.train(context(1), from));
});
