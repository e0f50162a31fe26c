// Layouts of published files of preferences: prompts of two columns, verdicts of judges, and both texts as they were written.

import { expect, test } from "vitest";
import { folderOf } from "../../test/fixtures/logs.ts";
import { type PreferencePair, withPreferences } from "./preferences.ts";

/** The pairs of a file of JSON Lines. */
async function pairsOf(rows: readonly object[], columns: Readonly<Record<string, string>> = {}) {
  const { directory } = folderOf({ "p.jsonl": rows.map((row) => `${JSON.stringify(row)}\n`).join("") });
  const pairs: PreferencePair[] = [];
  await withPreferences({ file: "p.jsonl", columns }, { directory }, (file) => file.each((pair) => pairs.push(pair)));
  return pairs;
}

test("an instruction and its input are one prompt, as in PandaLM", async () => {
  const row = { instruction: "Sum up.", response1: "a", response2: "b" };
  const rows = [
    { ...row, input: "One text.", annotator1: 1 },
    { ...row, input: "Another.", annotator1: 2 },
    { ...row, input: "", annotator1: 0 },
  ];
  const pairs = await pairsOf(rows, { winner: "annotator1" });
  expect(pairs.map(({ prompt, result }) => [prompt, result])).toEqual([
    ["Sum up.\n\nOne text.", 1],
    ["Sum up.\n\nAnother.", 0],
    ["Sum up.", 0.5],
  ]);
});

test("verdicts of a judge of pairs are sides and a tie", async () => {
  const rows = ["[[A]]", "[[B]]", "[[C]]"].map((winner) => ({ prompt: "p", response_a: "a", response_b: "b", winner }));
  expect((await pairsOf(rows)).map(({ result }) => result)).toEqual([1, 0, 0.5]);
});

test("conversations of Chatbot Arena are a prompt and two answers", async () => {
  const turns = (answer: string) => [
    { role: "user", content: [{ type: "text", text: "Why?" }] },
    { role: "assistant", content: answer },
  ];
  const row = { model_a: "x", model_b: "y", conversation_a: turns("a"), conversation_b: turns("b"), winner: "model_b" };
  expect(await pairsOf([row])).toMatchObject([{ prompt: "user: Why?", first: "a", second: "b", result: 0 }]);
});

test("turns of LMSYS on Kaggle are read with their lines", async () => {
  const rows = [
    {
      prompt: JSON.stringify(["Why?"]),
      response_a: JSON.stringify(["- one\n- two"]),
      response_b: JSON.stringify(["no"]),
      winner_model_a: 1,
      winner_model_b: 0,
      winner_tie: 0,
    },
  ];
  expect(await pairsOf(rows)).toMatchObject([{ prompt: "Why?", first: "- one\n- two", second: "no", result: 1 }]);
});

test.each([
  { prompt: "Why?", chosen: ["a"], rejected: ["b", "c", "d"] },
  { prompt: "Why?", response_a: ["a", "b"], response_b: ["c"], winner: "a" },
])("lists of texts, as in RewardBench 2, are refused: %j", async (row) => {
  await expect(pairsOf([row, row])).rejects.toThrow(
    /"(chosen|response_a)" holds lists of texts, .*; write a row for each/,
  );
});

test.each([
  { prompt: "Why?", responses: ["a", "b"], chosen: 0 },
  { prompt: "Why?", completions: ["a", "b"], chosen: 1, rejected: 0 },
])("the number of a chosen answer is no text: %j", async (row) => {
  await expect(pairsOf([row, row])).rejects.toThrow(
    /"(responses|completions)" holds all answers of a row, .*; write a row for each pair/,
  );
});

test("an answer that is itself written as a list is a text", async () => {
  const [pair] = await pairsOf([{ prompt: "Two fruits?", chosen: '["fig", "plum"]', rejected: '["fig"]' }]);
  expect(pair).toMatchObject({ first: '["fig", "plum"]', second: '["fig"]' });
});

test.each([
  ..."better/worse positive/negative pos/neg good/bad y_w/y_l response_j/response_k preferred_output/non_preferred_output"
    .split(" ")
    .map((pair) => pair.split("/")),
  ["response_chosen", "response_rejected"],
  ["chosen_response", "rejected_response"],
])("columns %s and %s are a chosen and a rejected text", async (good, bad) => {
  expect(await pairsOf([{ prompt: "p", [bad]: "b", [good]: "a" }])).toMatchObject([
    { first: "a", second: "b", result: 1 },
  ]);
});

test.each([
  ["completion_a", "completion_b", "preferred", "b"],
  ["answer_1", "answer_2", "better", 2],
  ["answer_a", "answer_b", "human_preference", "B"],
  ["generation_a", "generation_b", "winner", "b"],
  ["summary_a", "summary_b", "choice", "b is better"],
  ["completion1", "completion2", "label", 2],
  ["response_a", "response_b", "verdict", "A<B"],
  ["response_a", "response_b", "chosen", "b"],
])("columns %s and %s beside a verdict in %s", async (first, second, verdict, said) => {
  expect(await pairsOf([{ prompt: "p", [first]: "a", [second]: "b", [verdict]: said }])).toMatchObject([
    { first: "a", second: "b", result: 0 },
  ]);
});

test("messages as Python prints them are refused", async () => {
  const printed = (text: string) => `[{'role': 'user', 'content': 'p'}, {'role': 'assistant', 'content': '${text}'}]`;
  await expect(pairsOf([{ prompt: "p", chosen: printed("a"), rejected: printed("b") }])).rejects.toThrow(
    "holds messages as Python prints them",
  );
});

test("a request as the input of two outputs is their prompt", async () => {
  const row = {
    input: { messages: [{ role: "user", content: "Why?" }] },
    preferred_output: [{ role: "assistant", content: "a" }],
    non_preferred_output: [{ role: "assistant", content: "b" }],
  };
  expect(await pairsOf([row])).toMatchObject([{ prompt: "user: Why?", first: "a", second: "b" }]);
});
