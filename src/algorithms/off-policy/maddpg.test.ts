// Deterministic learners with central critics against equilibria in closed form, and the promises of every training.

import { expect, test } from "vitest";
import { oneMove, places } from "../../../test/fixtures/games.ts";
import { settings } from "../../../test/fixtures/settings.ts";
import { trainingContext, trainToEnd } from "../../../test/fixtures/training.ts";
import type { Training, TrainingContext } from "../../core/algorithm.ts";
import { type NumericEnvironment, Status } from "../../core/environment.ts";
import { apacheProject } from "../../environments/coopetition/team-worlds.ts";
import { ddpg, m3ddpg, maddpg, matd3 } from "./deterministic.ts";

const context = (make: () => NumericEnvironment, seed = 1) => trainingContext(make, "maddpg test", seed);

// A short memory, so that others' remembered actions are about their present ones; noise that stays wide.
const quick = settings(`
  steps: 6000, warmup: 1000, every: 1, copies: 4, batch: 64, capacity: 2000, actorRate: 2e-3,
  criticRate: 1e-2, hidden: [16, 16], activation: tanh, noise: 0.4, noiseEnd: 0.2, targetShare: 0.02,
  segments: 1, scaleRewards: false
`);

// Two players on [−1, 1] are paid −(x_i − m_i)² + k·x_i·x_j: the best answer is m_i + k·x_j/2, and the equilibrium is
// x_i = (m_i + k·m_j/2)/(1 − k²/4).
const K = 0.6;
const duel = (m: readonly number[], end: Status = Status.terminated) =>
  oneMove({
    players: 2,
    action: { low: 0, high: 10 },
    end,
    pays: (x) => x.map((own, i) => -((own - m[i]) ** 2) + K * own * x[1 - i]),
  });
const nash = (m: readonly number[]) => m.map((own, i) => (own + (K / 2) * m[1 - i]) / (1 - K ** 2 / 4));

/** Where both players end up without cues. */
function settled(training: Training): number[] {
  trainToEnd(training);
  const positions = [0, 1].flatMap((seat) => places(training.player(seat), 0, 10, [0]));
  training.close();
  return positions;
}

test("maddpg finds the equilibrium of a quadratic game, which is neither player's best alone", () => {
  const m = [0.5, -0.1];
  const positions = settled(maddpg.make(quick).train(context(() => duel(m))));
  for (const [i, x] of positions.entries()) expect(Math.abs(x - nash(m)[i])).toBeLessThan(0.05);
  expect(nash(m)[1] - m[1]).toBeGreaterThan(0.15);
});

test("matd3 beside a player that does not learn: each seat answers its own cue, and the others on average", () => {
  // −(x_i − m_i − c_i/2)² + k·x_i·(x_j + x_1), where seat 1 always plays 0.4: x_i(c) = m_i + c/2 + k/2·(mean x_j + 0.4).
  const m = [0.2, 0, -0.4];
  const k = 0.5;
  const fixed = 0.4;
  const make = () =>
    oneMove({
      players: 3,
      action: { low: 0, high: 10 },
      cues: true,
      pays: (x, cues) => x.map((own, i) => -((own - m[i] - cues[i] / 2) ** 2) + k * own * (x[0] + x[1] + x[2] - own)),
    });
  const whole = context(make);
  const some: TrainingContext = {
    ...whole,
    seats: [0, 2],
    partners: [
      undefined,
      () => ({
        reset() {},
        act(_observation, action) {
          action[0] = 5 + 5 * fixed;
        },
      }),
      undefined,
    ],
  };
  const training = matd3.make({ ...quick, steps: 7000, capacity: 4000 }).train(some);
  trainToEnd(training);
  const h = k / 2;
  const own = [0, 2].map((i) => m[i] + h * fixed);
  const means = own.map((x, i) => (x + h * own[1 - i]) / (1 - h * h));
  const cues = [-0.8, 0, 0.8];
  for (const [place, seat] of [0, 2].entries()) {
    const positions = places(training.player(seat), 0, 10, cues);
    for (const [c, x] of positions.entries())
      expect(Math.abs(x - (own[place] + cues[c] / 2 + h * means[1 - place]))).toBeLessThan(0.1);
  }
  expect(() => training.player(1)).toThrow("seat 1 does not learn");
  training.close();
});

test("m3ddpg: against others a step α down one's own slope, the resting point and its value are those in closed form", () => {
  // x_j* = x_j − α·k·x_i, so that −2(x_i − m_i) + k·x_j* = 0: (2 + αk²)·x_i = 2m_i + k·x_j.
  const m = [0.5, 0.4];
  const step = 1;
  const discount = 0.5;
  const slope = 2 + step * K ** 2;
  const wanted = m.map((own, i) => (2 * own + (K * 2 * m[1 - i]) / slope) / (slope - K ** 2 / slope));
  const training = m3ddpg
    .make({ ...quick, steps: 5000, perturbation: step, discount })
    .train(context(() => duel(m, Status.truncated)));
  const last = trainToEnd(training).at(-1)?.measures;
  const positions = [0, 1].flatMap((seat) => places(training.player(seat), 0, 10, [0]));
  training.close();
  for (const [i, x] of positions.entries()) {
    expect(Math.abs(x - wanted[i])).toBeLessThan(0.05);
    expect(nash(m)[i] - wanted[i]).toBeGreaterThan(0.1);
  }
  // Episodes are cut off, so that values go on, and expect the worse actions too: V_i = r_i(x_i, x_j*)/(1 − γ).
  const worth = (worse: number) =>
    wanted.reduce((sum, x, i) => sum - (x - m[i]) ** 2 + K * x * (wanted[1 - i] - worse * K * x), 0) / 2;
  expect(Math.abs(-(last?.actorLoss ?? 0) - worth(step) / (1 - discount))).toBeLessThan(0.05);
  expect((worth(0) - worth(step)) / (1 - discount)).toBeGreaterThan(0.15);
});

test("m3ddpg with steps as wide as the box finds the minimax place", () => {
  // max over x of min over y in [−1, 1] of −(x − m)² + k·x·y is at m − k/2 where m > k/2.
  const m = [0.5, 0.4];
  const positions = settled(
    m3ddpg
      .make({ ...quick, steps: 5000, capacity: 5000, perturbation: 2, normalise: true })
      .train(context(() => duel(m))),
  );
  for (const [i, x] of positions.entries()) {
    expect(Math.abs(x - (m[i] - K / 2))).toBeLessThan(0.08);
    expect(nash(m)[i]).toBeGreaterThan(0.5);
  }
});

test("alone at the table, maddpg is ddpg", () => {
  const short = { ...quick, steps: 800, warmup: 400, interval: 200, segments: 2 };
  const begin = () => context(() => oneMove({ players: 1, action: { low: 0, high: 1 }, pays: ([x]) => [-x * x] }));
  const one = maddpg.make({ ...short, restraint: 0 }).train(begin());
  const other = ddpg.make(short).train(begin());
  expect(trainToEnd(one)).toEqual(trainToEnd(other));
  expect(one.checkpoint()).toEqual(other.checkpoint());
  one.close();
  other.close();
});

test("a memory that is too large is refused in one sentence", () => {
  const { spec } = apacheProject.make();
  expect(() => maddpg.make({ capacity: 10_000_000 }).check(spec)).toThrow(
    /^a memory of 10000000 joint transitions of this world would take \d+ GiB; set capacity to \d+ or less$/,
  );
  expect(() => maddpg.make({ capacity: 1000 }).check(spec)).not.toThrow();
});
