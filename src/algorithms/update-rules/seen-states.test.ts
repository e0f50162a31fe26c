// Numbers of states by what is seen.

import { expect, test } from "vitest";
import { field } from "../../environments/declaration.ts";
import { objects } from "../../environments/gridworld/object-world.ts";
import { seenStates } from "./seen-states.ts";

const { spec } = objects.make();
const observation = [field("place", 0, 999, "column and row", { size: 2 }), field("far", -1, 1, "a share")];
const grid = { ...spec, observation, observationSize: 3 };

test("states have numbers in the order in which they are met, and none is taken for another", () => {
  const { number, count } = seenStates(grid, ["place", "far"]);
  const wrong: number[] = [];
  let next = 0;
  for (let x = 0; x < 80; x++)
    for (let y = 0; y < 80; y++)
      for (let far = -10; far < 10; far++, next++)
        if (number(Float32Array.of(x, y, far / 10)) !== next) wrong.push(next);
  expect(wrong).toEqual([]);
  expect(count()).toBe(80 * 80 * 20);
  expect(number(Float32Array.of(0, 1, -1))).toBe(20);
});

test("fields that are not named make no difference, and zeros of both signs are one", () => {
  const { number, forget } = seenStates(grid, ["place"]);
  expect([1, 0.5, 0].map((far) => number(Float32Array.of(3, 0, far)))).toEqual([0, 0, 0]);
  expect(number(Float32Array.of(3, -0, 0))).toBe(0);
  expect(number(Float32Array.of(0, 3, 0))).toBe(1);
  forget();
  expect(number(Float32Array.of(0, 3, 0))).toBe(0);
});
