// A log of rollouts from a file to figures: columns and formulas, what is left out and counted, and what the findings say.

import { DuckDBInstance } from "@duckdb/node-api";
import { expect, test } from "vitest";
import { folderOf } from "../../../test/fixtures/logs.ts";
import { Random } from "../../core/random.ts";
import { quotedFile } from "../../core/sql.ts";
import { type WeighRequest, weighedLog } from "./weighed-log.ts";

/** Answers with a sum that is right or wrong, so many filler words, and a format. */
function rows(prompts: number, answers = 8): string[] {
  const random = Random.of(31, "rollouts");
  return Array.from({ length: prompts * answers }, (_, k) => {
    const isRight = random.uniform(0, 1) < 0.5;
    const fillers = random.integer(5);
    const text = `${"well ".repeat(fillers)}${isRight ? 12 : 13}`;
    const gold = (isRight ? 1 : 0) - 0.1 * fillers;
    return [k % 2, `question ${Math.floor(k / answers)}`, text, isRight ? "true" : "false", gold.toFixed(1)].join(",");
  });
}

const HEAD = "step,question,response,correct,gold";
const csv = (lines: readonly string[], head = HEAD): string => [head, ...lines, ""].join("\n");

const weigh = (text: string, more: Partial<WeighRequest> = {}, file = "r.csv") =>
  weighedLog({ file, want: "gold", pays: ["correct", "length"], ...more }, folderOf({ [file]: text }));

test("columns, formulas and length are pays; the finding names what buys most and what costs", async () => {
  const pays = ["correct", "length", "correct - 0.1 * (length(response) - 2) / 5"];
  const log = await weigh(csv(rows(120)), { pays });
  expect(log).toMatchObject({ answers: 960, prompts: 120, alone: 0, skipped: 0 });
  expect(log.columns).toEqual({ prompt: "question", completion: "response" });
  expect(log.pays.map(({ id, course }) => [id, course])).toEqual([
    ["correct", "rises"],
    ["length", "falls"],
    [pays[2], "rises"],
  ]);
  expect(log.comparisons.every(({ best, more }) => best === pays[2] && (more.low ?? 0) > 0)).toBe(true);
  expect(log.finding).toMatch(
    /^Of 3 pays “correct - 0\.1.*” buys most: more than “correct” by .* of “gold” at a KL of .* “length” costs “gold” from the first: −/,
  );
  const [worst] = log.pays[1].texts;
  expect(worst.paid.want).toBeLessThan(worst.wanted.want);
  expect(worst.paid.text.length).toBeGreaterThan(worst.wanted.text.length);
  expect(worst.prompt).toMatch(/^question \d+$/);
});

test("the order of rows, and of formats, changes no digit", async () => {
  const lines = rows(60);
  const log = await weigh(csv(lines));
  const digits = ({ pays, finding }: typeof log) => ({ finding, pays: pays.map(({ texts: _, ...one }) => one) });
  expect(digits(await weigh(csv(lines.toReversed())))).toEqual(digits(log));
  const objects = lines.map((line) => {
    const [step, question, response, correct, gold] = line.split(",");
    return JSON.stringify({ step, question, response, correct: correct === "true", gold: Number(gold) });
  });
  expect(digits(await weigh(objects.join("\n"), {}, "r.jsonl"))).toEqual(digits(log));
});

test("answers that repeat count with their mass, and prompts with one answer pair with no other", async () => {
  const lines = ["p,x,1,1", "p,x,1,1", "p,y,0,0", "q,x,1,1", "r,x,1,1", "r,y,0,0"];
  const log = await weigh(csv(lines, "prompt,completion,pay,gold"), { pays: ["pay"] });
  expect(log).toMatchObject({ answers: 6, prompts: 2, alone: 1 });
  const [{ slope }] = log.pays;
  // Unbiased covariances 1/3 and 1/2.
  expect(slope.plain.mean).toBeCloseTo((1 / 3 + 1 / 2) / 2, 12);
  expect(log.caveats[0]).toBe("Left out: 1 prompt with one answer, which pairs with no other.");
});

test("an answer without a number is not weighed and counted; a text in its place is a mistake", async () => {
  const lines = rows(20);
  const holes = lines.map((line, k) =>
    k === 3 ? line.replace(/[^,]*$/, "") : k === 5 ? line.replace(/[^,]*$/, "None") : line,
  );
  const log = await weigh(csv(holes));
  expect(log.answers).toBe(158);
  expect(log.caveats[0]).toBe('Left out: 2 rows without a number for "gold".');
  const broken = csv(lines.map((line, k) => (k === 4 ? line.replace(/[^,]*$/, "good") : line)));
  await expect(weigh(broken)).rejects.toThrow("r.csv:6: gold: is no number");
  expect(await weigh(broken, { skipBadRows: true })).toMatchObject({ answers: 159, skipped: 1 });
});

