// What runs in a worker thread: cells, one after another. Settings are made once for each variant and kept.

import { dirname } from "node:path";
import { BroadcastChannel } from "node:worker_threads";
import { type Problem, UserError } from "../core/errors.ts";
import { withThreads } from "../nn/kernels/thread-pool.ts";
import { loadCatalogue } from "./catalogue.ts";
import { type CellSummary, type CellTask, computeCell, type Memo } from "./cell.ts";
import type { ThreadJob } from "./jobs.ts";
import { mentionsIn, prepared, remoteOf, type Setting, settingOf } from "./setting.ts";
import { keptIn } from "./store.ts";
import type { OnUpdate } from "./training.ts";
import type { Description } from "./variants.ts";

/** A cell with what its setting is made of: plain data, so that it crosses threads. */
export interface CellJob {
  readonly task: CellTask;
  /** Name of the channel on which updates of a training are told. */
  readonly news: string;
  readonly description: Description;
  readonly objective: unknown;
  /** Threads on which a training may compute; what comes of it is the same for any number. */
  readonly threads: number;
}

/** How far the training of a cell is; sent on the job's channel. */
export interface TrainingNews {
  readonly variant: string;
  readonly seed: number;
  /** Of the training that is over. */
  readonly share: number;
  /** Mean over the episodes that ended in the last update; undefined where none did. */
  readonly pay?: number;
  readonly objective?: number;
}

/** What comes back: errors lose their class between threads, so the user's problems travel as data. */
export type CellOutcome =
  | { readonly summary: CellSummary }
  | { readonly problems: readonly Problem[] }
  | { readonly stopped: true };

/** Sent on a job's channel to trainings: stop between two segments. */
export const STOP = "stop";

/** The settings of the last variants that this thread has met. */
const kept = new Map<string, { setting: Setting; memo: Memo }>();
const MOST_KEPT = 8;

/** Computes one cell. */
export async function work(job: CellJob): Promise<CellOutcome> {
  // Opened for trainings, and for agents that wait for others: most cells have neither.
  let channel: BroadcastChannel | undefined;
  const stop = new AbortController();
  const opened = (): BroadcastChannel => {
    if (channel !== undefined) return channel;
    channel = new BroadcastChannel(job.news);
    channel.onmessage = (message) => {
      if (typeof message === "object" && message !== null && "data" in message && message.data === STOP) stop.abort();
    };
    return channel;
  };
  try {
    const { setting, memo } = await settingFor(job);
    const learns = setting.agents.some(({ kind }) => kind === "algorithm");
    if (learns || setting.agents.some((policy) => remoteOf(policy) !== undefined)) opened();
    const told: OnUpdate = ({ measures }, share) => {
      const { variant, seed } = job.task;
      const { pay, objective } = measures;
      const news: TrainingNews = {
        variant,
        seed,
        share,
        ...(pay === undefined ? {} : { pay }),
        ...(objective === undefined ? {} : { objective }),
      };
      opened().postMessage(news);
    };
    const compute = () => computeCell(job.task, setting, memo, told, stop.signal);
    return { summary: learns ? await withThreads(job.threads, compute) : await compute() };
  } catch (error) {
    if (error instanceof UserError) return { problems: error.problems };
    if (stop.signal.aborted && error === stop.signal.reason) return { stopped: true };
    throw error;
  } finally {
    channel?.close();
  }
}

export const cellJobs: ThreadJob<CellJob, CellOutcome> = { module: import.meta.url, name: "work", compute: work };

async function settingFor({ task, description, objective }: CellJob): Promise<{ setting: Setting; memo: Memo }> {
  const key = `${task.runFolder}\n${task.variant}`;
  const known = kept.get(key);
  if (known !== undefined) return known;
  const { directory, runFolder } = task;
  const parts = await loadCatalogue(directory, mentionsIn(description, objective));
  const ready = await prepared(description, parts, { directory, cache: keptIn(dirname(runFolder)) });
  const made = { setting: settingOf(ready, objective, parts), memo: new Map<string, unknown>() };
  const oldest = kept.keys().next();
  if (kept.size >= MOST_KEPT && oldest.done !== true) kept.delete(oldest.value);
  kept.set(key, made);
  return made;
}
