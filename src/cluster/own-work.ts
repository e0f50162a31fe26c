// What a worker is at, and what it ended in the last minute. Its beat carries this into the database, so that people see it and no
// statement of its own is needed.

import type { ChunkJob } from "./chunk.ts";

/** Seconds over which a worker counts what it ended lately. */
export const LATELY = 60;
/** Jobs at work that are told by name; the others are only counted. The row of a worker stays small. */
const NAMED = 16;
/** Letters of a name that are told. */
const LETTERS = 160;

/** What a worker tells of its work. */
export interface WorkStatus {
  /** Jobs that it has committed since it began. */
  readonly done: number;
  readonly jobs: readonly JobStatus[];
  /** By batch, the jobs that it is at, and those that it committed in the last minute. */
  readonly batches: Readonly<Record<string, { readonly now: number; readonly lately: number }>>;
}

/** A job at work. */
interface JobStatus {
  readonly key: string;
  readonly title: string;
  /** For which it has been at work. */
  readonly seconds: number;
}

/** Keeps account of one worker's work, by its own stopwatch. */
export class OwnWork {
  readonly #atWork = new Set<{ readonly job: Pick<ChunkJob, "key" | "title">; batch: string; begun: number }>();
  /** Jobs that were committed in one second each, by batch. */
  #lately: { readonly second: number; readonly batches: Map<string, number> }[] = [];
  #done = 0;

  /** Begins a job; the function ends it. */
  begin(job: Pick<ChunkJob, "key" | "title">, batch: string): () => void {
    const own = { job, batch, begun: performance.now() };
    this.#atWork.add(own);
    return () => {
      this.#atWork.delete(own);
    };
  }

  /** Counts a job whose result was taken. */
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
