// The log of a trainer, and its rewards as the trainer adds, normalises and groups them.

import { DuckDBInstance } from "@duckdb/node-api";
import { expect, test } from "vitest";
import { folderOf } from "../../../test/fixtures/logs.ts";
import { csv, sumRows, weighText } from "../../../test/fixtures/rollouts.ts";
import { Random } from "../../core/random.ts";
import { quotedFile } from "../../core/sql.ts";
import { weighedLog } from "./weighed-log.ts";

test("smaller groups of a trainer teach less often, and larger ones than the log has are refused", async () => {
  const [logged, four] = await Promise.all(
    [undefined, 4].map(async (groupSize) => {
      const request = groupSize === undefined ? {} : { groupSize };
      return (await weighText(csv(sumRows(60)), { ...request, pays: ["correct"] })).pays[0].slope.signal.mean ?? 0;
    }),
  );
  expect(four).toBeLessThan(logged);
  expect(four).toBeGreaterThan(0.7);
  await expect(weighText(csv(sumRows(20)), { groupSize: 9 })).rejects.toThrow(
    "no prompt has more than 8; give a whole number from 2 to 8",
  );
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
  const { pays } = await weighText(csv(sumRows(120)), { pays: [pay, "correct"] });
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
  const log = await weighText(csv(lines, "prompt,completion,gold,a,b"), { pays });
  expect(log.pays[0].slope.plain.mean).toBeCloseTo(whole, 12);
  expect(log.pays[1].slope.plain.mean).toBeCloseTo(apart, 12);
  expect(log.pays[1].slope.terms).toHaveLength(2);
  expect(Math.abs(whole - apart)).toBeGreaterThan(0.001);
  await expect(weighText(csv(lines, "prompt,completion,gold,a,b"), { where: "normalised(a) > 0" })).rejects.toThrow(
    "calls normalised",
  );
});
