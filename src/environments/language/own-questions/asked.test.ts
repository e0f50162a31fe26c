// From rows to questions: prompts from columns, choices, what is right, and mistakes with their place.

import { expect, test } from "vitest";
import type { DataTable, TableValue } from "../../../logs/table.ts";
import { type QuestionForm, questionsIn } from "./asked.ts";
import { choiceIn } from "./choices.ts";

type Row = Readonly<Record<string, TableValue>>;

const table = (...rows: readonly Row[]): DataTable => ({
  columns: [...new Set(rows.flatMap((row) => Object.keys(row)))],
  rows,
  lines: rows.map((_, k) => k + 2),
});

const asked = (form: QuestionForm, ...rows: readonly Row[]) =>
  questionsIn(table(...rows), { file: "quiz.csv", ...form }, true).questions;

test("a prompt is a column or a text with columns, and choices stand behind it by letter", () => {
  const row = { question: "Où?", place: "東京", answer: "b", options: ["a", "b"] };
  expect(asked({}, row)[0]).toMatchObject({
    prompt: "Où?",
    answers: ["b"],
    choices: [],
    right: -1,
    number: 1,
    place: "quiz.csv:2",
  });
  expect(asked({ prompt: "place" }, row)[0].prompt).toBe("東京");
  expect(asked({ prompt: "{question} {{place}} {place}" }, row)[0].prompt).toBe("Où? {place} 東京");
  expect(asked({ choices: "options" }, row)[0]).toMatchObject({ prompt: "Où?\nA) a\nB) b", right: 1 });
  expect(asked({ choices: "options", prompt: "{choices}: {question}" }, row)[0].prompt).toBe("A) a\nB) b: Où?");
  expect(asked({ choices: ["place", "answer"], answer: "answer" }, row)[0]).toMatchObject({
    choices: ["東京", "b"],
    right: 1,
  });
  const several = { question: "x", answer: ["blue", 7] };
  expect(asked({}, several)[0].answers).toEqual(["blue", "7"]);
  expect(questionsIn(table({ question: "x" }), {}, false)).toMatchObject({ longest: 1, questions: [{ answers: [] }] });
});

test.each<[string, QuestionForm, Row, string]>([
  [
    "a column of the prompt",
    { prompt: "{qestion}!" },
    {},
    'prompt: no column of quiz.csv is called "qestion"; did you mean "question"?',
  ],
  [
    "a prompt without a column",
    { prompt: "qestion" },
    {},
    'prompt: no column of quiz.csv is called "qestion"; did you mean "question"?',
  ],
  [
    "the column of answers",
    { answer: "anser" },
    {},
    'answer: no column of quiz.csv is called "anser"; did you mean "answer"?',
  ],
  ["a column of choices", { choices: ["answer", "bb"] }, {}, 'choices.1: no column of quiz.csv is called "bb"'],
  ["an answer", {}, { answer: "" }, "quiz.csv:3: answer: is empty, and says what is right"],
  ["what is asked", {}, { question: " " }, "quiz.csv:3: question: is empty, and so is what would be asked"],
  [
    "a character",
    {},
    { question: "a\0" },
    'quiz.csv:3: question: holds "\\u0000", which is no character that can be asked',
  ],
  [
    "a list",
    { choices: "question" },
    {},
    'quiz.csv:2: question: "x" is no list of choices; a list as in ["yes", "no"]',
  ],
  ["two choices", { choices: "list" }, { list: ["a"] }, "quiz.csv:3: list: has 1 choices; there must be 2 to 26"],
  ["choices that differ", { choices: "list" }, { list: ["a", "a"] }, 'quiz.csv:3: list: the choice "a" is there twice'],
  ["the right choice", { choices: "list" }, { answer: "C" }, 'quiz.csv:3: answer: "C" is no letter; from A to B'],
  [
    "its number",
    { choices: "list", rightChoice: "number" },
    { answer: "0" },
    'quiz.csv:3: answer: "0" is no number; from 1 to 2; rightChoice: index counts from 0',
  ],
])("what lacks %s is told with its place", (_what, form, row, words) => {
  const first = { question: "x", answer: form.rightChoice === "number" ? "1" : "A", list: '["a", "b"]' };
  expect(() => asked(form, first, { ...first, ...row })).toThrow(words);
});

test("the right choice is named by text, letter or number, as it fits the whole file", () => {
  const right = (rows: readonly (readonly [answer: string, ...choices: string[]])[], form: QuestionForm = {}) =>
    asked({ choices: "list", ...form }, ...rows.map(([answer, ...list]) => ({ question: "x", answer, list }))).map(
      (one) => one.right,
    );
  expect(
    right([
      ["blue", "red", "blue"],
      ["red", "red", "blue"],
    ]),
  ).toEqual([1, 0]);
  expect(
    right([
      ["b", "red", "blue"],
      ["A", "red", "blue"],
    ]),
  ).toEqual([1, 0]);
  expect(
    right([
      ["2", "red", "blue"],
      ["1", "red", "blue"],
    ]),
  ).toEqual([1, 0]);
  expect(
    right(
      [
        ["1", "red", "blue"],
        ["0", "red", "blue"],
      ],
      { rightChoice: "index" },
    ),
  ).toEqual([1, 0]);
  expect(
    right(
      [
        ["2", "2", "1"],
        ["1", "2", "1"],
      ],
      { rightChoice: "text" },
    ),
  ).toEqual([0, 1]);
  expect(() => right([["2", "2", "1"]])).toThrow(
    'answer: the column "answer" names the right choices by text and by number, and not the same ones; say which: rightChoice: text',
  );
});

test.each<[string, number | undefined]>([
  ["B", 1],
  [" (b) ", 1],
  ["**B**", 1],
  ["B.", 1],
  ["B) London", 1],
  ["B: it lies there", 1],
  ["London", 1],
  ["London.", 1],
  ["2", 1],
  ["The answer is B", 1],
  ["It is not A, but C.\nAnswer: B", 1],
  ["Ich denke nach.\nAntwort: B.", 1],
  ["Let me think.\n\n**B**", 1],
  ["答え：B", 1],
  ["A", 0],
  ["C", 2],
  ["D", undefined],
  ["4", undefined],
  ["Because of the river", undefined],
  ["A river runs there", undefined],
  ["", undefined],
])("a reply %j means choice %s", (reply, choice) => {
  expect(choiceIn(reply, ["Paris", "London", "Rom"])).toBe(choice);
});
