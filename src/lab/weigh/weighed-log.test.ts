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

test("the first step of a sum is told by its terms, which add up to it; of a column there are none", async () => {
  const pay = "0.7 * correct - 0.02 * length + 3";
  const { pays } = await weigh(csv(rows(120)), { pays: [pay, "correct"] });
  const { slope } = pays[0];
  const terms = slope.terms ?? [];
  expect(terms.map(({ term }) => term)).toEqual(["0.7 * correct", "-(0.02 * length)"]);
  for (const kind of ["plain", "normalised"] as const) {
    const sum = terms.reduce((total, one) => total + (one[kind].mean ?? 0), 0);
    expect(sum).toBeCloseTo(slope[kind].mean ?? 0, 12);
  }
  expect(terms[0].plain.low).toBeGreaterThan(0);
  // Longer answers are worth less, so that the term against length gains too.
  expect(terms[1].plain.low).toBeGreaterThan(0);
  expect(terms[0].plain.mean).toBeCloseTo(0.7 * (pays[1].slope.plain.mean ?? 0), 12);
  expect(pays[1].slope.terms).toBeUndefined();
});

test("sum then normalise, and normalise then sum, are those of TRL", async () => {
  const random = Random.of(7, "aggregation");
  const prompts = Array.from({ length: 40 }, () =>
    Array.from({ length: 6 }, () => ({
      gold: random.uniform(0, 1),
      a: random.integer(2),
      b: 10 * random.uniform(0, 1),
    })),
  );
  const lines = prompts.flatMap((answers, p) => answers.map(({ gold, a, b }, k) => `p${p},x${k},${gold},${a},${b}`));
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const covariance = (one: readonly number[], other: readonly number[]) => {
    const [left, right] = [mean(one), mean(other)];
    return one.reduce((sum, value, k) => sum + (value - left) * (other[k] - right), 0) / (one.length - 1);
  };
  // torch.std is unbiased, and the trainer adds 1e-4.
  const normalised = (values: readonly number[]) => {
    const [middle, deviation] = [mean(values), Math.sqrt(covariance(values, values))];
    return values.map((value) => (value - middle) / (deviation + 1e-4));
  };
  type Answers = (typeof prompts)[number];
  const slope = (advantage: (answers: Answers) => readonly number[]) =>
    mean(
      prompts.map((answers) =>
        covariance(
          advantage(answers),
          answers.map(({ gold }) => gold),
        ),
      ),
    );
  const [whole, apart] = [
    slope((answers) => normalised(answers.map(({ a, b }) => 0.7 * a + 0.3 * b))),
    slope((answers) => {
      const [of, rest] = [normalised(answers.map(({ a }) => a)), normalised(answers.map(({ b }) => b))];
      return of.map((value, k) => 0.7 * value + 0.3 * rest[k]);
    }),
  ];
  const pays = ["normalised(0.7 * a + 0.3 * b)", "0.7 * normalised(a) + 0.3 * Normalised (b)"];
  const log = await weigh(csv(lines, "prompt,completion,gold,a,b"), { pays });
  expect(log.pays[0].slope.plain.mean).toBeCloseTo(whole, 12);
  expect(log.pays[1].slope.plain.mean).toBeCloseTo(apart, 12);
  expect(log.pays[1].slope.terms).toHaveLength(2);
  expect(Math.abs(whole - apart)).toBeGreaterThan(0.001);
  await expect(weigh(csv(lines, "prompt,completion,gold,a,b"), { where: "normalised(a) > 0" })).rejects.toThrow(
    "calls normalised",
  );
});

test("labels of a part correct a judge of all, and all figures are of both", async () => {
  const random = Random.of(5, "part");
  const lines = Array.from({ length: 300 * 8 }, (_, k) => {
    const isWanted = random.uniform(0, 1) < 0.4;
    const paid = Number(random.uniform(0, 1) < (isWanted ? 0.7 : 0.2));
    // The judge likes what is paid, wanted or not.
    const judged = Number(random.uniform(0, 1) < (isWanted ? 0.5 : 0.15) + 0.45 * paid);
    const label = random.uniform(0, 1) < 0.25 ? Number(isWanted) : "";
    return `p${Math.floor(k / 8)},x${k},${label},${judged},${paid}`;
  });
  const text = csv(lines, "prompt,completion,gold,judged,paid");
  const log = await weigh(text, { pays: ["paid"], judge: "judged" });
  expect(log.answers).toBe(2400);
  const [truth, { slope, verifier, texts }] = [0.4 * 0.6 * 0.5, log.pays[0]];
  expect([verifier, texts]).toEqual([undefined, []]);
  expect(slope.plain.low).toBeLessThan(truth);
  expect(slope.plain.high).toBeGreaterThan(truth);
  const alone = (await weigh(text, { pays: ["paid"] })).pays[0].slope.plain;
  const width = ({ low, high }: typeof alone) => (high ?? 0) - (low ?? 0);
  expect(width(slope.plain)).toBeLessThan(width(alone));
  // By the judge alone the pay would buy far more than it does.
  expect((await weigh(text, { want: "judged", pays: ["paid"] })).pays[0].slope.plain.low).toBeGreaterThan(truth);
  const { labels } = log;
  expect(labels?.labels).toBe(lines.filter((line) => !line.includes(",,")).length);
  expect(labels?.corrected.low).toBeLessThan(0.4);
  expect(labels?.corrected.high).toBeGreaterThan(0.4);
  expect(labels?.verdicts?.rate.low).toBeLessThan(0.4);
  expect(labels?.verdicts?.rate.high).toBeGreaterThan(0.4);
  expect(log.caveats[0]).toMatch(/^\d+ labels of 2,400 answers correct "judged"/);
  const few = csv(lines.slice(0, 40), "prompt,completion,gold,judged,paid");
  await expect(weigh(few, { pays: ["paid"], judge: "judged" })).rejects.toThrow("at least correct a judge");
});
