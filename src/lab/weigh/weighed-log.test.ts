// A log of rollouts from a file to figures: columns and formulas, what is left out and counted, and what the findings say.

import { DuckDBInstance } from "@duckdb/node-api";
import { expect, test } from "vitest";
import { folderOf } from "../../../test/fixtures/logs.ts";
import { Random } from "../../core/random.ts";
import { quotedFile } from "../../core/sql.ts";
import { FORECAST_TRUST } from "./forecast-trust.ts";
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

test("prompts that differ by blanks alone are counted, and taken as one on demand", async () => {
  const lines = rows(40).map((line, k) => (k % 8 < 4 ? line.replace("question", " question ") : line));
  const apart = await weigh(csv(lines));
  expect(apart.prompts).toBe(80);
  expect(apart.caveats[0]).toBe(
    "Taken apart: 40 prompts that differ from another by blanks alone; --join-blanks takes them as one.",
  );
  const joined = await weigh(csv(lines), { joinBlanks: true });
  expect(joined.prompts).toBe(40);
  expect(joined.caveats.some((one) => one.startsWith("Taken apart"))).toBe(false);
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
    FORECAST_TRUST,
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

test("smaller groups of a trainer teach less often, and larger ones than the log has are refused", async () => {
  const [logged, four] = await Promise.all(
    [undefined, 4].map(async (groupSize) => {
      const request = groupSize === undefined ? {} : { groupSize };
      return (await weigh(csv(rows(60)), { ...request, pays: ["correct"] })).pays[0].slope.signal.mean ?? 0;
    }),
  );
  expect(four).toBeLessThan(logged);
  expect(four).toBeGreaterThan(0.7);
  await expect(weigh(csv(rows(20)), { groupSize: 9 })).rejects.toThrow(
    "no prompt has more than 8; give a whole number from 2 to 8",
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
/** Forty prompts whose answers are paid by what they are worth; one answer that the log does not show is paid best and worth least. */
const honest = Array.from({ length: 40 * 8 }, (_, k) => `ask ${k >> 3},answer ${k},${(k * 7) % 5},${(k * 7) % 5},0`);
const PLAIN = "prompt,completion,pay,gold,trick";
const exploit = (prompt: string, mass: string, answer = "cheat"): string => `${prompt},${answer},9,-5,1,${mass}`;

test("an audit's answers enter with their chance: a pay that the log praises turns, and one that the log calls constant has a figure", async () => {
  const found = csv(
    ["ask 99", ...Array.from({ length: 40 }, (_, k) => `ask ${k}`)].map((prompt) => exploit(prompt, "0.02")),
    `${PLAIN},mass`,
  );
  const { directory } = folderOf({ "r.csv": csv(honest, PLAIN), "found.csv": found });
  const request = { file: "r.csv", want: "gold", pays: ["pay", "trick"] };
  const before = await weighedLog(request, { directory });
  expect(before.pays.map(({ id, course }) => [id, course])).toEqual([["pay", "rises"]]);
  const after = await weighedLog({ ...request, attack: "found.csv" }, { directory });
  expect(after.attack).toMatchObject({ answers: 40, prompts: 40, absent: 1, lonely: 0, unscored: 0 });
  expect(after.attack?.mass).toBeCloseTo(0.02, 12);
  expect(after.answers).toBe(before.answers);
  expect(after.pays.map(({ id, course }) => [id, course])).toEqual([
    ["pay", "turns"],
    ["trick", "falls"],
  ]);
  expect(after.caveats).toContain(
    "Left out of found.csv: 1 answer to prompts that the log does not have with several answers.",
  );
});

test("an answer that the log has too counts with the audit's chance, and not twice", async () => {
  const shown = honest.map((line, k) => (k % 8 === 0 ? exploit(`ask ${k >> 3}`, "0").replace(/,0$/, "") : line));
  const rare = Array.from({ length: 40 }, (_, k) => exploit(`ask ${k}`, "0.0001"));
  const files = { "r.csv": csv(shown, PLAIN), "found.csv": csv(rare, `${PLAIN},mass`) };
  const options = folderOf(files);
  const request = { file: "r.csv", want: "gold", pays: ["pay"] };
  expect((await weighedLog(request, options)).pays[0].course).toBe("falls");
  const { pays } = await weighedLog({ ...request, attack: "found.csv" }, options);
  expect(pays[0].slope.plain.low).toBeGreaterThan(0);
});

test("by a column, an audit's answers enter the part of their value; an audit without the column is a mistake", async () => {
  const stepped = honest.flatMap((line) => [`0,${line}`, `1,${line}`]);
  const found = Array.from({ length: 40 }, (_, k) => `1,${exploit(`ask ${k}`, "0.02")}`);
  const of = (lines: readonly string[], head: string) =>
    weighedLog(
      { file: "r.csv", want: "gold", pays: ["pay"], by: "step", attack: "found.csv" },
      folderOf({ "r.csv": csv(stepped, `step,${PLAIN}`), "found.csv": csv(lines, head) }),
    );
  const log = await of(found, `step,${PLAIN},mass`);
  expect(log.parts?.map(({ value, pays }) => [value, pays[0].course])).toEqual([
    ["0", "rises"],
    ["1", "turns"],
  ]);
  await expect(of([exploit("ask 1", "0.02")], `${PLAIN},mass`)).rejects.toThrow('no column is called "step"');
});

test("without a chance the question comes back, and a chance is above 0 and below 1", async () => {
  const one = (lines: readonly string[], head = `${PLAIN},mass`) =>
    weighedLog(
      { file: "r.csv", want: "gold", pays: ["pay"], attack: "found.csv" },
      folderOf({ "r.csv": csv(honest, PLAIN), "found.csv": csv(lines, head) }),
    );
  await expect(one(["ask 1,cheat,9,-5,1"], PLAIN)).rejects.toThrow(
    'found.csv: has no column "mass"; give the chance with which the policy of the log writes each answer',
  );
  await expect(one([exploit("ask 1", ""), exploit("ask 2", "0.1")])).rejects.toThrow(
    'found.csv: says of 1 answer no "mass"',
  );
  await expect(one([exploit("ask 1", "1.5")])).rejects.toThrow("found.csv, row 1: its mass is 1.5");
  await expect(one([exploit("ask 1", "0.6"), exploit("ask 1", "0.6", "other")])).rejects.toThrow(
    "a mass of 1.2 together",
  );
  await expect(one([exploit("ask 1", "0.1"), exploit("ask 1", "0.2")])).rejects.toThrow(
    "an earlier row has with other numbers",
  );
});

test("yes and no are numbers; scores that cannot be squared, or formulas without a value, are one sentence", async () => {
  const said = csv(rows(40)).replaceAll(",true,", ",yes,").replaceAll(",false,", ",No,");
  const [words, numbers] = await Promise.all([said, csv(rows(40))].map((text) => weigh(text, { pays: ["correct"] })));
  expect(words.pays[0].slope).toEqual(numbers.pays[0].slope);
  await expect(weigh(csv(rows(20)), { pays: ["correct * 1e200"] })).rejects.toThrow(
    "a want or a pay is 1e+200, and none above 1e+100 is weighed",
  );
  await expect(weigh(csv(rows(20)), { pays: ["sqrt(gold - 5)"] })).rejects.toThrow(
    "cannot be computed at some row: cannot take square root of a negative number; a formula has to hold for every row",
  );
  await expect(weigh("", {}, "r.jsonl")).rejects.toThrow("it has none; say which one is meant");
});
