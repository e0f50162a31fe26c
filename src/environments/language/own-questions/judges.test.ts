// Local judges: right and wrong replies for each kind, and user-defined judges within step limits.

import { describe, expect, it, test } from "vitest";
import { words } from "../../../../test/fixtures/words.ts";
import { EpisodeFailed } from "../../../core/agent.ts";
import * as judges from "./judges.ts";
import type { KnownQuestion } from "./known-questions.ts";

const question = (answers: readonly string[], more: Partial<KnownQuestion> = {}): KnownQuestion => ({
  ...{ prompt: "?", answers, choices: [], right: -1, row: {}, number: 1, place: "quiz.csv:2" },
  ...more,
});

/** Creates a judge of replies to a question with these answers. */
const by =
  (verdict: judges.AnswerJudge, ...answers: string[]) =>
  (reply: string) =>
    verdict(reply, question(answers))?.correct;

/** The replies that are judged right. */
const right = (judge: (reply: string) => boolean | undefined, ...replies: string[]) => replies.filter(judge);

test("equality: surrounding blanks, case and Unicode forms as configured", () => {
  const of = (given: object) => judges.equalsVerdict(judges.equals.parse({ use: "equals", ...given }));
  const plain = by(of({}), "Zürich", "Zurich");
  const equal = right(plain, " Zürich\n", "Zurich", "zürich", "Zu\u0308rich", "Zürich.", "");
  expect(equal).toEqual([" Zürich\n", "Zurich"]);
  expect(by(of({ trim: false }), "x")(" x")).toBe(false);
  expect(by(of({ case: "ignore" }), "Ärger")("äRGER")).toBe(true);
  expect(by(of({ form: "nfc" }), "Zürich")("Zu\u0308rich")).toBe(true);
  expect(by(of({ form: "nfkc" }), "42")("４２")).toBe(true);
});

test("a number: the value in the reply, within a tolerance; undefined where none is readable", () => {
  const of = (given: object, ...answers: string[]) => {
    const verdict = judges.numberVerdict(judges.number.parse({ use: "number", ...given }), [question(answers)]);
    return by(verdict, ...answers);
  };
  const exact = of({}, "1234.5");
  expect(["1234.5", "It is 1,234.5.", "First 7, then 1.2345e3", "1234"].map(exact)).toEqual([true, true, true, false]);
  expect(["1234.5 or 7", "1000 to 2000", "not 1234.5", "none", ""].map(exact)).toEqual(Array(5).fill(undefined));
  const read = [of({}, "-3")("so −3"), of({}, "0.5")(".5"), of({}, "3")("3."), of({}, "10")("so 3, then 10")];
  expect(read).toEqual([true, true, true, true]);
  expect(["50%", "0.5%", "0.5", "50", "5"].map(of({}, "0.5"))).toEqual([true, true, true, false, false]);
  expect(["50%", "0.5", "50", "5"].map(of({}, "50 %"))).toEqual([true, true, true, false]);
  expect(["9.9", "10.2"].map(of({ tolerance: 0.1 }, "10"))).toEqual([true, false]);
  expect(["98", "103"].map(of({ relative: 0.02 }, "100"))).toEqual([true, false]);
  expect(of({}, "7", "8")("8")).toBe(true);
});

test("whole numbers beyond 2^53 are compared by all their digits", () => {
  const judge = (relative: number, answer: string) =>
    by(judges.numberVerdict(judges.number.parse({ use: "number", relative }), [question([answer])]), answer);
  const [large, larger] = ["9007199254740993", "12345678901234567891"];
  const equal = ["9,007,199,254,740,993", "9007199254740993.0", "9.007199254740993e15", "-9007199254740993"];
  expect([...equal, "9007199254740992", "2^53", "0x20000000000001"].map(judge(0, large))).toEqual([
    ...[true, true, true, false],
    ...[false, false, true],
  ]);
  expect([larger, "12345678901234567890", "12345678901234567891.5"].map(judge(0, larger))).toEqual([
    true,
    false,
    false,
  ]);
  expect(["100000000000000000001", "10^20", "2e20"].map(judge(1e-15, "10^20"))).toEqual([true, true, false]);
});

test("a choice", () => {
  const item = question([], { choices: ["red", "blue"], right: 1 });
  const judge = (reply: string) => judges.choiceVerdict(reply, item)?.correct;
  expect(["B", "blue", "A", "green", "B or A", ""].map(judge)).toEqual([
    true,
    true,
    false,
    ...Array(3).fill(undefined),
  ]);
});

