// Olympiad tasks: points of subtasks, memorised answers on known and fresh tests, and user-defined families.

import { describe, expect, it, test } from "vitest";
import { matrix } from "../../../../test/fixtures/matrix.ts";
import { words } from "../../../../test/fixtures/words.ts";
import { playedBy, shown, world } from "../../../../test/fixtures/written-text.ts";
import { PROGRAMS } from "../alphabet.ts";
import { writer } from "../language-world.ts";
import { streamOf } from "./families.ts";
import { placesOf, pointsShare, subtasksParameter, testsParameter } from "./tests.ts";

const ID = "language/olympiad";
const one = { families: ["inversions"] };
const sumsOf = (given: object, player: string) => shown(world(ID, given), player, 1)[0].sums;

describe("points", () => {
  const [kinds, subtasks] = [testsParameter.parse(undefined), subtasksParameter.parse(undefined)];

  it("are given for whole subtasks, which share tests", () => {
    const places = placesOf(subtasks, kinds);
    expect(places).toEqual(matrix("0 1 2 3 | 0 1 2 3 4 5 | 6 7 | 0 1 2 3 4 5 6 7 8 9"));
    const share = (accepted: string) =>
      pointsShare(
        subtasks,
        places,
        [...accepted].map((sign) => sign === "A"),
      );
    expect(["AAAAAAAAAA", "AAAAAAAAAw", "AAAAAAwAAA", "AAAAwwAAww", "AwAAAAAAAA", "wwwwwwwwww"].map(share)).toEqual([
      1, 0.6, 0.5, 0.3, 0.1, 0,
    ]);
  });

  it("may be assigned to tests at random, with the same number of tests per subtask", () => {
    const random = streamOf({ name: "any" }, 1);
    const dealt = Array.from({ length: 20 }, (_, k) => placesOf(subtasks, kinds, random.stream(k)));
    for (const places of dealt) {
      expect(places.map((own) => own.length)).toEqual([4, 6, 2, 10]);
      for (const own of places) expect(new Set(own).size).toBe(own.length);
    }
    expect(new Set(dealt.flatMap(([first]) => first)).size).toBe(10);
  });
});

describe("an answer", () => {
  it("gets the points of its program under the step limit", () => {
    const right = { finished: 1, parses: 1, crashed: 0 };
    expect(sumsOf(one, "expert")).toMatchObject({ ...right, points: 1, passed: 1, correct: 1, timedOut: 0 });
    expect(sumsOf(one, "quadratic")).toMatchObject({ ...right, points: 0.5, passed: 0.6, correct: 0, timedOut: 1 });
    expect(sumsOf(one, "brute")).toMatchObject({ ...right, points: 0.2, passed: 0.4, visiblePassed: 1, timedOut: 1 });
    expect(sumsOf(one, "greedy")).toMatchObject({ ...right, points: 0.1, passed: 0.2, timedOut: 0 });
    expect(sumsOf({ ...one, subtasks: [{ points: 7, tests: ["small", "large"] }] }, "quadratic").points).toBe(0);
    expect(sumsOf({ ...one, dealt: true }, "quadratic")).toMatchObject({ passed: 0.6, points: 0 });
  });

  it("that memorises the examples passes only these", () => {
    expect(sumsOf(one, "by-heart")).toMatchObject({ visiblePassed: 1, points: 0, correct: 0 });
  });

  it("from memory gets all points on known tests, and none on fresh ones, in every family", () => {
    const few = { tests: { small: { tests: 2, calls: 8 }, large: { tests: 2, calls: 2, from: 900, to: 1000 } } };
    const given = {
      ...few,
      subtasks: [
        { points: 1, tests: ["small"] },
        { points: 1, tests: ["large"] },
      ],
    };
    for (const { sums } of shown(world(ID, { ...given, known: true }), "memory", 3)) expect(sums.points).toBe(1);
    for (const { sums } of shown(world(ID, given), "memory", 8)) expect(sums.points).toBe(0);
  });

  it.each([
    ["talk", "Here you are!", { parses: 0, crashed: 0, timedOut: 0, points: 0 }],
    ["a bomb", "() => new Uint8Array(2 ** 30)", { parses: 1, crashed: 1, timedOut: 0, points: 0 }],
  ])("may be %s", (_what, answer, sums) => {
    const agent = writer(() => `${answer}${PROGRAMS.end}`, PROGRAMS);
    expect(playedBy(world(ID, one), agent, 1).sums).toMatchObject({ finished: 1, correct: 0, ...sums });
  });

  it("is judged by the same tests under one seed, and by other tests under another", () => {
    const [first, second] = shown(world(ID, one), "expert", 2);
    expect(shown(world(ID, one), "expert", 1)[0]).toEqual(first);
    expect(first.text).not.toBe(second.text);
    expect(first.text).toMatch(
      /^Write a JavaScript function solve\(n, v\) that returns the number of pairs in v in which the larger number comes first\.\n.*\nn is, by kinds of tests: small 5 to 7, .*40 for small and middle and special and large\.\n(solve\(\d,\[[\d,]+\]\) returns \d+\n){2}function solve/,
    );
  });
});

const own = {
  name: "longest-word",
  parameters: "words",
  asks: "the length of the longest of words",
  given: "words is a list of texts.",
  draw: 'return [Array.from({ length: n }, () => "ab".repeat(special ? 1 : whole(1, 9)))];',
  solutions: {
    greedy: "return words[0].length;",
    quadratic: "return Math.max(...words.map((a) => a.length));",
    optimal: "let best = 0; for (const a of words) best = Math.max(best, a.length); return best;",
  },
};

test("a user-defined family is asked, generated and judged", () => {
  const [expert] = shown(world(ID, { families: [own] }), "expert", 1);
  expect(expert.sums).toMatchObject({ correct: 1, points: 1, visiblePassed: 1 });
  expect(expert.text).toMatch(
    /^Write a JavaScript function solve\(words\) that returns the length of the longest of words\./,
  );
  expect(sumsOf({ families: [own] }, "greedy")).toMatchObject({ correct: 0, points: 0.1 });
  // The family has no such solution, and nothing is written.
  expect(sumsOf({ families: [own] }, "brute")).toMatchObject({ parses: 0, finished: 1 });
});

const refused: Readonly<Record<string, object>> = {
  "a family's name": { families: ["inversion"] },
  "a family twice": { families: ["inversions", "inversions"] },
  "a draw that fails": { families: [{ ...own, draw: "return nothing;" }] },
  "a draw of no list": { families: [{ ...own, draw: "return n;" }] },
  "a draw of no data": { families: [{ ...own, draw: "return () => 1;" }] },
  "a reference without an end": { families: [{ ...own, solutions: { optimal: "for (;;);" } }], steps: 1000 },
  "a reference that returns no data": { families: [{ ...own, solutions: { optimal: "return undefined;" } }] },
  "a solution that is wrong": { families: [{ ...own, solutions: { ...own.solutions, brute: "return 1;" } }] },
  "a family without a reference": { families: [{ ...own, solutions: {} }] },
  "a kind of tests": { subtasks: [{ points: 1, tests: ["smal"] }] },
  "no kind of tests": { tests: {} },
  "sizes that fall": { tests: { small: { from: 9, to: 3 } }, subtasks: [{ points: 1, tests: ["small"] }] },
};
words(
  "olympiad",
  Object.entries(refused).map(([name, given]) => [name, () => world(ID, given)]),
);
