// Deep Q-learning against exact values of a small process, the known bias of its estimates, and the promises of every
// training.

import { describe, expect, test } from "vitest";
import { held } from "../../../test/fixtures/held.ts";
import { settings } from "../../../test/fixtures/settings.ts";
import { trainingContext, trainToEnd } from "../../../test/fixtures/training.ts";
import { type NumericEnvironment, Status } from "../../core/environment.ts";
import { layout } from "../../core/layout.ts";
import { Random } from "../../core/random.ts";
import { gaussianBandit } from "../../environments/bandits/independent-arms.ts";
import { cartPole } from "../../environments/control/cart-pole.ts";
import { field, flow, singleAgentSpec } from "../../environments/declaration.ts";
import { chain } from "../../environments/tabular/chain.ts";
import { sampleNext, type TabularMdp } from "../../environments/tabular/mdp.ts";
import { np } from "../../nn/jax.ts";
import { valueIteration } from "../planning/value-iteration.ts";
import { dqn, nextValue, qNetwork } from "./dqn.ts";

/** A finite process as a world; the agent sees which state it is in, one number for each. */
function world(mdp: TabularMdp, horizon: number): NumericEnvironment {
  const state = layout({ state: [1], step: [1] });
  const { views } = state;
  const first = mdp.start.indexOf(1);
  return {
    state,
    spec: singleAgentSpec({
      label: "walker",
      horizon,
      action: { choices: mdp.actions },
      actionUnit: "action",
      observation: Array.from({ length: mdp.states }, (_, s) => field(`s${s}`, 0, 1, "1 in this state")),
      channels: [flow("payoff", "reward", -100, 100, "sum", "the process's reward")],
      publicState: [],
    }),
    reset(_random, outcomes) {
      views.state[0] = first;
      views.step[0] = 0;
      outcomes.fill(0);
    },
    step(actions, outcomes, random) {
      const s = views.state[0];
      outcomes[0] = mdp.reward[s * mdp.actions + actions[0]];
      views.state[0] = sampleNext(mdp, s, actions[0], random.uniform());
      views.step[0] += 1;
      if (mdp.terminal[views.state[0]] === 1) return Status.terminated;
      return views.step[0] >= horizon ? Status.truncated : Status.running;
    },
    observe(observations) {
      observations.fill(0);
      observations[views.state[0]] = 1;
    },
  };
}

const context = (make: () => NumericEnvironment, seed = 1) => trainingContext(make, "dqn test", seed);

/** How far the learnt values are from the optimal ones, at most, over states that do not end an episode. */
function farthest(mdp: TabularMdp, horizon: number, options: Readonly<Record<string, unknown>>): number {
  const training = dqn.make(options).train(context(() => world(mdp, horizon)));
  while (training.update() !== undefined);
  const { actionValues } = valueIteration(mdp);
  let most = 0;
  for (let s = 0; s < mdp.states; s++) {
    if (mdp.terminal[s] === 1) continue;
    const seen = new Float32Array(mdp.states).fill(-1);
    seen[s] = 1;
    const learnt = training.learners[0].values(seen);
    for (let a = 0; a < mdp.actions; a++)
      most = Math.max(most, Math.abs(learnt[a] - actionValues[s * mdp.actions + a]));
  }
  training.close();
  return most;
}

// Random play visits every state, so that all values are learnt and not only those on the way.
const wandering = settings(`
  steps: 4000, warmup: 200, explore: 1, exploreEnd: 1, discount: 0.9, rate: 3e-3, targetEvery: 25,
  hidden: [16], segments: 1
`);

describe("learns the optimal values of a chain that ends with its prize, though episodes are cut off at 12 steps", () => {
  const mdp = chain({ length: 5, discount: 0.9, distractor: { cell: 0, pay: 0.02 } });
  test.each([
    ["plain", { double: false }],
    ["double", { double: true }],
    ["dueling", { dueling: true }],
    ["prioritised", { priority: 0.6 }],
    ["all, with a target that glides", { dueling: true, priority: 0.6, targetEvery: 1, targetShare: 0.05 }],
  ])("%s", (_name, options) => {
    // Optimal values lie between 0.5 and 1, and those of the wrong action a tenth below.
    expect(farthest(mdp, 12, { ...wandering, ...options })).toBeLessThan(0.02);
  });
});

test("learns the optimal values where actions only sometimes succeed", () => {
  const mdp = chain({ length: 5, discount: 0.9, slip: 0.3, start: 2 });
  const { values } = valueIteration(mdp);
  // Many copies, so that what is remembered has nearly the true frequencies, and a small rate: the noise of large steps
  // is itself an overestimate. Huber's loss would not have the mean as its optimum.
  const many = { copies: 32, steps: 64_000, capacity: 64_000, rate: 1e-3, gradients: 2 };
  expect(farthest(mdp, 12, { ...wandering, ...many, loss: "squared", batch: 128 })).toBeLessThan(
    0.05 * Math.max(...values),
  );
});

