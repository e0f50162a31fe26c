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

/** Settings of the variants that this thread used last. */
const kept = new Map<string, { setting: Setting; memo: Memo }>();
const MOST_KEPT = 8;

/** Computes one cell. */
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
  try {
    const { setting, memo } = await settingFor(job);
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
    channel?.close();
  }
}

const secondsSince = (begun: number) => ({ seconds: (performance.now() - begun) / 1000 });

async function settingFor({ task, description, objective }: CellJob): Promise<{ setting: Setting; memo: Memo }> {
  const { directory, store, key } = task;
  const known = kept.get(key);
  if (known !== undefined) return known;
  const [setting] = await settingsOf([description], objective, { directory, cache: keptIn(store) });
  const made = { setting, memo: new Map<string, unknown>() };
  const oldest = kept.keys().next();
  if (kept.size >= MOST_KEPT && oldest.done !== true) kept.delete(oldest.value);
  kept.set(key, made);
  return made;
}
