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

test("of many pays that cost what is wanted the worst have a sentence, and the others are counted", async () => {
  const pays = ["correct", ...[1, 2, 3, 4, 5].map((weight) => `length - ${weight} * correct`)];
  const { finding, pays: weighed, comparisons } = await weigh(csv(rows(120)), { pays });
  expect(weighed.slice(1).every(({ course }) => course === "falls")).toBe(true);
  expect(comparisons.every(({ best }) => best === "correct")).toBe(true);
  expect(finding.match(/ costs “gold” from the first: /g)).toHaveLength(3);
  expect(finding).toMatch(/“length - 5 \* correct” costs .* 2 more pays turn or fall\.$/);
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
    `${message("assistant", "'answer ' || (k % 5)")} AS completion`,
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
  expect(log.pays[0].texts.every(({ prompt }) => prompt.includes('"content":"question '))).toBe(true);
});
