// Problems as sentences, and suggestions of the nearest name.

import { fc, test as law } from "@fast-check/vitest";
import { describe, expect, test } from "vitest";
import { nearest, sameAgent, sentence, shortened, UserError, unknownName } from "./errors.ts";

describe("a sentence", () => {
  test("has position, problem and hint; missing parts are left out", () => {
    const what = "is 0";
    expect(sentence({ code: "c", what })).toBe("is 0");
    expect(sentence({ code: "c", what, path: [] })).toBe("is 0");
    expect(sentence({ code: "c", what, path: ["a", 0, "b"], where: "x.yaml:1:2", hint: "more" })).toBe(
      "x.yaml:1:2: a.0.b: is 0; more",
    );
  });

  test("is one short line, for any keys", () => {
    expect(sentence({ code: "c", what: "w", path: ["a\nb"] })).toBe('"a\\nb": w');
    expect(sentence({ code: "c", what: "w", path: ["x".repeat(1000)] })).toBe(`${"x".repeat(57)}…: w`);
  });

  test("an error has one sentence for each problem", () => {
    const error = new UserError([
      { code: "a", what: "one" },
      { code: "b", what: "two", hint: "three" },
    ]);
    expect(error.message).toBe("one\ntwo; three");
    expect(error.problems.map(({ code }) => code)).toEqual(["a", "b"]);
    expect(new UserError({ code: "a", what: "one" }).problems).toHaveLength(1);
    expect(error).toBeInstanceOf(Error);
  });
});

describe("the nearest name", () => {
  const names = ["coopetition/slcd", "coopetition/trust-dilemma", "private", "integrated"];
  test.each([
    ["privat", "private"],
    ["slcd", "coopetition/slcd"],
    ["trust-dilema", "coopetition/trust-dilemma"],
    ["coopetition/slc", "coopetition/slcd"],
    ["intgratd", "integrated"],
    ["zzzzzz", undefined],
    ["", undefined],
  ])("%j → %j", (name, expected) => {
    expect(nearest(name, names)).toBe(expected);
  });

  law.prop([fc.constantFrom(...names), fc.nat(), fc.string({ minLength: 1, maxLength: 1 })], { numRuns: 200 })(
    "is found after one slip of the pen",
    (name, at, letter) => {
      const k = at % name.length;
      expect(nearest(name.slice(0, k) + letter + name.slice(k + 1), names)).toBe(name);
      expect(nearest(name.slice(0, k) + name.slice(k + 1), names)).toBe(name);
    },
  );
});

test("an unknown name is reported with the nearest name, with all names, or with none", () => {
  expect(unknownName("agent", "randm", ["random", "constant"])).toEqual({
    code: "unknown-name",
    what: 'no agent is called "randm"',
    hint: 'did you mean "random"?',
  });
  expect(unknownName("agent", "zzz", ["random", "constant"]).hint).toBe("valid: random, constant");
  expect(unknownName("agent", "zzz", []).hint).toBe("there is no agent yet");
  const worlds = ["control/cart-pole", "control/pendulum", "controls/other", "bandits/map"];
  for (const begun of ["control", "control/"])
    expect(unknownName("environment", begun, worlds).hint).toBe("below it: control/cart-pole, control/pendulum");
  expect(unknownName("environment", "/", worlds).hint).toMatch(/^valid: /);
  const many = Array.from({ length: 40 }, (_, k) => `name-${k}-of-many`);
  expect(unknownName("agent", "zzz", many).hint).toBe(`valid: ${many.slice(0, 12).join(", ")}, … (40 in all)`);
  expect(unknownName("agent", `a"b\n${"x".repeat(200)}`, []).what).toBe(
    `no agent is called "a\\"b\\n${"x".repeat(53)}…"`,
  );
});

test("an agent that is named twice", () => {
  expect(sentence(sameAgent("agent_0", "Samsung"))).toBe('"agent_0" and "Samsung" are the same agent; name it once');
});

law.prop([fc.string({ unit: "grapheme", maxLength: 200 })], { numRuns: 300 })(
  "a shortened text is the text, or its beginning in at most 58 characters",
  (text) => {
    const short = shortened(text);
    expect(short.length).toBeLessThanOrEqual(60);
    expect(short === text || text.startsWith(short.slice(0, -1))).toBe(true);
    // No surrogate pair was cut in two.
    expect(short).not.toMatch(/[\ud800-\udbff]…$/);
  },
);
