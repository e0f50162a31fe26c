// Setting a value at a path of a tree, and which problems the assignment has caused.

import { fc, test as law } from "@fast-check/vitest";
import { describe, expect, test } from "vitest";
import { problemOf } from "../../../test/fixtures/outcomes.ts";
import { concerns, placed } from "./placing.ts";

describe("placing", () => {
  test.each<[unknown, (string | number)[], unknown, unknown]>([
    [{ a: 1 }, ["b"], 2, { a: 1, b: 2 }],
    [{ a: { b: 1, c: 2 } }, ["a", "b"], 3, { a: { b: 3, c: 2 } }],
    [{ a: 1 }, ["a", "b"], 3, { a: { b: 3 } }],
    [undefined, ["a", "b"], 3, { a: { b: 3 } }],
    [["x", "y"], ["1"], "z", ["x", "z"]],
    [[{ a: 1 }], [0, "a"], 2, [{ a: 2 }]],
    [{}, ["constructor", "x"], 1, { constructor: { x: 1 } }],
    ["anything", [], 5, 5],
  ])("%j at %j: %j", (tree, keys, value, expected) => {
    expect(placed(tree, keys, value)).toEqual(expected);
  });

  test("a missing list item is an error", () => {
    expect(problemOf(() => placed({ agents: ["a", "b"] }, ["agents", "2"], "c"))).toEqual({
      code: "no-item",
      what: 'a list of 2 has no item "2"',
      hint: "items are counted from 0 to 1",
    });
    expect(problemOf(() => placed(["a"], ["policy"], "c"))).toMatchObject({ what: 'a list of 1 has no item "policy"' });
  });

  test("no prototype is changed", () => {
    placed({}, ["__proto__", "polluted"], true);
    placed({}, ["constructor", "prototype", "polluted"], true);
    expect("polluted" in {}).toBe(false);
  });

  const key = fc.string({ minLength: 1, maxLength: 5 }).filter((k) => k !== "__proto__");
  law.prop([fc.dictionary(key, fc.jsonValue()), fc.array(key, { minLength: 1, maxLength: 4 }), fc.jsonValue()], {
    numRuns: 300,
  })("what was placed is there, what was there is unchanged", (tree, keys, value) => {
    const before = structuredClone(tree);
    let after: unknown;
    try {
      after = placed(tree, keys, value);
    } catch (error) {
      expect(String(error)).toContain("has no item");
      return;
    }
    expect(tree).toEqual(before);
    let at: unknown = after;
    for (const k of keys) at = typeof at === "object" && at !== null ? Reflect.get(at, k) : undefined;
    expect(at).toEqual(value);
    for (const k of Object.keys(tree)) if (k !== keys[0]) expect(Reflect.get(Object(after), k)).toEqual(tree[k]);
  });
});

describe("whether an assignment caused a problem", () => {
  const before = { environment: { id: "x", horizon: 5 }, agents: "constant" };
  test.each<[string, string, boolean]>([
    ["environment.horizon", "environment.horizon", true],
    ["environment", "environment.horizon", true],
    ["environment.horizon", "environment.id", false],
    // A key below a value that is no map replaces that value by a map.
    ["environment.horizon.x", "environment.horizon", true],
    ["grid.seeds", "grid", true],
    // The mistake is in what the file declared before.
    ["environment.horizon", "environment", false],
    ["agents.level", "agents", false],
  ])("%s at %s: %s", (keys, path, expected) => {
    expect(concerns(keys.split("."), path.split("."), before)).toBe(expected);
  });
});
