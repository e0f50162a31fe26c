// Presets: other defaults under a second name; ranges, descriptions and construction are those of the base.

import { expect, test } from "vitest";
import { z } from "zod";
import { problemOf } from "../../test/fixtures/outcomes.ts";
import { preset } from "./preset.ts";
import { bind } from "./registry.ts";

const power = bind({
  id: "power",
  summary: "a power",
  source: "a paper",
  parameters: z.strictObject({
    of: z.number().min(0).default(3).describe("what is raised"),
    times: z
      .strictObject({ low: z.int().default(1), high: z.int().max(9).default(2) })
      .optional()
      .describe("exponents"),
    name: z.string().optional(),
  }),
  make: ({ of, times }) => of ** ((times?.low ?? 0) + (times?.high ?? 0)),
});
const cube = preset(power, { id: "cube", summary: "a cube", defaults: { of: 2, times: { high: 3, low: 0 } } });

test("values of the preset are used where none are given", () => {
  expect([power.make(), cube.make(), cube.make({ of: 3 })]).toEqual([1, 8, 27]);
  expect(cube.make({ times: { low: 1 } })).toBe(16);
  expect(cube.complete()).toEqual({ of: 2, times: { low: 0, high: 3 } });
  expect(cube).not.toHaveProperty("source");
});

test("ranges and descriptions are those of the base", () => {
  expect(problemOf(() => cube.make({ of: -1 }, ["agents"]))).toMatchObject({
    code: "too-small",
    path: ["agents", "of"],
  });
  expect(problemOf(() => cube.make({ times: { high: 10 } }))).toMatchObject({ path: ["times", "high"] });
  expect(problemOf(() => cube.make({ off: 1 }))).toMatchObject({ code: "unknown-key" });
  const { properties } = z.toJSONSchema(cube.parameters, { io: "input" });
  expect(properties?.of).toMatchObject({ default: 2, description: "what is raised", minimum: 0 });
  expect(properties?.times).toMatchObject({ description: "exponents", properties: { high: { default: 3 } } });
});

test("a preset that does not fit is refused when it is made", () => {
  const wrong = (defaults: object) => () => preset(power, { id: "x", summary: "", defaults: { ...defaults } });
  expect(wrong({ off: 1 })).toThrow('"power" has no parameter "off" to preset');
  expect(wrong({ times: { middle: 1 } })).toThrow('"power.times" has no parameter "middle" to preset');
  expect(wrong({ of: -1 })).toThrow("at least 0");
  expect(() =>
    preset(bind({ id: "y", summary: "", parameters: z.string(), make: (x) => x }), {
      id: "z",
      summary: "",
      defaults: {},
    }),
  ).toThrow("no parameters of its own");
});
