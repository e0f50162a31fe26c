// One buffer with named parts: the parts cover it without gap or overlap, and share its memory.

import { fc, test as law } from "@fast-check/vitest";
import { expect, test } from "vitest";
import { matrix } from "../../test/fixtures/matrix.ts";
import { layout, plain } from "./layout.ts";

const shapes = fc.dictionary(
  fc.string({ minLength: 1, maxLength: 8 }).filter((name) => name !== "__proto__"),
  fc.array(fc.integer({ min: 0, max: 4 }), { maxLength: 3 }),
  { maxKeys: 6 },
);

law.prop([shapes], { numRuns: 200 })("the parts cover the buffer once, in order, by their sizes", (given) => {
  const { buffer, views } = layout(given);
  buffer.forEach((_, k) => {
    buffer[k] = k;
  });
  const parts = Object.keys(given);
  expect(parts.flatMap((part) => Array.from(views[part]))).toEqual(Array.from(buffer));
  for (const part of parts) expect(views[part].length).toBe(given[part].reduce((a, b) => a * b, 1));
});

test("a copy of the buffer is a clone of the state", () => {
  const [a, b] = [0, 1].map(() => layout({ step: [1], trust: [2, 2] }));
  a.views.step[0] = 7;
  a.views.trust.set([1, 2, 3, 4]);
  b.buffer.set(a.buffer);
  expect(Array.from(b.views.trust)).toEqual([1, 2, 3, 4]);
  b.views.trust[0] = 9;
  expect(a.views.trust[0]).toBe(1);
});

test("a part as plain numbers: a list, or rows", () => {
  const { views } = layout({ row: [3], table: [2, 3], none: [0], alone: [1, 1] });
  views.row.set([1, 2, 3]);
  views.table.set([1, 2, 3, 4, 5, 6]);
  expect(plain(views.row, [3])).toEqual([1, 2, 3]);
  expect(plain(views.table, [2, 3])).toEqual(matrix("1 2 3 | 4 5 6"));
  expect(plain(views.none, [0])).toEqual([]);
  expect(plain(views.alone, [1, 1])).toEqual([[0]]);
});
