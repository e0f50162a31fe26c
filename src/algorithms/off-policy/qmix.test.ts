// Learners of a team's value against what each can represent, known in closed form, and the promises of every training.

import { describe, expect, test } from "vitest";
import { oneMove, places, twoStep } from "../../../test/fixtures/games.ts";
import { matrix } from "../../../test/fixtures/matrix.ts";
import { settings } from "../../../test/fixtures/settings.ts";
import { trainingContext, trainToEnd } from "../../../test/fixtures/training.ts";
import type { Training } from "../../core/algorithm.ts";
import type { NumericEnvironment } from "../../core/environment.ts";
import { Random } from "../../core/random.ts";
import { np } from "../../nn/jax.ts";
import { Parameters } from "../../nn/parameters.ts";
import { monotonicMixer, qmix, vdn } from "./value-decomposition.ts";

const context = (make: () => NumericEnvironment, seed = 1) => trainingContext(make, "qmix test", seed);

// All play is at random, as in the paper's section 5, so that every state and every pair of choices is seen.
const wandering = settings(`
  steps: 8000, warmup: 500, copies: 8, gradients: 2, batch: 64, rate: 3e-3, explore: 1, exploreEnd: 1,
  discount: 0.99, targetEvery: 50, hidden: [16], segments: 1, scaleRewards: false
`);

/** What both players get in the two-step game by their greedy choices. */
function played(training: Training): number {
  const world = twoStep();
  const outcomes = new Float64Array(2);
  const seen = new Float32Array(6);
  const actions = new Float64Array(2);
  const players = [0, 1].map((seat) => training.player(seat));
  world.reset(Random.of(1), outcomes);
  for (const player of players) player.reset(Random.of(1));
  for (let t = 0; t < 2; t++) {
    world.observe(seen);
    for (const [k, player] of players.entries())
      player.act(seen.subarray(3 * k, 3 * k + 3), actions.subarray(k, k + 1));
    world.step(actions, outcomes, Random.of(1));
  }
  for (const player of players) player.close?.();
  return outcomes[0];
}

/** The learnt team values of the four pairs of choices where both see `place`. */
function values(training: ReturnType<ReturnType<typeof qmix.make>["train"]>, place: number): number[] {
  const seen = Float32Array.from({ length: 6 }, (_, k) => (k % 3 === place ? 1 : -1));
  return [0, 1, 2, 3].map((pair) => training.learners[0].teamValue(seen, [Math.floor(pair / 2), pair % 2]));
}

test("in the two-step game qmix learns the values and gets 8", () => {
  const training = qmix.make(wandering).train(context(twoStep));
  trainToEnd(training);
  const [start, joint] = [values(training, 0), values(training, 2)];
  expect(played(training)).toBe(8);
  training.close();
  for (const [k, value] of [0, 1, 1, 8].entries()) expect(Math.abs(joint[k] - value)).toBeLessThan(0.3);
  for (const [k, value] of [7, 7, 8, 8].entries()) expect(Math.abs(start[k] - 0.99 * value)).toBeLessThan(0.3);
});

test("in the two-step game vdn learns the nearest sums and gets 7", () => {
  // Sums miss every pair, so that each step pulls at them: a small rate. Of 0, 1, 1, 8, equally often: row mean plus column mean less the mean, −1.5, 2.5, 2.5, 6.5; the paper's table 1b.
  const training = vdn
    .make({ ...wandering, batch: 128, rate: 1e-3, steps: 12_000, capacity: 12_000 })
    .train(context(twoStep));
  trainToEnd(training);
  const [start, joint] = [values(training, 0), values(training, 2)];
  expect(played(training)).toBe(7);
  training.close();
  for (const [k, value] of [-1.5, 2.5, 2.5, 6.5].entries()) expect(Math.abs(joint[k] - value)).toBeLessThan(0.3);
  for (const [k, value] of [7, 7, 6.5, 6.5].entries()) expect(Math.abs(start[k] - 0.99 * value)).toBeLessThan(0.3);
});

// Claus & Boutilier (1998): the best pair of choices is surrounded by penalties.
const CLIMBING = matrix("11 -30 0 | -30 7 6 | 0 0 5");
const climbing = () =>
  oneMove({ players: 2, action: { choices: 3 }, pays: ([a, b]) => [CLIMBING[a][b], CLIMBING[a][b]] });

test("in the climbing game vdn's sums hide the best pair: the nearest ones lead to choices that pay 5", () => {
  const training = vdn.make({ ...wandering, teamPay: "sum" }).train(context(climbing));
  trainToEnd(training);
  const rows = CLIMBING.map((row) => row.reduce((a, b) => a + b) / 3);
  const columns = [0, 1, 2].map((b) => CLIMBING.reduce((sum, row) => sum + row[b], 0) / 3);
  const mean = rows.reduce((a, b) => a + b) / 3;
  const nearest = (a: number, b: number) => 2 * (rows[a] + columns[b] - mean);
  for (let a = 0; a < 3; a++) {
    for (let b = 0; b < 3; b++)
      expect(Math.abs(training.learners[0].teamValue(new Float32Array(2), [a, b]) - nearest(a, b))).toBeLessThan(2);
  }
  const greedy = [0, 1].map((seat) => {
    const player = training.player(seat);
    player.reset(Random.of(1));
    const action = new Float64Array(1);
    player.act(new Float32Array(1), action);
    player.close?.();
    return action[0];
  });
  training.close();
  expect(greedy).toEqual([2, 2]);
});

describe.each([
  ["qmix", qmix],
  ["vdn", vdn],
] as const)("%s", (_id, algorithm) => {
  test("cuts boxes into levels, and answers the cues that each seat sees", () => {
    // The team is paid by how near each seat's place is to its own cue's sign times a half; levels are −1, −0.5 … 1.
    const make = () =>
      oneMove({
        players: 3,
        action: { low: 0, high: 10 },
        cues: true,
        pays: (x, cues) => x.map((own, i) => -Math.abs(own - Math.sign(cues[i]) / 2)),
      });
    const training = algorithm.make({ ...wandering, bins: 5, steps: 6000, hidden: [32] }).train(context(make));
    trainToEnd(training);
    for (const seat of [0, 1, 2]) {
      const positions = places(training.player(seat), 0, 10, [-0.8, -0.3, 0.3, 0.8]);
      expect(positions).toEqual([-0.5, -0.5, 0.5, 0.5]);
    }
    training.close();
  });
});

test("a mixer's value rises with every seat's value, in any state", () => {
  const mixer = monotonicMixer(3, 4, 8);
  const parameters = new Parameters(mixer.shapes);
  const random = Random.of(3, "mixer");
  mixer.initialise(parameters, 0, random);
  const batch = 50;
  const states = Float32Array.from({ length: batch * 4 }, () => random.normal());
  const seats = Float32Array.from({ length: batch * 3 }, () => 3 * random.normal());
  const total = (values: Float32Array) =>
    mixer
      .apply(
        parameters.weights(),
        np.array(values.slice()).reshape([batch, 3]),
        np.array(states.slice()).reshape([batch, 4]),
      )
      .dataSync();
  const before = total(seats);
  for (const seat of [0, 1, 2]) {
    const after = total(seats.map((value, at) => (at % 3 === seat ? value + 1 : value)));
    for (let row = 0; row < batch; row++) expect(after[row]).toBeGreaterThan(before[row]);
  }
});
