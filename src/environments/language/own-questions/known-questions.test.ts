// Conversion of rows to questions: prompts from columns, choices, right answers, and errors with their location.

import { expect, test } from "vitest";
import { type MessageCase, words } from "../../../../test/fixtures/words.ts";
import type { DataTable, TableValue } from "../../../logs/table.ts";
import { type QuestionForm, questionsIn } from "./known-questions.ts";

type Row = Readonly<Record<string, TableValue>>;

const table = (...rows: readonly Row[]): DataTable => ({
  columns: [...new Set(rows.flatMap((row) => Object.keys(row)))],
  rows,
  lines: rows.map((_, k) => k + 2),
  isByRow: false,
});

const pose = (form: QuestionForm, ...rows: readonly Row[]) =>
  questionsIn(table(...rows), { file: "quiz.csv", ...form }, true).questions;

test("a prompt is a column or a template with columns, followed by lettered choices", () => {
  const row = { question: "Où?", place: "東京", answer: "b", options: ["a", "b"] };
  const first = { prompt: "Où?", answers: ["b"], choices: [], right: -1, number: 1, place: "quiz.csv:2" };
  expect(pose({}, row)[0]).toMatchObject(first);
  expect(pose({ prompt: "place" }, row)[0].prompt).toBe("東京");
  expect(pose({ prompt: "{question} {{place}} {place}" }, row)[0].prompt).toBe("Où? {place} 東京");
  expect(pose({ choices: "options" }, row)[0]).toMatchObject({ prompt: "Où?\nA) a\nB) b", right: 1 });
  expect(pose({ choices: "options", prompt: "{choices}: {question}" }, row)[0].prompt).toBe("A) a\nB) b: Où?");
  const listed = pose({ choices: ["place", "answer"], answer: "answer" }, row)[0];
  expect(listed).toMatchObject({ choices: ["東京", "b"], right: 1 });
  const several = { question: "x", answer: ["blue", 7] };
  expect(pose({}, several)[0].answers).toEqual(["blue", "7"]);
  expect(questionsIn(table({ question: "x" }), {}, false)).toMatchObject({ longest: 1, questions: [{ answers: [] }] });
});

const lacking: Readonly<Record<string, [QuestionForm, Row]>> = {
  "a column of the prompt": [{ prompt: "{qestion}!" }, {}],
  "a prompt without a column": [{ prompt: "qestion" }, {}],
  "the column of answers": [{ answer: "anser" }, {}],
  "a column of choices": [{ choices: ["answer", "bb"] }, {}],
  "an answer": [{}, { answer: "" }],
  "what is asked": [{}, { question: " " }],
  "a character": [{}, { question: "a\0" }],
  "a list": [{ choices: "question" }, {}],
  "two choices": [{ choices: "list" }, { list: ["a"] }],
  "choices that differ": [{ choices: "list" }, { list: ["a", "a"] }],
  "the right choice": [{ choices: "list" }, { answer: "C" }],
  "its number": [{ choices: "list", rightChoice: "number" }, { answer: "0" }],
};

/** Indices of the right choices in rows with an answer and choices, as in "b red blue | A red blue". */
const right = (text: string, form: QuestionForm = {}) => {
  const rows = text.split("|").map((row) => row.trim().split(" "));
  const questions = rows.map(([answer, ...list]) => ({ question: "x", answer, list }));
  return pose({ choices: "list", ...form }, ...questions).map((one) => one.right);
};

words("questions", [
  ...Object.entries(lacking).map(([name, [form, row]]): MessageCase => {
    const first = { question: "x", answer: form.rightChoice === "number" ? "1" : "A", list: '["a", "b"]' };
    return [name, () => pose(form, first, { ...first, ...row })];
  }),
  ["one way to name the right choice", () => right("2 2 1")],
  ["numbers from 0 or from 1", () => right("1 Lyon Paris Nice Lille | 3 Oslo Bergen Vik Voss")],
]);

test("the right choice is given by text, letter or number, whichever fits the whole file", () => {
  expect(right("blue red blue | red red blue")).toEqual([1, 0]);
  expect(right("b red blue | A red blue")).toEqual([1, 0]);
  expect(right("2 red blue | 1 red blue")).toEqual([1, 0]);
  expect(right("1 red blue grey | 0 red blue grey")).toEqual([1, 0]);
  expect(right("2 1 2 4 | 1 1 3 9")).toEqual([1, 0]);
  for (const [rightChoice, place] of [
    ["number", 0],
    ["index", 1],
  ] as const)
    expect(right("1 red blue grey | 1 red blue grey", { rightChoice })).toEqual([place, place]);
  expect(right("1 red blue | 0 red blue", { rightChoice: "index" })).toEqual([1, 0]);
  expect(right("2 2 1 | 1 2 1", { rightChoice: "text" })).toEqual([0, 1]);
});
