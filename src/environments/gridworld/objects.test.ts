// Levels with objects: the rules, the ranges of random levels, and unreachable cells.

import { describe, expect, test } from "vitest";
import { Random } from "../../core/random.ts";
import { OBJECT_TASKS, objectExtent, objectLevel, WRITTEN_TASKS } from "./object-levels.ts";
import { type ObjectLevel, objectProcess } from "./objects.ts";

const [UP, RIGHT, , LEFT, STAY] = [0, 1, 2, 3, 4];
const drawn = (task: (typeof OBJECT_TASKS)[number], count = 200) =>
  Array.from({ length: count }, (_, seed) => objectLevel(task, Random.of(seed, "level")));

/** A corridor of three cells, with the start in the middle, an object at each end, and a third one behind the wall. */
const corridor: ObjectLevel = {
  size: 3,
  walls: [0, 0, 0, 1, 1, 1, 0, 0, 0],
  start: 1,
  objects: [
    { cell: 0, reward: 0.5, ends: 0, returns: 0.25 },
    { cell: 8, reward: 1, ends: 0, returns: 0 },
    { cell: 2, reward: -1, ends: 1, returns: 0 },
  ],
  horizon: 10,
};

describe("rules", () => {
  const process = objectProcess(corridor);
  const random = Random.of(1, "rules");

  test("unreachable objects are not part of the process", () => {
    expect(process.objects).toEqual([0, 2]);
    expect(Array.from(process.cells).sort()).toEqual([0, 1, 2]);
    expect(process.states).toBe(3 * 4);
  });

  test("walls and the border block moves, and staying has no effect", () => {
    for (const choice of [UP, 2, STAY]) expect(process.step(process.start, choice, random)).toBe(process.start);
  });

  test("collecting pays once, may end the episode, and removes the object", () => {
    const left = process.step(process.start, LEFT, random);
    expect(process.outcome).toEqual({ reward: 0.5, ended: false, collected: 0 });
    expect([process.cells[left >> 2], left & 3]).toEqual([0, 0b10]);
    process.step(left, STAY, random);
    expect(process.outcome.reward).toBe(0);
    process.step(process.start, RIGHT, random);
    expect(process.outcome).toEqual({ reward: -1, ended: true, collected: 1 });
  });

  test("a missing object returns with its probability, but not in the step that collects it", () => {
    const gone = process.step(process.start, LEFT, random);
    let back = 0;
    for (let k = 0; k < 20_000; k++) back += process.step(gone, STAY, random) & 1;
    expect(back / 20_000).toBeCloseTo(0.25, 1);
    expect(Math.abs(back / 20_000 - 0.25)).toBeLessThan(4 * Math.sqrt((0.25 * 0.75) / 20_000));
  });

  test("several missing objects return independently", () => {
    const both = objectProcess({
      ...corridor,
      objects: [
        { cell: 0, reward: 1, ends: 0, returns: 0.3 },
        { cell: 2, reward: 1, ends: 0, returns: 0.6 },
      ],
    });
    const counts = [0, 0, 0, 0];
    const nothing = both.start & ~3;
    for (let k = 0; k < 40_000; k++) counts[both.step(nothing, STAY, random) & 3] += 1 / 40_000;
    for (const [set, share] of [0.7 * 0.4, 0.3 * 0.4, 0.7 * 0.6, 0.3 * 0.6].entries())
      expect(Math.abs(counts[set] - share)).toBeLessThan(4 * Math.sqrt((share * (1 - share)) / 40_000));
  });
});

describe.each(OBJECT_TASKS)("levels of %s", (task) => {
  const extent = objectExtent(task);

  test("are within their extent, with objects on different free cells", () => {
    for (const level of drawn(task, 100)) {
      const places = [level.start, ...level.objects.map(({ cell }) => cell)];
      expect(new Set(places).size).toBe(places.length);
      for (const cell of places) expect(level.walls[cell]).toBe(0);
      expect(level.size).toBeLessThanOrEqual(extent.size);
      expect(level.horizon).toBeLessThanOrEqual(extent.horizon);
      expect(level.objects.length).toBeLessThanOrEqual(extent.objects);
    }
  });
});

test("the distribution `all` has the published ranges", () => {
  const levels = drawn("all", 2000);
  const spread = (values: readonly number[]) => [Math.min(...values), Math.max(...values)];
  expect(spread(levels.map(({ size }) => size))).toEqual([4, 10]);
  expect(spread(levels.map(({ objects }) => objects.length))).toEqual([1, 5]);
  const horizons = levels.map(({ horizon }) => horizon);
  expect(spread(horizons)[0]).toBeLessThan(22);
  expect(spread(horizons)[1]).toBeGreaterThan(700);
  // Half of a log-uniform distribution lies below the geometric mean of its bounds.
  expect(horizons.filter((h) => h < Math.sqrt(20 * 750)).length / 2000).toBeCloseTo(0.5, 1);
  expect(Math.min(...levels.map(({ objects }) => objects[0].reward))).toBeGreaterThanOrEqual(0);
  expect(Math.min(...levels.flatMap(({ objects }) => objects.map(({ reward }) => reward)))).toBeLessThan(-0.95);
});

test("a hand-written task varies only in its positions", () => {
  for (const task of WRITTEN_TASKS) {
    const [first, second] = drawn(task, 2);
    expect(second.walls).toEqual(first.walls);
    expect(second.objects.map(({ cell: _, ...rest }) => rest)).toEqual(
      first.objects.map(({ cell: _, ...rest }) => rest),
    );
  }
  expect(objectLevel("longer", Random.of(1), 100).horizon).toBe(100);
});
