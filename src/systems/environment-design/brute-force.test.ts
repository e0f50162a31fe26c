// What can be earned on a level, by sweeps and by trying every action and every turn of chance, straight from the rules and without
// any table: slow, and only for tiny levels.

import { expect, test } from "vitest";
import { horizonReturn, optimalHorizonReturn } from "../../algorithms/planning/finite-horizon.ts";
import { softmaxPolicy } from "../../algorithms/planning/policy.ts";
import { Random } from "../../core/random.ts";
import {
  moveAmongObjects,
  OBJECT_CHOICES,
  type ObjectLevel,
  objectProcess,
} from "../../environments/gridworld/objects.ts";

/** How the values of the actions are made into one: the largest, or the mean under a policy. */
type Choose = (values: readonly number[], cell: number, there: readonly boolean[]) => number;

/** max over the actions. */
const best: Choose = (values) => Math.max(...values);

/** Expected return over `left` steps from `cell` with the objects that are `there`. */
function bruteForce(
  level: ObjectLevel,
  choose: Choose,
  left = level.horizon,
  cell = level.start,
  there: readonly boolean[] = level.objects.map(() => true),
): number {
  if (left === 0) return 0;
  const values = Array.from({ length: OBJECT_CHOICES }, (_, action) => {
    const to = moveAmongObjects(level, cell, action);
    const found = level.objects.findIndex((object, i) => object.cell === to && there[i]);
    const later = (): number =>
      arrivals(level, there, found).reduce(
        (sum, { set, chance }) => sum + chance * bruteForce(level, choose, left - 1, to, set),
        0,
      );
    if (found < 0) return later();
    const { reward, ends } = level.objects[found];
    return reward + (ends === 1 ? 0 : (1 - ends) * later());
  });
  return choose(values, cell, there);
}

/** Which objects may be there after a step, each with its chance: what was missing may return, what was found is gone. */
function arrivals(
  level: ObjectLevel,
  there: readonly boolean[],
  found: number,
): { readonly set: readonly boolean[]; readonly chance: number }[] {
  let sets: { set: readonly boolean[]; chance: number }[] = [{ set: [], chance: 1 }];
  for (const [i, { returns }] of level.objects.entries()) {
    sets = sets.flatMap(({ set, chance }) => {
      if (i === found) return [{ set: [...set, false], chance }];
      if (there[i]) return [{ set: [...set, true], chance }];
      return [
        { set: [...set, true], chance: chance * returns },
        { set: [...set, false], chance: chance * (1 - returns) },
      ].filter((one) => one.chance > 0);
    });
  }
  return sets;
}

/** 3 × 3, three walls, two objects, five steps. */
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

test("brute force finds what can be counted by hand", () => {
  const level = {
    size: 2,
    walls: [0, 0, 0, 1],
    start: 0,
    objects: [{ cell: 1, reward: 1, ends: 0.5, returns: 0.2 }],
    horizon: 3,
  };
  // One step there; stay; if it goes on and the object is back before the last step, collect it again.
  expect(bruteForce(level, best)).toBeCloseTo(1 + 0.5 * 0.2, 12);
  expect(bruteForce({ ...level, horizon: 2 }, best)).toBe(1);
  expect(bruteForce({ ...level, start: 2, horizon: 1 }, best)).toBe(0);
});

test.each(Array.from({ length: 20 }, (_, seed) => seed))("tiny level %i: best and random returns by sweeps", (seed) => {
  const level = tinyLevel(seed);
  const process = objectProcess(level);
  const random = Random.of(seed, "tiny policy");
  const logits = Array.from({ length: process.states * OBJECT_CHOICES }, () => 2 * random.normal());
  const policy = softmaxPolicy(process, logits);
  const mixed: Choose = (values, cell, there) => {
    const bits = process.objects.reduce((sum, number, i) => sum + (there[number] ? 1 << i : 0), 0);
    const state = (process.cells.indexOf(cell) << process.objects.length) + bits;
    return values.reduce((sum, value, a) => sum + policy[state * OBJECT_CHOICES + a] * value, 0);
  };
  const optimum = optimalHorizonReturn(process, level.horizon) - bruteForce(level, best);
  expect(Math.abs(optimum)).toBeLessThanOrEqual(1e-12);
  const drawn = horizonReturn(process, policy, level.horizon) - bruteForce(level, mixed);
  expect(Math.abs(drawn)).toBeLessThanOrEqual(1e-12);
});
