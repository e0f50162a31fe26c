// Language models asked by the workers of a cluster: their answers come back to the recording of the submitter, none is asked for twice, and
// the budget of the run holds for all workers. Needs `npm run build` before.

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Pool } from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { JobSpending, openAccount, spentFrom } from "../src/cluster/account.ts";
import { answersOf, JobAnswers } from "../src/cluster/answers.ts";
import { connected } from "../src/cluster/postgres.ts";
import { Account, BudgetSpent } from "../src/core/spending.ts";
import { agon, contents, scratch } from "./cli/agon.ts";
import { chatServer, type ReceivedRequest } from "./fixtures/chat-server.ts";
import { launchWorker, startWorker, submitted, type TestWorker } from "./fixtures/cluster.ts";
import { untimed } from "./fixtures/recorded-texts.ts";
import { newDatabase } from "./fixtures/shared.ts";
import { until } from "./fixtures/until.ts";

let url: string;
let workers: readonly TestWorker[];
let pool: Pool;
beforeAll(async () => {
  url = await newDatabase();
  // Side by side on a database without tables.
  workers = await Promise.all([launchWorker(url), launchWorker(url)]);
  pool = await connected(url);
});
afterAll(async () => {
  for (const worker of workers) await worker.end();
  await pool.end();
});

/** Cells that no worker computes alone: it has sixteen at a time that wait for others. */
const MANY = 18;

/** What resolves when both workers have cells; asked once, it stays so. */
function spread(): () => Promise<void> {
  const query = "SELECT count(DISTINCT worker)::integer AS workers FROM agon.jobs WHERE state = 'taken'";
  const both = async (): Promise<boolean> => (await pool.query<{ workers: number }>(query)).rows[0].workers === 2;
  let known: Promise<void> | undefined;
  return () => (known ??= until(both));
}

/** An experiment that puts a question in each episode; `agent` and `rest` are added. */
function placed(endpoint: string, { agent = "", rest = "", seeds = 3, episodes = 2 } = {}): string {
  const folder = scratch();
  writeFileSync(join(folder, "quiz.csv"), "question,answer\nWho?,me\nWhere?,here\nWhen?,now\n");
  writeFileSync(
    join(folder, "e.yaml"),
    `
environment: { id: language/questions, file: ./quiz.csv }
agents: { policy: llm, model: small, endpoint: "${endpoint}", retries: 0, told: false, record: ./answers.jsonl${agent} }
objective: correct
seeds: ${seeds}
episodes: ${episodes}
${rest}
`,
  );
  return folder;
}

/** Three variants that put the same questions. */
const ALIKE = `variants:
  right: { reward: { channel: correct } }
  any: { reward: { channel: answered } }
  half: { reward: { sum: [{ channel: correct, weight: 0.5 }] } }
`;

const run = (cwd: string, ...more: readonly string[]) => agon(["run", "e.yaml", "--json", ...more], { cwd });

/** What is on file, in the order of the lines' texts: the order in which workers ask is theirs. */
const recorded = (folder: string): string[] =>
  untimed(readFileSync(join(folder, "answers.jsonl"), "utf8"))
    .trim()
    .split("\n")
    .sort();

/** A request by what decides its answer. */
const named = ({ messages, seed }: ReceivedRequest): string => JSON.stringify([messages, seed]);

test("a run that records leaves the store and the answers of one machine, and what is on file is not asked again", async () => {
  let ready = async (): Promise<void> => {};
  const model = await chatServer(async ({ messages, seed }) => {
    await ready();
    return `${messages.at(-1)?.content} ${seed}`;
  });
  const [alone, there] = [1, 2].map(() => placed(model.url, { rest: ALIKE, seeds: MANY / 3 }));
  expect(await run(alone)).toMatchObject({ code: 0 });
  ready = spread();
  expect(await run(there, "--on", url)).toMatchObject({ code: 0 });
  expect(contents(join(there, ".agon"))).toEqual(contents(join(alone, ".agon")));
  expect(recorded(there)).toEqual(recorded(alone));
  expect(recorded(there)).toHaveLength((2 * MANY) / 3);
  // Another objective is another cell, and asks the same.
  const count = model.requests.length;
  const { code, stderr } = await run(there, "--on", url, "--set", "objective=answered");
  expect(code, stderr).toBe(0);
  expect(model.requests).toHaveLength(count);
  expect(recorded(there)).toHaveLength((2 * MANY) / 3);
});

test("where a model never says the same twice, the recording is what the cells were told on all workers", async () => {
  const ready = spread();
  const model = await chatServer(async (_, before) => {
    await ready();
    return `answer ${before}`;
  });
  const folder = placed(model.url, { rest: ALIKE, seeds: MANY / 3 });
  const { code, stderr } = await run(folder, "--on", url);
  expect(code, stderr).toBe(0);
  expect(recorded(folder)).toHaveLength((2 * MANY) / 3);
  const count = model.requests.length;
  expect(await run(folder, "--store", "replayed")).toMatchObject({ code: 0 });
  expect(model.requests).toHaveLength(count);
  expect(contents(join(folder, "replayed"))).toEqual(contents(join(folder, ".agon")));
});

test("kill -9 of a worker in a cell: what was answered until then is not asked again", async () => {
  let isKilled = false;
  const model = await chatServer(({ seed }, before) =>
    before === 3 && !isKilled ? { silent: true } : `answer ${seed}`,
  );
  const folder = placed(model.url, { seeds: 1, episodes: 6 });
  const own = await newDatabase();
  const first = await startWorker(own);
  const { done, over } = submitted(["run", "e.yaml", "--on", own, "--json"], folder);
  await until(() => model.requests.length === 4, over);
  isKilled = true;
  await first.end();
  await startWorker(own);
  const { code, stderr } = await done;
  expect(code, stderr).toBe(0);
  const requests = model.requests.map(named);
  // The fourth was on its way.
  expect(requests).toHaveLength(7);
  expect(requests[4]).toBe(requests[3]);
  expect(new Set(requests).size).toBe(6);
  expect(recorded(folder)).toHaveLength(6);
});

