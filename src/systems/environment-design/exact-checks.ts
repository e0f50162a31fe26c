// What must hold at any scale: plans against brute force, the learned rule against the gradient it contains, the buffer's
// order, and what each score makes of a level that nobody can solve.

import { horizonReturn, optimalHorizonReturn } from "../../algorithms/planning/finite-horizon.ts";
import { softmaxPolicy } from "../../algorithms/planning/policy.ts";
import { softmaxTable } from "../../algorithms/tabular/softmax-policy.ts";
import { addScores, record, trajectory } from "../../algorithms/tabular/trajectory.ts";
import { Random } from "../../core/random.ts";
import { objectLevel } from "../../environments/gridworld/object-levels.ts";
import {
  moveAmongObjects,
  OBJECT_CHOICES,
  type ObjectLevel,
  objectProcess,
} from "../../environments/gridworld/objects.ts";
import { deviation, mean } from "../../evaluation/statistics/moments.ts";
import { type Check, closeTo, holds } from "../../study/legacy.ts";
import { A2C, advantageRule } from "./advantage-rule.ts";
import { best, bruteForce } from "./brute-force.ts";
import { LPG_STEP, lpgStep, SMALL_LPG } from "./learned-policy-gradient.ts";
import { levelBuffer } from "./level-buffer.ts";
import { algorithmicRegret, type LevelScore, lifeReturn, minimumReturn } from "./level-scores.ts";
import { lead } from "./meta-training.ts";
import { gruSize, reverseGru } from "./reverse-gru.ts";
import { anyLevel, EVOLUTION, LIFETIME, openRule } from "./set-up.ts";
import { workers } from "./workers.ts";

/** Levels of a generation. */
const BATCH = EVOLUTION.pairs;

/** The checks that take no time. */
export function exactChecks(): Check[] {
  return [...planChecks(20), gradientCheck(20), resetCheck(20), orderCheck(200)];
}

/** Tiny levels: 3 × 3, three walls, two objects, five steps. */
function tinyLevel(seed: number): ObjectLevel {
  const random = Random.of(seed, "tiny");
  const cells = Array.from({ length: 9 }, (_, cell) => cell);
  const take = () => cells.splice(random.integer(cells.length), 1)[0];
  const walls = new Uint8Array(9);
  for (let k = 0; k < 3; k++) walls[take()] = 1;
  const objects = [1, 2].map(() => ({
    cell: take(),
    reward: random.uniform(-0.5, 1),
    ends: random.uniform(),
    returns: random.uniform(),
  }));
  return { size: 3, walls, start: take(), objects, horizon: 5 };
}

/** The optimum and a random policy's return by sweeps, against every course of an episode. */
export function planChecks(count: number): Check[] {
  const gaps = { optimum: 0, policy: 0 };
  for (let seed = 0; seed < count; seed++) {
    const level = tinyLevel(seed);
    const process = objectProcess(level);
    const random = Random.of(seed, "tiny policy");
    const policy = softmaxPolicy(
      process,
      Array.from({ length: process.states * OBJECT_CHOICES }, () => 2 * random.normal()),
    );
    const mixed = (values: readonly number[], cell: number, there: readonly boolean[]) => {
      const bits = process.objects.reduce((sum, number, i) => sum + (there[number] ? 1 << i : 0), 0);
      const state = (process.cells.indexOf(cell) << process.objects.length) + bits;
      return values.reduce((sum, value, a) => sum + policy[state * OBJECT_CHOICES + a] * value, 0);
    };
    const gap = (swept: number, tried: number) => Math.abs(swept - tried);
    gaps.optimum = Math.max(gaps.optimum, gap(optimalHorizonReturn(process, level.horizon), bruteForce(level, best)));
    gaps.policy = Math.max(gaps.policy, gap(horizonReturn(process, policy, level.horizon), bruteForce(level, mixed)));
  }
  return [
    closeTo(`${count} tiny levels: the best return by sweeps less that by brute force`, gaps.optimum, 0, 1e-12, true),
    closeTo(`${count} tiny levels: a random policy's return likewise`, gaps.policy, 0, 1e-12, true),
  ];
}

