// Guidance: its special cases and its distillation as equations, its directions and lengths, its values against differences and samples, and
// trainings and players that use it.

import { expect, test } from "vitest";
import { expectResumes, tensorPrints, trainingContext, wholeTraining } from "../../../test/fixtures/training.ts";
import type { AlgorithmPlan, TrainingCheckpoint, TrainingContext } from "../../core/algorithm.ts";
import { Random } from "../../core/random.ts";
import { sprites } from "../../environments/pictures/sprites.ts";
import { channel } from "../../rewards/channel-reward.ts";
import { exactFlow } from "./exact-flow.ts";
import { distilled, type GuidanceOptions, guidanceParameters, guide } from "./guidance.ts";
import { guidedFlow } from "./guided-flow.ts";
import { paidFlows } from "./paid-flows.ts";
import { exactProcess, type NoisyStates, type ProcessReward, payProcess } from "./process-reward.ts";
import { type Diffusion, drawBySde, stochasticStep, stochasticSteps } from "./samplers.ts";

const RISING: Diffusion = { kind: "rising", a: 0.7 };
const CONSTANT: Diffusion = { kind: "constant", eta: 0.25 };
const options = (given: Partial<GuidanceOptions> = {}): GuidanceOptions => ({
  ...guidanceParameters.parse({}),
  ...given,
});
const linear =
  (slope: number): ProcessReward =>
  ({ x, rows }, values, gradient) => {
    values.fill(0);
    for (const [k, one] of x.entries()) values[Math.floor((k * rows) / x.length)] += slope * one;
    gradient?.fill(slope);
    return rows;
  };

/** Draws two rows of three numbers in a field, guided or not; the states on the way. */
function drawn(diffusion: Diffusion, given?: Partial<GuidanceOptions>, reward = linear(2)) {
  const grid = stochasticSteps(diffusion, 6, true);
  const guides = given && guide(grid, reward, options({ by: "exact", ...given }), 2, 3, true);
  const x = Float32Array.of(1, -0.4, 0.3, 0.2, 0.9, -1.2);
  const hook = guides?.hook({ conditions: new Float32Array(2), tried: () => {}, random: Random.of(1, "guide") });
  const states: { before: number[]; after: number[]; v: number[] }[] = [];
  drawBySde(
    (state) => state.map((one) => 0.3 * one - 0.1),
    x,
    grid,
    Random.of(2, "steps"),
    (before, v, after) => states.push({ before: [...before], after: [...after], v: Array.from(v) }),
    hook,
  );
  return { grid, states, moves: guides?.drawn.moves, values: guides?.drawn.values };
}

test.each([
  ["constant noise, DanceGRPO", CONSTANT, () => 0.25],
  ["rising noise, Flow-GRPO", RISING, (t: number) => 0.7 * Math.sqrt(t / (1 - t))],
] as const)("with κ = 0 a step's mean is that of %s", (_, diffusion, sigmaAt) => {
  const { grid, states } = drawn(diffusion, { kappa: 0 });
  expect(states).toEqual(drawn(diffusion).states);
  const random = Random.of(2, "steps");
  const d = 1 / 6;
  for (const [index, { before, after, v }] of states.entries()) {
    const { t } = grid[index];
    const sigma = index === 5 ? 0 : sigmaAt(index === 0 && diffusion.kind === "rising" ? t - d : t);
    for (const [k, x] of before.entries()) {
      const score = -(x + (1 - t) * v[k]) / t;
      const mean = x - d * v[k] + ((sigma * sigma * d) / 2) * score;
      expect(after[k]).toBeCloseTo(mean + (sigma > 0 ? sigma * Math.sqrt(d) * random.normal() : 0), 6);
    }
  }
});

test("a guided mean is the unguided one of distilled velocities", () => {
  const random = Random.of(4, "distilled");
  for (const diffusion of [RISING, CONSTANT]) {
    for (const t of [0.95, 0.6, 0.25]) {
      const step = stochasticStep(t, 0.1, diffusion.kind === "constant" ? diffusion.eta : 0.7 * Math.sqrt(t / (1 - t)));
      const [x, v, moved] = [0, 1, 2].map(() => Float32Array.from({ length: 8 }, () => random.normal()));
      const target = new Float32Array(8);
      distilled(v, moved, step, target);
      for (let k = 0; k < 8; k++)
        expect(step.keep * x[k] - step.move * target[k]).toBeCloseTo(step.keep * x[k] - step.move * v[k] + moved[k], 5);
    }
  }
});

