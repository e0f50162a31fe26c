// What must hold at any scale: plans against brute force, the learned rule against the gradient it contains, the buffer's
// order, and what each score makes of a level that cannot be solved.

import { horizonReturn, optimalHorizonReturn } from "../../algorithms/planning/finite-horizon.ts";
import { softmaxPolicy } from "../../algorithms/planning/policy.ts";
import { addScores, record, trajectory } from "../../algorithms/tabular/sampled-gradient.ts";
import { softmaxTable } from "../../algorithms/tabular/softmax-policy.ts";
import { Random } from "../../core/random.ts";
import { objectLevel } from "../../environments/gridworld/object-levels.ts";
import {
  moveAmongObjects,
  OBJECT_CHOICES,
  type ObjectLevel,
  objectProcess,
} from "../../environments/gridworld/objects.ts";
import { deviation, mean } from "../../evaluation/statistics/moments.ts";
import { above, equalTo, near, within } from "../../study/bound.ts";
import { beside, type Claim, equation, is, never } from "../../study/claim.ts";
import { exact, sampled } from "../../study/figure.ts";
import { largestGap } from "../../study/matching.ts";
import { A2C, advantageRule } from "./advantage-rule.ts";
import { EVOLUTION, openRule } from "./arms.ts";
import { best, bruteForce } from "./brute-force.ts";
import { levelBuffer } from "./curriculum.ts";
import { LPG_STEP, lpgStep, SMALL_LPG } from "./learned-policy-gradient.ts";
import { algorithmicRegret, anyLevel, type LevelScore, LIFETIME, lead, minimumReturn } from "./level-scores.ts";
import { workers } from "./life.ts";
import { gruSize, reverseGru } from "./reverse-gru.ts";

/** Levels of a generation. */
const BATCH = EVOLUTION.pairs;

/** The equations that take no time. */
export function exactEquations(): Claim[] {
  return [...planEquations(20), gradientEquation(20), resetEquation(20), orderEquation(200)];
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
function planEquations(count: number): Claim[] {
  const gaps = Array.from({ length: count }, (_, seed) => {
    const level = tinyLevel(seed);
    const process = objectProcess(level);
    const random = Random.of(seed, "tiny policy");
    const logits = Array.from({ length: process.states * OBJECT_CHOICES }, () => 2 * random.normal());
    const policy = softmaxPolicy(process, logits);
    const mixed = (values: readonly number[], cell: number, there: readonly boolean[]) => {
      const bits = process.objects.reduce((sum, number, i) => sum + (there[number] ? 1 << i : 0), 0);
      const state = (process.cells.indexOf(cell) << process.objects.length) + bits;
      return values.reduce((sum, value, a) => sum + policy[state * OBJECT_CHOICES + a] * value, 0);
    };
    return {
      optimum: Math.abs(optimalHorizonReturn(process, level.horizon) - bruteForce(level, best)),
      policy: Math.abs(horizonReturn(process, policy, level.horizon) - bruteForce(level, mixed)),
    };
  });
  const largest = (of: "optimum" | "policy") => is(exact(Math.max(...gaps.map((gap) => gap[of]))), near(0, 1e-12));
  return [
    equation(`${count} tiny levels: the best return by sweeps less that by brute force`, largest("optimum")),
    equation(`${count} tiny levels: a random policy's return likewise`, largest("policy")),
  ];
}

/** The learned rule, told minus the advantages and to ignore its predictions, against Σ A_t·∇log π(a_t|s_t)/(T·N). */
function gradientEquation(count: number): Claim {
  const size = LIFETIME.steps * LIFETIME.environments;
  const { width } = SMALL_LPG;
  const options = { ...LPG_STEP, policyStep: 1, targetWeight: 0, clip: Number.POSITIVE_INFINITY };
  const gaps = Array.from({ length: count }, (_, seed) => {
    const process = anyLevel(Random.of(seed, "gradient level"));
    const { states: S, actions: A } = process;
    const random = Random.of(seed, "gradient");
    const first = Float64Array.from({ length: S * A }, () => random.normal());
    const table = softmaxTable(S, A, first);
    const { rollouts, play } = workers(process, LIFETIME.steps, LIFETIME.environments);
    play(table, random);
    const advantages = Float64Array.from({ length: size }, () => random.normal());
    const path = trajectory(size);
    for (let k = 0; k < size; k++) record(path, rollouts.states[k], rollouts.actions[k], 0);
    const gradient = new Float64Array(S * A);
    addScores(path, advantages, table.policy, A, gradient);
    const target = new Float64Array(size * width).fill(1 / width);
    lpgStep(S, A, width, options).descend(rollouts, table, { policy: advantages.map((a) => -a), target });
    return largestGap(
      table.logits.map((logit, at) => logit - first[at]),
      gradient.map((entry) => entry / size),
    );
  });
  return equation(
    "learned policy gradient with π̂ = −A and y ignored: distance to REINFORCE with a baseline",
    is(exact(Math.max(...gaps)), near(0, 1e-10)),
  );
}

/** What is read after an episode's end must not be seen before it; without the end it must. */
function resetEquation(count: number): Claim {
  const shape = { inputs: 5, units: 16 };
  const [T, END] = [20, 11];
  const moves = Array.from({ length: count }, (_, seed) => {
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
      return largestGap(first, second);
    };
    const running = new Uint8Array(T);
    return { ended: moved(running.with(END, 1)), running: moved(running) };
  });
  return equation("the reverse recurrent unit forgets what lies behind an episode's end", [
    is(exact(Math.max(...moves.map(({ ended }) => ended))), equalTo(0), "moved at most, with an end"),
    is(exact(Math.min(...moves.map(({ running }) => running))), above(0), "at least, without one"),
  ]);
}

