// The parts of adversarial environment design: buffer, scores, the learned rule and meta-training.

import { describe, expect, test } from "vitest";
import { optimalHorizonReturn } from "../../algorithms/planning/finite-horizon.ts";
import { softmaxTable } from "../../algorithms/tabular/softmax-policy.ts";
import { addScores, record, trajectory } from "../../algorithms/tabular/trajectory.ts";
import { Random } from "../../core/random.ts";
import { objectLevel } from "../../environments/gridworld/object-levels.ts";
import { objectProcess } from "../../environments/gridworld/objects.ts";
import { A2C, advantageRule, META_PARAMETERS, settingsOf } from "./advantage-rule.ts";
import { type Curriculum, fixedLevels, levelBuffer, randomLevels, replayedLevels } from "./curriculum.ts";
import { initialLpg, LPG_SIZE, LPG_STEP, lpgRule, lpgStep, WIDTH as W } from "./learned-policy-gradient.ts";
import {
  absoluteValueLoss,
  algorithmicRegret,
  anyLevel,
  chance,
  lead,
  minimumReturn,
  negated,
  optimalRegret,
  positiveValueLoss,
} from "./level-scores.ts";
import { live, workers } from "./life.ts";
import { metaTraining } from "./meta-training.ts";
import { gruSize, reverseGru } from "./reverse-gru.ts";

const source = (random: Random) => objectProcess(objectLevel("small", random));
const lifetime = { updates: 10, environments: 8, steps: 20 };
const noise = (size: number, seed: number) => {
  const random = Random.of(seed, "noise");
  return Array.from({ length: size }, () => random.normal());
};

describe("the level buffer", () => {
  /** A buffer of numbers 0, 1, 2 … in the order they were drawn. */
  function counting(size: number, replay: number) {
    let drawn = 0;
    return levelBuffer({ size, replay, draw: () => drawn++ }, Random.of(1));
  }

  test.each([0.25, 0.75])(
    "the replayed part of a batch is %f of it: the highest scores there are, in their order",
    (replay) => {
      const [rounds, batch] = [200, 8];
      const random = Random.of(1, "order");
      const known = new Map<number, number>();
      const buffer = levelBuffer({ size: batch * (rounds + 1), replay, draw: () => 0 }, random);
      let replayed = 0;
      for (let round = 0; round < rounds; round++) {
        const best = [...known].sort(([a, x], [b, y]) => y - x || a - b).map(([slot]) => slot);
        const slots = buffer.take(batch, random).map(({ slot }) => slot);
        const again = slots.filter((slot) => known.has(slot));
        replayed += again.length;
        expect(again).toEqual(best.slice(0, again.length));
        expect(again).toEqual(slots.slice(0, again.length));
        const scores = slots.map(() => random.normal());
        for (const [k, slot] of slots.entries()) known.set(slot, scores[k]);
        buffer.give(slots, scores);
      }
      // Four deviations of a coin.
      expect(Math.abs(replayed / (batch * rounds) - replay)).toBeLessThan(
        4 * Math.sqrt((replay * (1 - replay)) / 1600) + 0.01,
      );
    },
  );

  test("plays new levels until enough are known", () => {
    const buffer = counting(8, 1);
    const first = buffer.take(2, Random.of(2)).map(({ slot }) => slot);
    buffer.give(first, [1, 1]);
    const second = buffer.take(3, Random.of(2)).map(({ slot }) => slot);
    for (const slot of second) expect(first).not.toContain(slot);
  });

  test("fresh levels take the place of new ones, then of the lowest scores, never of active ones", () => {
    const buffer = counting(4, 0);
    const taken = buffer.take(3, Random.of(2)).map(({ slot }) => slot);
    buffer.give(taken.slice(0, 2), [5, -5]);
    buffer.renew(2, Random.of(3));
    // One was new and one scored −5; the third is active.
    expect(buffer.ranked().map(({ slot }) => slot)).toEqual([taken[0]]);
    buffer.give([taken[2]], [1]);
    expect(buffer.ranked().map(({ level }) => level)).toEqual([taken[0], taken[2]]);
    expect(() => buffer.take(4, Random.of(4))).toThrow("has no 4");
  });
});

