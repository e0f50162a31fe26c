// The groups of a worker: it claims their jobs, has them computed, commits what comes of them, and gives parts to workers that have nothing
// to do.

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
import type { Lanes } from "./lanes.ts";
import type { OwnWork } from "./own-work.ts";
import { lasting } from "./postgres.ts";

/** Jobs of a group that may be ahead of what is written. */
const UNWRITTEN = 100;

/** What a bench is made of. */
interface BenchParts extends ComputationParts {
  readonly pool: Pool;
  readonly blobs: Blobs;
  readonly worker: string;
  readonly lanes: Lanes;
  /** Chunks that are kept at hand. */
  readonly chunks: number;
  /** What the worker tells of its work. */
  readonly work: OwnWork;
  readonly onEvent: (event: WorkerEvent) => void;
  readonly onJob?: ((title: string, seconds: number) => void) | undefined;
}

/** Parts of a group: what its worker goes on with, and what others should have. */
export interface GroupParts {
  readonly rest: GroupPlace | null;
  readonly other: GroupPlace | null;
}

/** A job that is computed. */
interface EndedJob {
  readonly claimed: JobClaim;
  readonly own: ChunkJob;
  readonly batch: string;
}

/** The bench of a worker. */
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

  /** Resolves with what makes this machine unfit. */
  get broken(): Promise<UserError> {
    return this.#computations.broken;
  }

  /**
   * Computes jobs of a group to its end, or until others have nothing to do; gives what is left of it. It has no end where the bench was
   * ended before.
   */
  async slice(place: GroupPlace): Promise<GroupParts> {
    const working = this.#slice(place);
    this.#working.add(working);
    try {
      const left = await working;
      // Its step is not told to have ended: another worker does it again when this one is gone.
      return left ?? (await new Promise<never>(() => {}));
    } finally {
      this.#working.delete(working);
    }
  }

  /** The same; undefined where it was broken off. */
  async #slice(place: GroupPlace): Promise<GroupParts | undefined> {
    const open = await this.#chunk(place.batch, place.chunk).catch((error: unknown) => {
      if (!this.#computations.stopped.aborted) throw error;
    });
    if (open === undefined) return undefined;
    // What waits for others needs no thread.
    if (open.here) return this.#jobs(place, open);
    const lane = await this.#parts.lanes.take();
    if (lane === undefined) return { rest: null, other: { ...place, moved: place.moved + 1 } };
    try {
      return await this.#jobs(place, open);
    } finally {
      lane();
    }
  }

  async #jobs({ batch, chunk, from, to, moved }: GroupPlace, open: OpenChunk): Promise<GroupParts | undefined> {
    const { pool, worker, lanes } = this.#parts;
    const { stopped } = this.#computations;
    if (stopped.aborted) return undefined;
    const group = open.jobs.slice(from, to);
    const asked = { batch, keys: group.map(({ key }) => key), titles: group.map(({ title }) => title) };
    const claims = await lasting(() => claim(pool, worker, asked));
    const fences = new Map(claims.map((one) => [one.key, one]));
    /** Of jobs before: they are gathered and written while the next one is computed. */
    const endings: Promise<void>[] = [];
    let parts: GroupParts = { rest: null, other: null };
    for (const [k, own] of group.entries()) {
      if (stopped.aborted) break;
      const left = group.length - k;
      if (k > 0 && left > 1 && lanes.owes()) {
        await this.#giveBack(group.slice(k));
        const middle = from + k + Math.ceil(left / 2);
        parts = {
          rest: { batch, chunk, from: from + k, to: middle, moved },
          other: { batch, chunk, from: middle, to, moved },
        };
        break;
      }
      const claimed = fences.get(own.key);
      if (claimed === undefined) continue;
      const over = this.#parts.work.begin(own, batch);
      const computed = await this.#computations.compute({ claim: claimed, open, own }).finally(over);
      if (computed === undefined) continue;
      const ending = this.#end({ claimed, own, batch }, computed);
      // An error is met where it is waited for.
      ending.catch(() => {});
      endings.push(ending);
      if (endings.length > UNWRITTEN) await endings.shift();
    }
    await Promise.all(endings);
    if (!stopped.aborted) return parts;
    await this.#giveBack(group);
    return undefined;
  }

  /** The queue in which parts of a group wait. */
  async queueOf({ batch, chunk }: GroupPlace): Promise<string> {
    const { here } = await this.#chunk(batch, chunk).catch((error: unknown) => {
      if (!this.#computations.stopped.aborted) throw error;
      return new Promise<never>(() => {});
    });
    return here ? QUEUES.asking : QUEUES.threads;
  }

  /** Breaks off what can be, waits for the rest, and ends the threads. */
  async end(): Promise<void> {
    this.#computations.stop();
    this.#parts.lanes.end();
    await Promise.allSettled(this.#working);
    await this.#computations.close();
  }

  async #end({ claimed, own: { title }, batch }: EndedJob, computed: Computed): Promise<void> {
    const { work, onJob, onEvent } = this.#parts;
    // The next job goes to its thread first.
    await setImmediate();
    const ending = await this.#computations.gathered(computed);
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
