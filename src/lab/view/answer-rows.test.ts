// Answers of several runs meet at the same question: by its words where they are known, else by seed and episode.

import { expect, test } from "vitest";
import type { AnswerEpisode, AnswerSource } from "./answer-data.ts";
import { answerSheet } from "./answer-rows.ts";

const source = (run: string, episodes: readonly AnswerEpisode[], more: Partial<AnswerSource> = {}): AnswerSource => ({
  ...{ run, variant: "base", title: run, isText: true, isReadable: true, isReplayed: true },
  marks: [
    { name: "pay", unit: "", meaning: "" },
    { name: "objective", unit: "share", meaning: "" },
  ],
  ...{ coin: "points", objective: "correct", episodes },
  ...more,
});

const asked = (seed: number, question: string | null, objective = 0): AnswerEpisode => ({
  ...{ seed, episode: 0, failed: false, values: [1, objective] },
  text: question === null ? null : { question, turns: [{ isWorld: false, text: `${question} ${seed}` }], right: null },
});

const seeds = (sources: readonly AnswerSource[]) =>
  answerSheet(sources).rows.map(({ cells }) => cells.map((cell) => cell?.seed ?? null));

test("runs that ask in another order meet by words, the first of a question that comes again with the first", () => {
  const one = source("one", [asked(0, "a"), asked(1, "b"), asked(2, "a")]);
  const two = source("two", [asked(0, "b"), asked(1, "a"), asked(2, "c"), asked(3, "a")]);
  expect(seeds([one, two])).toEqual([
    [0, 1],
    [1, 0],
    [2, 3],
    [null, 2],
  ]);
});

test("questions that are put in other words, or not known yet, meet by seed and episode", () => {
  const one = source("one", [asked(0, "a"), asked(1, "b")]);
  expect(seeds([one, source("two", [asked(0, "A"), asked(1, "B")])])).toEqual([
    [0, 0],
    [1, 1],
  ]);
  expect(seeds([one, source("two", [asked(1, null)])])).toEqual([
    [0, null],
    [1, 1],
  ]);
  // Variants of one run meet the same luck, also where the question comes again.
  expect(seeds([one, source("one", [asked(0, "b"), asked(1, "a")], { variant: "other" })])).toEqual([
    [0, 0],
    [1, 1],
  ]);
});

test("marks are compared with the first variant's where they mean the same", () => {
  const changes = (more: Partial<AnswerSource>) => {
    const { rows } = answerSheet([source("one", [asked(0, "a", 0.5)]), source("two", [asked(0, "a", 0)], more)]);
    return rows[0].cells[1]?.changes;
  };
  expect(changes({})).toEqual([0, -1]);
  expect(changes({ objective: "other" })).toEqual([0, null]);
  expect(changes({ coin: "euros" })).toEqual([null, -1]);
});
