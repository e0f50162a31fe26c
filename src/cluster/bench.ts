// The groups of a worker: it claims their jobs, has them computed, commits the results, and hands over parts to idle workers.

import { setImmediate } from "node:timers/promises";
import type { Pool } from "pg";
import type { UserError } from "../core/errors.ts";
import type { Blobs } from "./blobs.ts";
import { type ChunkJob, loaded, readChunk } from "./chunk.ts";
import { claim, type JobClaim, release } from "./claims.ts";
import { Commits } from "./commits.ts";
import { type ComputationParts, Computations, type Computed, type OpenChunk } from "./computation.ts";
import { type GroupPlace, QUEUES } from "./dbos.ts";
import type { WorkerEvent } from "./events.ts";
import type { HeldLane, Lanes } from "./lanes.ts";
import type { OwnWork } from "./own-work.ts";
import { lasting } from "./postgres.ts";

/** Maximum number of jobs of a group whose results are not written yet. */
const UNWRITTEN = 100;
/** Duration in seconds below which the next job is queued at the thread in advance. */
const QUICK = 0.25;

interface BenchParts extends ComputationParts {
  readonly pool: Pool;
  readonly blobs: Blobs;
  readonly worker: string;
  readonly lanes: Lanes;
  /** Number of cached chunks. */
  readonly chunks: number;
  /** Record of the worker's activity. */
  readonly work: OwnWork;
  readonly onEvent: (event: WorkerEvent) => void;
  readonly onJob?: ((title: string, seconds: number) => void) | undefined;
}

/** Parts of a group: the part that its worker continues with, and the part for other workers. */
export interface GroupParts {
  readonly rest: GroupPlace | null;
  readonly other: GroupPlace | null;
}

/** A job that this worker has claimed. */
interface ClaimedJob {
  readonly claimed: JobClaim;
  readonly own: ChunkJob;
  /** Index in the chunk. */
  readonly place: number;
  readonly batch: string;
}

/** Computes the groups of a worker. */
export class Bench {
  readonly #parts: BenchParts;
  readonly #computations: Computations;
  readonly #commits: Commits;
  readonly #chunks = new Map<string, Promise<OpenChunk>>();
  readonly #working = new Set<Promise<unknown>>();

  constructor(parts: BenchParts) {
    this.#parts = parts;
    this.#computations = new Computations(parts);
    this.#commits = new Commits(parts);
  }

  /** Resolves with the error that makes this machine unfit for jobs. */
  get broken(): Promise<UserError> {
    return this.#computations.broken;
  }

  /**
   * Computes the jobs of a group to the end, or until other workers are idle; returns the parts that are left. It never resolves where the
   * bench was ended before.
   */
  async slice(place: GroupPlace): Promise<GroupParts> {
    const working = this.#slice(place);
    this.#working.add(working);
    try {
      const left = await working;
      // The workflow step must not be reported as finished, so that another worker repeats it once this worker is gone.
      return left ?? (await new Promise<never>(() => {}));
    } finally {
      this.#working.delete(working);
    }
  }

