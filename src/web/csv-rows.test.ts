import { expect, it } from "vitest";
import type { AnswerPage } from "../lab/view/answer-data.ts";
import type { GridPage } from "../lab/view/grid-data.ts";
import { answerCsv, episodeCsv } from "./csv-rows.ts";

const mark = (name: string) => ({ name, unit: "", meaning: name });
const frame = { same: [], matched: 1, total: 1, page: 1, pages: 1 };

it("lists an episode with all measures and texts, and leaves a missing value empty", () => {
  const row = { variant: "a", seed: 3, episode: 0, failed: false, replayed: true, partner: null, parted: null };
  const page: GridPage = {
    ...frame,
    ...{ measures: [mark("pay"), mark("trust")], texts: ["reply"], variants: ["a"], replays: 1 },
    rows: [{ ...row, values: [1.5, null], texts: ['yes, "no"'] }],
  };
  expect(episodeCsv(page)).toEqual({
    head: ["variant", "seed", "episode", "failed", "pay", "trust", "reply"],
    rows: [["a", "3", "0", "false", "1.5", "", 'yes, "no"']],
  });
});

it("lists a question with the last answer and the marks of each variant, and names runs where there are two", () => {
  const side = { title: "t", isReplayed: true };
  const place = { seed: 1, episode: 2, failed: false, changes: [0] as const };
  const turns = [
    { isWorld: false, text: "first try" },
    { isWorld: true, text: "no" },
    { isWorld: false, text: "12" },
  ];
  const page: AnswerPage = {
    ...frame,
    sides: [
      { ...side, run: "r", variant: "a" },
      { ...side, run: "s", variant: "a" },
    ],
    marks: [mark("correct")],
    rows: [
      {
        ...place,
        cells: [{ ...place, values: [1], text: { question: "5 + 7?", turns, right: "12" } }, null],
        times: 4,
      },
    ],
    ...{ totals: [], silent: [], isText: true, isReadable: true, unfolded: 0, unsearched: 0 },
  };
  expect(answerCsv(page)).toEqual({
    head: ["seed", "episode", "times", "question", "right answer", "r/a", "r/a: correct", "s/a", "s/a: correct"],
    rows: [["1", "2", "4", "5 + 7?", "12", "12", "1", "", ""]],
  });
});