describe("scores", () => {
  const process = source(Random.of(3, "level"));
  const life = { process, earned: 0.1, watched: 0.7 };
  const random = () => Random.of(5);

  test("regrets are what others earn less what was earned", () => {
    const optimum = optimalHorizonReturn(process, process.horizon);
    expect(optimalRegret.score(life, random())).toBeCloseTo(optimum - 0.1, 12);
    expect(minimumReturn.score(life, random())).toBe(-0.1);
    const antagonist = lead(process, advantageRule(A2C), lifetime, random()).earned;
    const regret = algorithmicRegret(lifetime);
    expect(regret.score(life, random())).toBeCloseTo(antagonist - 0.1, 12);
    expect(negated(regret).score(life, random())).toBeCloseTo(0.1 - antagonist, 12);
    expect(antagonist).toBeLessThanOrEqual(optimum);
    expect(chance.score(life, Random.of(1))).not.toBe(chance.score(life, Random.of(2)));
  });

  test("value losses come from the life's own batches: positive ≤ absolute, and 0 where nothing is paid", () => {
    const [positive, absolute] = [positiveValueLoss, absoluteValueLoss].map(
      (score) => lead(process, advantageRule(A2C), lifetime, random(), score).watched,
    );
    expect(positive).toBeGreaterThan(0);
    expect(absolute).toBeGreaterThan(positive);
    const empty = objectProcess({ size: 3, walls: new Uint8Array(9), start: 0, objects: [], horizon: 5 });
    expect(lead(empty, advantageRule(A2C), lifetime, random(), absoluteValueLoss).watched).toBe(0);
    expect(lead(process, advantageRule(A2C), lifetime, random()).watched).toBeNaN();
  });
});

describe("the reverse recurrent unit", () => {
  const shape = { inputs: 3, units: 5 };
  const [T, N] = [6, 2];
  const run = (x: number[], done: number[], seed = 1) => {
    const hidden = new Float64Array(T * N * shape.units);
    reverseGru(Float32Array.from(noise(gruSize(shape), seed)), shape)(Float64Array.from(x), done, T, N, hidden);
    return hidden;
  };
  const running = new Array<number>(T * N).fill(0);

  test("one step is the formula", () => {
    const one = { inputs: 1, units: 1 };
    const parameters = [0.3, -0.7, 0.9, 0.2, 0.4, -0.5, 0.1, -0.2, 0.6, 0.8];
    expect(parameters).toHaveLength(gruSize(one));
    const hidden = new Float64Array(2);
    reverseGru(Float32Array.from(parameters), one)(Float64Array.of(0.5, -1.5), [0, 0], 2, 1, hidden);
    const sigmoid = (value: number) => 1 / (1 + Math.exp(-value));
    const cell = (input: number, h: number) => {
      const reset = sigmoid(0.3 * input + 0.1 + 0.2 * h);
      const update = sigmoid(-0.7 * input - 0.2 + 0.4 * h);
      const candidate = Math.tanh(0.9 * input + 0.6 + reset * (-0.5 * h + 0.8));
      return (1 - update) * candidate + update * h;
    };
    const last = cell(-1.5, 0);
    expect(hidden[1]).toBeCloseTo(last, 6);
    expect(hidden[0]).toBeCloseTo(cell(0.5, last), 6);
  });

  test.each(Array.from({ length: 20 }, (_, k) => k))(
    "%i: before an end nothing behind it is seen, without an end it is",
    (k) => {
      const x = noise(T * N * shape.inputs, 100 + k);
      const done = running.with(2 * N, 1);
      const changed = x.map((value, at) => (Math.floor(at / shape.inputs / N) > 2 ? value + 1 : value));
      const upTo = (hidden: Float64Array, n: number) =>
        Array.from({ length: 3 }, (_, t) => Array.from(hidden.slice((t * N + n) * 5, (t * N + n + 1) * 5)));
      expect(upTo(run(changed, done, k), 0)).toEqual(upTo(run(x, done, k), 0));
      expect(upTo(run(changed, done, k), 1)).not.toEqual(upTo(run(x, done, k), 1));
    },
  );
});