test("prompts that differ by blanks alone are counted, and taken as one on demand", async () => {
  const lines = rows(40).map((line, k) => (k % 8 < 4 ? line.replace("question", " question ") : line));
  const apart = await weigh(csv(lines));
  expect(apart.prompts).toBe(80);
  expect(apart.caveats[0]).toBe(
    "Taken apart: 40 prompts that differ from another by blanks alone; --join-blanks takes them as one.",
  );
  const joined = await weigh(csv(lines), { joinBlanks: true });
  expect(joined.prompts).toBe(40);
  expect(joined.caveats).toHaveLength(1);
});

test("thousands of prompts that are nearly alike stay apart", async () => {
  const lines = Array.from({ length: 40_000 }, (_, k) => {
    const prompt = Math.floor(k / 2);
    return `What is ${prompt} plus ${prompt % 97}?,x,${k % 2},${k % 2}`;
  });
  expect(await weigh(csv(lines, "prompt,completion,pay,gold"), { pays: ["pay"], joinBlanks: true })).toMatchObject({
    answers: 40_000,
    prompts: 20_000,
  });
});

test("flags say which answers were cut off; one for which nothing is said has no number for a formula of it", async () => {
  const lines = rows(30).map((line, k) => `${line},${["true", "False", ""][k % 3]}`);
  const log = await weigh(csv(lines, `${HEAD},truncated`), { pays: ["correct", "correct - cut"] });
  expect(log).toMatchObject({ answers: 160, cut: 80 });
  expect(log.caveats).toEqual([
    'Left out: 80 rows without a number for "correct - cut".',
    "Cut off: 80 answers were stopped by a limit; in a formula `cut` is 1 for them.",
    expect.stringMatching(/^A log cannot show/),
  ]);
});

test("a pay that is no number anywhere, and Parquet that was cut off, are one sentence each", async () => {
  const none = csv(
    rows(20).map((line) => `${line},NaN`),
    `${HEAD},broken`,
  );
  await expect(weigh(none, { pays: ["broken"] })).rejects.toThrow(
    'r.csv: holds no row with a number for the want and for all pays, of which 160 lack "broken"',
  );
  await expect(weigh("PAR1 and no more", {}, "r.parquet")).rejects.toThrow(
    "r.parquet: cannot be read as Parquet: it is something else, or was cut short",
  );
});

test("by a column, each value has figures of its own, in order", async () => {
  const log = await weigh(csv(rows(80)), { by: "step" });
  expect(log.parts?.map(({ value, pays }) => [value, pays[0].prompts])).toEqual([
    ["0", 80],
    ["1", 80],
  ]);
});

test("of a constant pay the log says that it buys nothing, and one that is alone is a mistake", async () => {
  const text = csv(rows(20));
  const log = await weigh(text, { pays: ["correct", "0 * gold"] });
  expect(log.pays.map(({ id }) => id)).toEqual(["correct"]);
  expect(log.caveats).toContain('"0 * gold" pays all answers to a prompt the same, and buys nothing.');
  await expect(weigh(text, { pays: ["0 * gold"] })).rejects.toThrow("pays all answers to a prompt the same");
  await expect(weigh(text, { want: "1 + 0 * gold" })).rejects.toThrow("is the same for all answers to a prompt");
  await expect(weigh(csv(rows(20, 1)))).rejects.toThrow("has one answer to each prompt");
});

test("a trainer's Parquet is read as it is: lists of messages are prompts and completions, other columns are left alone", async () => {
  const place = folderOf({});
  const engine = await DuckDBInstance.create(":memory:");
  const connection = await engine.connect();
  const message = (role: string, text: string) => `[{'role': '${role}', 'content': ${text}}]`;
  const row = [
    "k // 40 AS step",
    `${message("user", "'question ' || (k // 8)")} AS prompt`,
    `${message("assistant", "'answer ' || repeat('x', k % 5)")} AS completion`,
    "(k * 7 % 3 = 0)::DOUBLE AS accuracy_reward",
    "CASE WHEN k % 10 = 9 THEN NULL ELSE (k * 7 % 3 = 0)::DOUBLE - 0.1 * (k % 2) END AS gold",
    "0.0 AS advantage",
  ];
  const file = quotedFile(`${place.directory}/completions_00001.parquet`);
  await connection.run(`COPY (SELECT ${row.join(", ")} FROM range(160) AS t(k)) TO ${file}`);
  const request = { file: "completions_00001.parquet", want: "gold", pays: ["accuracy_reward", "length"], by: "step" };
  const log = await weighedLog(request, place);
  expect(log).toMatchObject({ answers: 144, columns: { prompt: "prompt", completion: "completion" } });
  expect(log.pays.map(({ id, course }) => [id, course])).toContainEqual(["accuracy_reward", "rises"]);
  expect(log.parts?.map(({ value }) => value)).toEqual(["0", "1", "2", "3"]);
  const texts = log.pays.flatMap((pay) => pay.texts);
  expect(texts.length).toBeGreaterThan(0);
  for (const { prompt, paid } of texts) expect([prompt, paid.text].join()).toMatch(/^user: question \d+,answer x*$/);
});