/** Of each batch the replayed part must be the highest scores there are, in their order. */
function orderEquation(rounds: number): Claim {
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
  return equation("rank replay returns levels in the order of their scores", [
    never(wrong, `wrong batches of ${rounds}`),
    is(exact(replayed / (BATCH * rounds)), near(0.5, 0.1), "share that is replayed"),
    beside("levels replayed", exact(replayed)),
    beside("of", exact(BATCH * rounds)),
  ]);
}

/** The regret of A2C against itself: two lives on each of `count` levels. */
export function selfRegretEquation(count: number): Claim {
  const regret = algorithmicRegret(LIFETIME);
  const regrets = Array.from({ length: count }, (_, k) => {
    const process = anyLevel(Random.of(k, "self level"));
    const life = lead(process, advantageRule(A2C), LIFETIME, Random.of(k, "self"));
    return regret.score(life, Random.of(k, "itself"));
  });
  const error = deviation(regrets) / Math.sqrt(count);
  return equation(`algorithmic regret of A2C against itself on ${count} levels: mean 0`, [
    is(exact(mean(regrets) / error), within(-3, 3), "standard errors"),
    beside("mean", sampled(regrets)),
    beside("standard error", exact(error)),
  ]);
}

/** Small levels with one good object each, and the same with walls around it. */
function pairOfLevels(seed: number): { readonly open: ObjectLevel; readonly shut: ObjectLevel } | undefined {
  const drawn = objectLevel("small", Random.of(seed, "unsolvable level"));
  const open = { ...drawn, objects: drawn.objects.slice(0, 1) };
  const [{ cell }] = open.objects;
  if (objectProcess(open).objects.length === 0) return undefined;
  const walls = Uint8Array.from(open.walls);
  for (let choice = 0; choice < OBJECT_CHOICES - 1; choice++) {
    const neighbour = moveAmongObjects({ ...open, walls: new Uint8Array(walls.length) }, cell, choice);
    if (neighbour === open.start) return undefined;
    if (neighbour !== cell) walls[neighbour] = 1;
  }
  return { open, shut: { ...open, walls } };
}

/** What scores make of levels whose object is behind walls, half of all: regret leaves them alone, a low return prefers them. */
export function unsolvableEquations(count: number): Claim[] {
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
    equation(`${count} unsolvable levels: largest algorithmic regret`, is(exact(largest), near(0, 1e-9))),
    equation(`${count} unsolvable among ${2 * count} levels: how many are among the first ${BATCH}`, [
      is(exact(lowest.first), equalTo(BATCH), "by lowest return"),
      is(exact(regret.first), equalTo(0), "by algorithmic regret"),
    ]),
  ];
}
