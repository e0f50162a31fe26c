// Current activity of a worker, and its results of the last minute. Its beat stores them in the database, so that they are visible without
// an extra statement.

import type { ChunkJob } from "./chunk.ts";

/** Seconds over which a worker counts recent results. */
export const LATELY = 60;
/** Maximum number of running jobs that are listed by name, so that the row of a worker stays small. */
const NAMED = 16;
/** Maximum length of a listed name. */
const LETTERS = 160;

export interface WorkStatus {
  /** Number of jobs that it has committed since it started. */
  readonly done: number;
  readonly jobs: readonly JobStatus[];
  /** By batch: number of running jobs, and of jobs that it committed in the last minute. */
  readonly batches: Readonly<Record<string, { readonly now: number; readonly lately: number }>>;
}

interface JobStatus {
  readonly key: string;
  readonly title: string;
  /** Seconds that it has been running. */
  readonly seconds: number;
}

/** Records one worker's activity, with its own monotonic clock. */
export class OwnWork {
  readonly #atWork = new Set<{ readonly job: Pick<ChunkJob, "key" | "title">; batch: string; begun: number }>();
  /** Number of jobs that were committed in each second, by batch. */
  #lately: { readonly second: number; readonly batches: Map<string, number> }[] = [];
  #done = 0;

  /** Records the start of a job; returns a function that records its end. */
  begin(job: Pick<ChunkJob, "key" | "title">, batch: string): () => void {
    const own = { job, batch, begun: performance.now() };
    this.#atWork.add(own);
    return () => {
      this.#atWork.delete(own);
    };
  }

  /** Counts a job whose result was accepted. */
  committed(batch: string): void {
    this.#done += 1;
    const second = Math.floor(performance.now() / 1000);
    let last = this.#lately.at(-1);
    if (last?.second !== second) {
      last = { second, batches: new Map() };
      this.#lately.push(last);
    }
    last.batches.set(batch, (last.batches.get(batch) ?? 0) + 1);
  }

  report(): WorkStatus {
    const now = performance.now();
    this.#lately = this.#lately.filter(({ second }) => second > now / 1000 - LATELY);
    const batches: Record<string, { now: number; lately: number }> = {};
    const of = (batch: string) => {
      batches[batch] ??= { now: 0, lately: 0 };
      return batches[batch];
    };
    for (const { batch } of this.#atWork) of(batch).now += 1;
    for (const one of this.#lately) for (const [batch, count] of one.batches) of(batch).lately += count;
    const jobs = Array.from(this.#atWork)
      .slice(0, NAMED)
      .map(({ job: { key, title }, begun }) => ({
        ...{ key, title: title.length > LETTERS ? `${title.slice(0, LETTERS - 1)}…` : title },
        seconds: (now - begun) / 1000,
      }));
    return { done: this.#done, jobs, batches };
  }
}
