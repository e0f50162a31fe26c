// From a base and its overrides to variants: names, grids, what an override replaces, and where it was written.

import { fc, test as law } from "@fast-check/vitest";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { problemOf } from "../../../test/fixtures/outcomes.ts";
import { words } from "../../../test/fixtures/words.ts";
import type { WrittenDescription } from "./variants.ts";
import { variantsOf } from "./variants.ts";

const base: WrittenDescription = {
  environment: { id: "coopetition/slcd", horizon: 20, trust: { initial: 0.5 } },
  agents: { policy: "constant", level: 40 },
  reward: "private",
};
const listed = { ...base, agents: ["constant", "random"] };
const one = (override: Record<string, unknown>, from: WrittenDescription = base) =>
  variantsOf(from, { a: override }, undefined)[0];

describe("names", () => {
  test("without variants and grid there is one, called base", () => {
    const only = { name: "base", settings: {}, description: base, origin: expect.any(Function) };
    expect(variantsOf(base, undefined, undefined)).toEqual([only]);
    expect(variantsOf(base, undefined, {}).map(({ name }) => name)).toEqual(["base"]);
  });

  test("named variants keep their order, and an empty one is the base", () => {
    const variants = variantsOf(base, { z: null, a: { reward: "cooperative" }, constructor: {} }, undefined);
    expect(variants.map(({ name }) => name)).toEqual(["z", "a", "constructor"]);
    expect(variants[0].description).toEqual(base);
    expect(variants[1].settings).toEqual({ reward: "cooperative" });
  });

  test("a declared reward is shown as a formula, other settings as they are written", () => {
    const sum = { sum: [{ channel: "correct" }, { channel: "characters", weight: -0.3 }] };
    const [{ settings }] = variantsOf(base, { a: { reward: sum, "environment.horizon": 3 } });
    expect(settings).toEqual({ reward: "correct − 0.3 × characters", "environment.horizon": "3" });
    expect(variantsOf(base, { a: { measures: [] } })[0].settings).toEqual({ measures: "none" });
  });

  test("a grid is the product of its axes, the last one varying fastest", () => {
    const grid = { "environment.horizon": [10, 20], "environment.trust.initial": [0.1, 0.9] };
    expect(variantsOf(base, undefined, grid).map(({ name }) => name)).toEqual([
      "horizon=10, initial=0.1",
      "horizon=10, initial=0.9",
      "horizon=20, initial=0.1",
      "horizon=20, initial=0.9",
    ]);
  });

  test("a grid is combined with named variants", () => {
    const variants = variantsOf(base, { p: {}, c: { reward: "cooperative" } }, { "agents.level": [0, 100] });
    expect(variants.map(({ name }) => name)).toEqual(["p, level=0", "p, level=100", "c, level=0", "c, level=100"]);
    expect(variants[3].settings).toEqual({ reward: "cooperative", "agents.level": "100" });
    expect(variants[3].description).toEqual({
      ...base,
      agents: { policy: "constant", level: 100 },
      reward: "cooperative",
    });
  });

  law.prop(
    [fc.array(fc.uniqueArray(fc.integer({ min: 1, max: 50 }), { minLength: 1, maxLength: 4 }), { maxLength: 3 })],
    {
      numRuns: 100,
    },
  )("a grid has as many variants as combinations, each once", (axes) => {
    const keys = ["environment.horizon", "environment.theta", "agents.level"];
    const grid = Object.fromEntries(axes.map((values, k) => [keys[k], values]));
    const variants = variantsOf(base, undefined, grid);
    expect(variants).toHaveLength(axes.reduce((count, values) => count * values.length, 1));
    expect(new Set(variants.map(({ description }) => JSON.stringify(description))).size).toBe(variants.length);
    expect(new Set(variants.map(({ name }) => name)).size).toBe(variants.length);
  });
});

// For each override: its path, its value, and the resulting difference in the description.
const OVERRIDES = `
a parameter by its path | environment.horizon: 5 | environment: { id: coopetition/slcd, horizon: 5, trust: { initial: 0.5 } }
a parameter in a map | environment: { horizon: 5 } | environment: { id: coopetition/slcd, horizon: 5, trust: { initial: 0.5 } }
the same world again | environment: { id: coopetition/slcd, horizon: 5 } | environment: { id: coopetition/slcd, horizon: 5, trust: { initial: 0.5 } }
another world drops the base's parameters | environment: coopetition/trust-dilemma | environment: { id: coopetition/trust-dilemma }
another world with its own | environment: { id: x, a: 1 } | environment: { id: x, a: 1 }
its name alone, by path, keeps them | environment.id: x | environment: { id: x, horizon: 20, trust: { initial: 0.5 } }
a map within | environment.trust.initial: 0.9 | environment: { id: coopetition/slcd, horizon: 20, trust: { initial: 0.9 } }
a map within that is not there yet | environment.x.y: 1 | environment: { id: coopetition/slcd, horizon: 20, trust: { initial: 0.5 }, x: { y: 1 } }
an agent's parameter | agents.level: 5 | agents: { policy: constant, level: 5 }
another agent for all | agents: { policy: random } | agents: { policy: random }
another agent by name | agents: random | agents: random
a list of agents | agents: [random, constant] | agents: [random, constant]
one agent of several | agents: { Sony: random } | agents: { others: { policy: constant, level: 40 }, Sony: random }
a reward | reward: { channel: payoff } | reward: { channel: payoff }
a parameter of a reward that is a name | reward.weight: 2 | reward: { use: private, weight: 2 }
two, the later one last | { environment: x, environment.a: 1 } | environment: { id: x, a: 1 }
`;

