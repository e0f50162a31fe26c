// Runs an experiment: plans its cells, skips those that the store has, and computes the rest on worker threads. Results do not depend on
// the order, the number of workers or interruptions.

import { randomUUID } from "node:crypto";
import { existsSync, readdirSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join, relative } from "node:path";
import { BroadcastChannel } from "node:worker_threads";
import { type Problem, UserError } from "../../core/errors.ts";
import { makeFolder, sweepLeftovers, writing } from "../../core/files.ts";
import { FORMATS } from "../../core/formats.ts";
import { checkPlace, keepWhole } from "../../core/kept-files.ts";
import { Account } from "../../core/spending.ts";
import type { Experiment } from "../experiment/experiment.ts";
import { prepared } from "../experiment/setting.ts";
import { keptIn } from "../experiment/store-place.ts";
import { trustRun } from "../experiment/trust.ts";
import { breakSeal } from "../store/cell-files.ts";
import type { CellSummary } from "../store/cell-task.ts";
import { cellKeys, runName, unfollowedIn } from "../store/keys.ts";
import { type RunRecord, recordText } from "../store/run-record.ts";
import { addWork, dropFailure, keepFailure } from "../store/run-work.ts";
import { cellsFolder, openStore } from "../store/store.ts";
import { writeVariant } from "../store/variant-record.ts";
import { type CellJob, type CellOutcome, SPENT, STOP, type TrainingNews } from "./cell-job.ts";
import type { Engine, ThreadJob } from "./engine.ts";
import { jobPool } from "./jobs.ts";
import { liveReport } from "./live-record.ts";
import { cellsDone, missingJobs, missingSeeds, placesOf, refuseUnready, unanswered } from "./plan.ts";

export interface RunOptions {
  readonly store: string;
  /** Number of worker threads; 0 computes in this thread. Default: all cores. */
  readonly workers?: number;
  /** The engine that computes the cells. Default: this process with that many threads. */
  readonly engine?: Engine;
  readonly signal?: AbortSignal;
  /** Called once, before any work. */
  readonly onPlan?: (plan: Plan) => void;
  /** Called with every update of a cell that learns. */
  readonly onTraining?: (news: TrainingNews) => void;
  /** Called with every cell when it is finished. */
  readonly onCell?: (variant: string, seed: number, summary: CellSummary) => void;
  /** Account of the run that this one is a stage of. */
  readonly spending?: Account;
}

export interface Plan {
  /** Name of the stage that is computed before the run's own cells. */
  readonly stage?: string;
  readonly run: string;
  readonly folder: string;
  readonly cells: number;
  /** Number of cells that the store already has. */
  readonly kept: number;
  /** Damaged files; their cells are computed again. */
  readonly damaged: readonly string[];
  /** Scripts that may load further files, which the run's name does not depend on. */
  readonly unfollowed: readonly string[];
  readonly workers: number;
}

/**
 * Returns cells as jobs. The code that computes them is loaded where a job runs, and the code that sends them to other machines only with
 * such an engine.
 */
async function cellJobs(engine: Engine | undefined): Promise<ThreadJob<CellJob, CellOutcome>> {
  const job: ThreadJob<CellJob, CellOutcome> = {
    module: new URL("./worker.js", import.meta.url).href,
    name: "work",
    compute: async (input) => (await import("./worker.ts")).work(input),
  };
  return engine === undefined ? job : { ...job, travel: (await import("./cell-travel.ts")).cellTravel };
}

export interface RunResult extends Plan {
  readonly store: string;
  readonly computed: number;
  /** True where it stopped before the last cell: by the signal, or because the budget was spent. */
  readonly interrupted: boolean;
  /** Missing seeds by variant. */
  readonly missing: ReadonlyMap<string, readonly number[]>;
  readonly spending: Account;
}