  /** Computes as `slice` does; undefined where it was aborted. */
  async #slice(place: GroupPlace): Promise<GroupParts | undefined> {
    const open = await this.#chunk(place.batch, place.chunk).catch((error: unknown) => {
      if (!this.#computations.stopped.aborted) throw error;
    });
    if (open === undefined) return undefined;
    // Jobs that wait for others need no thread.
    if (open.here) return this.#jobs(place, open, () => {});
    const lane = await this.#parts.lanes.take();
    if (lane === undefined) return { rest: null, other: { ...place, moved: place.moved + 1 } };
    try {
      return await this.#jobs(place, open, lane);
    } finally {
      lane();
    }
  }

  /** Computes the jobs of a group. It returns its lane when nothing is left to compute, and resolves when all results are written. */
  async #jobs(
    { batch, chunk, from, to, moved }: GroupPlace,
    open: OpenChunk,
    lane: HeldLane,
  ): Promise<GroupParts | undefined> {
    const { pool, worker, lanes } = this.#parts;
    const { stopped } = this.#computations;
    if (stopped.aborted) return undefined;
    const group = open.jobs.slice(from, to);
    const request = { batch, keys: group.map(({ key }) => key), titles: group.map(({ title }) => title) };
    const claims = await lasting(() => claim(pool, worker, request));
    const fences = new Map(claims.map((one) => [one.key, one]));
    const jobs = group.flatMap((own, k): ClaimedJob[] => {
      const claimed = fences.get(own.key);
      return claimed === undefined ? [] : [{ own, claimed, place: from + k, batch }];
    });
    const begin = ({ claimed, own }: ClaimedJob) => this.#computations.compute({ claim: claimed, open, own });
    /** The next job, if it is queued at the thread already. */
    let ahead: Promise<Computed | undefined> | undefined;
    /** Results of earlier jobs, which are collected and written while the next job is computed. */
    const endings: Promise<void>[] = [];
    let [parts, isQuick]: [GroupParts, boolean] = [{ rest: null, other: null }, false];
    for (const [k, job] of jobs.entries()) {
      if (stopped.aborted && ahead === undefined) break;
      const begun = performance.now();
      const current = ahead ?? begin(job);
      ahead = undefined;
      const rest = jobs.slice(k + 1);
      const isShared = rest.length > 1 && lanes.owes();
      // Between two tiny jobs, a thread would wait for this one as long as a job takes.
      if (isQuick && !isShared && rest.length > 0 && !stopped.aborted) {
        ahead = begin(rest[0]);
        // Its error is handled where it is awaited.
        ahead.catch(() => {});
      }
      const computed = await current.finally(this.#parts.work.begin(job.own, batch));
      const seconds = (performance.now() - begun) / 1000;
      isQuick = seconds < QUICK;
      if (computed !== undefined) {
        const ending = this.#end(job, computed, seconds);
        ending.catch(() => {});
        endings.push(ending);
        if (endings.length > UNWRITTEN) await endings.shift();
      }
      if (isShared) {
        await this.#giveBack(rest.map(({ own }) => own));
        const [{ place: first }, { place: middle }] = [rest[0], rest[Math.ceil(rest.length / 2)]];
        parts = {
          rest: { batch, chunk, from: first, to: middle, moved },
          other: { batch, chunk, from: middle, to, moved },
        };
        break;
      }
    }
    lane();
    await Promise.all(endings);
    if (!stopped.aborted) return parts;
    await this.#giveBack(group);
    return undefined;
  }

  /** Returns the queue for parts of a group. */
  async queueOf({ batch, chunk }: GroupPlace): Promise<string> {
    const { here } = await this.#chunk(batch, chunk).catch((error: unknown) => {
      if (!this.#computations.stopped.aborted) throw error;
      return new Promise<never>(() => {});
    });
    return here ? QUEUES.asking : QUEUES.threads;
  }

  /** Aborts the jobs that can be aborted, waits for the others, and terminates the threads. */
  async end(): Promise<void> {
    this.#computations.stop();
    this.#parts.lanes.end();
    await Promise.allSettled(this.#working);
    await this.#computations.close();
  }

  async #end({ claimed, own: { title }, batch }: ClaimedJob, computed: Computed, seconds: number): Promise<void> {
    const { work, onJob, onEvent } = this.#parts;
    // The next job is sent to its thread first.
    await setImmediate();
    const ending = await this.#computations.gathered(computed, seconds);
    if (ending === undefined) return;
    if (await this.#commits.add(claimed, ending)) {
      work.committed(batch);
      onJob?.(title, ending.seconds);
      return;
    }
    const text = `${title} was taken over by another worker; what came of it here is dropped`;
    onEvent({ kind: "dropped", text });
  }

  #giveBack(jobs: readonly ChunkJob[]): Promise<void> {
    const keys = jobs.map(({ key }) => key);
    return lasting(() => release(this.#parts.pool, this.#parts.worker, keys));
  }

  #chunk(batch: string, place: number): Promise<OpenChunk> {
    const name = `${batch} ${place}`;
    let open = this.#chunks.get(name);
    if (open === undefined) {
      open = this.#openChunk(batch, place);
      this.#chunks.set(name, open);
      open.catch((error: unknown) => {
        this.#chunks.delete(name);
        this.#computations.isUnfit(error);
      });
      const [oldest] = this.#chunks.keys();
      if (this.#chunks.size > this.#parts.chunks && oldest !== undefined) this.#chunks.delete(oldest);
    }
    return open;
  }

  async #openChunk(batch: string, place: number): Promise<OpenChunk> {
    const { pool, blobs } = this.#parts;
    const query = "SELECT hash FROM agon.chunks WHERE batch = $1 AND place = $2";
    const { rows } = await lasting(() => pool.query<{ hash: string }>(query, [batch, place]));
    const hash = rows[0]?.hash;
    if (hash === undefined) throw new Error(`the chunk ${place} of ${batch} is gone`);
    const bytes = (await lasting(() => blobs.read([hash]))).get(hash);
    if (bytes === undefined) throw new Error(`the blob ${hash} is gone`);
    const chunk = readChunk(bytes);
    return { ...chunk, ...(await loaded(chunk)) };
  }
}