test("a budget holds for all workers together, and a larger one goes on with what is on file", async () => {
  const ready = spread();
  const model = await chatServer(async () => {
    await ready();
    return "me";
  });
  const agent = ", price: { input: 0, output: 250000 }, parallel: 2";
  const folder = placed(model.url, { agent, seeds: MANY, rest: "budget: 1.25" });
  const { code, stdout, stderr } = await run(folder, "--on", url);
  expect([code, stdout], stderr).toEqual([130, ""]);
  // An answer is one word, and a quarter; one more may be on its way when the fifth is paid.
  const count = model.requests.length;
  expect([5, 6]).toContain(count);
  expect(stderr).toContain(`agon: ${count} answers were asked for, for ${count / 4} in all; 0 on file`);
  const over = count === 5 ? "" : ", and 0.25 more by calls that were under way";
  const [, done] =
    /^agon: the budget of 1\.25 is spent(?:, and .*)?: stopped with (\d) of 18 cells done$/m.exec(stderr) ?? [];
  // Two cells spend at a time, so that the others are whole or not begun.
  expect([2, 3], stderr).toContain(Number(done));
  expect(stderr).toContain(`agon: the budget of 1.25 is spent${over}: stopped with`);
  expect(stderr).toContain("the same command goes on from there, with as much again; --budget sets another");
  expect(recorded(folder)).toHaveLength(count);
  const further = await run(folder, "--on", url, "--budget", "10");
  expect(further.code, further.stderr).toBe(0);
  expect(JSON.parse(further.stdout).cells).toEqual({ planned: MANY, done: MANY });
  expect(further.stderr).toContain(`agon: ${2 * MANY - count} answers were asked for`);
  expect(new Set(model.requests.map(named)).size).toBe(2 * MANY);
  expect(model.requests).toHaveLength(2 * MANY);
  for (const worker of workers) expect(worker.said()).not.toContain("Warning");
});

test("cells that got no answer at all are asked again by the same command, and failures are on file until then", async () => {
  let isThere = false;
  const model = await chatServer(() => (isThere ? "me" : { status: 500 }));
  const folder = placed(model.url, { seeds: 2, episodes: 1 });
  const before = await run(folder, "--on", url);
  expect(before.code, before.stderr).toBe(2);
  expect(recorded(folder).every((line) => JSON.parse(line).failure === "status 500: refused with 500")).toBe(true);
  isThere = true;
  const after = await run(folder, "--on", url);
  expect(after.code, after.stderr).toBe(0);
  expect(recorded(folder).flatMap((line) => JSON.parse(line).reply ?? [])).toHaveLength(2);
});

test("of two workers that have asked the same, both go on with the answer that came first", async () => {
  await pool.query(
    "INSERT INTO agon.jobs (key, batch, title, state) VALUES ('one', '', '', 'done'), ('two', '', '', 'done')",
  );
  const [one, two] = ["one", "two"].map(
    (key) => new JobAnswers(pool, { key, book: "of the test", directory: `/${key}` }),
  );
  const failed = { key: "k", line: "a failure", failed: true };
  expect(await one.keep("/one/in/a.jsonl", failed)).toBe("a failure");
  // A failure is asked again.
  expect(await two.find("/two/in/a.jsonl", "k")).toBeUndefined();
  const answer = (line: string) => ({ key: "k", line, failed: false });
  const kept = await Promise.all([one.keep("/one/in/a.jsonl", answer("x")), two.keep("/two/in/a.jsonl", answer("y"))]);
  expect(kept[0]).toBe(kept[1]);
  expect(await two.keep("/two/in/a.jsonl", failed)).toBe(kept[0]);
  expect(await one.find("/one/in/a.jsonl", "k")).toBe(kept[0]);
  // Another recording is another one, and so is another book.
  expect(await one.find("/one/a.jsonl", "k")).toBeUndefined();
  const other = new JobAnswers(pool, { key: "two", book: "another", directory: "/two" });
  expect(await other.find("/two/in/a.jsonl", "k")).toBeUndefined();
  two.used("/two/in/a.jsonl", "on file before");
  await one.write();
  await two.write();
  const listed = ["one", "two"].map((key) => ({ key, path: "in/a.jsonl", line: kept[0] }));
  expect((await answersOf(pool, ["one", "two"])).sort((a, b) => a.key.localeCompare(b.key))).toEqual(listed);
});

test("jobs of one account spend its budget together, and without one are counted at their end", async () => {
  const place = await openAccount(pool, new Account(1), 2);
  const [one, two] = [new JobSpending(pool, place), new JobSpending(pool, place)];
  await one.check();
  await one.paid(0.75);
  await two.check();
  await two.paid(0.5);
  await expect(one.check()).rejects.toThrow(BudgetSpent);
  two.recalledOne();
  await two.write();
  expect(await spentFrom(pool, place)).toEqual({ spent: 1.25, asked: 2, recalled: 1 });
  const free = await openAccount(pool, new Account(), 2);
  const three = new JobSpending(pool, free);
  await three.paid(2);
  // What it costs is not known.
  await three.paid(Number.NaN);
  await three.check();
  expect(await spentFrom(pool, free)).toEqual({ spent: 0, asked: 0, recalled: 0 });
  await three.write();
  await three.write();
  expect(await spentFrom(pool, free)).toEqual({ spent: 2, asked: 2, recalled: 0 });
});