/** Computes the missing cells of an experiment. Throws a UserError where a cell cannot be computed; finished cells are kept. */
export async function runExperiment(experiment: Experiment, options: RunOptions): Promise<RunResult> {
  refuseUnready(experiment);
  const store = openStore(options.store);
  const { stages = [] } = experiment;
  for (const one of [...stages, experiment])
    trustRun({ ...one, descriptions: one.variants.map(({ description }) => description) });
  for (const stage of stages) await recorded(stage, store);
  // Checked once here, before threads do it concurrently.
  for (const { description } of experiment.variants) {
    await prepared(description, experiment.parts, {
      directory: experiment.directory,
      cache: keptIn(store),
      ...(options.signal === undefined ? {} : { signal: options.signal }),
    });
  }
  const { keys, run, folder } = await recorded(experiment, store);
  const learns = experiment.variants.some(({ setting }) => setting.agents.some(({ kind }) => kind === "algorithm"));
  for (const cell of await unanswered(store, experiment, keys)) breakSeal({ store, ...cell });
  const { done, damaged } = cellsDone(store, experiment, keys);
  const unfollowed = unfollowedIn(experiment);
  const news = `agon training ${randomUUID()}`;
  let threads = 1;
  const jobs = (remote: boolean) => missingJobs(experiment, store, keys, done, { run, news, threads }, remote);
  const cells = experiment.variants.length * experiment.seeds.length;
  let [missing, computing] = [0, 0];
  for (const remote of [false, true]) {
    for (const { variants } of jobs(remote)) {
      missing += variants.length;
      if (!remote) computing += 1;
    }
  }
  const wanted = options.engine?.threads ?? options.workers ?? availableParallelism();
  const workers = Math.min(wanted, Math.max(1, computing));
  // Cores without a cell of their own support the trainings of the others.
  threads = Math.max(1, Math.floor(wanted / Math.max(1, workers)));
  const plan: Plan = { run, folder, cells, kept: cells - missing, damaged, unfollowed, workers };
  const spending = options.spending ?? new Account(experiment.budget);
  const left = new Map(experiment.variants.map(({ name }, k) => [name, missingSeeds(experiment, keys[k], done)]));
  for (const stage of missing === 0 ? [] : stages) {
    const [{ name }] = stage.variants;
    const onPlan = (before: Plan): void => options.onPlan?.({ ...before, stage: name });
    const { interrupted } = await runExperiment(stage, { ...options, store, onPlan, spending });
    if (interrupted) return { ...plan, store, computed: 0, interrupted, missing: seedsIn(left), spending };
  }
  options.onPlan?.(plan);
  const begun = performance.now();
  const work = new Map<string, number[]>();
  const live = liveReport(folder, missing);
  const load = missing > 0 ? (await import("../store/machine-load.ts")).followLoad(folder) : undefined;
  const channel = new BroadcastChannel(news);
  const notify = (training: TrainingNews): void => {
    live.training(training);
    options.onTraining?.(training);
  };
  channel.onmessage = (message) => {
    if (isMessage(message) && isNews(message.data)) notify(message.data);
  };
  channel.unref();
  const asks = experiment.variants.some(({ setting }) => setting.remotes.length > 0);
  const closeMeans = asks ? (await import("./asking-means.ts")).openMeans(news, { spending }) : undefined;
  const broke = new AbortController();
  const signal = AbortSignal.any([broke.signal, ...(options.signal === undefined ? [] : [options.signal])]);
  const pool = options.engine ?? jobPool(workers);
  let computed = 0;
  try {
    // Cells that wait for others need no thread, and share their answers. A thread has two jobs, a running and a queued one, so that it
    // never waits for this thread. An exception are long jobs, which may be stopped before they start.
    const threaded = learns ? workers : 2 * workers;
    const groups = [
      { inputs: jobs(true), lanes: placesOf(experiment), here: true },
      { inputs: jobs(false), lanes: threaded, shared: ({ task }: CellJob) => task.key },
    ];
    await pool.run(await cellJobs(options.engine), groups, {
      name: inWords,
      signal,
      account: spending,
      stopping: () => channel.postMessage(broke.signal.aborted ? SPENT : STOP),
      receive(data) {
        if (isNews(data)) notify(data);
      },
      done(outcome, job) {
        if ("stopped" in outcome) {
          if (outcome.over === true || spending.isOver) broke.abort();
          return;
        }
        if ("problems" in outcome) throw new UserError(outcome.problems.map((problem) => inCell(problem, job)));
        for (const variant of job.variants) {
          options.onCell?.(variant, job.task.seed, outcome.summary);
          left.get(variant)?.delete(job.task.seed);
          if (outcome.seconds !== undefined) work.set(variant, [...(work.get(variant) ?? []), outcome.seconds]);
        }
        computed += job.variants.length;
        live.cell(job.variants, job.task.seed);
      },
    });
    const interrupted = signal.aborted && computed < missing;
    return { ...plan, store, computed, interrupted, missing: seedsIn(left), spending };
  } catch (error) {
    keepFailure(folder, error);
    throw error;
  } finally {
    closeMeans?.();
    if (options.engine === undefined) await pool.close();
    channel.close();
    if (missing > 0) addWork(folder, (performance.now() - begun) / 1000, work);
    load?.end();
    live.end();
  }
}

