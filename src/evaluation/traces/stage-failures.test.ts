// Failures of stages and pairs of outputs, by hand.

import { expect, test } from "vitest";
import type { StageLabel } from "../../core/stage-label.ts";
import { pipelineFailures } from "./stage-failures.ts";

const EMPTY = { query: "q", answer: "", context: "", edited: "" };

/** Labels from rows of answer, stage, output and verdict. */
const labelsOf = (...rows: readonly (readonly [answer: string, stage: string, output: string, isRight: boolean])[]) =>
  rows.map(([answer, stage, output, isRight]): StageLabel => ({ ...EMPTY, answer, stage, output, isRight }));

test("the first wrong stage of an answer is in the order in which the file names stages", () => {
  const { stages, answers, failed } = pipelineFailures(
    labelsOf(
      ["1", "search", "s1", true],
      ["1", "answer", "a1", true],
      ["2", "answer", "a2", false],
      ["2", "search", "s2", false],
      ["3", "search", "s1", true],
      ["3", "answer", "a2", false],
      ["4", "search", "s2", false],
      ["4", "answer", "a1", true],
    ),
  );
  expect([answers, failed]).toEqual([4, 3]);
  const [search, answer] = stages;
  expect([search.stage, search.labelled, search.wrong.mean, search.alone.mean]).toEqual(["search", 4, 0.5, 0.5]);
  expect([search.first.mean, answer.first.mean]).toEqual([2 / 3, 1 / 3]);
  expect([answer.wrong.mean, answer.alone.mean, answer.alone.n]).toEqual([0.5, 0.5, 2]);
});

test("without answers, failures are of outputs alone", () => {
  const { stages, answers } = pipelineFailures(labelsOf(["", "search", "s1", true], ["", "search", "s2", false]));
  expect([answers, stages[0].wrong.mean, stages[0].alone.mean, stages[0].first.mean]).toEqual([0, 0.5, null, null]);
});

test("pairs are of one stage and one prompt, by the majority, each output at least once and none twice", () => {
  const rows = labelsOf(
    ["1", "search", "good", true],
    ["2", "search", "bad", false],
    ["3", "search", "worse", false],
    ["4", "search", "split", true],
    ["5", "search", "split", false],
    ["6", "search", "bad", true],
    ["7", "search", "bad", false],
    ["8", "answer", "bad", true],
  );
  const { pairs, disputed, stages } = pipelineFailures(rows);
  const pair = { prompt: "q", chosen: "good", kind: "search" };
  expect(pairs).toEqual([
    { ...pair, rejected: "bad" },
    { ...pair, rejected: "worse" },
  ]);
  expect([disputed, stages.map((one) => one.pairs)]).toEqual([1, [2, 0]]);
});

test("a correction is before what it corrects, and a context is the prompt", () => {
  const [label] = labelsOf(["1", "search", "bad", false]);
  const { pairs } = pipelineFailures([
    { ...label, context: "part of q", edited: "good" },
    { ...label, context: "part of q", output: "good", isRight: true },
    { ...label, edited: "bad" },
  ]);
  expect(pairs).toEqual([{ prompt: "part of q", chosen: "good", rejected: "bad", kind: "search" }]);
});
