// Computes one job on a worker: it unpacks the files that the job needs, runs the job on a thread, and collects the files that it has
// written.

import { setMaxListeners } from "node:events";
import { existsSync, rmSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { serialize } from "node:v8";
import { BroadcastChannel } from "node:worker_threads";
import type { Pool } from "pg";
import { type Problem, UserError } from "../core/errors.ts";
import { makeFolder, writeWhole } from "../core/files.ts";
import { checkPlace } from "../core/kept-files.ts";
import { type AskingMeans, openMeans } from "../lab/run/asking-means.ts";
import { STOP } from "../lab/run/cell-job.ts";
import type { Engine, Travel, Workplace } from "../lab/run/engine.ts";
import { jobPool } from "../lab/run/jobs.ts";
import { openStore } from "../lab/store/store.ts";
import { JobSpending, placesIn } from "./account.ts";
import { JobAnswers } from "./answers.ts";
import { type Blobs, fileBlob } from "./blobs.ts";
import { checkpointBytes, keepCheckpoint } from "./checkpoints.ts";
import type { Chunk, ChunkJob, LoadedJob } from "./chunk.ts";
import { type JobClaim, tell } from "./claims.ts";
import type { JobEnding } from "./commits.ts";
import { unpacked } from "./luggage.ts";
import { lasting } from "./postgres.ts";

/** Milliseconds between two checks for a new checkpoint. */
const KEEP = 5_000;
/** Maximum number of attempts for a job whose thread died. */
const TRIES = 3;

/** Codes of errors of this machine, not of the job: another machine may be able to compute it. */
const OF_THE_MACHINE = new Set(["cannot-write", "refused", "open-files", "no-shared-place"]);

export interface ComputationParts {
  readonly pool: Pool;
  readonly blobs: Blobs;
  readonly worker: string;
  readonly threads: number;
  /** Working folder for uncommitted results. */
  readonly scratch: string;
}

/** A chunk with its functions imported. */
export interface OpenChunk extends Omit<Chunk, "job" | "travel">, LoadedJob {}

export interface AtWork {
  readonly claim: JobClaim;
  readonly open: OpenChunk;
  readonly own: ChunkJob;
}

/** Result of a job: its output, and its files, which are still in the local store. */
interface Given {
  readonly output: unknown;
  /** Tells which files it has written; undefined where it writes none. */
  readonly left?: { readonly input: unknown; readonly travel: Travel<unknown, unknown> };
}

/** A result, or an error. */
export type Computed = Given | { readonly error: Buffer };

/** Computes jobs; the caller determines how many at a time. */
export class Computations {
  readonly #parts: ComputationParts;
  readonly #store: string;
  readonly #engine: Engine;
  readonly #directories = new Map<string, Promise<string>>();
  readonly #stop = new AbortController();
  #break: (error: UserError) => void = () => {};
  /** Resolves with the error that makes this machine unfit for jobs. */
  readonly broken: Promise<UserError>;

  constructor(parts: ComputationParts) {
    this.#parts = parts;
    makeFolder(parts.scratch);
    // Each running job adds a listener.
    setMaxListeners(0, this.#stop.signal);
    this.#store = openStore(join(parts.scratch, "store"));
    this.#engine = jobPool(parts.threads);
    this.broken = new Promise((resolve) => {
      this.#break = resolve;
    });
  }

  /** Once aborted, no further job is started, and running ones are aborted where possible. */
  get stopped(): AbortSignal {
    return this.#stop.signal;
  }

  stop(): void {
    this.#stop.abort();
  }

  /** Terminates the threads. */
  close(): Promise<void> {
    return this.#engine.close();
  }

  /** Returns the result of a job; undefined where it was aborted, or where this machine is unfit. A job whose thread dies is repeated. */
  async compute(work: AtWork): Promise<Computed | undefined> {
    for (let tries = 1; ; tries++) {
      try {
        return await this.#compute(work);
      } catch (error) {
        if (isOf(error, "thread-died") && tries < TRIES && !this.#stop.signal.aborted) continue;
        const failure = this.#errorOf(error);
        return failure === undefined ? undefined : { error: failure };
      }
    }
  }

  /**
   * Moves a job's files from the local store into blobs; returns undefined where this machine is unfit. `seconds` is the job's duration.
   */
  async gathered(computed: Computed, seconds: number): Promise<JobEnding | undefined> {
    const failed = (error: Buffer): JobEnding => ({
      ...{ state: "failed", output: error, seconds, files: [] },
      blobs: { hashes: [], sizes: [], bytes: [] },
    });
    if ("error" in computed) return failed(computed.error);
    const { output, left } = computed;
    try {
      const paths = left?.travel.left(left.input, output, this.#store) ?? [];
      for (const path of paths) checkPlace(this.#store, join(this.#store, path));
      const contents = paths.map((path) => ({ path, blob: fileBlob(join(this.#store, path)) }));
      for (const path of paths) rmSync(join(this.#store, path), { force: true });
      return {
        state: stopIn(output) === "spent" ? "stopped" : (left?.travel.stands(output) ?? true) ? "done" : "passing",
        ...{ output: serialize(output), seconds },
        files: contents.map(({ path, blob: { hash } }) => ({ path, hash })),
        blobs: await lasting(() => this.#parts.blobs.placed(contents.map(({ blob }) => blob))),
      };
    } catch (error) {
      const failure = this.#errorOf(error);
      return failure === undefined ? undefined : failed(failure);
    }
  }

  /** Returns whether an error is one of this machine, which then starts no further jobs. */
  isUnfit(error: unknown): boolean {
    if (!(error instanceof UserError) || !error.problems.some(({ code }) => OF_THE_MACHINE.has(code))) return false;
    this.stop();
    this.#break(error);
    return true;
  }

  /** Serialises an error; undefined where the worker stops anyway. */
  #errorOf(error: unknown): Buffer | undefined {
    if (this.#stop.signal.aborted || this.isUnfit(error)) return undefined;
    return serialize(error instanceof UserError ? { problems: error.problems } : { bug: stackOf(error) });
  }

  async #compute({ claim, open, own }: AtWork): Promise<Given | undefined> {
    const { pool, worker, scratch } = this.#parts;
    const { travel, job, here } = open;
    if (travel === undefined) return { output: await this.#output(open, own.input, own.title) };
    const directory = own.luggage === undefined ? scratch : await this.#directory(own.luggage);
    const news = `agon job ${own.key}`;
    const place: Workplace = { store: this.#store, directory, news };
    const input = travel.at(own.input, place);
    const checkpoint = travel.checkpoint(input);
    const file = checkpoint === undefined ? undefined : join(this.#store, checkpoint);
    if (file !== undefined) checkPlace(this.#store, file);
    if (file !== undefined) await this.#bringBack(claim.checkpoint, file);
    const channel = new BroadcastChannel(news);
    let sentAt = 0;
    channel.onmessage = (message) => {
      if (typeof message !== "object" || message === null || !("data" in message) || message.data === STOP) return;
      if (performance.now() - sentAt < 1000) return;
      sentAt = performance.now();
      void tell(pool, worker, claim, serialize(message.data)).catch(() => {});
    };
    const onStop = (): void => channel.postMessage(STOP);
    this.#stop.signal.addEventListener("abort", onStop, { once: true });
    const keeping = file === undefined ? undefined : this.#keeping(claim, file);
    const asking = this.#asking(open, own, directory);
    const closeMeans = openMeans(news, asking.means);
    try {
      const output = await this.#inPlace(open, () => this.#output({ job, here }, input, own.title));
      if (output === undefined || stopIn(output) === "told") return undefined;
      refuseUnfit(output);
      return { output, left: { input, travel } };
    } finally {
      this.#stop.signal.removeEventListener("abort", onStop);
      channel.close();
      closeMeans();
      await asking.write();
      await keeping?.();
    }
  }

  async #output({ job, here }: Pick<OpenChunk, "job" | "here">, input: unknown, title: string): Promise<unknown> {
    let output: unknown;
    const group = { inputs: [input], lanes: 1, here };
    await this.#engine.run(job, [group], {
      name: () => title,
      // A running job ends by itself, or is stopped by a message on its channel.
      signal: new AbortController().signal,
      done: (own) => {
        output = own;
      },
    });
    return output;
  }

  /** Computes a job when its account has a free place; undefined where the worker stops before. */
  async #inPlace({ account }: OpenChunk, compute: () => Promise<unknown>): Promise<unknown> {
    if (account?.budget === undefined) return compute();
    const { signal } = this.#stop;
    let isBegun = false;
    let onStop = (): void => {};
    const stopped = new Promise<undefined>((resolve) => {
      onStop = () => {
        // A job that has started is stopped by a message on its channel.
        if (!isBegun) resolve(undefined);
      };
    });
    const turn = placesIn(account)(async () => {
      if (signal.aborted) return undefined;
      isBegun = true;
      return compute();
    });
    signal.addEventListener("abort", onStop, { once: true });
    try {
      return await Promise.race([turn, stopped]);
    } finally {
      signal.removeEventListener("abort", onStop);
    }
  }

  /**
   * Returns the account and answers for a job's requests, and a function that records them. It must be called before the result is written,
   * so that its costs are visible with it.
   */
  #asking({ account, travel }: OpenChunk, { key, input }: ChunkJob, directory: string) {
    const { pool } = this.#parts;
    const book = travel?.recordings?.book(input);
    const spending = account === undefined ? undefined : new JobSpending(pool, account);
    const answers = book === undefined ? undefined : new JobAnswers(pool, { key, book, directory });
    const means: AskingMeans = {
      ...(spending === undefined ? {} : { spending }),
      ...(answers === undefined ? {} : { answers }),
    };
    return {
      means,
      async write(): Promise<void> {
        await spending?.write();
        await answers?.write();
      },
    };
  }

  #directory(luggage: string): Promise<string> {
    let directory = this.#directories.get(luggage);
    if (directory === undefined) {
      const { blobs, scratch } = this.#parts;
      directory = lasting(() => unpacked(luggage, blobs, { folder: join(scratch, "files"), store: this.#store }));
      this.#directories.set(luggage, directory);
      directory.catch(() => this.#directories.delete(luggage));
    }
    return directory;
  }

  /** Writes the checkpoint that a job is resumed from to its file, where there is one. */
  async #bringBack(hash: string | null, file: string): Promise<void> {
    rmSync(file, { force: true });
    if (hash === null) return;
    const bytes = await lasting(() => checkpointBytes(this.#parts, hash));
    if (bytes === undefined) return;
    makeFolder(dirname(file));
    writeWhole(file, bytes);
  }

  /** Uploads a job's checkpoints periodically; returns a function that uploads the last one. */
  #keeping(claimed: JobClaim, file: string): () => Promise<void> {
    let last = statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
    let known: string | undefined;
    const send = async (): Promise<void> => {
      const written = statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
      if (written === last || !existsSync(file)) return;
      const { hash, bytes } = fileBlob(file);
      if (hash !== known) await keepCheckpoint(this.#parts, claimed, bytes);
      [known, last] = [hash, written];
    };
    // One upload at a time, so that an older checkpoint never arrives later. A failed upload is made up for by the next.
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

/** Why a job stopped before its end: by a message, or because its budget is spent; undefined for a result. */
function stopIn(output: unknown): "told" | "spent" | undefined {
  if (typeof output !== "object" || output === null || !("stopped" in output) || output.stopped !== true)
    return undefined;
  return "over" in output && output.over === true ? "spent" : "told";
}

const stackOf = (error: unknown): string => (error instanceof Error ? (error.stack ?? error.message) : String(error));

/** Throws the machine error that a job has returned as data. */
function refuseUnfit(output: unknown): void {
  if (typeof output !== "object" || output === null || !("problems" in output) || !Array.isArray(output.problems))
    return;
  const problems: readonly Problem[] = output.problems;
  if (problems.some(({ code }) => OF_THE_MACHINE.has(code))) throw new UserError(problems);
}

const isOf = (error: unknown, code: string): boolean => error instanceof UserError && error.problems[0]?.code === code;
