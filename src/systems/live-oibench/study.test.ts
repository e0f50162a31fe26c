// Programs of the families against each other, tasks and their judge, contests on a ladder of programs, and the judge of behaviours.

import { describe, expect, it, test } from "vitest";
import { unmet, verdicts } from "../../../test/fixtures/study.ts";
import { Random } from "../../core/random.ts";
import { BEHAVIOURS, judgedBehaviours, trainedJudge } from "./behaviours.ts";
import { contestClaims, judgingClaims } from "./claims.ts";
import { playSeries, SAMPLES } from "./contests.ts";
import { knownResult } from "./equations.ts";
import { inputOf, LEVELS, type ProgramLevel, programOf } from "./family.ts";
import { FAMILIES, FAMILY_NAMES, type JudgedFamily, judgeFamily, storingProgram, TASK, TESTS } from "./judged-tasks.ts";
import { judgeOlympiad } from "./judging.ts";
import { fullScore, type TestResult, type TestStatus, taskScore } from "./task.ts";

/** A program as a function of this engine, which is faster than the sandbox. */
function running(body: string): (input: string) => number {
  const solve: (input: string) => number = new Function(`${programOf(body)}; return solve;`)();
  return solve;
}

describe.each(FAMILY_NAMES)("%s", (name) => {
  const family = FAMILIES[name];
  const [greedy, brute, quadratic, optimal] = LEVELS.map((level) => running(family[level]));
  const input = (size: number, special: boolean, k: number) =>
    inputOf(family.draw(Random.of(k, "test", name), size, special));

  it("is solved alike by all programs that are right, and not by the short cut", () => {
    const inputs = Array.from({ length: 40 }, (_, k) => input(5 + (k % 3), false, k));
    for (const one of inputs) expect([brute(one), quadratic(one)], one).toEqual([optimal(one), optimal(one)]);
    const larger = [300, 301].map((size) => input(size, false, size));
    for (const one of larger) expect(quadratic(one)).toBe(optimal(one));
    expect([...inputs, ...larger].filter((one) => greedy(one) !== optimal(one)).length).toBeGreaterThan(0);
  });

  it("is solved by the short cut on the special structure", () => {
    for (const size of [5, 6, 7, 300, 15_001]) {
      const one = input(size, true, size);
      expect(greedy(one), String(size)).toBe(optimal(one));
    }
  });
});

describe("a task", () => {
  it("has subtasks that are nested, worth 100 points, and tests that are all used", () => {
    const [small, middle, , all] = TASK.subtasks.map(({ tests }) => tests);
    expect(small.every((place) => middle.includes(place))).toBe(true);
    expect([...all]).toEqual(Array.from({ length: TESTS }, (_, k) => k));
    expect(fullScore(TASK)).toBe(100);
  });

  it("is judged by counted steps, and stored answers earn nothing on fresh tests", async () => {
    const { results, stored, fresh } = await judgeFamily({ family: "inversions", seed: 9001 });
    expect(results.map((one) => taskScore(TASK, one))).toEqual([10, 20, 50, 100]);
    expect(results[1].map(({ status }) => status).slice(4)).toEqual(Array(6).fill("time limit"));
    expect([stored, fresh].map((one) => taskScore(TASK, one))).toEqual([100, 0]);
    expect((await judgeFamily({ family: "inversions", seed: 9001 })).results).toEqual(results);
  });

  it("is answered from a store as its nearest input is", () => {
    const program = storingProgram([
      { input: "1 0 5", answer: "5" },
      { input: "12 0 7 7 7 7", answer: "6" },
    ]);
    const told = (text: string) =>
      ["5", "6"].find(
        (answer) => judgeOlympiad(program, [{ input: text, answer }], { steps: 1e6, memory: 2 ** 22 })[0].ratio === 1,
      );
    expect([told("1 0 5"), told("1 0 6"), told("99 0 1 2 3 4 5")]).toEqual(["5", "5", "6"]);
  });
});

