// Runs an experiment: plans its cells, leaves out those that the store holds, and computes the rest on worker threads.
// Nothing here decides a result; order, number of workers and interruptions leave no trace in the files.

import { randomUUID } from "node:crypto";
import { rmSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join, relative } from "node:path";
import { BroadcastChannel } from "node:worker_threads";
import { type Problem, UserError } from "../core/errors.ts";
import { makeFolder, sweepLeftovers, writeWhole, writing } from "../core/files.ts";
import type { CellSummary } from "./cell.ts";
import { type CellJob, cellJobs, STOP, type TrainingNews } from "./cell-job.ts";
import type { Experiment } from "./experiment.ts";
import { runName } from "./fingerprint.ts";
import { jobPool } from "./jobs.ts";
import { type RunRecord, recordText } from "./run-record.ts";
import { prepared, remoteOf } from "./setting.ts";
import { cellName, cellsDone, keptIn, openStore, type TableName } from "./store.ts";

export interface RunOptions {
  readonly store: string;
  /** Worker threads; 0 computes in this thread. Default: all cores. */
  readonly workers?: number;
  readonly signal?: AbortSignal;
  /** Told once, before any work. */
  readonly onPlan?: (plan: Plan) => void;
  /** Told of every update of a cell that learns. */
  readonly onTraining?: (news: TrainingNews) => void;
  /** Told of every cell as it is finished. */
  readonly onCell?: (variant: string, seed: number, summary: CellSummary) => void;
}

/** What is to be done. */
export interface Plan {
  readonly run: string;
  readonly folder: string;
  readonly cells: number;
  /** Cells that the store already holds. */
  readonly kept: number;
  /** Files that were found broken; their cells are computed again. */
  readonly damaged: readonly string[];
  readonly workers: number;
}

/** How it went. */
export interface RunResult extends Plan {
  readonly store: string;
  readonly computed: number;
  readonly interrupted: boolean;
}

/** Runs what is missing. Throws a UserError when a cell cannot be computed; finished cells are kept. */
export async function runExperiment(experiment: Experiment, options: RunOptions): Promise<RunResult> {
  for (const { setting } of experiment.variants) {
    for (const policy of setting.agents) remoteOf(policy)?.ready(experiment.directory);
  }
  const store = openStore(options.store);
  // Once, before threads would do it side by side.
  for (const { description } of experiment.variants) {
    await prepared(description, experiment.parts, {
      directory: experiment.directory,
      cache: keptIn(store),
      ...(options.signal === undefined ? {} : { signal: options.signal }),
    });
  }
  const run = await runName(experiment);
  const folder = join(store, run);
  const learning = experiment.variants.filter(({ setting }) => setting.agents.some(({ kind }) => kind === "algorithm"));
  const writing = learning.some(({ setting }) => setting.spec.alphabet !== undefined);
  const needed: readonly TableName[] = experiment.record === "steps" ? ["episodes", "steps"] : ["episodes"];
  const tables: readonly TableName[] = [
    ...needed,
    ...(learning.length > 0 ? (["training"] as const) : []),
    ...(writing ? (["texts"] as const) : []),
  ];
  prepare(folder, run, experiment, tables);
  const { done, damaged } = cellsDone(folder, needed);
  for (const file of damaged) rmSync(file, { force: true });
  const news = `agon training ${randomUUID()}`;
  let threads = 1;
  const jobs = (remote: boolean) => missingJobs(experiment, run, folder, done, { news, threads }, remote);
  const cells = experiment.variants.length * experiment.seeds.length;
  const [computing, waiting] = [false, true].map((remote) => {
    let count = 0;
    for (const _ of jobs(remote)) count += 1;
    return count;
  });
  const missing = computing + waiting;
  const wanted = options.workers ?? availableParallelism();
  const workers = Math.min(wanted, Math.max(1, computing));
  // Cores that no cell is left for help with the trainings of the others.
  threads = Math.max(1, Math.floor(wanted / Math.max(1, workers)));
  const plan: Plan = { run, folder, cells, kept: cells - missing, damaged, workers };
  options.onPlan?.(plan);
  const channel = new BroadcastChannel(news);
  channel.onmessage = (message) => {
    if (isNews(message)) options.onTraining?.(message.data);
  };
  channel.unref();
  const signal = options.signal ?? new AbortController().signal;
  const pool = jobPool(workers);
  let computed = 0;
  try {
    // Cells that wait for others need no thread of their own, and share what they have asked. A thread has two jobs, one that
    // runs and one that waits, so that it never waits for this one; not where a job is long and may be stopped before it begins.
    const threaded = learning.length === 0 ? 2 * workers : workers;
    const groups = [
      { inputs: jobs(true), lanes: placesOf(experiment), here: true },
      { inputs: jobs(false), lanes: threaded },
    ];
    await pool.run(cellJobs, groups, {
      name: inWords,
      signal,
      stopping: () => channel.postMessage(STOP),
      done(outcome, job) {
        if ("stopped" in outcome) return;
        if ("problems" in outcome) throw new UserError(outcome.problems.map((problem) => inCell(problem, job)));
        options.onCell?.(job.task.variant, job.task.seed, outcome.summary);
        computed += 1;
      },
    });
    return { ...plan, store, computed, interrupted: signal.aborted && computed < missing };
  } finally {
    await pool.close();
    channel.close();
  }
}

