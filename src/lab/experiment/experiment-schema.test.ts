// The published JSON Schema accepts the built-in experiments, and rejects them with one mistake inserted. The validator is zod's JSON
// Schema reader, which is independent of the schema's source.

import { readFileSync } from "node:fs";
import { relative } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { z } from "zod";
import { exampleFiles } from "../examples/examples.ts";
import { experimentJsonSchema } from "./experiment-schema.ts";

const folder = fileURLToPath(new URL("../../../examples/", import.meta.url));
const examples = [...exampleFiles().values()].map((file) => relative(folder, file));
const schema = await experimentJsonSchema();
const validator = z.fromJSONSchema({ ...schema });
const alliance: Record<string, unknown> = parse(readFileSync(`${folder}alliance.yaml`, "utf8"));
const without = (key: string) => Object.fromEntries(Object.entries(alliance).filter(([name]) => name !== key));

test.each(examples)("%s is accepted", (name) => {
  expect(validator.safeParse(parse(readFileSync(`${folder}${name}`, "utf8"))).success).toBe(true);
});

describe("accepted", () => {
  test.each<[string, Record<string, unknown>]>([
    ["a file of one's own", { environment: "./world.ts", agents: { Sony: "../agent.ts", others: "random" } }],
    ["a list of agents", { agents: ["constant", { policy: "random", noise: 2 }] }],
    [
      "a nested reward",
      {
        reward: { sum: ["private", { when: { channel: "trust", atLeast: 0.5 }, pay: { bound: "private", high: 3 } }] },
      },
    ],
    ["a list of seeds", { seeds: [0, 4, 2147483647] }],
    ["an empty variant", { variants: { base: null } }],
    ["a method", { agents: { policy: "grpo", method: "negative-aware", with: ["effective-rank", "./own.ts"] } }],
    ["a method with parameters", { agents: { policy: "grpo", method: { use: "negative-aware", floor: 0.5 } } }],
    ["a method of one's own", { agents: { policy: "matchtir", method: { use: "./own.ts", any: 1 } } }],
    ["parameters of a preset's method", { agents: { policy: "negative-aware", method: { floor: 0.5 } } }],
    ["a callback with parameters", { agents: { policy: "grpo", with: [{ use: "cooper", rate: 0 }] } }],
    ["a parameter of another policy", { agents: { policy: "constant", method: 4 } }],
    ["a grid", { grid: { "environment.horizon": [10, 20] } }],
  ])("%s", (_, changed) => {
    expect(validator.safeParse({ ...alliance, ...changed }).success).toBe(true);
  });
});

describe("refused", () => {
  test.each<[string, unknown]>([
    ["nothing", {}],
    ["a list", []],
    ["an unknown key", { ...alliance, sedes: 3 }],
    ["no environment", without("environment")],
    ["no agents", without("agents")],
    ["no objective", without("objective")],
    ["an unknown world", { ...alliance, environment: "coopetition/slc" }],
    ["an unknown world in a map", { ...alliance, environment: { id: "coopetition/slc" } }],
    ["a world without id", { ...alliance, environment: { horizon: 4 } }],
    ["an unknown agent", { ...alliance, agents: "equilibrum" }],
    ["an unknown agent in a map", { ...alliance, agents: { policy: "equilibrum" } }],
    ["an unknown agent in a seat", { ...alliance, agents: { Sony: "equilibrum", others: "random" } }],
    ["an unknown method", { ...alliance, agents: { policy: "grpo", method: "negative-awar" } }],
    ["an unknown method in a map", { ...alliance, agents: { policy: "grpo", method: { use: "negative-awar" } } }],
    ["an unknown parameter", { ...alliance, agents: { policy: "grpo", method: { use: "negative-aware", flor: 1 } } }],
    ["a parameter out of range", { ...alliance, agents: { policy: "grpo", with: [{ use: "cooper", rate: 7 }] } }],
    ["an unknown callback", { ...alliance, agents: { policy: "grpo", with: ["cooperr"] } }],
    ["no agents in a list", { ...alliance, agents: [] }],
    ["a reward that is a number", { ...alliance, reward: 4 }],
    ["an unknown reward", { ...alliance, reward: "privat" }],
    ["an unknown reward among others", { ...alliance, reward: { sum: [{ use: "bonus/globall" }] } }],
    ["a reward of no form", { ...alliance, reward: { chanel: "payoff" } }],
    ["a reward with a fault deep down", { ...alliance, reward: { sum: [{ channel: 5 }] } }],
    ["a reward without channels", { ...alliance, reward: { weights: {} } }],
    ["a discount beyond 1", { ...alliance, reward: { potential: { trust: 1 }, discount: 2 } }],
    ["no variants", { ...alliance, variants: {} }],
    ["a variant that is a number", { ...alliance, variants: { a: 4 } }],
    ["a variant without a name", { ...alliance, variants: { "": null } }],
    ["an empty axis", { ...alliance, grid: { "environment.horizon": [] } }],
    ["no seeds", { ...alliance, seeds: 0 }],
    ["half a seed", { ...alliance, seeds: 1.5 }],
    ["a seed that no table holds", { ...alliance, seeds: [3e9] }],
    ["no episodes", { ...alliance, episodes: 0 }],
    ["another record", { ...alliance, record: "everything" }],
  ])("%s", (_, value) => {
    expect(validator.safeParse(value).success).toBe(false);
  });
});

test("every key has a description for the editor", () => {
  expect(schema).toMatchObject({
    $schema: "https://json-schema.org/draft/2020-12/schema",
    additionalProperties: false,
  });
  if (!("properties" in schema) || typeof schema.properties !== "object" || schema.properties === null)
    throw new Error("no properties");
  for (const [key, property] of Object.entries(schema.properties)) {
    expect(property, key).toMatchObject({ description: expect.stringMatching(/.{8,}/) });
  }
});