/** Programs as they should be judged: each passes the tests of its kinds. */
const LADDER: Readonly<Record<ProgramLevel, string>> = {
  greedy: "wwwwwwAAww",
  brute: "AAAATTTTTT",
  quadratic: "AAAAAATTTT",
  optimal: "AAAAAAAAAA",
};
const STATUS: Readonly<Record<string, TestStatus>> = { A: "accepted", w: "wrong answer", T: "time limit" };
const resultsOf = (told: string): TestResult[] =>
  [...told].map((letter) => ({ status: STATUS[letter], ratio: letter === "A" ? 1 : 0 }));
const ladder: JudgedFamily = {
  results: LEVELS.map((level) => resultsOf(LADDER[level])),
  stored: resultsOf("AAAAAAAAAA"),
  fresh: resultsOf("AwwAwwwwww"),
};

describe("claims about judging", () => {
  const told = (families: readonly JudgedFamily[]) => {
    const { claims, controls } = judgingClaims(families);
    return `${verdicts(claims)}; ${verdicts(controls)}`;
  };
  const many = Array.from({ length: 192 }, () => ladder);

  it("hold for a ladder of programs, and controls fail", () => {
    expect(told(many)).toBe("holds; fails fails fails");
  });

  it("fail where wrong programs are accepted", () => {
    const lenient = { ...ladder, results: ladder.results.map(() => resultsOf("AAAAAAAAAA")) };
    expect(told([...many, ...many.slice(0, 20).map(() => lenient)])).toMatch(/^fails;/);
  });

  it("do not fail a control where answers are stored that fit", () => {
    expect(told(many.map((one) => ({ ...one, fresh: one.stored })))).toMatch(/; \w+ holds \w+$/);
  });
});

describe("a series of contests", () => {
  const judged = Array.from({ length: 24 }, () => ladder.results);
  const play = (seed: number) => playSeries({ seed, judged });

  it("shows what the study claims, and is the same for a seed", async () => {
    const series = await Promise.all([9001, 9002, 9003, 9004, 9005, 9006].map(play));
    expect(await play(9001)).toEqual(series[0]);
    const { claims, controls } = contestClaims(series);
    const [two, , bias, order, samples] = claims;
    expect(unmet({ claims: [two, bias, order, samples], controls })).toEqual([]);
    expect(controls).toHaveLength(1);
    const [{ best, bestByShown }] = series;
    expect(best[0]).toBe(bestByShown[0]);
    for (let k = 1; k < SAMPLES.length; k++) expect(best[k]).toBeGreaterThan(bestByShown[k]);
  });

  it("orders by chance where all programs are alike", async () => {
    const same = Array.from({ length: 24 }, () => LEVELS.map(() => ladder.results[3]));
    const series = [9001, 9002, 9003].map((seed) => playSeries({ seed, judged: same }));
    expect(verdicts(contestClaims(await Promise.all(series)).claims)).toMatch(/^fails/);
  });
});

test("ratings, percentiles and means are the known ones", () => {
  const { claims } = knownResult();
  expect(claims).toHaveLength(4);
  expect(unmet({ claims })).toEqual([]);
});

describe("a judge of behaviours", () => {
  it("names sentences that it has not read", () => {
    const { kappa, shuffledKappa } = judgedBehaviours(9001);
    expect(kappa).toBeGreaterThan(0.9);
    expect(shuffledKappa).toBeLessThan(0.3);
    expect(judgedBehaviours(9001)).toEqual({ ...judgedBehaviours(9001), kappa, shuffledKappa });
  });

  it("goes by words, and by how common a behaviour is where it knows none", () => {
    const judge = trainedJudge([
      { sentence: "sum the list", label: "implementation" },
      { sentence: "perhaps sort", label: "exploration" },
      { sentence: "perhaps not", label: "exploration" },
    ]);
    expect(["the sum", "perhaps", "zebra"].map(judge).join(" ")).toBe("implementation exploration exploration");
    expect(BEHAVIOURS).toHaveLength(4);
  });
});