test("on normal data guidance ends between the base and the tilt, the nearer to the tilt the more noise there is", () => {
  // Data N(1, 0.25), reward 2x: the tilt has mean 1.5. The mean moves by (η²/2)·d·∇V with ∇V = 2·dE[x₀|x]/dx, and κ = η²/2 at β = 1.
  const ended = (eta: number): number => {
    const steps = 400;
    let mean = 0;
    for (let k = 0; k < steps; k++) {
      const t = 1 - k / steps;
      const { keep, move } = stochasticStep(t, 1 / steps, eta);
      const q = 0.25 * (1 - t) ** 2 + t * t;
      const slope = (t - 0.25 * (1 - t)) / q;
      const up = ((eta * eta) / 2 / steps) * ((2 * 0.25 * (1 - t)) / q);
      mean = (keep - move * slope) * mean - move * (-1 - slope * (1 - t)) + up;
    }
    return mean;
  };
  const ends = [0, 0.25, 0.5, 1, 2].map(ended);
  expect(ends[0]).toBeCloseTo(1, 2);
  for (let k = 1; k < ends.length; k++) expect(ends[k]).toBeGreaterThan(ends[k - 1] + 0.01);
  expect(ends[4]).toBeLessThan(1.5);
});

test("a move is κ·d·∇r, in its window alone, as long as the cap at most; another direction is as long", () => {
  const lengthOf = (move: Float32Array, row: number) => Math.hypot(...move.subarray(3 * row, 3 * row + 3));
  const plain = drawn(CONSTANT, { kappa: 0.3, cap: 0, from: 0.9, until: 0.4 });
  const there = plain.grid.map(({ t }) => t <= 0.9 && t >= 0.4);
  expect(there).toContain(true);
  for (const [index, move] of plain.moves?.entries() ?? []) {
    for (const one of move) expect(one).toBeCloseTo(there[index] ? 0.3 * (1 / 6) * 2 : 0, 6);
  }
  const unit = drawn(CONSTANT, { kappa: 0.3, cap: 0, unit: true });
  expect(lengthOf(unit.moves?.[1] ?? new Float32Array(6), 1)).toBeCloseTo(0.3 / 6, 6);
  const cap = 0.5 * 0.25 * Math.sqrt(1 / 6) * Math.sqrt(3);
  for (const direction of ["gradient", "random", "opposite"] as const) {
    const { moves = [], values } = drawn(CONSTANT, { kappa: 100, cap: 0.5, direction });
    for (const row of [0, 1]) expect(lengthOf(moves[2], row)).toBeCloseTo(cap, 6);
    if (direction !== "random") expect(Math.sign(moves[2][0])).toBe(direction === "opposite" ? -1 : 1);
    else expect(moves[2][0]).not.toBeCloseTo(moves[2][1], 4);
    expect(values?.[0][0]).toBeCloseTo(2 * (1 - 0.4 + 0.3), 6);
  }
});

test("guidance that explodes ends a draw in a sentence with its step", () => {
  expect(() => drawn(CONSTANT, { kappa: 1e6, cap: 0 })).toThrow(
    /guidance moved a number of an action to 3.3e\+5 at step 1 of 6/,
  );
  const broken: ProcessReward = (_, __, gradient) => {
    gradient?.fill(Number.NaN);
    return 1;
  };
  expect(() => drawn(CONSTANT, { kappa: 1 }, broken)).toThrow(/NaN at step 1 of 6/);
});

const make = () => sprites.make({ noise: 0.5 });
const { spec } = make();

