// Integer-like keys keep the order of their file in every copy of a map.

import { expect, test } from "vitest";
import { z } from "zod";
import { placed } from "../lab/experiment/placing.ts";
import { variantsOf } from "../lab/experiment/variants.ts";
import { checked, isMap } from "./checked.ts";
import { orderedEntries, orderedJson, orderedKeys, withOrder } from "./key-order.ts";
import { parseYaml } from "./yaml.ts";

const tree = (text: string): Readonly<Record<string, unknown>> => {
  const { value } = parseYaml("e.yaml", text);
  if (!isMap(value)) throw new Error("no map");
  return value;
};

test.each([
  "base: 1\n2024: 2\n2023: 3\n",
  '{"base": 1, "2024": 2, "2023": 3}',
  "x: &x { 2023: 3 }\nbase: 1\n2024: 2\n2023: 3\n",
])("a file's maps keep their order: %j", (text) => {
  expect(orderedKeys(tree(text)).filter((key) => key !== "x")).toEqual(["base", "2024", "2023"]);
});

test("a merged map's keys have the position of the merge key, and aliases are one map", () => {
  const parsed = tree("a: &a { 30: x, 20: y }\nb: { z: 1, <<: *a, 10: w }\nc: *a\n");
  expect(orderedKeys(Object(parsed.b))).toEqual(["z", "30", "20", "10"]);
  expect(parsed.c).toBe(parsed.a);
});

test("a checked copy, and one with another value in it, keep the order", () => {
  const schema = z.object({ players: z.record(z.string(), z.string()) });
  const { players } = checked(schema, tree("players: { mine: a, 30: b, 20: c, 10: d }\n"));
  expect(orderedEntries(players)).toEqual([
    ["mine", "a"],
    ["30", "b"],
    ["20", "c"],
    ["10", "d"],
  ]);
  const changed = placed(placed(players, ["20"], "x"), ["5"], "new");
  expect(orderedKeys(Object(changed))).toEqual(["mine", "30", "20", "10", "5"]);
});

test("variants and axes keep the order of their file", () => {
  const file = tree("variants: { base: {}, 2024: { reward: private }, 7: {} }\ngrid: { agents.steps: [3, 1] }\n");
  const names = variantsOf({ environment: {}, agents: "random", reward: "private" }, Object(file.variants)).map(
    ({ name }) => name,
  );
  expect(names).toEqual(["base", "2024", "7"]);
});

test("a map without such keys has no order of its own", () => {
  const map = withOrder({ b: 1, a: 2 }, ["a", "b"]);
  expect(orderedKeys(map)).toEqual(["b", "a"]);
});

test("JSON has the keys of a map in its order, and is otherwise that of JSON.stringify", () => {
  const map = withOrder({ b: 1, 10: [{ c: undefined, d: null }], 2: "x" }, ["b", "10", "2"]);
  expect(orderedJson({ map, 3: [undefined, Number.NaN] })).toBe(
    '{"3":[null,null],"map":{"b":1,"10":[{"d":null}],"2":"x"}}',
  );
  for (const value of [[], {}, "", 0, null, undefined, new Date(0), { at: new Date(0), f: () => 1, n: { m: [[]] } }])
    expect(orderedJson(value)).toBe(JSON.stringify(value));
});
