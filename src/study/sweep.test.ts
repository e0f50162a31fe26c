// Every combination once, in the order that nested loops give.

import { fc, test as law } from "@fast-check/vitest";
import { expect, test } from "vitest";
import { gridSize, sweep } from "./sweep.ts";

test("the last parameter changes fastest", () => {
  const seen: string[] = [];
  sweep({ a: [1, 2], b: [5, 6, 7] }, ({ a, b }, index) => seen.push(`${index}:${a},${b}`));
  expect(seen).toEqual(["0:1,5", "1:1,6", "2:1,7", "3:2,5", "4:2,6", "5:2,7"]);
});

const values = fc.uniqueArray(fc.integer(), { maxLength: 5 });
law.prop([values, values, values])("all combinations, each once", (a, b, c) => {
  const seen = new Set<string>();
  let visits = 0;
  sweep({ a, b, c }, (point) => {
    visits++;
    seen.add(JSON.stringify(point));
  });
  expect(visits).toBe(a.length * b.length * c.length);
  expect(seen.size).toBe(visits);
  expect(gridSize({ a, b, c })).toBe(visits);
});

test("a grid without parameters has one point", () => {
  let visits = 0;
  sweep({}, () => visits++);
  expect(visits).toBe(1);
});