describe("a pattern", () => {
  const of = (given: object, ...answers: string[]) =>
    by(judges.patternVerdict(judges.pattern.parse({ use: "pattern", ...given }), [question(answers)]), ...answers);

  it("matches a part of the reply, and is taken from the question where none is given", () => {
    expect(["The colour", "color", "Colour"].map(of({ pattern: "\\bcolou?r$" }))).toEqual([true, true, false]);
    expect(of({ pattern: "^É\\p{L}+$", flags: "iu" })("été")).toBe(true);
    expect(["東京都", "京都"].map(of({}, "^東京"))).toEqual([true, false]);
  });

  // The parse error is the engine's message.
  it("is validated before it is used", () => {
    expect(() => of({ pattern: "(a" })).toThrow(/judge\.pattern: "\(a" is no regular expression: .*nterminated group/);
    expect(() => of({}, "[z-a]")).toThrow('quiz.csv:2: "[z-a]" is no regular expression');
  });

  it("that exceeds its steps gives no verdict", () => {
    const slow = of({ pattern: "^(a+)+$", steps: 1_000_000 });
    expect(slow("aaaa")).toBe(true);
    const failed = new EpisodeFailed('the pattern "^(a+)+$" used up its steps on the reply');
    expect(() => slow(`${"a".repeat(40)}!`)).toThrow(failed);
  });
});

describe("a JSON Schema", () => {
  const of = (schema: object) =>
    by(judges.schemaVerdict(judges.schema.parse({ use: "schema", schema, steps: 1_000_000 })));

  it("accepts JSON, with or without a fence", () => {
    const city = of({
      type: "object",
      required: ["city"],
      properties: { city: { type: "string", pattern: "^[A-Z]" } },
      additionalProperties: false,
    });
    const allowed = ['{"city":"Rom"}', '```json\n{"city": "Rom"}\n```'];
    expect(right(city, ...allowed, '{"city":"rom"}', '{"city":7}', '{"city":"Rom","x":1}', "{}", "Rom", "")).toEqual(
      allowed,
    );
    expect(["[1,2]", "[1,1]", "1"].map(of({ type: "array", uniqueItems: true }))).toEqual([true, false, false]);
  });

  it("has valid patterns, which cannot run for ever", () => {
    const none = "judge.schema: is no JSON Schema: Invalid regular expression";
    expect(() => of({ type: "string", pattern: "(a" })).toThrow(none);
    const slow = of({ type: "string", pattern: "^(a+)+$" });
    expect(() => slow(JSON.stringify(`${"a".repeat(40)}!`))).toThrow(EpisodeFailed);
  });
});

describe("a user-defined program", () => {
  const of = (source: string, more: object = {}) =>
    judges.programVerdict(
      judges.program.parse({ use: "program", file: "./judge.js", source, steps: 1_000_000, ...more }),
    );
  const judged = (source: string, reply: string, more: object = {}) =>
    of(source, more)(reply, question([], { row: { answer: "東京", words: 2 } }));

  it("receives the reply and the row, and returns right, wrong or a score", () => {
    const equal = "(reply, row) => reply === row.answer";
    expect(judged(equal, "東京")).toEqual({ score: 1, correct: true });
    expect(judged(equal, "x")).toEqual({ score: 0, correct: false });
    const share =
      "export default function judge(reply, { words }) { return Math.min(1, reply.split(' ').length / words); }";
    expect(judged(share, "a")).toEqual({ score: 0.5, correct: false });
    expect(judged(share, "a b c")).toEqual({ score: 1, correct: true });
    expect(judged(share, "a", { atLeast: 0.5 })).toEqual({ score: 0.5, correct: true });
  });

  it.each([
    ["() => { throw new Error('no') }", "threw an error"],
    ["() => { for (;;); }", "used up its steps"],
    ["() => 'yes'", 'returned "\\"yes\\"", and not true, false or a score from 0 to 1'],
    ["() => 2", 'returned "2", and not'],
    ["() => undefined", 'returned "undefined", and not'],
    ["() => () => 1", "returned no data"],
  ])("%s gives no verdict", (source, words) => {
    expect(() => judged(source, "x")).toThrow(EpisodeFailed);
    expect(() => judged(source, "x")).toThrow(`the judge ./judge.js ${words}`);
  });
});

const schemaOf = (schema: object) => judges.schema.parse({ use: "schema", schema });
const programOf = (source: string) => judges.program.parse({ use: "program", file: "./judge.js", source });
words("judges-of-answers", [
  ["a word for a number", () => judges.numberVerdict(judges.number.parse({ use: "number" }), [question(["seven"])])],
  ["a key of a schema", () => judges.schemaVerdict(schemaOf({ typ: "object" }))],
  ["a format of a schema", () => judges.schemaVerdict(schemaOf({ type: "string", format: "date" }))],
  ["a number for a program", () => judges.programVerdict(programOf("1"))],
  ["a program that imports", () => judges.programVerdict(programOf("import fs from 'fs'; (a) => true"))],
]);
