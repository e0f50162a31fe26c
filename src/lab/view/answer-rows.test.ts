// Answers of several runs are joined by question: by its text where known, otherwise by seed and episode.

import { expect, test } from "vitest";
import { matrix } from "../../../test/fixtures/matrix.ts";
import type { AnswerEpisode, AnswerSource } from "./answer-data.ts";
import { answerQuery } from "./answer-query.ts";
import { answerPageOf, answerSheet } from "./answer-rows.ts";

const source = (run: string, episodes: readonly AnswerEpisode[], more: Partial<AnswerSource> = {}): AnswerSource => ({
  ...{ run, variant: "base", title: run, isText: true, isReadable: true, isReplayed: true },
  marks: [
    { name: "pay", unit: "", meaning: "" },
    { name: "objective", unit: "share", meaning: "" },
  ],
  ...{ coin: "points", objective: "correct", episodes },
  ...more,
});

const episode = (seed: number, question: string | null, objective = 0): AnswerEpisode => ({
  ...{ seed, episode: 0, failed: false, values: [1, objective] },
  text: question === null ? null : { question, turns: [{ isWorld: false, text: `${question} ${seed}` }], right: null },
});

const seeds = (sources: readonly AnswerSource[]) =>
  answerSheet(sources).rows.map(({ cells }) => cells.map((cell) => cell?.seed ?? null));

test("runs with another order of questions are joined by text; repetitions are joined in order", () => {
  const one = source("one", [episode(0, "a"), episode(1, "b"), episode(2, "a")]);
  const two = source("two", [episode(0, "b"), episode(1, "a"), episode(2, "c"), episode(3, "a")]);
  expect(seeds([one, two])).toEqual([
    [0, 1],
    [1, 0],
    [2, 3],
    [null, 2],
  ]);
});

test("questions with other texts, or unknown ones, are joined by seed and episode", () => {
  const one = source("one", [episode(0, "a"), episode(1, "b")]);
  expect(seeds([one, source("two", [episode(0, "A"), episode(1, "B")])])).toEqual(matrix("0 0 | 1 1"));
  expect(seeds([one, source("two", [episode(1, null)])])).toEqual([
    [0, null],
    [1, 1],
  ]);
  // Variants of one run have the same random numbers and are joined by seed and episode, also where a question repeats.
  expect(seeds([one, source("one", [episode(0, "b"), episode(1, "a")], { variant: "other" })])).toEqual(
    matrix("0 0 | 1 1"),
  );
});

const page = (sources: readonly AnswerSource[], address = "") =>
  answerPageOf(answerSheet(sources), answerQuery(new URLSearchParams(address)));

test("a repeated question is shown once, with means and spreads, and each repetition on demand", () => {
  const first = [
    episode(0, "a", 0),
    episode(1, "b", 1),
    episode(2, "a", 1),
    episode(3, "a", 0.5),
    episode(4, "", 1),
    episode(5, "", 0),
  ];
  const other = [
    episode(0, "a", 1),
    episode(1, "b", 1),
    episode(2, "a", 1),
    { ...episode(3, "a"), failed: true, values: [null, null] },
  ];
  const sources = [source("one", first), source("one", other, { variant: "other" })];
  const all = page(sources);
  expect([all.total, all.matched, all.rows.map(({ seed, times }) => [seed, times])]).toEqual([
    ...[4, 4],
    [
      [0, 3],
      [1, undefined],
      [4, undefined],
      [5, undefined],
    ],
  ]);
  const [{ cells }] = all.rows;
  expect(cells[0]).toMatchObject({
    ...{ text: { turns: [{ text: "a 0" }] }, values: [1, 0.5] },
    repeated: {
      times: 3,
      failed: 0,
      spreads: [
        { low: 1, high: 1 },
        { low: 0, high: 1 },
      ],
    },
  });
  // Over the two repetitions that can be compared, its mean is higher.
  expect(cells[1]).toMatchObject({ values: [1, 1], changes: [0, 1], repeated: { times: 3, failed: 1 } });
  const each = page(sources, "again=3.0");
  expect([each.total, each.matched, each.rows.map(({ seed, times }) => [seed, times])]).toEqual([
    ...[3, 3],
    [
      [0, undefined],
      [2, undefined],
      [3, undefined],
    ],
  ]);
  // A filter counts the matching repetitions.
  const fit = page(sources, "where=objective:1..&of=one/base");
  expect(fit.rows.map(({ seed, times }) => [seed, times])).toEqual([
    [1, undefined],
    [2, undefined],
    [4, undefined],
  ]);
  expect([fit.total, fit.matched, page(sources, "again=0.0&where=objective:1..&of=one/base").matched]).toEqual([
    4, 3, 1,
  ]);
  expect(() => page(sources, "again=9.9")).toThrow(/no question was put on seed 9 in episode 9/);
  expect(() => page(sources, "again=first")).toThrow(/names no episode; its seed and its number: again=3.0/);
});

test("marks are compared with the first variant's where they have the same meaning", () => {
  const changes = (more: Partial<AnswerSource>) => {
    const { rows } = answerSheet([source("one", [episode(0, "a", 0.5)]), source("two", [episode(0, "a", 0)], more)]);
    return rows[0].cells[1]?.changes;
  };
  expect(changes({})).toEqual([0, -1]);
  expect(changes({ objective: "other" })).toEqual([0, null]);
  expect(changes({ coin: "euros" })).toEqual([null, -1]);
});

test("the head of a column has the means of all matching answers, of which failed ones are in no mean", () => {
  const failed = { ...episode(3, "d", 1), failed: true };
  const one = source("one", [episode(0, "a", 1), episode(1, "b", 0), episode(2, "c", 0.5), failed]);
  const two = source("two", [episode(0, "a", 1), episode(1, "b", 1)]);
  expect(page([one, two]).totals).toEqual([
    { answers: 4, failed: 1, means: [1, 0.5] },
    { answers: 2, failed: 0, means: [1, 1] },
  ]);
  expect(page([one, two], "find=b").totals[0]).toEqual({ answers: 1, failed: 0, means: [1, 0] });
});
