// Deterministic policy gradients against optima that are known exactly, and the promises of every training.

import { expect, test } from "vitest";
import { oneMove, places } from "../../../test/fixtures/games.ts";
import { settings } from "../../../test/fixtures/settings.ts";
import { trainingContext, trainToEnd } from "../../../test/fixtures/training.ts";
import { type NumericEnvironment, Status } from "../../core/environment.ts";
import { layout } from "../../core/layout.ts";
import { clip, field, flow, singleAgentSpec } from "../../environments/declaration.ts";
import { ddpg, td3 } from "./deterministic.ts";

const both = [
  ["ddpg", ddpg],
  ["td3", td3],
] as const;

const context = (make: () => NumericEnvironment, seed = 1) => trainingContext(make, "td3 test", seed);

// Noise that stays wide, so that critics know the slope on both sides of the best action.
const quick = settings(`
  steps: 10000, warmup: 2000, copies: 4, batch: 64, actorRate: 2e-3, criticRate: 1e-2, hidden: [16, 16],
  activation: tanh, noise: 0.4, noiseEnd: 0.2, targetShare: 0.02, segments: 1
`);

/** One move in [0, 10], paid −(x − c(cue))² on [−1, 1]. */
const aim = (cue: number) => 0.5 * cue + 0.2;
const target = () =>
  oneMove({ players: 1, action: { low: 0, high: 10 }, cues: true, pays: ([x], [cue]) => [-((x - aim(cue)) ** 2)] });

test.each(both)("%s finds the best answer to each cue where −(x − c)² is paid", (_id, algorithm) => {
  const cues = [-0.9, -0.4, 0, 0.4, 0.9];
  const training = algorithm.make(quick).train(context(target));
  trainToEnd(training);
  const positions = places(training.player(0), 0, 10, cues);
  training.close();
  for (const [k, x] of positions.entries()) expect(Math.abs(x - aim(cues[k]))).toBeLessThan(0.05);
});

// x' = a·x + b·u + noise, which costs q·x² + r·u². Discounted at γ, with P = q + γa²P − (γabP)²/(r + γb²P), the best control is
// u = −K·x with K = γabP/(r + γb²P), for any noise (Bertsekas, Dynamic Programming and Optimal Control, vol. 2, 4.1).
const regulator = { a: 1, b: 0.5, q: 1, r: 0.3, discount: 0.8, deviation: 0.05, horizon: 4 };

function riccati({ a, b, q, r, discount }: typeof regulator): number {
  let p = q;
  for (let k = 0; k < 1000; k++)
    p = q + discount * a * a * p - (discount * a * b * p) ** 2 / (r + discount * b * b * p);
  return (discount * a * b * p) / (r + discount * b * b * p);
}

/** The regulator as a world that is cut off after some steps; control in [−2, 2]. */
function linearWorld(): NumericEnvironment {
  const { a, b, q, r, deviation, horizon } = regulator;
  const state = layout({ x: [1], step: [1] });
  const { x, step } = state.views;
  return {
    state,
    spec: singleAgentSpec({
      label: "regulator",
      horizon,
      action: { low: [-2], high: [2] },
      actionUnit: "push",
      observation: [field("x", -1, 1, "where it is")],
      channels: [flow("payoff", "points", -100, 0, "sum", "minus the cost")],
      publicState: [],
    }),
    reset(random, outcomes) {
      x[0] = random.uniform(-1, 1);
      step[0] = 0;
      outcomes.fill(0);
    },
    step(actions, outcomes, random) {
      const u = clip(actions[0], -2, 2);
      outcomes[0] = -(q * x[0] ** 2 + r * u ** 2);
      x[0] = a * x[0] + b * u + deviation * random.normal();
      step[0] += 1;
      return step[0] === horizon ? Status.truncated : Status.running;
    },
    observe(observations) {
      observations[0] = x[0];
    },
  };
}

test.each(both)("%s learns the best control of a linear system with quadratic costs", (_id, algorithm) => {
  const states = [-0.8, -0.4, 0, 0.4, 0.8];
  const gain = riccati(regulator);
  const training = algorithm
    .make({ ...quick, batch: 128, criticRate: 5e-3, actorRate: 1e-3, discount: regulator.discount })
    .train(context(linearWorld));
  trainToEnd(training);
  const controls = places(training.player(0), -2, 2, states).map((place) => 2 * place);
  training.close();
  // Least squares through the origin: the learnt gain, and how far single answers are from the line.
  const learnt = controls.reduce((sum, u, k) => sum - u * states[k], 0) / states.reduce((sum, x) => sum + x * x, 0);
  expect(Math.abs(learnt / gain - 1)).toBeLessThan(0.1);
  for (const [k, u] of controls.entries()) expect(Math.abs(u + gain * states[k])).toBeLessThan(0.15);
});