/** The learned rule, told minus the advantages and to ignore its predictions, against Σ A_t·∇log π(a_t|s_t)/(T·N). */
export function gradientCheck(count: number): Check {
  let worst = 0;
  for (let seed = 0; seed < count; seed++) {
    const process = anyLevel(Random.of(seed, "gradient level"));
    const { states: S, actions: A } = process;
    const { steps: T, environments: N } = LIFETIME;
    const random = Random.of(seed, "gradient");
    const first = Float64Array.from({ length: S * A }, () => random.normal());
    const table = softmaxTable(S, A, first);
    const threadPool = workers(process, T, N);
    threadPool.play(table, random);
    const advantages = Float64Array.from({ length: T * N }, () => random.normal());
    const path = trajectory(T * N);
    for (let k = 0; k < T * N; k++) record(path, threadPool.rollouts.states[k], threadPool.rollouts.actions[k], 0);
    const gradient = new Float64Array(S * A);
    addScores(path, advantages, table.policy, A, gradient);
    const width = SMALL_LPG.width;
    lpgStep(S, A, width, { ...LPG_STEP, policyStep: 1, targetWeight: 0, clip: Number.POSITIVE_INFINITY }).descend(
      threadPool.rollouts,
      table,
      { policy: advantages.map((a) => -a), target: new Float64Array(T * N * width).fill(1 / width) },
    );
    for (let at = 0; at < S * A; at++)
      worst = Math.max(worst, Math.abs(table.logits[at] - first[at] - gradient[at] / (T * N)));
  }
  return closeTo(
    "learned policy gradient with π̂ = −A and y ignored: distance to REINFORCE with a baseline",
    worst,
    0,
    1e-10,
    true,
  );
}

/** What is read after an episode's end must not be seen before it; without the end it must. */
export function resetCheck(count: number): Check {
  const shape = { inputs: 5, units: 16 };
  const [T, END] = [20, 11];
  let leaked = 0;
  let least = Number.POSITIVE_INFINITY;
  for (let seed = 0; seed < count; seed++) {
    const random = Random.of(seed, "reset");
    const unit = reverseGru(
      Float32Array.from({ length: gruSize(shape) }, () => random.normal()),
      shape,
    );
    const x = Float64Array.from({ length: T * shape.inputs }, () => random.normal());
    const changed = x.map((value, k) => (k >= (END + 1) * shape.inputs ? random.normal() : value));
    const moved = (done: Uint8Array) => {
      const [first, second] = [x, changed].map((input) => {
        const hidden = new Float64Array(T * shape.units);
        unit(input, done, T, 1, hidden);
        return hidden.subarray(0, (END + 1) * shape.units);
      });
      return first.reduce((most, value, k) => Math.max(most, Math.abs(value - second[k])), 0);
    };
    const running = new Uint8Array(T);
    leaked = Math.max(leaked, moved(running.with(END, 1)));
    least = Math.min(least, moved(running));
  }
  return holds(
    "the reverse recurrent unit forgets what lies behind an episode's end",
    "moved by 0 with an end, by more without",
    `${leaked} with, at least ${least.toExponential(1)} without`,
    leaked === 0 && least > 0,
  );
}

/** Of each batch the replayed part must be the highest scores there are, in their order. */
export function orderCheck(rounds: number): Check {
  const random = Random.of(1, "order");
  const known = new Map<number, number>();
  const buffer = levelBuffer({ size: BATCH * (rounds + 1), replay: 0.5, draw: () => 0 }, random);
  let replayed = 0;
  let wrong = 0;
  for (let round = 0; round < rounds; round++) {
    const best = [...known].sort(([a, x], [b, y]) => y - x || a - b).map(([slot]) => slot);
    const slots = buffer.take(BATCH, random).map(({ slot }) => slot);
    const again = slots.filter((slot) => known.has(slot));
    replayed += again.length;
    if (again.some((slot, k) => slot !== best[k] || slot !== slots[k])) wrong += 1;
    for (const slot of slots) known.set(slot, random.normal());
    buffer.give(
      slots,
      slots.map((slot) => known.get(slot) ?? 0),
    );
  }
  return holds(
    "rank replay returns levels in the order of their scores",
    "no wrong batch, about half of the levels replayed",
    `${wrong} of ${rounds} batches, ${replayed} of ${BATCH * rounds} levels replayed`,
    wrong === 0 && Math.abs(replayed / (BATCH * rounds) - 0.5) < 0.1,
  );
}

