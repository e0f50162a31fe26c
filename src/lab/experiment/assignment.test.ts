// Parsing of path=value.

import { describe, expect, test } from "vitest";
import { problemOf } from "../../../test/fixtures/outcomes.ts";
import { assignmentOf, parametersOf, yamlValue } from "./assignment.ts";

describe("an assignment", () => {
  test.each<[string, string[], unknown]>([
    ["seeds=3", ["seeds"], 3],
    ["environment.horizon=50", ["environment", "horizon"], 50],
    ["agents={ policy: constant, level: 40 }", ["agents"], { policy: "constant", level: 40 }],
    ["a.b=x=y", ["a", "b"], "x=y"],
    ["title=", ["title"], null],
    ["title=[unclosed", ["title"], "[unclosed"],
    ["title=*nothing", ["title"], "*nothing"],
    ["reward=&x { sum: [*x] }", ["reward"], "&x { sum: [*x] }"],
    ["title=!tag x", ["title"], "!tag x"],
    ["grid.environment.horizon=[10, 20]", ["grid", "environment.horizon"], [10, 20]],
    ["grid={ environment.horizon: [10] }", ["grid"], { "environment.horizon": [10] }],
    ["variants.a.reward=private", ["variants", "a", "reward"], "private"],
  ])("%s", (text, keys, value) => {
    expect(assignmentOf(text)).toEqual({ text, keys, value });
  });

  test.each(["x", "=x", ""])("%j assigns nothing", (text) => {
    expect(problemOf(() => assignmentOf(text))).toEqual({
      code: "bad-assignment",
      what: `"--set ${text}" assigns nothing`,
      hint: "write --set path=value, as in --set environment.horizon=50",
    });
  });

  test("an overlong path is rejected", () => {
    expect(problemOf(() => assignmentOf(`${"a.".repeat(50_000)}a=1`))).toMatchObject({ hint: "at most 100 levels" });
  });

  test("the key __proto__ is rejected as in a file", () => {
    expect(problemOf(() => assignmentOf("variants.__proto__.reward=private"))).toMatchObject({
      what: '"--set variants.__proto__.reward=private": no key may be called "__proto__"',
    });
  });
});

test("several assignments make one map", () => {
  expect(parametersOf(["horizon=10", "trust.initial=0.5", "trust.decay=0", "horizon=20"])).toEqual({
    horizon: 20,
    trust: { initial: 0.5, decay: 0 },
  });
  expect(parametersOf([])).toEqual({});
  expect(yamlValue("{ sum: [private] }")).toEqual({ sum: ["private"] });
});