/** Returns missing seeds by variant, without variants that miss none. */
const seedsIn = (left: ReadonlyMap<string, ReadonlySet<number>>): RunResult["missing"] =>
  new Map([...left].flatMap(([name, own]) => (own.size === 0 ? [] : [[name, [...own]] as const])));

/** Writes the record of a run; returns the run, its folder and the keys of its variants' cells. */
async function recorded(experiment: Experiment, store: string) {
  const keys = await cellKeys(experiment);
  const run = runName(experiment, keys);
  const stages: { name: string; run: string }[] = [];
  for (const stage of experiment.stages ?? []) {
    const [{ name }] = stage.variants;
    stages.push({ name, run: runName(stage, await cellKeys(stage)) });
  }
  prepare(store, run, experiment, stages, keys, await ageOfClaims(experiment, store, keys));
  return { keys, run, folder: join(store, run) };
}

/** Loaded on demand, since few runs have claims. */
const ageOfClaims = async (experiment: Experiment, store: string, keys: readonly string[]) =>
  experiment.claims === undefined ? undefined : (await import("./claims-age.ts")).claimsAge(experiment, store, keys);

function prepare(
  store: string,
  run: string,
  experiment: Experiment,
  stages: NonNullable<RunRecord["stages"]>,
  keys: readonly string[],
  age: RunRecord["claimsAge"],
): void {
  const folder = join(store, run);
  const record: RunRecord = {
    format: FORMATS.run,
    run,
    name: experiment.name,
    title: experiment.title,
    directory: relative(folder, experiment.directory),
    objective: experiment.objective,
    margin: experiment.margin,
    ...(experiment.baseline === undefined ? {} : { baseline: experiment.baseline }),
    ...(experiment.claims === undefined ? {} : { claims: [...experiment.claims] }),
    ...(age === undefined ? {} : { claimsAge: age }),
    ...(stages.length === 0 ? {} : { stages }),
    seeds: [...experiment.seeds],
    episodes: experiment.episodes,
    record: experiment.record,
    keys: "imports",
    ...(experiment.flags.length === 0 ? {} : { flags: [...experiment.flags] }),
    variants: experiment.variants.map(({ name, settings, description, setting }, k) => {
      return { name, key: keys[k], isText: setting.spec.alphabet !== undefined, settings, description };
    }),
  };
  writing(folder, () => {
    for (const place of new Set(keys.map((key) => cellsFolder(store, key)))) {
      checkPlace(store, join(place, "variant.json"));
      sweepBelow(place);
    }
    checkPlace(store, join(folder, "run.json"));
    for (const [k, { description }] of experiment.variants.entries()) {
      const { objective, directory } = experiment;
      writeVariant(store, keys[k], { description, objective, directory });
    }
    makeFolder(folder);
    for (const place of [store, folder]) sweepLeftovers(place);
    dropFailure(folder);
    keepWhole(store, join(folder, "run.json"), recordText(record));
    keepWhole(store, join(folder, "experiment.yaml"), experiment.text);
  });
}

/** Removes leftover temporary files from a folder and its direct subfolders. */
function sweepBelow(folder: string): void {
  sweepLeftovers(folder);
  if (!existsSync(folder)) return;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.isDirectory()) sweepLeftovers(join(folder, entry.name));
  }
}

const isMessage = (message: unknown): message is { data: unknown } =>
  typeof message === "object" && message !== null && "data" in message;

const isNews = (data: unknown): data is TrainingNews => data !== STOP && data !== SPENT;

function inCell(problem: Problem, job: CellJob): Problem {
  if (problem.code === "cannot-write") return problem;
  const { path: _, ...rest } = problem;
  return { ...rest, where: problem.where ?? inWords(job) };
}

const inWords = ({ variants: [variant], task }: CellJob): string => `variant "${variant}", seed ${task.seed}`;