describe("the learned policy gradient", () => {
  const process = source(Random.of(9, "level"));
  const { states: S, actions: A } = process;
  const [T, N] = [20, 4];
  const played = workers(process, T, N);
  const first = noise(S * A, 3);
  played.play(softmaxTable(S, A, first), Random.of(4));
  const { rollouts } = played;
  const target = new Float64Array(T * N * W).fill(1 / W);

  test.each(Array.from({ length: 20 }, (_, seed) => seed))(
    "%i: told −A and to ignore predictions, it is REINFORCE with a baseline",
    (seed) => {
      const world = anyLevel(Random.of(seed, "gradient level"));
      const random = Random.of(seed, "gradient");
      const logits = noise(world.states * world.actions, seed);
      const table = softmaxTable(world.states, world.actions, logits);
      const batch = workers(world, T, N);
      batch.play(table, random);
      const advantages = Float64Array.from({ length: T * N }, () => random.normal());
      const path = trajectory(T * N);
      for (let k = 0; k < T * N; k++) record(path, batch.rollouts.states[k], batch.rollouts.actions[k], 0);
      const gradient = new Float64Array(logits.length);
      addScores(path, advantages, table.policy, world.actions, gradient);
      const options = { ...LPG_STEP, policyStep: 1, targetWeight: 0, clip: Number.POSITIVE_INFINITY };
      const step = lpgStep(world.states, world.actions, options);
      step.descend(batch.rollouts, table, { policy: advantages.map((a) => -a), target });
      for (const [at, logit] of table.logits.entries())
        expect(Math.abs(logit - logits[at] - gradient[at] / (T * N))).toBeLessThanOrEqual(1e-10);
      expect(step.prediction.logits.every((z) => z === 0)).toBe(true);
    },
  );

  test("predictions follow their divergence", () => {
    const said = Float64Array.from(noise(T * N * W, 6), Math.exp);
    for (let k = 0; k < T * N; k++) {
      const row = said.subarray(k * W, (k + 1) * W);
      const total = row.reduce((a, b) => a + b, 0);
      for (let b = 0; b < W; b++) row[b] /= total;
    }
    const step = lpgStep(S, A, { ...LPG_STEP, targetStep: 1, clip: Number.POSITIVE_INFINITY });
    step.prediction.logits.set(noise(S * W, 7));
    step.prediction.refreshAll();
    const before = step.prediction.logits.slice();
    const loss = (logits: Float64Array) => {
      const { policy: y } = softmaxTable(S, W, logits);
      let sum = 0;
      for (let k = 0; k < T * N; k++)
        for (let b = 0; b < W; b++) {
          const p = y[rollouts.states[k] * W + b];
          sum += p * Math.log(p / said[k * W + b]);
        }
      return (0.5 * sum) / (T * N);
    };
    step.descend(rollouts, softmaxTable(S, A, first), { policy: new Float64Array(T * N), target: said });
    for (const at of [...new Set(rollouts.states)].flatMap((s) => [0, 1, 2, 3].map((b) => s * W + b))) {
      const [up, down] = [1e-5, -1e-5].map((h) => before.with(at, before[at] + h));
      expect(before[at] - step.prediction.logits[at]).toBeCloseTo((loss(up) - loss(down)) / 2e-5, 6);
    }
  });

  test("a network leads a life: finite, repeatable, and another network another one", () => {
    const parameters = initialLpg(Random.of(1, "network"));
    expect(parameters).toHaveLength(LPG_SIZE);
    const led = (weights: Float32Array) => live(process, lpgRule(weights), lifetime, Random.of(2)).logits;
    const logits = led(parameters);
    expect(logits.every(Number.isFinite)).toBe(true);
    expect(led(parameters)).toEqual(logits);
    expect(led(initialLpg(Random.of(2, "network")))).not.toEqual(logits);
  });
});

describe("meta-training", () => {
  const rule = {
    initial: new Float32Array(META_PARAMETERS),
    rule: (parameters: Float32Array) => advantageRule(settingsOf(parameters)),
  };
  const evolution = { seed: 1, pairs: 4, deviation: 0.1, rate: 0.05 };
  const trained = (curriculum: Curriculum, generations = 6) => {
    let centre = new Float32Array(META_PARAMETERS);
    for (const now of metaTraining({ rule, curriculum, lifetime, generations, ...evolution })) centre = now.slice();
    return centre;
  };

  test("A2C lies inside the open settings, whose middle is at 0", () => {
    const middle = settingsOf(new Float32Array(META_PARAMETERS));
    const [low, high] = [-5, 5].map((x) => settingsOf(new Float32Array(META_PARAMETERS).fill(x)));
    for (const name of Object.keys(A2C) as (keyof typeof A2C)[]) {
      expect(Math.min(low[name], high[name])).toBeLessThanOrEqual(A2C[name] + 1e-6);
      expect(Math.max(low[name], high[name])).toBeGreaterThanOrEqual(A2C[name] - 1e-6);
    }
    expect(middle.policyStep).toBeCloseTo(Math.sqrt(0.4 * 400), 6);
    expect(middle.exponent).toBeCloseTo(1, 12);
  });

  test("the same seed gives the same rule under every curriculum", () => {
    const [levels, replaying] = [[0, 1].map((k) => source(Random.of(k))), { size: 16, replay: 0.5 }];
    const curricula = [
      () => randomLevels(source, 1),
      () => fixedLevels(levels, 1),
      () => replayedLevels(source, algorithmicRegret(lifetime), replaying, 1),
      () => replayedLevels(source, positiveValueLoss, replaying, 1),
    ];
    const rules = curricula.map((make) => [trained(make()), trained(make())]);
    for (const [first, second] of rules) expect(second).toEqual(first);
    expect(new Set(rules.map(([first]) => first.join())).size).toBe(4);
  });

  test("a curriculum hears a score for each of its levels", () => {
    const heard: number[] = [];
    const levels = fixedLevels([source(Random.of(1))], 1);
    trained({ ...levels, score: optimalRegret, scored: (scores) => void heard.push(...Array.from(scores)) }, 2);
    expect(heard).toHaveLength(8);
    for (const regret of heard) expect(regret).toBeGreaterThanOrEqual(0);
  });
});
