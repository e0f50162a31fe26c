// What may be named to be weighed besides a file: a folder that a trainer filled, step by step, and a run of Agon's store. Tables with messages
// and structures are read as they are.

import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { DuckDBInstance } from "@duckdb/node-api";
import { expect, test } from "vitest";
import { folderOf } from "../../../../test/fixtures/logs.ts";
import { ran } from "../../../../test/fixtures/ran.ts";
import { quotedFile } from "../../../core/sql.ts";
import { weighedLog } from "../weighed-log.ts";

const message = (role: string, text: string) => `[{'role': '${role}', 'content': ${text}}]`;

/** Writes files of Parquet, one for each step, as trainers do. */
async function completions(folder: string, steps: number, more = ""): Promise<void> {
  const connection = await (await DuckDBInstance.create(":memory:")).connect();
  for (let step = 1; step <= steps; step++) {
    const row = [
      `${step} AS step`,
      `${message("user", `'question ' || (k // 8 + ${8 * step})`)} AS prompt`,
      `${message("assistant", "repeat('well ', k % 5) || 'answer'")} AS completion`,
      "(k * 7 % 3 = 0)::DOUBLE AS accuracy_reward",
      `(k * 7 % 3 = 0)::DOUBLE - 0.1 * (k % 5) AS gold${more}`,
    ];
    const file = quotedFile(join(folder, `completions_${String(step).padStart(5, "0")}.parquet`));
    await connection.run(`COPY (SELECT ${row.join(", ")} FROM range(64) AS t(k)) TO ${file}`);
  }
}

test("a folder of a trainer's Parquet, one file a step, is one log; messages are texts", async () => {
  const place = folderOf({});
  mkdirSync(join(place.directory, "completions"));
  await completions(join(place.directory, "completions"), 3);
  const request = { file: "completions", want: "gold", pays: ["accuracy_reward", "length"], by: "step" };
  const log = await weighedLog(request, place);
  expect(log).toMatchObject({ readAs: "3 files of Parquet", answers: 192, prompts: 24 });
  expect(log.parts?.map(({ value }) => value)).toEqual(["1", "2", "3"]);
  const length = log.pays[1];
  expect(length.course).toBe("falls");
  expect(length.texts[0].prompt).toMatch(/^user: question \d+$/);
  // Five letters and a blank for each "well ", and not the letters of JSON.
  expect(length.texts[0].paid).toMatchObject({ text: "well well well well answer", pay: 26 });
});

test("structures in Parquet are columns by the ends of their names, and finish reasons say what was cut off", async () => {
  const place = folderOf({});
  const more =
    ", {'style': 1 - 0.1 * (k % 5), 'deep': {'tone': k % 2}} AS reward_components, CASE k % 4 WHEN 0 THEN 'length' WHEN 1 THEN NULL ELSE 'stop' END AS finish_reason";
  await completions(place.directory, 1, more);
  const pays = ["style", "tone", "reward_components.style + 0 * cut", "style + accuracy_reward"];
  const log = await weighedLog({ file: "completions_00001.parquet", want: "gold", pays }, place);
  // Rows of which nothing says whether they were cut off have no number for a formula of it.
  expect(log).toMatchObject({ answers: 48, cut: 16 });
  expect(log.caveats[0]).toBe('Left out: 16 rows without a number for "reward_components.style + 0 * cut".');
  expect(log.pays.map(({ id }) => id)).toEqual(pays);
});

test("a folder without logs, or with logs of two kinds, is a mistake", async () => {
  const request = { want: "gold", pays: ["length"] };
  const none = weighedLog({ ...request, file: "." }, folderOf({ "notes.txt": "" }));
  await expect(none).rejects.toThrow(".: is a folder without logs of rollouts");
  const mixed = folderOf({ "a.jsonl": '{"prompt": "p", "completion": "c", "gold": 1}\n' });
  await expect(weighedLog({ ...request, file: "." }, mixed)).rejects.toThrow(
    "holds a.jsonl, which is no log of a known tool",
  );
});

const RUN = `environment: { id: coopetition/slcd, horizon: 5 }
agents: { policy: equilibrium, noise: 2 }
objective: joint.value
variants: { private: { reward: private }, cooperative: { reward: cooperative }, integrated: { reward: integrated } }
seeds: 6
episodes: 4
`;

test("a run of the store: variants answer one seed and episode, by channels, by seats, by its name or its folder", async () => {
  const { folder } = await ran(RUN);
  const request = { file: folder, want: "objective", pays: ["trust", "value - 0.1 * cooperation"] };
  const log = await weighedLog(request);
  expect(log).toMatchObject({ readAs: "a run of Agon", answers: 72, prompts: 24, cut: null });
  expect(log.caveats[0]).toMatch(/^A prompt is a seed and an episode of the run/);
  const [store, name] = [join(folder, ".."), folder.split("/").at(-1) ?? ""];
  const named = await weighedLog({ ...request, file: name }, { store });
  expect({ ...named, file: "" }).toEqual({ ...log, file: "" });
  const bySeed = await weighedLog({ ...request, columns: { prompt: "seed" } });
  expect(bySeed).toMatchObject({ answers: 72, prompts: 6 });
  await expect(weighedLog({ ...request, file: "nothing" }, { store })).rejects.toThrow(
    /no run in .* is called "nothing"/,
  );
});

test("a run of a world of texts: a prompt is a question, and answers are what was written", async () => {
  const folder = join(import.meta.dirname, "../../../../examples/quiz");
  const files = ["quiz.csv", "answers.jsonl", "judge.js"].map((name) => [
    name,
    readFileSync(join(folder, name), "utf8"),
  ]);
  const yaml = readFileSync(join(folder, "quiz.yaml"), "utf8");
  const run = await ran(yaml, Object.fromEntries(files));
  const log = await weighedLog({ file: run.folder, want: "correct", pays: ["payoff", "length"] });
  expect(log).toMatchObject({ answers: 36, prompts: 12, cut: 0 });
  expect(log.caveats[0]).toMatch(/^A prompt is a question of the run's world/);
  const { rows } = await run.database.query("SELECT DISTINCT question, reply FROM episodes");
  const texts = log.pays.flatMap((pay) => pay.texts);
  expect(texts.length).toBeGreaterThan(0);
  for (const { prompt, paid } of texts)
    expect(rows).toContainEqual(expect.objectContaining({ question: prompt, reply: paid.text }));
});