describe("overrides", () => {
  test.each(
    OVERRIDES.trim()
      .split("\n")
      .map((row) => row.split(" | ")),
  )("%s: %s", (_, override, changed) => {
    expect(one(parse(override)).description).toEqual({ ...base, ...parse(changed) });
  });

  test("of agents in a list or by name", () => {
    const list = { ...base, agents: ["constant", "random"] };
    expect(one({ "agents.1": "gradual" }, list).description.agents).toEqual(["constant", "gradual"]);
    const named = { ...base, agents: { Samsung: "constant", others: "random" } };
    expect(one({ agents: { others: "gradual" } }, named).description.agents).toEqual({
      Samsung: "constant",
      others: "gradual",
    });
    expect(one({ "agents.Samsung": "gradual" }, named).description.agents).toEqual({
      Samsung: "gradual",
      others: "random",
    });
    expect(one({ "agents.level": 3 }, { ...base, agents: "constant" }).description.agents).toEqual({
      policy: "constant",
      level: 3,
    });
  });

  test("do not change the base or each other", () => {
    const before = structuredClone(base);
    variantsOf(
      base,
      { a: { "environment.trust.initial": 1 }, b: { "environment.trust.initial": 2 } },
      { "agents.level": [1, 2] },
    );
    expect(base).toEqual(before);
  });
});

describe("where it was written", () => {
  const [variant] = variantsOf(
    base,
    { a: { environment: { horizon: 1 }, "environment.trust.initial": 2, reward: { sum: [] } } },
    { "agents.level": [7, 8] },
  );
  const keys = (path: string) => (path.match(/\S+/g) ?? []).map((key) => (/^\d+$/.test(key) ? Number(key) : key));
  test.each([
    ["environment horizon", "variants a environment horizon"],
    ["environment trust initial", "variants a environment.trust.initial"],
    ["environment trust decay", "environment trust decay"],
    ["environment id", "environment id"],
    ["environment", "variants a environment"],
    ["reward sum 0", "variants a reward sum 0"],
    ["reward", "variants a reward"],
    ["agents level", "grid agents.level 0"],
    ["agents", "agents"],
    ["agents policy", "agents policy"],
    ["objective", "objective"],
    ["", ""],
  ])("%s", (path, expected) => {
    expect(variant.origin(keys(path))).toEqual(keys(expected));
  });

  test("the later of two overrides of the same value", () => {
    const twice = one({ "environment.horizon": 0, environment: { horizon: -1 } });
    expect(twice.description.environment.horizon).toBe(-1);
    expect(twice.origin(["environment", "horizon"])).toEqual(["variants", "a", "environment", "horizon"]);
  });
});

test("long settings with the same beginning are distinguished", () => {
  const prompt = (end: string) => ({
    "agents.told": `You are paid 1 for a right answer and nothing for any other, and ${end}.`,
  });
  const settings = variantsOf(base, {
    a: prompt("a half for silence"),
    b: prompt("nothing for silence"),
    c: { "agents.told": "Be brief." },
  }).map((variant) => variant.settings["agents.told"]);
  expect(settings).toEqual(["…a half for silence.", "…nothing for silence.", "Be brief."]);
});

// Most messages are tested, with their positions, together with those of an experiment's file.
describe("mistakes", () => {
  const count = (length: number) => Array.from({ length }, (_, k) => k);
  const names = Object.fromEntries(count(1001).map((k) => [`v${k}`, {}]));
  const large = { "environment.horizon": count(40), "agents.level": count(26) };
  const twice = { "environment.horizon": [1, 2, 1] };
  type Grid = Record<string, unknown[]>;

  test.each<[string, string, (string | number)[], Record<string, unknown> | undefined, Grid?]>([
    ["no variants", "no-variants", ["variants"], {}],
    ["a variant that is no map", "invalid-variant", ["variants", "a"], { a: 4 }],
    ["what a variant cannot set", "unknown-key", ["variants", "a", "seeds"], { a: { seeds: 4 } }],
    ["a slip", "unknown-key", ["variants", "a", "enviroment.horizon"], { a: { "enviroment.horizon": 4 } }],
    ["what a grid cannot set", "unknown-key", ["grid", "seeds"], undefined, { seeds: [1] }],
    ["twice in a grid", "same-name", ["grid", "environment.horizon", 2], undefined, twice],
    ["an item of no list", "no-item", ["variants", "a", "agents.2"], { a: { "agents.2": "x" } }],
    ["too many in a grid", "too-many-variants", ["grid"], undefined, large],
    ["too many names", "too-many-variants", ["variants"], names, {}],
  ])("%s", (_, code, path, variants, grid) => {
    expect(problemOf(() => variantsOf(listed, variants, grid))).toMatchObject({ code, path });
  });

  words("variants", [
    ["a variant that is no map", () => variantsOf(listed, { a: 4 })],
    ["a slip in a path", () => variantsOf(listed, { a: { "enviroment.horizon": 4 } })],
    ["a path without end", () => variantsOf(listed, { a: { [`environment${".x".repeat(5000)}`]: 1 } })],
    ["too many in a grid", () => variantsOf(listed, undefined, large)],
    ["too many names", () => variantsOf(listed, names)],
  ]);
});