function prepare(folder: string, run: string, experiment: Experiment, tables: readonly TableName[]): void {
  const record: RunRecord = {
    format: 1,
    run,
    name: experiment.name,
    title: experiment.title,
    directory: relative(folder, experiment.directory),
    objective: experiment.objective,
    margin: experiment.margin,
    seeds: [...experiment.seeds],
    episodes: experiment.episodes,
    record: experiment.record,
    variants: experiment.variants.map(({ name, settings, description }) => ({ name, settings, description })),
  };
  writing(folder, () => {
    for (const table of tables) {
      makeFolder(join(folder, table));
      sweepLeftovers(join(folder, table));
    }
    sweepLeftovers(folder);
    writeWhole(join(folder, "run.json"), recordText(record));
    writeWhole(join(folder, "experiment.yaml"), experiment.text);
  });
}

function* missingJobs(
  experiment: Experiment,
  run: string,
  runFolder: string,
  done: ReadonlySet<string>,
  shared: Pick<CellJob, "news" | "threads">,
  remote: boolean,
): Generator<CellJob> {
  const { episodes, record, directory, objective } = experiment;
  // Seeds outermost, so that an interrupted run holds whole pairs.
  for (const seed of experiment.seeds) {
    for (const [index, { name, description, setting }] of experiment.variants.entries()) {
      if (setting.agents.some((policy) => remoteOf(policy) !== undefined) !== remote) continue;
      const cell = cellName(index, name, seed);
      if (done.has(cell)) continue;
      yield {
        task: { runFolder, run, variant: name, cell, seed, episodes, record, directory },
        description,
        objective,
        ...shared,
      };
    }
  }
}

/** Cells that may wait for others at the same time. */
const placesOf = ({ variants }: Experiment): number =>
  Math.max(1, ...variants.flatMap(({ setting }) => setting.agents.map((policy) => remoteOf(policy)?.parallel ?? 1)));

const isNews = (message: unknown): message is { data: TrainingNews } =>
  typeof message === "object" && message !== null && "data" in message && message.data !== STOP;

function inCell(problem: Problem, job: CellJob): Problem {
  if (problem.code === "cannot-write") return problem;
  const { path: _, ...rest } = problem;
  return { ...rest, where: problem.where ?? inWords(job) };
}

const inWords = ({ task }: CellJob): string => `variant "${task.variant}", seed ${task.seed}`;
