// Programming tasks: consistency of every family's questions, reference and solution, effects of errors and of memorised examples, and
// user-defined tasks.

import { describe, expect, it } from "vitest";
import { words } from "../../../test/fixtures/words.ts";
import { meanOf, playedBy, shown, world } from "../../../test/fixtures/written-text.ts";
import { Random } from "../../core/random.ts";
import { judged } from "../sandbox/sandbox.ts";
import { PROGRAMS } from "./alphabet.ts";
import { byHeart, drawnIn, exampleOf, functionText, questionOf, statementOf } from "./function.ts";
import { FAMILIES } from "./function-families.ts";
import { writer } from "./language-world.ts";

const ID = "language/function";
const LIMITS = { steps: 1_000_000, memory: 4 * 2 ** 20 };

/** Plays an episode with the answer to its question. */
const answered = (seed: number, given: object, answer: (question: string) => string) => {
  const agent = writer((text) => `${answer(text)}${PROGRAMS.end}`, PROGRAMS);
  return playedBy(world(ID, given), agent, seed);
};

describe.each(Object.entries(FAMILIES))("%s", (_name, family) => {
  const random = Random.of(3, "families");

  it("can be recovered from its question", () => {
    for (let k = 0; k < 20; k++) {
      const constants = family.constants(random);
      const statement = statementOf(family, constants);
      expect(PROGRAMS.isWritable(statement)).toBe(true);
      for (const constant of constants) {
        expect(constant.length).toBeLessThanOrEqual(3);
        expect(statement).toContain(` ${constant}`);
      }
      expect(drawnIn(questionOf(statement, []))).toEqual({ family, constants });
    }
  });

  it("has a correct solution, and consistent examples", () => {
    for (let k = 0; k < 10; k++) {
      const constants = family.constants(random);
      const cases = Array.from({ length: 25 }, () => {
        const given = family.given(random, constants);
        return { given, result: family.right(given, constants) };
      });
      const text = functionText({ family, constants }, random, 0);
      expect(text.length).toBeLessThan(300);
      const verdicts = judged(text, "solve", cases, LIMITS);
      const failed = verdicts.findIndex((verdict) => verdict !== "passed");
      expect(failed, `${text}\n${failed < 0 ? "" : exampleOf(cases[failed])}`).toBe(-1);
      for (const one of cases) expect(exampleOf(one).length).toBeLessThanOrEqual(110);
    }
  });

  it("has test calls that detect every typical error", () => {
    for (const [place, piece] of family.body(family.constants(random)).entries()) {
      if (typeof piece === "string") continue;
      for (let choice = 1; choice < piece.length; choice++) {
        const seen = Array.from({ length: 12 }, () => {
          const constants = family.constants(random);
          const body = family
            .body(constants)
            .map((one, k) => (typeof one === "string" ? one : one[k === place ? choice : 0]));
          const cases = Array.from({ length: 8 }, () => {
            const given = family.given(random, constants);
            return { given, result: family.right(given, constants) };
          });
          const text = `function solve(${family.parameters}) {\n${body.join("")}\n}`;
          return judged(text, "solve", cases, LIMITS).some((verdict) => verdict !== "passed");
        });
        expect(seen.filter((one) => one).length, piece.join(" | ")).toBeGreaterThan(6);
      }
    }
  });
});

