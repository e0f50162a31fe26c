// Unambiguous labels and known layouts are interpreted; other labels lead to a question.

import { expect, test } from "vitest";
import { type LabelColumn, labelReading } from "./side-words.ts";

const column = (labels: readonly string[], more: Partial<LabelColumn> = {}): LabelColumn => ({
  ...{ labels, columns: ["a", "b", "label"], own: "label", isScore: false },
  ...{ where: "f.csv:1", option: "--labels", ...more },
});
const read = (labels: readonly string[], more: Partial<LabelColumn> = {}) =>
  Object.fromEntries(labelReading(column(labels, more)).sides);
const refusal = (labels: readonly string[], more: Partial<LabelColumn> = {}): string => {
  try {
    labelReading(column(labels, more));
  } catch (error) {
    return String(error);
  }
  return "";
};

test.each([
  [["a", "b", "tie"], { a: "first", b: "second", tie: "tie" }],
  [["left", "right", "same"], { left: "first", right: "second", same: "tie" }],
  [["1-0", "0-1", "1/2-1/2"], { "1-0": "first", "0-1": "second", "1/2-1/2": "tie" }],
  [["1", "2"], { "1": "first", "2": "second" }],
  [["1.0", "2.0", "draw"], { "1.0": "first", "2.0": "second", draw: "tie" }],
  [["model_a", "model_b", "tie (bothbad)"], { model_a: "first", model_b: "second", "tie (bothbad)": "tie" }],
  [["a>b", "b>a", "a=b"], { "a>b": "first", "b>a": "second", "a=b": "tie" }],
  [["left", "of course"], { left: "first" }],
  [[], {}],
])("%j", (labels, sides) => {
  expect(read(labels)).toEqual(sides);
});

test.each([
  [["0", "1"], "0=first,1=second", "0=second,1=first"],
  [["1"], "1=second", "1=first"],
  [["0", "1", "2"], "0=tie,1=first,2=second", "0=first,1=second,2=tie"],
  [["-1", "0", "1"], "-1=second,0=tie,1=first", "-1=first,0=tie,1=second"],
  [["-1.0", "1.0"], "-1=second,1=first", "-1=first,1=second"],
  [["0", "0.5", "1"], "0=second,0.5=tie,1=first", "0=first,0.5=tie,1=second"],
  [["a", "0"], "0=first", "0=second"],
  [["3", "4"], "3=first", "3=first"],
])("%j is ambiguous, and each suggested interpretation resolves it", (labels, ...ways) => {
  const said = refusal(labels);
  for (const way of ways) expect(said).toContain(`--labels ${way}`);
  const pairs = ways.map((way) => Object.fromEntries(way.split(",").map((pair) => pair.split("="))));
  for (const pair of pairs)
    expect(Object.values(read(labels, { said: pair }))).toEqual(expect.arrayContaining(Object.values(pair)));
});

test("right is a side only together with left", () => {
  expect(refusal(["right"])).toContain("--labels right=second, or --labels right=first");
  expect(refusal(["right", "wrong"])).toContain("may be a side or mean correct");
  expect(read(["right"], { said: { right: "second" } })).toEqual({ right: "second" });
});

test.each([
  ["PKU-SafeRLHF", ["response_0", "response_1"], "better_response_id", ["0", "1"], ["first", "second"]],
  ["SHP", ["human_ref_A", "human_ref_B"], "labels", ["0", "1"], ["second", "first"]],
  ["AlpacaEval", ["output_1", "output_2"], "preference", ["0", "1", "2"], ["tie", "first", "second"]],
  ["PandaLM", ["response1", "response2"], "annotator1", ["0", "1", "2"], ["tie", "first", "second"]],
  ["HelpSteer3", ["response1", "response2"], "overall_preference", ["-3", "0", "2"], ["first", "tie", "second"]],
])("the layout of %s is recognised by its columns and named in a note", (name, texts, own, labels, sides) => {
  const { sides: byLabel, note } = labelReading(column(labels, { columns: [...texts, own], own }));
  expect([...byLabel]).toEqual(labels.map((label, k) => [label, sides[k]]));
  expect(note).toContain(`as in ${name}: ${labels[0]} as `);
  expect(refusal(labels, { columns: [...texts.map((text) => `${text}x`), own], own })).toContain(
    "more than one reading",
  );
});

test("a value of one half makes numbers the first side's score, if the column is a result", () => {
  const score = { isScore: true, own: "result" };
  expect(read(["0", "0.5", "1"], score)).toEqual({ "0": "second", "0.5": "tie", "1": "first" });
  expect(labelReading(column(["0.5", "1"], score)).note).toContain('the score of the first side in "result"');
  expect(refusal(["0", "1"], score)).toContain("more than one reading");
});

test("a user's interpretation must name a side and an existing label", () => {
  expect(refusal(["0", "1"], { said: { 0: "good" } })).toContain("write first, second or tie");
  expect(refusal(["0", "1"], { said: { 7: "first" } })).toContain('no label in "label" is 7');
  expect(read(["0", "1.0", "x"], { said: { 1: "first" } })).toEqual({ "1.0": "first" });
});