/** Noisy states of two pictures to two captions. */
function statesAt(t: number): NoisyStates {
  const random = Random.of(5, "states");
  const conditions = new Float32Array(2 * spec.observationSize);
  const seen = new Float32Array(spec.observationSize);
  for (const row of [0, 1]) {
    const world = make();
    world.reset(Random.of(row, "caption"), new Float64Array(spec.channels.length));
    world.observe(seen);
    // Words of 0 and 1 are scaled to −1 and 1.
    for (const [k, word] of seen.entries()) conditions[row * seen.length + k] = 2 * word - 1;
  }
  const x = Float32Array.from({ length: 2 * spec.actionSize }, () => t * random.normal() - (1 - t));
  return { x, v: new Float32Array(x.length), t, conditions, rows: 2, tried: () => {}, random };
}

test("the exact value is ln of the posterior of right templates, and finite differences confirm its gradient", () => {
  const states = statesAt(0.6);
  const reward = exactProcess(spec);
  const [values, gradient] = [new Float64Array(2), new Float32Array(states.x.length)];
  expect(reward(states, values, gradient)).toBe(2);
  const { mixture } = spec;
  if (mixture === undefined) throw new Error("sprites are a mixture");
  const { count, size, tokens, templates } = mixture;
  for (const row of [0, 1]) {
    const seen = states.conditions
      .subarray(row * spec.observationSize, (row + 1) * spec.observationSize)
      .map((word) => (word + 1) / 2);
    let chance = 1;
    for (let token = 0; token < tokens; token++) {
      const [weights, posterior] = [new Float64Array(count), new Float64Array(count)];
      mixture.weights(seen, token, weights);
      exactFlow({ templates, size, weights }).posterior(states.x, (row * tokens + token) * size, 0.6, posterior);
      chance *= posterior.reduce((sum, one, id) => sum + (mixture.fits(seen, token, id) ? one : 0), 0);
    }
    expect(values[row]).toBeCloseTo(Math.log(chance), 9);
  }
  const at = [...gradient.keys()].sort((a, b) => Math.abs(gradient[b]) - Math.abs(gradient[a])).slice(0, 3);
  for (const k of at) {
    const row = Math.floor(k / spec.actionSize);
    const [above, below] = [new Float64Array(2), new Float64Array(2)];
    const before = states.x[k];
    states.x[k] = before + 1e-2;
    reward(states, above);
    states.x[k] = before - 1e-2;
    reward(states, below);
    states.x[k] = before;
    expect((above[row] - below[row]) / 2e-2).toBeCloseTo(gradient[k], 2);
  }
});

test("finite differences of a linear pay are its gradient on average, in two more judgements a row", () => {
  const slopes = [0.5, -1, 2];
  const random = Random.of(6, "spsa");
  const tried = (actions: Float32Array, into: Float64Array) => {
    for (const row of into.keys()) into[row] = slopes.reduce((sum, slope, k) => sum + slope * actions[3 * row + k], 0);
  };
  const rows = 2000;
  const x = new Float32Array(3 * rows).fill(0.3);
  const states = { x, v: new Float32Array(x.length), t: 0.5, conditions: new Float32Array(rows), rows, tried, random };
  const [values, gradient] = [new Float64Array(rows), new Float32Array(x.length)];
  expect(payProcess(0.1)(states, values)).toBe(rows);
  expect(payProcess(0.1)(states, values, gradient)).toBe(3 * rows);
  expect(values[7]).toBeCloseTo(0.45, 6);
  for (const [k, slope] of slopes.entries()) {
    let mean = 0;
    for (let row = 0; row < rows; row++) mean += gradient[3 * row + k] / rows;
    // The deviation of an estimate is at most √5.
    expect(Math.abs(mean - slope)).toBeLessThan(0.2);
  }
});

test("what cannot be guided is refused in a sentence", () => {
  const { mixture: _, ...without } = spec;
  const exact = { guidance: { by: "exact" } };
  for (const plan of [grpo(exact), guidedFlow.make(exact)])
    expect(() => plan.check(without)).toThrow(/right actions are finitely many/);
  expect(() => grpo({ credit: 1 })).toThrow(/credit and distillation need a process reward/);
});