/** The regret of A2C against itself: two lives on each of `count` levels. */
export function selfRegretCheck(count: number, lives: (index: number) => void): Check {
  const regret = algorithmicRegret(LIFETIME);
  const regrets = Array.from({ length: count }, (_, k) => {
    lives(k);
    const process = anyLevel(Random.of(k, "self level"));
    const earned = lifeReturn(process, advantageRule(A2C), LIFETIME, Random.of(k, "self"));
    return regret.score({ process, earned, watched: Number.NaN }, Random.of(k, "itself"));
  });
  const error = deviation(regrets) / Math.sqrt(count);
  const z = mean(regrets) / error;
  return holds(
    `algorithmic regret of A2C against itself on ${count} levels`,
    "mean 0 within 3 standard errors",
    `${mean(regrets).toFixed(4)} ± ${error.toFixed(4)}, ${z.toFixed(2)} standard errors`,
    Math.abs(z) <= 3,
  );
}

/** Small levels with one good object each, and the same with walls around it. */
function pairOfLevels(seed: number): { readonly open: ObjectLevel; readonly shut: ObjectLevel } | undefined {
  const drawn = objectLevel("small", Random.of(seed, "unsolvable level"));
  const open = { ...drawn, objects: drawn.objects.slice(0, 1) };
  const [{ cell }] = open.objects;
  if (objectProcess(open).objects.length === 0) return undefined;
  const walls = Uint8Array.from(open.walls);
  for (let choice = 0; choice < OBJECT_CHOICES - 1; choice++) {
    const beside = moveAmongObjects({ ...open, walls: new Uint8Array(walls.length) }, cell, choice);
    if (beside === open.start) return undefined;
    if (beside !== cell) walls[beside] = 1;
  }
  return { open, shut: { ...open, walls } };
}

/** What scores make of levels whose object is behind walls, half of all: regret leaves them alone, a low return prefers them. */
export function unsolvableChecks(count: number): Check[] {
  const pairs = Array.from({ length: 10 * count }, (_, seed) => pairOfLevels(seed))
    .flatMap((pair) => (pair === undefined ? [] : [pair]))
    .slice(0, count);
  const levels = pairs.flatMap(({ open, shut }) => [open, shut]).map(objectProcess);
  const rule = openRule.rule(new Float32Array(openRule.initial));
  const lives = levels.map((process, k) => lead(process, rule, LIFETIME, Random.of(k, "unsolvable life")));

  const picked = (score: LevelScore) => {
    const scores = lives.map((life, k) => score.score(life, Random.of(k, "unsolvable score")));
    let next = 0;
    const buffer = levelBuffer({ size: levels.length, replay: 1, draw: () => next++ }, Random.of(1));
    const slots = levels.map((_, slot) => slot);
    buffer.take(levels.length, Random.of(2));
    buffer.give(slots, scores);
    // Odd slots hold the levels that were shut.
    const shut = buffer.ranked().map(({ level }) => level % 2);
    return { scores, first: shut.slice(0, BATCH).reduce((sum, one) => sum + one, 0) };
  };
  const regret = picked(algorithmicRegret(LIFETIME));
  const lowest = picked(minimumReturn);
  const largest = Math.max(...regret.scores.filter((_, k) => k % 2 === 1).map(Math.abs));
  return [
    closeTo(`${count} unsolvable levels: largest algorithmic regret`, largest, 0, 1e-9, true),
    holds(
      `${count} unsolvable among ${2 * count} levels: how many of the first ${BATCH} by lowest return, and by algorithmic regret`,
      `${BATCH}; 0`,
      `${lowest.first}; ${regret.first}`,
      lowest.first === BATCH && regret.first === 0,
    ),
  ];
}
