// What a schema finds wrong, in words: one sentence for each kind of problem, with the path and what would be right.

import { fc, test as law } from "@fast-check/vitest";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { checked, display } from "./checked.ts";
import { sentence, UserError } from "./errors.ts";

function told(schema: z.ZodType, value: unknown): string[] {
  try {
    checked(schema, value, ["at"]);
  } catch (error) {
    if (error instanceof UserError) return error.problems.map(sentence);
    throw error;
  }
  return [];
}

const level = z.strictObject({ level: z.number().min(0).max(100).default(50), noise: z.number().default(0) });

test("a valid value comes back with its defaults", () => {
  expect(checked(level, { level: 3 })).toEqual({ level: 3, noise: 0 });
});

describe("one sentence for each kind", () => {
  test.each<[string, z.ZodType, unknown, string[]]>([
    ["a type", level, { level: "x" }, ['at.level: is "x"; it must be a number']],
    ["a map", level, [], ["at: is []; it must be a map"]],
    ["a list", z.array(z.string()), {}, ["at: is {}; it must be a list"]],
    ["a whole number", z.int(), 1.5, ["at: is 1.5; it must be a whole number"]],
    ["no number", z.number(), Number.NaN, ["at: is NaN; it must be a finite number"]],
    ["infinity", z.number(), Number.POSITIVE_INFINITY, ["at: is Infinity; it must be a finite number"]],
    ["missing", z.object({ id: z.string() }), {}, ["at.id: is missing; it must be a string"]],
    ["too small", z.number().min(1), 0, ["at: is 0; it must be at least 1"]],
    ["too small, open", z.number().gt(1), 1, ["at: is 1; it must be greater than 1"]],
    ["too big", z.number().max(1), 2, ["at: is 2; it must be at most 1"]],
    ["too big, open", z.number().lt(1), 1, ["at: is 1; it must be less than 1"]],
    ["far too big: the tightest bound alone", z.int().max(10), 1e30, ["at: is 1e+30; it must be at most 10"]],
    ["too short a list", z.array(z.string()).min(1), [], ["at: is []; it must have at least 1 item"]],
    ["too short a text", z.string().min(2), "", ['at: is ""; it must have at least 2 characters']],
    ["a choice", z.enum(["a", "b"]), "c", ['at: is "c"; valid: a, b']],
    ["an unknown key", level, { levl: 3 }, ['at.levl: unknown key "levl"; did you mean "level"?']],
    ["an unknown key, far off", level, { qqqqq: 3 }, ['at.qqqqq: unknown key "qqqqq"; valid: level, noise']],
    ["an unknown key of nothing", z.strictObject({}), { a: 1 }, ['at.a: unknown key "a"; it takes no parameters']],
    [
      "a key within optional parts",
      z.strictObject({ in: level.optional() }),
      { in: { levl: 1 } },
      ['at.in.levl: unknown key "levl"; did you mean "level"?'],
    ],
    [
      "a key in a list of maps",
      z.array(level),
      [{}, { levl: 1 }],
      ['at.1.levl: unknown key "levl"; did you mean "level"?'],
    ],
    [
      "a name",
      z.record(z.string().min(1), z.number()),
      { "": 1 },
      ['at.: "" is no valid name; it must have at least 1 character'],
    ],
    [
      "a rule of the schema's own",
      z.number().refine((x) => x % 2 === 0, { error: "It must be even" }),
      3,
      ["at: is 3; it must be even"],
    ],
    [
      "several",
      level,
      { level: -1, noise: "a", x: 1 },
      [
        "at.level: is -1; it must be at least 0",
        'at.noise: is "a"; it must be a number',
        'at.x: unknown key "x"; valid: level, noise',
      ],
    ],
  ])("%s", (_, schema, value, expected) => {
    expect(told(schema, value)).toEqual(expected);
  });
});

describe("a value of several forms", () => {
  const seeds = z.union([z.int().min(1), z.array(z.int().min(0)).min(1)]);
  const shape = z.union([
    z.string(),
    z.strictObject({ circle: z.number(), weight: z.number().optional() }),
    z.strictObject({ wide: z.number(), high: z.number(), weight: z.number().optional() }),
  ]);
  test.each<[string, z.ZodType, unknown, string]>([
    ["of no kind that fits", seeds, "x", 'at: is "x"; it must be a number or a list'],
    ["nothing", shape, undefined, "at: is missing; it must be a string or a map"],
    [
      "three kinds",
      z.union([z.string(), z.array(z.string()), level]),
      4,
      "at: is 4; it must be a string, a list or a map",
    ],
    ["fixed values", z.union([z.literal("off"), z.number()]), "on", 'at: is "on"; it must be off or a number'],
    ["a fault in the form that is meant", seeds, [1, "a"], 'at.1: is "a"; it must be a number'],
    ["a form that is begun", shape, { wide: 1 }, "at.high: is missing; it must be a number"],
    ["a form with a fault inside", shape, { circle: "x" }, 'at.circle: is "x"; it must be a number'],
    [
      "a form with a key too many",
      shape,
      { circle: 1, wieght: 2 },
      'at.wieght: unknown key "wieght"; did you mean "weight"?',
    ],
    [
      "a slip in the key that makes the form",
      shape,
      { circel: 1 },
      'at.circel: unknown key "circel"; did you mean "circle"?',
    ],
    ["none begun", shape, { weight: 1 }, 'at: is {"weight":1}; it must have one of: circle, wide'],
    ["unions in unions", z.union([z.number(), shape]), [], "at: is []; it must be a number, a string or a map"],
  ])("%s", (_, schema, value, expected) => {
    expect(told(schema, value)).toEqual([expected]);
  });
});

test("keys that every object has are no keys of a map", () => {
  expect(told(z.object({ constructor: z.string() }), {})).toEqual(["at.constructor: is missing; it must be a string"]);
  expect(told(level, { toString: 1 })).toEqual(['at.toString: unknown key "toString"; valid: level, noise']);
});

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

  test("what JSON cannot hold", () => {
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
