// Registries: entries with checked parameters, and suggestions for unknown names.

import { expect, test } from "vitest";
import { z } from "zod";
import { problemOf } from "../../test/fixtures/outcomes.ts";
import { bind, Registry } from "./registry.ts";

const double = bind({
  id: "tools/double",
  summary: "twice as much",
  parameters: z.strictObject({ of: z.number().min(0).default(21) }),
  make: ({ of }) => 2 * of,
});

test("an entry fills in defaults, checks, and makes", () => {
  expect(double.make()).toBe(42);
  expect(double.make({ of: 3 })).toBe(6);
  expect(double.complete({})).toEqual({ of: 21 });
  expect(problemOf(() => double.make({ of: -1 }, ["agents", 0]))).toEqual({
    code: "too-small",
    what: "is -1",
    path: ["agents", 0, "of"],
    hint: "it must be at least 0",
  });
  expect(problemOf(() => double.complete({ off: 1 }))).toMatchObject({ code: "unknown-key", path: ["off"] });
});

test("an entry's source is kept", () => {
  expect(double).not.toHaveProperty("source");
  expect(bind({ id: "a", summary: "", source: "a paper", parameters: z.strictObject({}), make: () => 0 }).source).toBe(
    "a paper",
  );
});

test("a registry finds entries by name, and keeps their order", () => {
  const registry = new Registry("tool", [double]);
  registry.add({ ...double, id: "tools/again" });
  expect(registry.ids()).toEqual(["tools/double", "tools/again"]);
  expect(registry.get("tools/double").make()).toBe(42);
  expect([registry.has("tools/double"), registry.has("double"), registry.has("constructor")]).toEqual([
    true,
    false,
    false,
  ]);
  expect(registry.entries()).toHaveLength(2);
});

test("an unknown name is reported with its path; two entries of one name are a bug", () => {
  const registry = new Registry("tool", [double]);
  expect(problemOf(() => registry.get("duble", ["reward", "use"]))).toEqual({
    code: "unknown-name",
    what: 'no tool is called "duble"',
    path: ["reward", "use"],
    hint: 'did you mean "tools/double"?',
  });
  expect(problemOf(() => registry.get("__proto__"))).toMatchObject({ what: 'no tool is called "__proto__"' });
  expect(() => registry.add(double)).toThrow('two entries are called "tools/double"');
});
