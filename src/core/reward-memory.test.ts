// Reward memory: rewards that request one name share one array or table, and saving and restoring preserves it.

import { fc, test as law } from "@fast-check/vitest";
import { expect, test } from "vitest";
import { RewardMemory } from "./reward-memory.ts";

test("callers share an array by its name; parts have separate names", () => {
  const memory = RewardMemory.empty();
  memory.array("counts", 3)[1] = 5;
  expect([...memory.array("counts", 3)]).toEqual([0, 5, 0]);
  expect([...memory.part(0).array("counts", 3)]).toEqual([0, 0, 0]);
  memory.part("a").part("b").table("keys").set(7, 1);
  expect(memory.part("a").part("b").table("keys").get(7)).toBe(1);
  expect(memory.part("a").table("keys").size).toBe(0);
});

test("two lengths under one name are a mistake", () => {
  const memory = RewardMemory.empty();
  memory.part("x").array("counts", 3);
  expect(() => memory.part("x").array("counts", 4)).toThrow('"x.counts" has 3 numbers, and 4 were asked for');
});

const finite = fc.double({ noNaN: true, noDefaultInfinity: true }).map((x) => x + 0);

law.prop([
  fc.array(finite, { maxLength: 8 }),
  fc.array(fc.tuple(fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER }), finite)),
])("comes back after a restore, asked for or not", (numbers, entries) => {
  const memory = RewardMemory.empty();
  memory.array("numbers", 8).set(numbers);
  const table = memory.part("of").table("entries");
  for (const [key, value] of entries) table.set(key, value);
  const untouched = RewardMemory.empty();
  untouched.restore(memory.save());
  const back = RewardMemory.empty();
  back.restore(untouched.save());
  expect(back.part("of").table("entries")).toEqual(table);
  expect(back.array("numbers", 8)).toEqual(memory.array("numbers", 8));
});
