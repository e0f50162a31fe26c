// Pays and wants that are computed from texts: functions of JavaScript, judges, fitted models; each different answer is scored once, and what
// a store keeps is not computed anew.

import { appendFileSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { type Answer, chatServer } from "../../../test/fixtures/chat-server.ts";
import { folderOf } from "../../../test/fixtures/logs.ts";
import { encodeTextReward } from "../../feedback/preferences/reward-model.ts";
import { namedScore } from "../weigh/pay-names.ts";
import { type WeighOptions, type WeighRequest, weighedLog } from "../weigh/weighed-log.ts";
import { isTextReward } from "./named-reward.ts";

/** Calls of the rewards in the folder's file. */
declare global {
  var scoredTexts: string[];
}
beforeEach(() => {
  globalThis.scoredTexts = [];
});

const REWARD = `
export default (prompt, completion, fields) => {
  globalThis.scoredTexts.push(completion);
  if (completion === "broken") throw new Error("no such answer");
  return completion === "none" ? null : Number(completion === fields.answer);
};
export const lengths = (texts) => texts.map(({ completion }) => completion.length);
export const text = () => "good";
export const one = (texts) => 1;
`;

/** Twenty prompts with four answers, of which the first is right, and some repeat. */
const row = (prompt: number, completion: string, more = "") =>
  `question ${prompt},${completion},${completion === "four" ? 1 : 0},four${more}`;
const LINES = Array.from({ length: 20 }, (_, prompt) =>
  ["four", "three", "eleven", "three"].map((completion) => row(prompt, completion)),
).flat();
const csv = (lines: readonly string[], head = "prompt,completion,gold,answer") => [head, ...lines, ""].join("\n");

function desk(files: Readonly<Record<string, string | Uint8Array>> = {}, log = csv(LINES)) {
  const { directory = "" } = folderOf({ "r.csv": log, "reward.mjs": REWARD, ...files });
  const notices: string[] = [];
  const weigh = (more: Partial<WeighRequest> = {}, options: WeighOptions = {}) =>
    weighedLog(
      { file: "r.csv", want: "gold", pays: ["./reward.mjs"], ...more },
      { directory, store: join(directory, ".agon"), onNotice: (text) => notices.push(text), ...options },
    );
  return { directory, weigh, notices };
}

test("a function of an answer is a pay, and its id a column of formulas; each different answer is scored once, and never again", async () => {
  const { weigh, directory } = desk();
  const log = await weigh({
    pays: ["./reward.mjs", 'gold - "./reward.mjs" + length', "0.5 * hit"],
    scores: [namedScore("hit=./reward.mjs")],
  });
  expect(globalThis.scoredTexts).toHaveLength(60);
  expect(log.answers).toBe(80);
  const [own, rest, half] = log.pays;
  expect(own.slope.plain.mean).toBeCloseTo(0.25, 12);
  expect(rest.slope.plain.mean).toBeCloseTo(-1 / 3, 12);
  expect(half.slope.plain.mean).toBeCloseTo(0.125, 12);
  const again = await weigh();
  expect(globalThis.scoredTexts).toHaveLength(60);
  expect(again.pays[0].slope).toEqual(own.slope);
  // A line that was cut is no score, and another file of the function has scores of its own.
  const [kept] = readdirSync(join(directory, ".agon", "scores"));
  const file = join(directory, ".agon", "scores", kept);
  writeFileSync(file, readFileSync(file, "utf8").slice(0, -2));
  await weigh();
  expect(globalThis.scoredTexts).toHaveLength(61);
  await weigh();
  expect(globalThis.scoredTexts).toHaveLength(61);
  appendFileSync(join(directory, "reward.mjs"), "\n");
  await weigh();
  expect(readdirSync(join(directory, ".agon", "scores"))).toHaveLength(2);
});

test("scores meet their rows, also beside rows that are bad, or left out", async () => {
  const lines = LINES.flatMap((line, k) => (k % 7 === 3 ? ["a,b,c,d,e,f,g", line] : [line]));
  const { weigh } = desk({}, csv(lines));
  const log = await weigh({ skipBadRows: true, where: "prompt <> 'question 3'" });
  expect([log.answers, log.prompts]).toEqual([76, 19]);
  expect(log.pays[0].slope.plain.mean).toBeCloseTo(0.25, 12);
  const objects = LINES.map((line) => {
    const [prompt, completion, gold, answer] = line.split(",");
    return JSON.stringify({ prompt, completion, gold: Number(gold), answer });
  });
  const other = desk({ "r.jsonl": ["no object", ...objects].join("\n") });
  const read = await other.weigh({ file: "r.jsonl", skipBadRows: true });
  expect(read.answers).toBe(80);
  expect(read.pays[0].slope.plain.mean).toBeCloseTo(0.25, 12);
});

test("a want may be computed too, and a function of a batch", async () => {
  const log = await desk().weigh({ want: "./reward.mjs", pays: ["./reward.mjs:lengths", "length"] });
  for (const { slope } of log.pays) expect(slope.plain.mean).toBeCloseTo(-1 / 3, 12);
});

test("an answer without a score is left out and counted, and is not wrong", async () => {
  const lines = LINES.map((line, k) => (k % 8 === 1 ? line.replace("three", "none") : line));
  const log = await desk({}, csv(lines)).weigh();
  expect(log.answers).toBe(70);
  expect(log.caveats[0]).toBe('Left out: 10 rows without a number for "./reward.mjs".');
});

test("a column that the reward calls otherwise is named, and one that is not there is a mistake", async () => {
  const text = csv(LINES, "prompt,completion,gold,solution");
  const { weigh } = desk({}, text);
  const renamed = await weigh({ columns: { answer: "solution" } });
  expect(renamed.pays[0].slope.plain.mean).toBeCloseTo(0.25, 12);
  await expect(weigh({ columns: { answer: "solutions" } })).rejects.toThrow('has no column "solutions"');
});

test.each([
  ["./reward.mjs:text", './reward.mjs:text returned "good", which is no number, of the answer "four"'],
  ["./reward.mjs:one", "returned 1 for 4 answers, and no list; a function of one parameter is given a batch"],
  ["./reward.mjs:length", "exports no function length; it exports lengths"],
  ["./none.mjs", "there is no file ./none.mjs"],
  ["./none.py:score", "there is no file ./none.py"],
  ["judge:none.yaml", "none.yaml"],
  ["preferences:none.safetensors", "none.safetensors"],
])("%s is a mistake in one sentence", async (pay, message) => {
  await expect(desk().weigh({ pays: [pay] })).rejects.toThrow(message);
});

test("a throw is told, and what was scored before is kept", async () => {
  const lines = [...LINES, row(20, "four"), row(20, "broken")];
  const { weigh, directory } = desk({}, csv(lines));
  await expect(weigh()).rejects.toThrow("./reward.mjs throws: no such answer");
  const before = globalThis.scoredTexts.length;
  expect(before).toBe(62);
  writeFileSync(join(directory, "r.csv"), csv(LINES));
  await weigh();
  // At most the batch of the broken answer is scored again.
  expect(globalThis.scoredTexts.length - before).toBeLessThanOrEqual(14);
});

test("names of scores are names, of rewards, and new", async () => {
  expect(() => namedScore("fmt=0.3 * a")).toThrow('"fmt=0.3 * a" names no reward of texts; --score fmt=./fmt.py:score');
  await expect(desk().weigh({ scores: [namedScore("gold=./reward.mjs")] })).rejects.toThrow(
    "the file has a column gold",
  );
  expect(["./a.py:score", "a.b:rubric", "r.ts", "r.js:f", "judge:j.md", "preferences:p"].every(isTextReward)).toBe(
    true,
  );
  expect(["a", "a.b", "hour::int", "0.5 * a / b", "a ? b : c", "length"].some(isTextReward)).toBe(false);
});

test("a rubric of features and a fitted reward are pays without a model", async () => {
  const about = { model: "length", file: "pairs.csv", pairs: 1, prompts: 1 };
  const { weigh } = desk({
    "judge.yaml": "judge: { rubric: { length: 2 } }\nitems: labelled.csv\n",
    "reward.safetensors": encodeTextReward({ features: { length: 1 }, words: {} }, about),
  });
  const log = await weigh({ pays: ["judge:judge.yaml", "preferences:reward.safetensors"] });
  const [rubric, fitted] = log.pays.map(({ slope }) => slope.plain.mean ?? 0);
  expect(rubric).toBeCloseTo(2 * fitted, 6);
  await expect(
    desk({ "judge.yaml": "judge: { rubric: { lenth: 2 } }\n" }).weigh({ pays: ["judge:judge.yaml"] }),
  ).rejects.toThrow(/length/);
});

const judgeFile = (url: string, more = "") =>
  `---\nmodel: judge\nendpoint: ${url}\nprice: { input: 1, output: 1 }\nrecord: said.jsonl\n${more}---\nFull marks for “four”, as in {answer}.\nQuestion: {prompt}\nAnswer: {completion}\n`;

test("a rubric in words is asked once for each answer, recorded, and read again without its model", async () => {
  const server = await chatServer((request): Answer => {
    const said = String(request.messages[0].content);
    if (said.includes("Answer: eleven")) return { text: "I cannot say." };
    return { text: `It is {"score": ${said.includes("Answer: four") ? 9.5 : 2}}` };
  });
  const { weigh, directory, notices } = desk();
  writeFileSync(join(directory, "judge.md"), judgeFile(server.url));
  const log = await weigh({ pays: ["judge:judge.md"] });
  expect(server.requests).toHaveLength(60);
  expect(log.answers).toBe(60);
  expect(notices.at(-1)).toBe("judge:judge.md: answers without a score: 20 outside");
  expect(log.pays[0].slope.plain.mean).toBeCloseTo(7.5 / 3, 10);
  expect(String(server.requests[0].messages[0].content)).toContain("as in four.");
  const replayed = judgeFile(server.url).replace("record:", "replay:");
  writeFileSync(join(directory, "judge.md"), replayed);
  const again = await weigh({ pays: ["judge:judge.md"] });
  expect(again.pays[0].slope).toEqual(log.pays[0].slope);
  expect(server.requests).toHaveLength(60);
});

test("a budget ends the asking, and a rubric without a model is a mistake", async () => {
  const server = await chatServer((): Answer => ({ text: '{"right": true}' }));
  const { weigh, directory } = desk({ "bare.md": "Full marks for four." });
  writeFileSync(join(directory, "judge.md"), judgeFile(server.url, "parallel: 1\n"));
  await expect(weigh({ pays: ["judge:judge.md"] }, { rewards: { budget: 1e-9 } })).rejects.toThrow(
    "judge:judge.md: the budget of 1e-9 is spent, after 1 answers",
  );
  await expect(weigh({ pays: ["judge:bare.md"] })).rejects.toThrow("bare.md does not say which model reads it");
});

test("conversations are given as readable texts, without reasoning, also from structures and from lines", async () => {
  const REWARD_OF_TEXT = `export default (prompt, completion) => { globalThis.scoredTexts.push(prompt + " / " + completion); return completion.length; };`;
  const said = Array.from({ length: 20 }, (_, k) =>
    ["<think>I add.</think>4", "No, 5.", "six"].map((content, at) => ({
      ask: { prompt: [{ role: "user", content: `sum ${k}?` }] },
      completion: [
        { role: "assistant", content, tool_calls: null },
        ...(at === 2 ? [{ role: "tool", content: "none" }] : []),
      ],
      gold: at === 0 ? 1 : 0,
    })),
  ).flat();
  const { weigh } = desk({ "texts.mjs": REWARD_OF_TEXT, "r.jsonl": said.map((one) => JSON.stringify(one)).join("\n") });
  const log = await weigh({ file: "r.jsonl", pays: ["./texts.mjs", "length"], columns: { prompt: "ask.prompt" } });
  expect(globalThis.scoredTexts.slice(0, 3)).toEqual(["user: sum 0? / 4", "user: sum 0? / No, 5.", "user: sum 0? / "]);
  expect(log.pays[0].slope).toEqual(log.pays[1].slope);
});
