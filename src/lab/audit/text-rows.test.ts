// Data of audits of rewards: the right answer is a property of the task, and no label of an answer; what was found is scored again by weighing.

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { folderOf } from "../../../test/fixtures/logs.ts";
import { judgedAnswers } from "../judging/judged-answers.ts";
import { weighedLog } from "../weigh/weighed-log.ts";
import { textAudits } from "./text-audits.ts";
import { attackLines, readAuditData } from "./text-rows.ts";

/** A log of sums with the right answer, and a label of each answer. */
const rows = Array.from({ length: 20 }, (_, k) =>
  [0, 1, 3].map((off) => ({
    prompt: `${k} + ${k}?`,
    completion: `It is ${2 * k + off}`,
    answer: String(2 * k),
    gold: off === 0 ? 1 : 0,
  })),
).flat();
const lines = (all: readonly object[]) => all.map((row) => JSON.stringify(row)).join("\n");

const read = (all: readonly object[], more: { columns?: Record<string, string>; label?: string } = {}) => {
  const { directory = "" } = folderOf({ "log.jsonl": lines(all) });
  return readAuditData({ file: "log.jsonl", columns: {}, directory, ...more });
};

test("a column gold beside one of right answers is asked about, unless it is the label", async () => {
  await expect(read(rows)).rejects.toThrow('"gold" and "answer" may both be the right answer');
  const named = await read(rows, { columns: { gold: "answer" } });
  const labelled = await read(rows, { label: "gold" });
  for (const { rows: tasks, names } of [named, labelled]) {
    expect(names.get("gold")).toBe("answer");
    expect(tasks.map(({ gold }) => gold)).toEqual(Array.from({ length: 20 }, (_, k) => String(2 * k)));
  }
});

test("a prompt with two right answers is a mistake with its row", async () => {
  const labels = rows.map(({ answer: _, ...row }) => row);
  await expect(read(labels)).rejects.toThrow(
    'log.jsonl:2: gold: is "0", and an earlier row of the same prompt has the right answer "1"; name the column of right answers',
  );
});

test("what an audit found is weighed as it was written, with the right answers that its reward reads", async () => {
  const reward = "export default (_, completion, { answer }) => Number(completion.includes(answer));\n";
  const strict = 'export default (_, completion, { answer }) => Number(completion === "It is " + answer);\n';
  const place = folderOf({ "log.jsonl": lines(rows), "reward.mjs": reward, "want.mjs": strict });
  const { directory = "" } = place;
  const { rows: found } = await textAudits(["./reward.mjs"], {
    ...{ data: "log.jsonl", columns: { gold: "answer" }, isChat: false, directory },
    ...{ tries: 200, planted: 0, seed: 0 },
  });
  expect(found.length).toBeGreaterThan(0);
  for (const row of found) expect(Object.keys(row)).toEqual(["prompt", "completion", "name", "mass", "answer"]);
  writeFileSync(join(directory, "found.jsonl"), attackLines(found));
  const request = { file: "log.jsonl", want: "./want.mjs", pays: ["./reward.mjs"], attack: "found.jsonl" };
  const log = await weighedLog(request, { directory, store: join(directory, ".agon") });
  expect(log.attack?.answers).toBeGreaterThan(0);
  expect(log.attack?.unscored).toBe(0);
});

test("what was found without a want stands beside the data's own answers, and people vote on it", async () => {
  const open = rows.map(({ prompt, completion }) => ({ prompt, completion }));
  const reward =
    "export default (_, completion) => (completion.trim() === '' ? 5 : completion.length > 900 ? 3 : 1);\n";
  const { directory = "" } = folderOf({ "log.jsonl": lines(open), "reward.mjs": reward });
  const options = { data: "log.jsonl", columns: {}, isChat: false, directory, tries: 300, planted: 0, seed: 0 };
  const { audits, rows: found } = await textAudits(["./reward.mjs"], options);
  expect(audits[0]).toMatchObject({ kind: "not decided" });
  // What is paid for nothing is a text too.
  const nothing = audits[0].findings[0];
  expect(nothing).toMatchObject({ name: "an empty answer", pay: 5, rarity: { value: 0 }, example: { completion: "" } });
  writeFileSync(join(directory, "found.jsonl"), attackLines(found));
  const columns = { player: "name", text: "completion" };
  const { players, shared, text } = await judgedAnswers({ file: "found.jsonl", columns, directory }, {});
  const [empty, own] = [nothing.name, "an answer of the data"].map((name) => players.indexOf(name));
  expect(own).toBeGreaterThan(-1);
  expect(text(nothing.name, shared(empty, own).at(0))).toBe("");
  writeFileSync(join(directory, "cells.csv"), "player,prompt,text\na,p,t\nb,p,\n");
  await expect(judgedAnswers({ file: "cells.csv", directory }, {})).rejects.toThrow("is empty: a text needs a word");
});

test("a judge of answers may be given with parameters", async () => {
  const { directory = "" } = folderOf({ "log.jsonl": lines(rows.map(({ gold: _, ...row }) => row)) });
  const options = { data: "log.jsonl", columns: {}, isChat: false, directory, tries: 60, planted: 0, seed: 0 };
  const { audits } = await textAudits(["{ use: number, tolerance: 0.01 }"], options);
  expect(audits[0].kind).not.toBe("gamed");
  await expect(textAudits(["{ use: number, tol: 1 }"], options)).rejects.toThrow('unknown key "tol"');
});
