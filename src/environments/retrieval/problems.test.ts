// The world of contest problems: what belongs together, what a perfect and a useless ranking earn, and what solvers pass of which problems.

import { describe, expect, test } from "vitest";
import { playEpisode } from "../../../test/fixtures/played-world.ts";
import { Random } from "../../core/random.ts";
import type { JointPolicy } from "../../play/episode.ts";
import { drawnBenchmark } from "./benchmark.ts";
import { contestTexts, drawnProblems, OF_A_PROBLEM, relatedProblem, shared } from "./contest-texts.ts";
import { bySimilarity } from "./passes-by-similarity.ts";
import { retrievalProblems } from "./problems.ts";

const texts = contestTexts({ ways: 3, story: 4, style: 4, complete: 1 });

describe("texts", () => {
  const [concepts] = drawnProblems(1, Random.of(1, "problem"));
  const conceptOf = (word: number, first: number) => Math.floor((word - first) / 3);

  test("a statement has a word for each concept and a story, and its main part and a simplified form have no story", () => {
    const statement = texts.statement(concepts, Random.of(2, "statement"));
    for (const text of [statement, texts.mainPart(statement), texts.simplified(concepts, Random.of(3, "brief"))]) {
      expect(text).toHaveLength(texts.length);
      expect(text.slice(0, OF_A_PROBLEM).map((word) => conceptOf(word, 1))).toEqual([...concepts]);
    }
    expect(texts.mainPart(statement).slice(OF_A_PROBLEM)).toEqual([0, 0, 0, 0]);
    expect(statement.every((word) => word > 0 && word <= texts.words)).toBe(true);
  });

  test("a program has an idiom for each concept, or for a share of them, in an author's style", () => {
    const random = Random.of(4, "programs");
    const program = texts.program(concepts, random);
    expect(program.slice(0, OF_A_PROBLEM).map((word) => conceptOf(word, 181))).toEqual([...concepts]);
    const style = program.slice(OF_A_PROBLEM);
    expect(style.map((word) => word - style[0])).toEqual([0, 1, 2, 3]);
    const { program: some } = contestTexts({ ways: 3, story: 0, style: 0, complete: 0.7 });
    const idioms = Array.from({ length: 400 }, () => some(concepts, random).filter(Boolean).length);
    expect(idioms.reduce((sum, x) => sum + x, 0) / 400).toBeCloseTo(3.5, 0);
  });

  test("related problems share 3 or 4 concepts, and none is an old one", () => {
    const random = Random.of(5, "related");
    const old = drawnProblems(40, random);
    const counts = old.map((one) => shared(one, relatedProblem(one, old, random)));
    expect([...new Set(counts)].sort()).toEqual([3, 4]);
    expect(new Set(old.map(String)).size).toBe(40);
    for (const one of drawnProblems(10, random, old, 2))
      expect(Math.max(...old.map((other) => shared(one, other)))).toBeLessThanOrEqual(2);
  });
});

/** Plays a world with a rule for scores, and returns the sums of its channels. */
function played(parameters: object, rank: (world: ReturnType<typeof retrievalProblems.make>, c: number) => number) {
  const few = { lessons: 2, statements: 2, queries: 6, news: 6, solvers: 2, further: 20, ways: 3, style: 5 };
  const world = retrievalProblems.make({ ...few, ...parameters });
  const ranked: JointPolicy = { act: ({ actions }) => actions.set(actions.map((_, c) => rank(world, c))) };
  return playEpisode(world, ranked, Random.of(7, "environment")).sums;
}

describe("a ranking", () => {
  const LENGTH = 10;
  /** Concepts that a text names, as words or as idioms. */
  const named = (text: Float64Array) =>
    new Set(Array.from(text.subarray(0, OF_A_PROBLEM), (word) => (word === 0 ? -1 : Math.floor((word - 1) / 3) % 60)));

  test("by the concepts themselves is perfect, parts new problems in three, and shows what solvers pass", () => {
    const sums = played({}, ({ state: { views } }, c) => {
      const candidate = named(views.page.subarray(c * LENGTH, (c + 1) * LENGTH));
      return [...named(views.query)].filter((concept) => candidate.has(concept)).length / 5;
    });
    for (const task of ["textToCode", "codeToCode", "duplicates", "simplified", "payoff"])
      expect(sums[task]).toBeCloseTo(1, 12);
    expect(sums.inflation).toBeCloseTo(sums.passSimilar - sums.passFresh, 12);
    expect(sums.passFresh).toBeGreaterThan(0);
  });

  test("that is the same for all finds what stands first by chance, and shows nothing of solvers", () => {
    const sums = played({}, () => 0);
    expect(sums.payoff).toBeLessThan(0.5);
    expect([sums.inflation, sums.passSimilar, sums.narrowing]).toEqual([0, 0, 0]);
  });
});

test("lessons show what belongs together, of the problem itself unless programs are shuffled", () => {
  const plain = { lessons: 40, statements: 40, queries: 3, news: 2, ways: 3, story: 0, style: 0, solvers: 0 };
  const matches = (shuffled: boolean) => {
    const world = retrievalProblems.make({ ...plain, shuffled });
    const outcomes = new Float64Array(world.spec.channels.length);
    const random = Random.of(8, "environment");
    world.reset(random, outcomes);
    let same = 0;
    for (let round = 0; round < 80; round++) {
      const { query, page, relevant, lesson } = world.state.views;
      expect(lesson[0]).toBe(round < 40 ? 1 : 2);
      expect(relevant.reduce((sum, x) => sum + x, 0)).toBe(round < 40 ? 8 : 1);
      const concepts = (text: Float64Array) => Array.from(text, (word) => Math.floor((word - 1) / 3) % 60).join();
      if (round < 40 && concepts(query) === concepts(page.subarray(0, 5))) same += 1;
      if (round >= 40) expect(concepts(page.subarray(0, 5))).toBe(concepts(query));
      world.step(new Float64Array(world.spec.actionSize), outcomes, random);
    }
    expect(world.state.views.lesson[0]).toBe(0);
    return same;
  };
  expect(matches(false)).toBe(40);
  expect(matches(true)).toBeLessThan(5);
});

describe("solvers", () => {
  const { old, fresh, passes } = drawnBenchmark(
    { candidates: 60, news: 20, solvers: 3, familiar: 1, further: 30 },
    contestTexts({ ways: 1, story: 0, style: 0, complete: 1 }),
    Random.of(9, "benchmark"),
  );
  const mean = (values: readonly number[]) => values.reduce((sum, x) => sum + x, 0) / values.length;

  test("pass old problems that are told again, and few of those that are unlike all", () => {
    expect([old.length, fresh.length, passes.length, passes[0].length]).toEqual([60, 60, 3, 60]);
    for (const chances of passes) {
      expect(mean(chances.slice(0, 20))).toBeGreaterThan(0.9);
      expect(mean(chances.slice(40))).toBeLessThan(0.7);
    }
  });

  test("by similarity: rates of thirds, and deviations between solvers", () => {
    const table = [0.9, 0.7, 0.5, 0.5, 0.4, 0, 0.2, 0, 0.4, 0.2, 0.5, 0.5];
    const rows = bySimilarity([3, 2, 1, 1.5, 3.5, 2.5], table, 2);
    expect(rows?.map((x) => Number(x.toFixed(6)))).toEqual([0.55, 0.15, 0.4, 0.212132, 0.070711]);
    expect(bySimilarity([1, 1, 1], [0, 0, 0, 0, 0, 0], 2)).toBeUndefined();
    expect(bySimilarity([1, 2, 3], [0, 0, 0], 1)).toBeUndefined();
  });
});