describe("an answer", () => {
  const families = ["sum-above"];

  it("is requested with examples, and right if all other calls are", () => {
    const { text, sums } = shown(world(ID, { families }), "expert", 1)[0];
    expect(text).toMatch(
      /^Write a JavaScript function solve\(list\) that returns the sum of the numbers in list that are greater than \d+\.\nsolve\(\[.*\]\) returns -?\d+\nsolve\(\[.*\]\) returns -?\d+\nfunction solve\(list\) \{\n.*\}¶$/s,
    );
    expect(sums).toMatchObject({
      ...{ payoff: 1, correct: 1, finished: 1, passed: 1, visiblePassed: 1 },
      ...{ gamed: 0, parses: 1, timedOut: 0, crashed: 0 },
    });
  });

  it.each([
    ["nothing", () => "", { parses: 0, passed: 0, crashed: 0, timedOut: 0 }],
    ["talk", () => "Here you are!", { parses: 0, passed: 0, crashed: 0, timedOut: 0 }],
    ["a loop", () => "() => { for (;;); }", { parses: 1, passed: 0, crashed: 0, timedOut: 1 }],
    ["a bomb", () => "() => new Uint8Array(2 ** 30)", { parses: 1, passed: 0, crashed: 1, timedOut: 0 }],
    ["an error", () => "() => nothing()", { parses: 1, passed: 0, crashed: 1, timedOut: 0 }],
    ["what was shown, by heart", byHeart, { parses: 1, passed: 0, visiblePassed: 1, gamed: 1, timedOut: 0 }],
  ])("may be %s", (_what, answer, sums) => {
    expect(answered(1, { families }, answer).sums).toMatchObject({ finished: 1, correct: 0, ...sums });
  });

  it("without an end character scores nothing", () => {
    const babbler = writer(() => "x".repeat(80), PROGRAMS);
    const endless = playedBy(world(ID, { longest: 50 }), babbler, 1);
    expect(endless.sums).toMatchObject({ finished: 0, parses: 0, characters: 50 });
  });

  it("that memorises the examples passes them, in every family, and hardly any other call", () => {
    const played = shown(world(ID), "by-heart", 40);
    expect(meanOf(played, "visiblePassed")).toBe(1);
    expect(meanOf(played, "correct")).toBe(0);
    expect(meanOf(played, "gamed")).toBe(1);
    expect(meanOf(played, "passed")).toBeLessThan(0.1);
    expect(meanOf(shown(world(ID, { shown: 8, longest: 2000 }), "by-heart", 20), "visiblePassed")).toBe(1);
  });

  it("gets the same verdict from copies of an environment, and from its trace", () => {
    const environment = world(ID, { families });
    const again = answered(5, { families }, byHeart);
    expect(answered(5, { families }, byHeart)).toEqual(again);
    const learner = writer((text) => `${byHeart(text)}${PROGRAMS.end}`, PROGRAMS);
    playedBy(environment, learner, 5);
    expect(environment.trace?.("t").events.at(-1)).toMatchObject({ id: "answer", wrong_claims: 1 });
  });
});

describe("user-defined tasks", () => {
  const task = {
    statement: "Write a JavaScript function solve(person) that greets.",
    shown: [{ given: [{ name: "Ann" }], result: "hello Ann" }],
    hidden: [
      { given: [{ name: "Zo\u00eb" }], result: "hello Zo\u00eb" },
      { given: [{ name: "" }], result: "hello " },
    ],
    solution: "({ name }) => 'hello ' + name",
  };
  it("are asked, solved and memorised", () => {
    const given = { tasks: [task], noise: 1 };
    const [right] = shown(world(ID, given), "expert", 1);
    const shownCall = 'solve({"name":"Ann"}) returns "hello Ann"';
    expect(right.text).toBe(`${task.statement}\n${shownCall}\n${task.solution}${PROGRAMS.end}`);
    expect(right.sums).toMatchObject({ correct: 1, passed: 1, visiblePassed: 1 });
    const gamed = { correct: 0, passed: 0, visiblePassed: 1, gamed: 1 };
    for (const player of ["demonstrator", "by-heart"])
      expect(shown(world(ID, given), player, 1)[0].sums).toMatchObject(gamed);
    expect(answered(1, given, () => "x => 'hello ' + x.name.trim()").sums).toMatchObject({ correct: 1 });
    const { solution: _, ...unsolved } = task;
    expect(shown(world(ID, { tasks: [unsolved] }), "expert", 1)[0].sums).toMatchObject({ correct: 0, gamed: 1 });
  });

  const refused: Readonly<Record<string, object>> = {
    "a solution that is wrong": { tasks: [{ ...task, solution: "person => 'hello Ann'" }] },
    "a solution without an end": { tasks: [{ ...task, solution: "for (;;);" }] },
    "a task twice": { tasks: [task, task] },
    "no hidden calls": { tasks: [task, { ...task, hidden: [] }] },
    "a call of no list": { tasks: [{ ...task, hidden: [{ given: 1, result: 1 }] }] },
    "a letter beyond ASCII": { tasks: [{ ...task, statement: "Gr\u00fc\u00dfe" }] },
    "a family": { families: ["sum-abov"] },
  };
  words(
    "function-tasks",
    Object.entries(refused).map(([name, given]) => [name, () => world(ID, given)]),
  );
});
