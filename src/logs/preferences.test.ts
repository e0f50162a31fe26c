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

test("an answer that is itself written as a list is a text", async () => {
  const [pair] = await pairsOf([{ prompt: "Two fruits?", chosen: '["fig", "plum"]', rejected: '["fig"]' }]);
  expect(pair).toMatchObject({ first: '["fig", "plum"]', second: '["fig"]' });
});
