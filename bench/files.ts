// Whole commands on large files, beside DuckDB's own aggregate of the same file, and figures over many numbers in memory.

import { execFile, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { quoted } from "../src/core/sql.ts";
import { median } from "../src/evaluation/statistics/moments.ts";
import {
  COMMAND_TASKS,
  FIGURE_TASKS,
  type FigureAnswer,
  type FigureOrder,
  ROLLOUT_PAYS,
  writePreferences,
  writeReward,
  writeRollouts,
  writeVotes,
} from "./file-tasks.ts";
import { isolate } from "./isolate.ts";
import { watch } from "./process-samples.ts";
import { type Target, under } from "./target.ts";

/** A task. Seconds are those of the whole command, or of the figure alone. */
export interface FileFigures {
  readonly task: string;
  readonly seconds: number;
  /** Processor seconds of all threads of a command, and its peak memory in MB; undefined of a figure. */
  readonly processor: number | undefined;
  readonly peak: number | undefined;
  /** Processor seconds of DuckDB, which groups the rows of the same file and does nothing else; undefined where it is not asked. */
  readonly grouping: number | undefined;
}

/** How much is measured. */
export interface FileLength {
  readonly share: number;
  readonly turns: number;
}

const CLI = fileURLToPath(new URL("../../dist/cli/main.js", import.meta.url));
/** Milliseconds between two looks. */
const EVERY = 50;
const run = promisify(execFile);

/** What DuckDB does with the votes: it counts those of each pair and winner. */
const countedVotes = (file: string): string =>
  `SELECT first, second, winner, count(*) FROM read_csv(${quoted(file)}) GROUP BY ALL`;
/** What it does with the answers: the covariance of each pay with gold within each prompt, without order, tilts or draws. */
const promptMoments = (file: string): string => {
  const moments = ROLLOUT_PAYS.map((pay) => `covar_pop(${pay}, gold), var_pop(${pay})`);
  return `SELECT prompt, count(*), avg(gold), ${moments.join(", ")} FROM read_parquet(${quoted(file)}) GROUP BY prompt`;
};

/** Groups rows as DuckDB does it by itself, in a process of its own; it prints its processor seconds. */
const GROUPING = `
const { DuckDBInstance } = await import("@duckdb/node-api");
const connection = await (await DuckDBInstance.create(":memory:")).connect();
const begun = process.cpuUsage();
await connection.run("CREATE TABLE counted AS " + process.argv[1]);
const { user, system } = process.cpuUsage(begun);
console.log((user + system) / 1e6);
`;

/** Measures every task, in turns; medians. */
export async function benchFiles(
  { share, turns }: FileLength,
  progress: (text: string) => void,
): Promise<FileFigures[]> {
  const folder = mkdtempSync(join(tmpdir(), "agon-bench-"));
  try {
    progress("files: writing them");
    const names = ["votes.csv", "pairs.jsonl", "answers.parquet", "reward.py", "tasks.jsonl"];
    const [votes, pairs, answers, reward, sums] = names.map((name) => join(folder, name));
    await writeReward(reward, sums);
    await writeVotes(votes, Math.round(2_000_000 * share));
    await writePreferences(pairs, Math.round(100_000 * share));
    await writeRollouts(answers, Math.round(10_000_000 * share));
    const [read, resampled, preferences, weighed, audited] = COMMAND_TASKS;
    const texts = ["--data", sums, "--tries", String(Math.round(100_000 * share)), "--planted", "0"];
    const pays = ROLLOUT_PAYS.flatMap((pay) => ["--pay", pay]);
    const resamples = String(Math.round(1000 * share));
    const commands = [
      { task: read, args: ["rate", votes, "--resamples", "0", "--json"], grouped: countedVotes(votes) },
      { task: resampled, args: ["rate", votes, "--resamples", resamples, "--json"], grouped: countedVotes(votes) },
      { task: preferences, args: ["preferences", pairs, "--json"], grouped: undefined },
      { task: weighed, args: ["weigh", answers, "--want", "gold", ...pays, "--json"], grouped: promptMoments(answers) },
      { task: audited, args: ["audit", `${reward}:score`, ...texts, "--json"], grouped: undefined },
    ];
    const figures: FileFigures[] = [];
    for (const { task, args, grouped } of commands) {
      const runs: { seconds: number; processor: number; peak: number; grouping: number }[] = [];
      for (let turn = 0; turn < turns; turn++) {
        progress(`files: ${task}, turn ${turn + 1} of ${turns}`);
        runs.push({ ...(await watched(args)), grouping: grouped === undefined ? 0 : await groupingOf(grouped) });
      }
      const middle = (of: (one: (typeof runs)[number]) => number) => median(runs.map(of));
      figures.push({
        task,
        seconds: middle(({ seconds }) => seconds),
        processor: middle(({ processor }) => processor),
        peak: middle(({ peak }) => peak),
        grouping: grouped === undefined ? undefined : middle(({ grouping }) => grouping),
      });
    }
    return [...figures, ...(await benchFigures({ share, turns }, progress))];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function benchFigures({ share, turns }: FileLength, progress: (text: string) => void): Promise<FileFigures[]> {
  const figures: FileFigures[] = [];
  for (const task of FIGURE_TASKS) {
    const seconds: number[] = [];
    for (let turn = 0; turn < turns; turn++) {
      progress(`files: ${task}, turn ${turn + 1} of ${turns}`);
      // A thread for each turn: compiling is part of the time, as in a command.
      const thread = isolate<FigureOrder, FigureAnswer>(new URL("./figure-worker.js", import.meta.url), undefined);
      seconds.push((await thread.ask({ task, share })).seconds);
      await thread.close();
    }
    figures.push({ task, seconds: median(seconds), processor: undefined, peak: undefined, grouping: undefined });
  }
  return figures;
}

/** Runs a command to its end. */
async function watched(args: readonly string[]) {
  const begun = performance.now();
  const child = spawn(process.execPath, [CLI, ...args], { stdio: ["ignore", "ignore", "pipe"] });
  let said = "";
  child.stderr.on("data", (text) => {
    said += String(text);
  });
  const samples = await watch(child, EVERY, () => 0);
  // 3 says that a reward is gamed, which is no failure.
  if (child.exitCode !== 0 && child.exitCode !== 3)
    throw new Error(`agon ${args.join(" ")} ended with ${child.exitCode}: ${said}`);
  return {
    seconds: (performance.now() - begun) / 1000,
    processor: Math.max(0, ...samples.map(({ processor }) => processor)),
    peak: Math.max(0, ...samples.map(({ resident }) => resident)),
  };
}

const groupingOf = async (sql: string): Promise<number> =>
  Number((await run(process.execPath, ["--input-type=module", "-e", GROUPING, sql], { cwd: process.cwd() })).stdout);

export function fileTargets(figures: readonly FileFigures[]): Target[] {
  const [, resampled, preferences, weighed, audited] = COMMAND_TASKS;
  const [fit, curve] = FIGURE_TASKS;
  return figures.flatMap(({ task, seconds, peak }) => {
    const memory = peak === undefined ? [] : [under(`${task}: memory`, 500, peak, "MB")];
    if (task === resampled) return [under(task, 8, seconds, "s"), ...memory];
    if (task === weighed || task === audited) return [under(task, 60, seconds, "s"), ...memory];
    if (task === preferences) return [under(task, 10, seconds, "s")];
    if (task === fit) return [under(task, 5, seconds, "s")];
    return task === curve ? [under(task, 1, seconds, "s")] : [];
  });
}