const small = { updates: 4, observations: 3, group: 4, width: 12, blocks: 1, drawSteps: 4, rate: 1e-3 };
const grpo = (given: object): AlgorithmPlan => {
  const entry = paidFlows.find(({ id }) => id === "flow-grpo");
  if (entry === undefined) throw new Error("no flow-grpo");
  return entry.make({ ...small, ...given });
};
const context = (pay: string): TrainingContext => ({
  ...trainingContext(make, "guidance"),
  makeReward: () => channel(pay)(spec),
  makeObjective: () => channel("right")(spec),
});
const trained = (given: object, pay = "closeness") => wholeTraining(grpo(given).train(context(pay)));
const ends = (checkpoints: readonly TrainingCheckpoint[]) =>
  tensorPrints({ tensors: checkpoints.at(-1)?.tensors ?? [] });

test.each(["constant", "rising"] as const)(
  "a training with κ = 0 is one without guidance, under %s noise",
  (diffusion) => {
    const without = trained({ diffusion });
    const zero = trained({ diffusion, guidance: { by: "exact", kappa: 0 } });
    expect(ends(zero.checkpoints)).toEqual(ends(without.checkpoints));
    const guided = trained({ diffusion, guidance: { by: "exact", kappa: 0.1 } });
    expect(ends(guided.checkpoints)).not.toEqual(ends(without.checkpoints));
    // Of four steps the last is without noise.
    expect(guided.reports[0].measures.judgements).toBe(3);
  },
);

test("where no outcome tells actions apart, the process reward alone teaches", () => {
  // A network that has learnt nothing draws no right picture.
  const level = { guidance: { by: "exact", kappa: 0 }, kl: 0, updates: 1 };
  const still = trained(level, "right");
  const rated = trained({ ...level, credit: 1 }, "right");
  expect(still.reports[0].measures).toMatchObject({ pay: 0, gradientNorm: 0 });
  expect(rated.reports[0].measures.pay).toBe(0);
  expect(rated.reports[0].measures.gradientNorm).toBeGreaterThan(0);
});

test("guided trainings with a learnt process reward, credit, distillation and a goal go on from checkpoints", () => {
  const guidance = { by: "learnt", kappa: 1, samples: 60, gradientSteps: 4, learnWidth: 8 };
  const plan = grpo({ segments: 4, credit: 1, distillation: 1, goal: 0.9, guidance });
  const { reports } = expectResumes((from) => plan.train(context("closeness"), from));
  expect(reports[3].measures).toMatchObject({ updatesToGoal: 4, judgements: 4, unguided: 0 });
});

test("a learnt process reward knows more of the brightness of what is nearly drawn", () => {
  const guidance = { by: "learnt", kappa: 0, samples: 600, gradientSteps: 150, learnWidth: 24 };
  const { reports } = trained({ updates: 1, observations: 30, drawSteps: 3, guidance }, "brightness");
  const { processArea30, processArea90 } = reports[0].measures;
  expect(processArea30).toBeGreaterThan(0.7);
  expect(processArea30).toBeGreaterThan(processArea90);
});

test("a flow is guided without training, and the best of several actions is played", () => {
  const brightness = (given: object): number => {
    const plan = guidedFlow.make({ width: 12, blocks: 1, drawSteps: 4, ...given });
    const training = plan.train(context("brightness"));
    training.update();
    const player = training.player(0);
    training.close();
    const outcomes = new Float64Array(spec.channels.length);
    const [seen, action] = [new Float32Array(spec.observationSize), new Float64Array(spec.actionSize)];
    let sum = 0;
    for (let k = 0; k < 20; k++) {
      const world = make();
      world.reset(Random.of(k, "world"), outcomes);
      world.observe(seen);
      player.reset(Random.of(k, "player"));
      player.watch?.(world.state.buffer, outcomes);
      player.act(seen, action);
      world.step(action, outcomes, Random.of(k, "step"));
      sum += outcomes[7] / 20;
    }
    player.close?.();
    return sum;
  };
  const plain = brightness({});
  expect(brightness({ tries: 8 })).toBeGreaterThan(plain + 0.05);
  expect(brightness({ guidance: { by: "pay", kappa: 100 } })).toBeGreaterThan(plain + 0.05);
});
