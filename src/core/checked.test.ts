// Messages of schema checks, in `test/words/schemas.txt`: a sentence for each kind of problem, with the path and a valid alternative.

import { fc, test as law } from "@fast-check/vitest";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { type MessageCase, words } from "../../test/fixtures/words.ts";
import { checked, display } from "./checked.ts";

const level = z.strictObject({ level: z.number().min(0).max(100).default(50), noise: z.number().default(0) });

test("a valid value is returned with its defaults", () => {
  expect(checked(level, { level: 3 })).toEqual({ level: 3, noise: 0 });
});

const seeds = z.union([z.int().min(1), z.array(z.int().min(0)).min(1)]);
const shape = z.union([
  z.string(),
  z.strictObject({ circle: z.number(), weight: z.number().optional() }),
  z.strictObject({ wide: z.number(), high: z.number(), weight: z.number().optional() }),
]);
const ordered = z
  .strictObject({ low: z.number().default(0), high: z.number().default(2) })
  .refine(({ low, high }) => low <= high, { error: "must not be below low", path: ["high"] });
const even = z.number().refine((x) => x % 2 === 0, { error: "It must be even" });
const mistakes: [string, z.ZodType, unknown][] = [
  ["a type", level, { level: "x" }],
  ["a map", level, []],
  ["a list", z.array(z.string()), {}],
  ["a whole number", z.int(), 1.5],
  ["no number", z.number(), Number.NaN],
  ["infinity", z.number(), Number.POSITIVE_INFINITY],
  ["missing", z.object({ id: z.string() }), {}],
  ["too small", z.number().min(1), 0],
  ["too small, open", z.number().gt(1), 1],
  ["too big", z.number().max(1), 2],
  ["too big, open", z.number().lt(1), 1],
  ["far too big: the tightest bound alone", z.int().max(10), 1e30],
  ["too short a list", z.array(z.string()).min(1), []],
  ["too short a text", z.string().min(2), ""],
  ["a choice", z.enum(["a", "b"]), "c"],
  ["an unknown key", level, { levl: 3 }],
  ["an unknown key, far off", level, { qqqqq: 3 }],
  ["an unknown key of nothing", z.strictObject({}), { a: 1 }],
  ["a key within optional parts", z.strictObject({ in: level.optional() }), { in: { levl: 1 } }],
  ["a key in a list of maps", z.array(level), [{}, { levl: 1 }]],
  ["a name", z.record(z.string().min(1), z.number()), { "": 1 }],
  ["a rule of the schema's own", even, 3],
  ["a rule that a default breaks", ordered, { low: 3 }],
  ["several", level, { level: -1, noise: "a", x: 1 }],
  ["of several forms, none of a kind that fits", seeds, "x"],
  ["of several forms, nothing", shape, undefined],
  ["of three kinds", z.union([z.string(), z.array(z.string()), level]), 4],
  ["of several forms, fixed values", z.union([z.literal("off"), z.number()]), "on"],
  ["a fault in the form that is meant", seeds, [1, "a"]],
  ["a form that is begun", shape, { wide: 1 }],
  ["a form with a fault inside", shape, { circle: "x" }],
  ["a form with a key too many", shape, { circle: 1, wieght: 2 }],
  ["a slip in the key that makes the form", shape, { circel: 1 }],
  ["no form begun", shape, { weight: 1 }],
  ["forms of forms", z.union([z.number(), shape]), []],
  ["a key that every object has is missing", z.object({ constructor: z.string() }), {}],
  ["a key that every object has is unknown", level, { toString: 1 }],
];
words(
  "schemas",
  mistakes.map(([name, schema, value]): MessageCase => [name, () => checked(schema, value, ["at"])]),
);

describe("display", () => {
  test.each([
    [Number.NaN, "NaN"],
    [{ a: [Number.POSITIVE_INFINITY] }, '{"a":["Infinity"]}'],
    ["a\nb", '"a\\nb"'],
    [undefined, "undefined"],
    [null, "null"],
    ["x".repeat(100), `"${"x".repeat(56)}…`],
  ])("%#: → %s", (value, expected) => {
    expect(display(value)).toBe(expected);
  });

  test("values that JSON cannot represent", () => {
    const circle: unknown[] = [];
    circle.push(circle);
    expect(display(circle)).toBe("a list that cannot be shown");
    expect(display({ circle })).toBe("a map that cannot be shown");
  });

  law.prop([fc.anything()], { numRuns: 500 })("is one short line for anything", (value) => {
    const text = display(value);
    expect(text.length).toBeGreaterThan(0);
    expect(text.length).toBeLessThanOrEqual(60);
    expect(text).not.toMatch(/[\n\r]/);
  });
});
