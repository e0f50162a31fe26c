// Judging, scores, places and ratings at known vectors.

import { describe, expect, it, test } from "vitest";
import { contestMeans, humanStanding, medalOf } from "./contest.ts";
import { contestRating } from "./contest-rating.ts";
import { byTokens, judgeOlympiad, type OlympiadTest } from "./judging.ts";
import { allOrNothing, bestSample, fullScore, type OlympiadTask, type TestResult, taskScore } from "./task.ts";

const results = (...ratios: number[]): TestResult[] =>
  ratios.map((ratio) => ({ status: ratio === 1 ? "accepted" : "wrong answer", ratio }));

describe("scores", () => {
  const nested: OlympiadTask = {
    subtasks: [
      { points: 10, tests: [0, 1] },
      { points: 30, tests: [0, 1, 2] },
      { points: 60, tests: [0, 1, 2, 3] },
    ],
  };

  it("are of whole subtasks, which may share tests", () => {
    expect(taskScore(nested, results(1, 1, 1, 0))).toBe(40);
    expect(taskScore(nested, results(0, 1, 1, 1))).toBe(0);
    expect(taskScore(nested, results(1, 1, 0.99, 1))).toBe(10);
    expect(fullScore(nested)).toBe(100);
  });

  it("are the points times the smallest ratio where a subtask says so", () => {
    const task: OlympiadTask = { subtasks: [{ points: 40, tests: [0, 1], grading: "minimum" }] };
    expect(taskScore(task, results(0.5, 0.75))).toBe(20);
    expect(taskScore(task, results(1, 0))).toBe(0);
  });

  it("are rounded as a sum, not one by one", () => {
    const thirds: OlympiadTask = {
      subtasks: [0, 1, 2].map((test) => ({ points: 1, tests: [test], grading: "minimum" as const })),
    };
    expect(taskScore(thirds, results(0.4, 0.4, 0.4))).toBe(1);
    expect(taskScore(thirds, results(0.5, 0.5, 0.2))).toBe(1);
  });

  it("are all or nothing where a task is one subtask", () => {
    expect(taskScore(allOrNothing(nested), results(1, 1, 1, 0))).toBe(0);
    expect(taskScore(allOrNothing(nested), results(1, 1, 1, 1))).toBe(100);
  });

  it("of several samples are those of the best: by score, then tests, then time, then place", () => {
    const samples = [results(1, 1, 0, 0), results(0, 1, 1, 1), results(1, 1, 0, 1)].map((one) => ({ results: one }));
    expect(bestSample(nested, samples)).toBe(2);
    expect(bestSample(nested, samples.slice(0, 2))).toBe(0);
    const same = results(1, 1, 1, 1);
    const timed = [30, 20, 20].map((time) => ({ results: same, time }));
    expect(bestSample(nested, timed)).toBe(1);
  });
});

describe("a judged program", () => {
  const tests: OlympiadTest[] = [
    { input: "2\n3 4\n", answer: "7\n" },
    { input: "1\n5\n", answer: "5\n" },
  ];
  const limits = { steps: 1_000_000, memory: 8 * 2 ** 20 };
  const statuses = (program: string) => judgeOlympiad(program, tests, limits).map(({ status }) => status);

  it.each([
    ["text => text.split('\\n')[1].split(' ').map(Number).reduce((a, b) => a + b)", "accepted accepted"],
    ["function solve(text) { return '  7 \\n' }", "accepted wrong answer"],
    ["text => { for (;;); }", "time limit time limit"],
    ["text => new Uint8Array(2 ** 26).length", "memory limit memory limit"],
    ["text => text.missing.part", "runtime error runtime error"],
    ["text => {", "no program no program"],
  ])("%s: %s", (program, told) => expect(statuses(program).join(" ")).toBe(told));

  it("may be worth a part by a checker, within 0 and 1", () => {
    const checker = (ratio: number) => judgeOlympiad("text => 1", tests.slice(0, 1), limits, () => ratio)[0];
    expect(checker(0.25)).toEqual({ status: "wrong answer", ratio: 0.25 });
    expect(checker(7)).toEqual({ status: "accepted", ratio: 1 });
    expect(checker(-7).ratio).toBe(0);
  });

  it("is compared by its words", () => {
    const same = (answer: string, output: string) => byTokens({ input: "", answer }, output);
    expect([same("1 2\n3", "1\n2 3\n"), same("1 2", "12"), same("1.0", "1"), same("", " \n")]).toEqual([1, 0, 0, 1]);
  });
});

describe("places among people", () => {
  it("are told by rank at the CCO, and not at the USACO", () => {
    const four = [10, 20, 30, 40];
    expect(humanStanding(35, four).percentile).toBe(75);
    expect(humanStanding(35, four, "rank").percentile).toBe(50);
    expect(humanStanding(35, four, "none")).toEqual({ below: 3, rank: 2, percentile: null });
    expect(humanStanding(35, []).percentile).toBeNull();
  });

  it("win medals at the cut-off", () => {
    const cutoffs = { gold: 300, silver: 200, bronze: 100 };
    expect([300, 299, 200, 100, 99].map((total) => medalOf(total, cutoffs))).toEqual([
      ..."gold silver silver bronze".split(" "),
      null,
    ]);
  });

  it("have macro and flat means", () => {
    expect(contestMeans([[90, 80, 70], [20], [null], []])).toEqual({ macro: 50, flat: 65, olympiads: 2, contests: 4 });
  });
});

// Ratings of ranks, their exact roots and percentiles of the IOI are the study's equations.
test("a rating by a contest counts rated people with more points only", () => {
  const humans = [2400, 2100, 1900, 1700, 1500].map((rating, k) => ({ rating, points: 500 - 100 * k }));
  const unrated = [0, -1000].map((rating) => ({ rating, points: 900 }));
  expect(contestRating(400, [...humans, ...unrated])).toBeCloseTo(2303.71, 2);
  expect(contestRating(400, unrated)).toBeNaN();
});