test("double estimates are less of an overestimate where arms differ only by noise", () => {
  // Ten arms of mean 0 pulled for ever: every value is 0, and a largest of noisy estimates is not.
  const make = () => gaussianBandit.make({ means: new Array(10).fill(0), deviation: 1, horizon: 100 });
  const seeds = [1, 2, 3, 4, 5];
  const overestimate = (double: boolean, seed: number) => {
    const training = dqn
      .make({
        ...wandering,
        double,
        // Both networks learn from one memory: few pulls would leave an overestimate that no target network can see.
        copies: 40,
        steps: 30_000,
        gradients: 2,
        rate: 0.01,
        batch: 16,
        discount: 0.8,
        // Old enough that the target network's errors are others than those of the network that chooses.
        targetEvery: 200,
        loss: "squared",
        hidden: [16],
        interval: 10_000,
      })
      .train(context(make, seed));
    let last = 0;
    for (let report = training.update(); report !== undefined; report = training.update()) last = report.measures.value;
    training.close();
    return last;
  };
  const plain = seeds.map((seed) => overestimate(false, seed));
  const doubled = seeds.map((seed) => overestimate(true, seed));
  const gaps = plain.map((x, k) => x - doubled[k]);
  const mean = (values: number[]) => values.reduce((a, b) => a + b, 0) / values.length;
  const error = Math.sqrt(mean(gaps.map((gap) => (gap - mean(gaps)) ** 2)) / (seeds.length - 1));
  expect(mean(plain)).toBeGreaterThan(0.2);
  // 4.60 is the 0.995 quantile of Student's distribution with 4 degrees of freedom.
  expect(mean(gaps)).toBeGreaterThan(4.6 * error);
  expect(Math.abs(mean(doubled))).toBeLessThan(0.5 * mean(plain));
});

test("the next value: the target's own largest, or the target's value of the other's choice", () => {
  // Row 1 of three choices: learning network 5, 9, 1; target network 4, 2, 6.
  const both = [0, 0, 0, 0, 0, 0, 5, 9, 1, 4, 2, 6];
  expect(nextValue(both, 1, 3, false)).toBe(6);
  expect(nextValue(both, 1, 3, true)).toBe(2);
});

test("the advantages of dueling streams have mean 0, so that the mean value is the state's", () => {
  const network = qNetwork(
    { observationSize: 2, choices: 3, hidden: [], activation: "tanh", dueling: true },
    Random.of(1),
  );
  // Rows of the weights [2 × 4]: state, advantages; biases 0.
  network.parameters.flat.set([1, 10, 20, 60, 2, -1, 0, 1]);
  const values = network
    .apply(network.parameters.weights(), np.array(Float32Array.of(1, 0.5)).reshape([1, 2]))
    .dataSync();
  const [state, advantages] = [2, [9.5, 20, 60.5]];
  for (let a = 0; a < 3; a++) expect(values[a]).toBeCloseTo(state + advantages[a] - 30, 4);
});

test("balances a pole four times as long as chance within 12,000 steps", () => {
  const make = () => cartPole.make();
  const training = dqn
    .make({ steps: 12_000, warmup: 500, exploreShare: 0.3, targetEvery: 100, every: 2, gradients: 2 })
    .train(context(make));
  const lengths: number[] = [];
  for (let report = training.update(); report !== undefined; report = training.update()) {
    if (report.measures.episodeSteps !== undefined) lengths.push(report.measures.episodeSteps);
  }
  training.close();
  expect(lengths[0]).toBeLessThan(30);
  expect((lengths[lengths.length - 1] + lengths[lengths.length - 2]) / 2).toBeGreaterThan(4 * lengths[0]);
});

const short = { ...wandering, steps: 1200, interval: 200, segments: 3, priority: 0.5 };
const walk = () => world(chain({ length: 4, discount: 0.9, slip: 0.2 }), 10);

test("a player plays the greedy choice of the values", () => {
  const training = dqn.make({ ...short, discount: 0.9 }).train(context(walk));
  training.update();
  training.update();
  const player = training.player(0);
  player.reset(Random.of(1));
  const action = new Float64Array(1);
  for (let s = 0; s < 4; s++) {
    const seen = (no: number) => Float32Array.from({ length: 5 }, (_, k) => (k === s ? 1 : no));
    const [left, right] = training.learners[0].values(seen(-1));
    player.act(seen(0), action);
    expect(action[0]).toBe(right > left ? 1 : 0);
  }
  player.close?.();
  training.close();
});

test("gradient steps leak nothing", () => {
  const training = dqn
    .make({ ...wandering, steps: 3200, batch: 1024, interval: 400, dueling: true })
    .train(context(() => world(chain({ length: 30, discount: 0.9 }), 40)));
  for (let k = 0; k < 2; k++) training.update();
  const before = held();
  while (training.update() !== undefined);
  // 500 steps and more: a forgotten batch of observations a step would be 60 MB.
  expect(held() - before).toBeLessThan(10e6);
  training.close();
});

test("a training stops once the goal is paid", () => {
  const steps = (stopAt: number) => {
    const training = dqn
      .make({ steps: 6000, segments: 1, interval: 500, stopAt })
      .train(trainingContext(() => cartPole.make(), "dqn stop"));
    const reports = trainToEnd(training);
    training.close();
    return reports.at(-1)?.steps;
  };
  expect(steps(1e6)).toBe(6000);
  expect(steps(5)).toBeLessThan(6000);
});
