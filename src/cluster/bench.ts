// Where a worker computes jobs: the threads of this machine, and folders that are laid out for them.

import { existsSync, rmSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { serialize } from "node:v8";
import { BroadcastChannel } from "node:worker_threads";
import type { Pool } from "pg";
import { type Problem, UserError } from "../core/errors.ts";
import { makeFolder, writeWhole } from "../core/files.ts";
import { STOP } from "../lab/cell-job.ts";
import type { Engine, Workplace } from "../lab/engine.ts";
import { jobPool } from "../lab/jobs.ts";
import { openStore } from "../lab/store.ts";
import { type Blobs, fileBlob, hashOf } from "./blobs.ts";
import { checkpointOf, keepCheckpoint } from "./checkpoints.ts";
import { type Chunk, type ChunkJob, type LoadedJob, loaded, readChunk } from "./chunk.ts";
import { claim, commit, type JobClaim, type JobEnding, release, tell } from "./claims.ts";
import { type GroupPlace, QUEUES } from "./dbos.ts";
import { unpacked } from "./luggage.ts";
import { lasting } from "./postgres.ts";

/** After so many seconds a group looks whether others have nothing to do. */
const SLICE = 1;
/** Milliseconds between two looks for a checkpoint. */
const KEEP = 5_000;
/** A job that broke its thread is tried so often. */
const TRIES = 3;

/** Errors of this machine, not of the job: another one may be able to compute it. */
const OF_THE_MACHINE = new Set(["cannot-write", "refused", "open-files", "no-shared-place"]);

/** What a bench is made of. */
interface BenchParts {
  readonly pool: Pool;
  readonly blobs: Blobs;
  readonly worker: string;
  readonly threads: number;
  /** Folder for what it computes, until it is committed. */
  readonly scratch: string;
  /** Chunks that are kept at hand. */
  readonly chunks: number;
  readonly onEvent: (text: string) => void;
  readonly onJob?: ((title: string, seconds: number) => void) | undefined;
}

/** A chunk that is at hand. */
interface OpenChunk extends Omit<Chunk, "job" | "travel">, LoadedJob {}

/** A job at work. */
interface AtWork {
  readonly claim: JobClaim;
  readonly open: OpenChunk;
  readonly own: ChunkJob;
}

/** The bench of a worker. */
export class Bench {
  readonly #parts: BenchParts;
  readonly #store: string;
  readonly #engine: Engine;
  readonly #chunks = new Map<string, Promise<OpenChunk>>();
  readonly #directories = new Map<string, Promise<string>>();
  readonly #stop = new AbortController();
  readonly #working = new Set<Promise<unknown>>();
  #break: (error: UserError) => void = () => {};
  /** Resolves with what makes this machine unfit. */
  readonly broken: Promise<UserError>;

  constructor(parts: BenchParts) {
    this.#parts = parts;
    makeFolder(parts.scratch);
    this.#store = openStore(join(parts.scratch, "store"));
    this.#engine = jobPool(parts.threads);
    this.broken = new Promise((resolve) => {
      this.#break = resolve;
    });
  }

  /** Computes jobs of a group for a while; gives what is left of it, or null at its end. It has no end where the bench was ended before. */
  async slice(place: GroupPlace): Promise<GroupPlace | null> {
    const working = this.#slice(place);
    this.#working.add(working);
    try {
      const left = await working;
      // Its step is not told to have ended: another worker does it again when this one is gone.
      return left === BROKEN_OFF ? await new Promise<never>(() => {}) : left;
    } finally {
      this.#working.delete(working);
    }
  }

  async #slice({ batch, chunk, from, to }: GroupPlace): Promise<GroupPlace | null | typeof BROKEN_OFF> {
    const { pool, worker } = this.#parts;
    if (this.#stop.signal.aborted) return BROKEN_OFF;
    const open = await this.#chunk(batch, chunk).catch((error: unknown) => {
      if (!this.#stop.signal.aborted) throw error;
    });
    if (open === undefined) return BROKEN_OFF;
    const group = open.jobs.slice(from, to);
    const asked = { batch, keys: group.map(({ key }) => key), titles: group.map(({ title }) => title) };
    const claims = await this.#lasting(() => claim(pool, worker, asked));
    const fences = new Map(claims.map((one) => [one.key, one]));
    const begun = performance.now();
    /** Of the job before: it is written while the next one is computed. */
    let committing: Promise<void> | undefined;
    let left: GroupPlace | null = null;
    for (const [k, own] of group.entries()) {
      if (this.#stop.signal.aborted) break;
      if (k > 0 && performance.now() - begun > SLICE * 1000) {
        await this.#giveBack(group.slice(k));
        left = { batch, chunk, from: from + k, to };
        break;
      }
      const claimed = fences.get(own.key);
      if (claimed === undefined) continue;
      const ending = await this.#timedEnding({ claim: claimed, open, own });
      await committing;
      committing = ending === undefined ? undefined : this.#commit(claimed, own, ending);
      // An error is met where it is waited for.
      committing?.catch(() => {});
    }
    await committing;
    if (left !== null && !this.#stop.signal.aborted) return left;
    if (!this.#stop.signal.aborted) return null;
    await this.#giveBack(group);
    return BROKEN_OFF;
  }

  /** The queue in which parts of a group wait. */
  async queueOf({ batch, chunk }: GroupPlace): Promise<string> {
    const { here } = await this.#chunk(batch, chunk).catch((error: unknown) => {
      if (!this.#stop.signal.aborted) throw error;
      return new Promise<never>(() => {});
    });
    return here ? QUEUES.asking : QUEUES.threads;
  }

  /** Breaks off what can be, waits for the rest, and ends the threads. */
  async end(): Promise<void> {
    this.#stop.abort();
    await Promise.allSettled(this.#working);
    await this.#engine.close();
  }

  readonly #lasting = <T>(query: () => Promise<T>): Promise<T> => lasting(query);

  #giveBack(jobs: readonly ChunkJob[]): Promise<void> {
    const keys = jobs.map(({ key }) => key);
    return this.#lasting(() => release(this.#parts.pool, this.#parts.worker, keys));
  }

  #chunk(batch: string, place: number): Promise<OpenChunk> {
    const name = `${batch} ${place}`;
    let open = this.#chunks.get(name);
    if (open === undefined) {
      open = this.#openChunk(batch, place);
      this.#chunks.set(name, open);
      open.catch((error: unknown) => {
        this.#chunks.delete(name);
        this.#isUnfit(error instanceof UserError ? error.problems : []);
      });
      const [oldest] = this.#chunks.keys();
      if (this.#chunks.size > this.#parts.chunks && oldest !== undefined) this.#chunks.delete(oldest);
    }
    return open;
  }

  async #openChunk(batch: string, place: number): Promise<OpenChunk> {
    const { pool, blobs } = this.#parts;
    const query = "SELECT hash FROM agon.chunks WHERE batch = $1 AND place = $2";
    const { rows } = await this.#lasting(() => pool.query<{ hash: string }>(query, [batch, place]));
    const hash = rows[0]?.hash;
    if (hash === undefined) throw new Error(`the chunk ${place} of ${batch} is gone`);
    const bytes = (await this.#lasting(() => blobs.read([hash]))).get(hash);
    if (bytes === undefined) throw new Error(`the blob ${hash} is gone`);
    const chunk = readChunk(bytes);
    return { ...chunk, ...(await loaded(chunk)) };
  }

  #directory(luggage: string): Promise<string> {
    let directory = this.#directories.get(luggage);
    if (directory === undefined) {
      const { blobs, scratch } = this.#parts;
      directory = this.#lasting(() => unpacked(luggage, blobs, { folder: join(scratch, "files"), store: this.#store }));
      this.#directories.set(luggage, directory);
      directory.catch(() => this.#directories.delete(luggage));
    }
    return directory;
  }

  /** What a job comes to, and the seconds that it took. */
  async #timedEnding(work: AtWork): Promise<JobEnding | undefined> {
    const begun = performance.now();
    const ending = await this.#triedEnding(work);
    return ending === undefined ? undefined : { ...ending, seconds: (performance.now() - begun) / 1000 };
  }

  async #commit(claimed: JobClaim, { title }: ChunkJob, ending: JobEnding): Promise<void> {
    const { pool, blobs, worker, onJob, onEvent } = this.#parts;
    const { taken, unneeded } = await this.#lasting(() => commit(pool, worker, claimed, ending));
    await blobs.forget(unneeded);
    if (taken) onJob?.(title, ending.seconds);
    else onEvent(`${title} was taken over by another worker; what came of it here is dropped`);
  }

  /** What a job comes to; undefined where it was broken off, or where this machine is unfit. A thread that dies gets it again. */
  async #triedEnding(work: AtWork): Promise<Omit<JobEnding, "seconds"> | undefined> {
    for (let tries = 1; ; tries++) {
      try {
        return await this.#ending(work);
      } catch (error) {
        if (this.#stop.signal.aborted) return undefined;
        const problems = error instanceof UserError ? error.problems : [];
        if (this.#isUnfit(problems)) return undefined;
        if (problems[0]?.code === "thread-died" && tries < TRIES) continue;
        const told = error instanceof UserError ? { problems } : { bug: stackOf(error) };
        return { state: "failed", output: serialize(told), files: [], blobs: { hashes: [], sizes: [], bytes: [] } };
      }
    }
  }

  /** Computes a job, and gathers what it has left; undefined where it was broken off. */
  async #ending({ claim: claimed, open, own }: AtWork): Promise<Omit<JobEnding, "seconds"> | undefined> {
    const { pool, worker, blobs, scratch } = this.#parts;
    const { travel, job, here } = open;
    if (travel === undefined) {
      const output = await this.#output(open, own.input, own.title);
      return { state: "done", output: serialize(output), files: [], blobs: await blobs.placed([]) };
    }
    const directory = own.luggage === undefined ? scratch : await this.#directory(own.luggage);
    const news = `agon job ${own.key}`;
    const place: Workplace = { store: this.#store, directory, news };
    const input = travel.at(own.input, place);
    const checkpoint = travel.checkpoint(input);
    const file = checkpoint === undefined ? undefined : join(this.#store, checkpoint);
    const kept = file === undefined ? undefined : await this.#broughtBack(own.key, file);
    const channel = new BroadcastChannel(news);
    let told = 0;
    channel.onmessage = (message) => {
      if (typeof message !== "object" || message === null || !("data" in message) || message.data === STOP) return;
      if (performance.now() - told < 1000) return;
      told = performance.now();
      void tell(pool, worker, claimed, serialize(message.data)).catch(() => {});
    };
    const onStop = (): void => channel.postMessage(STOP);
    this.#stop.signal.addEventListener("abort", onStop, { once: true });
    const keeping = file === undefined ? undefined : this.#keeping(claimed, file, kept);
    try {
      const output = await this.#output({ job, here }, input, own.title);
      if (isBrokenOff(output)) return undefined;
      this.#refuseUnfit(output);
      const paths = travel.left(input, output, this.#store);
      const contents = paths.map((path) => ({ path, blob: fileBlob(join(this.#store, path)) }));
      for (const path of paths) rmSync(join(this.#store, path), { force: true });
      return {
        state: travel.stands(output) ? "done" : "passing",
        output: serialize(output),
        files: contents.map(({ path, blob: { hash } }) => ({ path, hash })),
        blobs: await this.#lasting(() => blobs.placed(contents.map(({ blob }) => blob))),
      };
    } finally {
      this.#stop.signal.removeEventListener("abort", onStop);
      channel.close();
      await keeping?.();
    }
  }

  async #output({ job, here }: Pick<OpenChunk, "job" | "here">, input: unknown, title: string): Promise<unknown> {
    let output: unknown;
    const group = { inputs: [input], lanes: 1, here };
    await this.#engine.run(job, [group], {
      name: () => title,
      // What is at work ends by itself, or is told to on its channel.
      signal: new AbortController().signal,
      done: (own) => {
        output = own;
      },
    });
    return output;
  }

  /** Throws the error of a machine that a job gives as data. */
  #refuseUnfit(output: unknown): void {
    if (typeof output !== "object" || output === null || !("problems" in output) || !Array.isArray(output.problems))
      return;
    const problems: readonly Problem[] = output.problems;
    if (problems.some(({ code }) => OF_THE_MACHINE.has(code))) throw new UserError(problems);
  }

  /** Whether these are of the machine; then it takes no further jobs. */
  #isUnfit(problems: readonly Problem[]): boolean {
    if (!problems.some(({ code }) => OF_THE_MACHINE.has(code))) return false;
    this.#stop.abort();
    this.#break(new UserError(problems));
    return true;
  }

  /** Lays out the checkpoint from which a job is gone on with; gives its hash. */
  async #broughtBack(key: string, file: string): Promise<string | undefined> {
    rmSync(file, { force: true });
    const bytes = await this.#lasting(() => checkpointOf(this.#parts, key));
    if (bytes === undefined) return undefined;
    makeFolder(dirname(file));
    writeWhole(file, bytes);
    return hashOf(bytes);
  }

  /** Sends a job's checkpoint to the cluster now and then; gives what does so for the last time. */
  #keeping(claimed: JobClaim, file: string, kept: string | undefined): () => Promise<void> {
    let [known, last] = [kept, 0];
    const send = async (): Promise<void> => {
      const written = statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
      if (written === last || !existsSync(file)) return;
      const { hash, bytes } = fileBlob(file);
      if (hash !== known) await keepCheckpoint(this.#parts, claimed, bytes);
      [known, last] = [hash, written];
    };
    // One at a time, so that an older one never comes later. One that fails is made up for by the next.
    let sending: Promise<void> | undefined;
    const begin = (): void => {
      sending ??= send()
        .catch(() => {})
        .finally(() => {
          sending = undefined;
        });
    };
    const timer = setInterval(begin, KEEP);
    return async () => {
      clearInterval(timer);
      await sending;
      begin();
      await sending;
      rmSync(file, { force: true });
    };
  }
}

/** A slice that was broken off by the end of its bench. */
const BROKEN_OFF = Symbol("broken off");

const isBrokenOff = (output: unknown): boolean =>
  typeof output === "object" && output !== null && "stopped" in output && output.stopped === true;

const stackOf = (error: unknown): string => (error instanceof Error ? (error.stack ?? error.message) : String(error));
