// Code of a worker thread: it computes cells one after another. Settings are created once per variant and cached.

import { BroadcastChannel } from "node:worker_threads";
import { UserError } from "../../core/errors.ts";
import { BudgetSpent } from "../../core/spending.ts";
import { type Setting, settingsOf } from "../experiment/setting.ts";
import { keptIn } from "../experiment/store-place.ts";
import { trustGiven } from "../experiment/trust.ts";
import type { Memo } from "../store/cell-task.ts";
import { meansOf } from "./asking-means.ts";
import { computeCell } from "./cell.ts";
import { type CellJob, type CellOutcome, SPENT, STOP, type TrainingNews } from "./cell-job.ts";
import type { OnUpdate } from "./training.ts";

/** A setting and what its cells share; `cells` is the number of cells that are computed with it now. */
interface KeptSetting {
  readonly made: Promise<{ readonly setting: Setting; readonly memo: Memo }>;
  cells: number;
}

/** Settings of the variants that this thread used last, and of cells that wait for answers, of which a thread has many. */
const kept = new Map<string, KeptSetting>();
const MOST_KEPT = 8;

export async function work(job: CellJob): Promise<CellOutcome> {
  // Opened only for trainings and for agents that wait for others: most cells have neither.
  let channel: BroadcastChannel | undefined;
  const stop = new AbortController();
  let broke = (): void => {};
  const opened = (): BroadcastChannel => {
    if (channel !== undefined) return channel;
    channel = new BroadcastChannel(job.news);
    channel.onmessage = (message) => {
      if (typeof message !== "object" || message === null || !("data" in message)) return;
      if (message.data === STOP) stop.abort();
      if (message.data === SPENT) broke();
    };
    return channel;
  };
  if (job.given !== undefined) trustGiven(job.given);
  const shared = settingFor(job);
  try {
    const { setting, memo } = await shared.made;
    const learns = setting.agents.some(({ kind }) => kind === "algorithm");
    if (learns || setting.remotes.length > 0) opened();
    // When the budget is spent, pending requests are awaited, since they are paid already. Other agents send no more by themselves.
    broke = learns ? () => stop.abort() : () => {};
    const report: OnUpdate = ({ measures }, share) => {
      const [[variant], { seed }] = [job.variants, job.task];
      const { pay, objective } = measures;
      const figures = { ...(pay !== undefined && { pay }), ...(objective !== undefined && { objective }) };
      const news: TrainingNews = { variant, seed, share, ...figures };
      opened().postMessage(news);
    };
    const asking = { signal: stop.signal, ...meansOf(job.news) };
    const begun = performance.now();
    const compute = () => computeCell(job.task, setting, memo, report, asking);
    if (!learns) return { summary: await compute(), ...secondsSince(begun) };
    const { withThreads } = await import("../../nn/kernels/thread-pool.ts");
    return { summary: await withThreads(job.threads, compute), ...secondsSince(begun) };
  } catch (error) {
    if (error instanceof UserError) return { problems: error.problems };
    if (error instanceof BudgetSpent) return { stopped: true, over: true };
    if (stop.signal.aborted && error === stop.signal.reason) return { stopped: true };
    throw error;
  } finally {
    shared.cells -= 1;
    channel?.close();
  }
}

const secondsSince = (begun: number) => ({ seconds: (performance.now() - begun) / 1000 });

/** Returns the setting of a cell, which counts as one of its cells from now on. */
function settingFor({ task, description, objective }: CellJob): KeptSetting {
  const { directory, store, key } = task;
  const known = kept.get(key);
  if (known !== undefined) {
    known.cells += 1;
    return known;
  }
  const settings = settingsOf([description], objective, { directory, cache: keptIn(store) });
  const made = settings.then(([setting]) => ({ setting, memo: new Map<string, unknown>() }));
  // A mistake of the user may be mended before the next cell.
  made.catch(() => kept.delete(key));
  const [idle] = [...kept].filter(([, { cells }]) => cells === 0);
  if (kept.size >= MOST_KEPT && idle !== undefined) kept.delete(idle[0]);
  const one = { made, cells: 1 };
  kept.set(key, one);
  return one;
}
