// Mean-field actor-critic against best answers to a running mean that are known, and the promises of every training.

import { expect, test } from "vitest";
import { runningGame } from "../../../test/fixtures/games.ts";
import { matrix } from "../../../test/fixtures/matrix.ts";
import { settings } from "../../../test/fixtures/settings.ts";
import { trainingContext, trainToEnd } from "../../../test/fixtures/training.ts";
import type { Training } from "../../core/algorithm.ts";
import type { NumericEnvironment } from "../../core/environment.ts";
import { Random } from "../../core/random.ts";
import { lunarLander } from "../../environments/control/lunar-lander.ts";
import { actionChoices } from "./action-choices.ts";
import { meanField } from "./mean-field.ts";

const context = (make: () => NumericEnvironment, seed = 1) => trainingContext(make, "mean-field test", seed);

const quick = settings(`
  steps: 8000, warmup: 500, every: 1, copies: 8, batch: 64, actorRate: 2e-3, criticRate: 5e-3, discount: 0,
  entropy: 0.3, hidden: [32], segments: 1, mix: 0.5, bins: 11
`);

/** What seat 1 does at the end of episodes in which both others always did the same, one number for each step. */
function answersTo(training: Training, steps: readonly number[]): number {
  const player = training.player(1);
  const action = new Float64Array(1);
  player.reset(Random.of(1));
  player.act(new Float32Array(3), action);
  for (const others of steps) player.act(Float32Array.of(others, action[0], others), action);
  player.close?.();
  return action[0];
}

test("plays the best answer to a running mean that no single observation shows", () => {
  // −(a_i + m_i)²: the best answer to a running mean m is −m. Levels are 0.2 apart.
  const make = () =>
    runningGame({ players: 3, horizon: 5, mix: 0.5, first: 0, pays: (own, mean) => -((own + mean) ** 2) });
  const training = meanField.make(quick).train(context(make));
  trainToEnd(training);
  for (const places of matrix("0.8 0.8 0 | -0.8 -0.8 0 | 0.4 0.4 0.4 | -0.4 -0.4 -0.4 | 0 0 0 | 0.8 -0.2")) {
    const mean = places.reduce((m, x) => 0.5 * m + 0.5 * x, 0);
    const others = places.map((x) => 5 + 5 * x);
    expect(Math.abs(answersTo(training, others) / 5 - 1 + mean)).toBeLessThan(0.2);
  }
  training.close();
});

test("the critic sees the others' present mean, and values go on under the policies as they are", () => {
  // 1 + a_i·ā_i for ever, played nearly at random: the mean value is 1/(1 − γ), and ā leaves nothing of the pay unexplained,
  // where without it the variance of a_i·ā_i would remain: 0.4·0.2 = 0.08 for eleven levels and two others.
  const make = () =>
    runningGame({ players: 3, horizon: 4, mix: 0.5, first: 0, pays: (own, _mean, present) => 1 + own * present });
  const weight = 10;
  const training = meanField
    .make({ ...quick, entropy: weight, discount: 0.5, targetShare: 0.02, scaleRewards: false })
    .train(context(make));
  const last = trainToEnd(training).at(-1)?.measures ?? {};
  training.close();
  expect(last.criticLoss).toBeLessThan(0.01);
  expect(last.entropy).toBeGreaterThan(Math.log(11) - 0.01);
  expect(Math.abs(-last.actorLoss - weight * last.entropy - 2)).toBeLessThan(0.05);
});

test("among a few choices it takes the one that the others took less", () => {
  const make = () =>
    runningGame({
      players: 3,
      choices: 2,
      horizon: 6,
      mix: 0.5,
      first: 0.5,
      pays: (own, mean) => (own === 1 ? 0.5 - mean : mean - 0.5),
    });
  const training = meanField.make(quick).train(context(make));
  trainToEnd(training);
  // After 1, 1, 0 the mean is 0.4375: what was done last does not decide.
  for (const [steps, wanted] of [
    [[1, 1, 1], 0],
    [[0, 0, 0], 1],
    [[1, 0], 1],
    [[0, 1], 0],
  ] as const)
    expect(answersTo(training, steps)).toBe(wanted);
  training.close();
});

test("fewer than three that learn are refused", () => {
  const whole = context(() => runningGame({ players: 3, horizon: 2, mix: 1, first: 0, pays: (own) => own }));
  const fixed = () => ({ reset() {}, act() {} });
  expect(() => meanField.make({}).train({ ...whole, seats: [0, 1], partners: [undefined, undefined, fixed] })).toThrow(
    "and those that learn are 2",
  );
});

test("levels of two numbers are all combinations, ends included", () => {
  const { spec } = lunarLander.make({ continuous: true });
  const { count, width, codes, decode } = actionChoices(spec, 3);
  expect([count, width]).toEqual([9, 2]);
  const action = new Float64Array(2);
  const seen = Array.from({ length: count }, (_, choice) => {
    decode(choice, 0, action, 0);
    expect(Array.from(codes.subarray(2 * choice, 2 * choice + 2))).toEqual(Array.from(action));
    return action.join(" ");
  });
  expect(seen).toEqual(["-1 -1", "0 -1", "1 -1", "-1 0", "0 0", "1 0", "-1 1", "0 1", "1 1"]);
});
