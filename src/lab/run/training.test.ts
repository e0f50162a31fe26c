// A cell that learns: killed between two updates it resumes from its checkpoint, and gives the same bytes.

import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { runFolder } from "../../../test/fixtures/run-folder.ts";
import { makeFolder } from "../../core/files.ts";
import { parseExperiment } from "../experiment/experiment.ts";
import { keptTexts, writtenTexts } from "../report/written-texts.ts";
import { findCell, trainedFile } from "../store/cell-files.ts";
import { openDatabase } from "../store/database.ts";
import { cellFile, type TableName } from "../store/store.ts";
import { computeCell } from "./cell.ts";
import { checkpointFile } from "./checkpoint.ts";

const yaml = `
environment: { id: coopetition/trust-dilemma, horizon: 20 }
agents: { agent_0: { policy: ppo, steps: 1600, copies: 4, rollout: 20, hidden: [8], segments: 5 }, others: { policy: constant, level: 45 } }
objective: trust
seeds: 1
`;

const writing = `
environment: { id: language/sort, digits: 2 }
agents: { policy: grpo, updates: 4, questions: 2, answers: 4, segments: 100, model: { width: 8, layers: 1, heads: 1 }, sft: { steps: 30, texts: 8 } }
objective: correct
seeds: 1
`;

async function cell(source = yaml, tables: readonly TableName[] = ["episodes", "steps", "training"]) {
  const folder = mkdtempSync(join(tmpdir(), "agon-training-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const { variants, directory } = await parseExperiment(source, join(folder, "e.yaml"));
  const task = { store: folder, key: "base", seed: 3, episodes: 2, record: "steps" as const, directory };
  const compute = (onUpdate: () => void = () => {}, signal?: AbortSignal) =>
    computeCell(task, variants[0].setting, new Map(), onUpdate, signal === undefined ? {} : { signal });
  const bytes = () => {
    const files = [...tables.map((table) => cellFile(folder, task, table)), trainedFile(task)];
    return Object.fromEntries(files.map((file) => [relative(folder, file), readFileSync(file).toString("base64")]));
  };
  return { task, folder, compute, bytes };
}

test("a crash in the middle of a training does not affect the result", async () => {
  const whole = await cell();
  let updates = 0;
  await whole.compute(() => {
    updates += 1;
  });
  expect(updates).toBe(20);
  const broken = await cell();
  for (const at of [3, 5, 9]) await crashed(broken.compute, at);
  expect(existsSync(checkpointFile(broken.task))).toBe(true);
  let rest = 0;
  await broken.compute(() => {
    rest += 1;
  });
  // Three crashes after 3, 5 and 9 updates, each resumed from the end of the last segment: updates 0, 0, 4 and then 12 are stored.
  expect(rest).toBe(8);
  expect(broken.bytes()).toEqual(whole.bytes());
  expect(readdirSync(dirname(checkpointFile(broken.task)))).toEqual([]);
});

/** Runs a training that crashes at an update. */
async function crashed(compute: (onUpdate: () => void) => Promise<unknown>, at: number): Promise<void> {
  let seen = 0;
  const run = compute(() => {
    seen += 1;
    if (seen === at) throw new Error("the power went");
  });
  await expect(run).rejects.toThrow("the power went");
}

test("a damaged checkpoint is named", async () => {
  const { task, compute } = await cell();
  makeFolder(dirname(checkpointFile(task)));
  writeFileSync(checkpointFile(task), "PAR1 this is something else");
  await expect(compute()).rejects.toThrow(
    /the checkpoint .*base.checkpoints.3\.safetensors cannot be used: it is cut off within its header; remove it, and its training begins anew/,
  );
});

test("one flipped bit of a checkpoint is detected, and no training resumes from it", async () => {
  const { task, compute } = await cell();
  await crashed(compute, 6);
  const bytes = readFileSync(checkpointFile(task));
  bytes[bytes.length - 5] ^= 4;
  writeFileSync(checkpointFile(task), bytes);
  await expect(compute()).rejects.toThrow("cannot be used: it is not as it was written: its checksum is another");
});

test("a cell is complete when its seal exists, which lists all its files", async () => {
  const { task, compute } = await cell();
  await crashed(compute, 6);
  expect(findCell(task)).toBeUndefined();
  await compute();
  expect(findCell(task)).toEqual({
    whole: new Set(["episodes", "steps", "training", "trained"]),
    damaged: [],
    node: Number.parseInt(process.versions.node, 10),
  });
});

test("a training stops where it can be resumed, and then gives the same player", async () => {
  const [whole, { task, compute, bytes }] = [await cell(), await cell()];
  const stop = new AbortController();
  let seen = 0;
  const run = compute(() => {
    seen += 1;
    if (seen === 2) stop.abort();
  }, stop.signal);
  await expect(run).rejects.toThrow("abort");
  expect(seen).toBe(4);
  expect(existsSync(checkpointFile(task))).toBe(true);
  await compute();
  await whole.compute();
  expect(bytes()).toEqual(whole.bytes());
});

test("texts of a training survive a crash unchanged", async () => {
  const tables = ["episodes", "steps", "training", "texts"] as const;
  const whole = await cell(writing, tables);
  await whole.compute();
  const broken = await cell(writing, tables);
  let seen = 0;
  const run = broken.compute(() => {
    seen += 1;
    if (seen === 5) throw new Error("a crash");
  });
  await expect(run).rejects.toThrow("a crash");
  await broken.compute();
  expect(broken.bytes()).toEqual(whole.bytes());
  const database = await openDatabase([runFolder(whole.folder, "base", [3])], 1);
  onTestFinished(database.close);
  // Two updates of imitation come before the four that are paid; every segment is one update.
  const { rows } = await database.query("SELECT DISTINCT update FROM texts ORDER BY update");
  expect(rows.map(({ update }) => update)).toEqual([2, 3, 4, 5]);
  const updates = await writtenTexts(database, "base", [3]);
  expect(updates.map(({ seed, update }) => [seed, update])).toEqual([2, 3, 5].map((update) => [3, update]));
  for (const { texts } of updates) {
    expect(texts).toHaveLength(4);
    const questions = texts.map(({ characters, turns }) => characters.filter((_, k) => turns[k] < 0).join(""));
    expect(questions[0]).toMatch(/^s\d\d=$/);
    expect(new Set(questions).size).toBe(1);
    for (const { turns, credit, logProbabilities } of texts) {
      for (const [k, turn] of turns.entries()) {
        if (turn < 0) expect([credit[k], logProbabilities[k]]).toEqual([0, 0]);
        else expect(logProbabilities[k]).toBeLessThan(0);
      }
    }
  }
  expect(await writtenTexts(database, "another", [3])).toEqual([]);
  // Every stored update can be read, also those between the ones that a report shows.
  const place = (update: number) => ({ variant: "base", seed: 3, update });
  const [first, fourth] = [
    await keptTexts(whole.folder, "run", place(0)),
    await keptTexts(whole.folder, "run", place(4)),
  ];
  expect([first.updates, fourth.written.update]).toEqual([[2, 3, 4, 5], 4]);
  expect(first.written).toEqual(updates[0]);
  await expect(keptTexts(whole.folder, "run", { ...place(0), seed: 4 })).rejects.toThrow(/no texts of base on seed 4/);
});
