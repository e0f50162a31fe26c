// The engine that distributes jobs over the workers of a cluster. It submits the jobs that no machine has computed yet, and follows them
// until all results are here.

import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { deserialize } from "node:v8";
import type { DBOSClient } from "@dbos-inc/dbos-sdk";
import type { Pool } from "pg";
import { z } from "zod";
import { UserError } from "../core/errors.ts";
import { writing } from "../core/files.ts";
import { grouped } from "../core/grouped.ts";
import { keepWhole } from "../core/kept-files.ts";
import { waiting } from "../core/signals.ts";
import type { Engine, JobGroup, JobOptions, ThreadJob } from "../lab/run/engine.ts";
import { type AccountPlace, openAccount, spentFrom } from "./account.ts";
import { answersOf } from "./answers.ts";
import { type Blobs, openBlobs, setSharedPlace } from "./blobs.ts";
import { keyOf } from "./chunk.ts";
import { codeVersion } from "./code-version.ts";
import type { EndState } from "./commits.ts";
import { dbosClient, makeDbosTables, openGroups, withoutDriverNotice } from "./dbos.ts";
import { connected, lasting, type Queries, unreached } from "./postgres.ts";
import { makeTables } from "./schema.ts";
import { submitted, type Wanted } from "./submission.ts";

export interface ClusterOptions {
  /** Title of the submission for people. */
  readonly title: string;
  /** Place of large files, which the first submitter sets. */
  readonly shared?: string;
}

/** Milliseconds between two polls for changes. */
export const FOLLOW = 500;
/** Number of polls without changes after which the engine checks whether any job is still queued. */
const QUIET = 20;
/** Maximum number of concurrent runs with few jobs each. */
const SIDE_BY_SIDE = 64;
/** Number of results that are fetched at a time. */
const AT_ONCE = 200;

/** Returns the engine of the cluster with this database. Throws a UserError where it cannot be used. */
export async function clusterEngine(url: string, { title, shared }: ClusterOptions): Promise<Engine> {
  withoutDriverNotice();
  const pool = await connected(url);
  try {
    await makeTables(pool);
    if (shared !== undefined) await setSharedPlace(pool, shared);
    const version = codeVersion();
    await makeDbosTables(url, pool, version);
    const [blobs, client] = [await openBlobs(pool), await dbosClient(url)];
    return {
      // Cores of other machines do not count here.
      threads: 1,
      sideBySide: SIDE_BY_SIDE,
      run: (job, groups, options) =>
        waiting(() => new Follower(job, options, { pool, blobs, client, version, title }).run(groups)),
      async close() {
        await client.destroy();
        await pool.end();
      },
    };
  } catch (error) {
    await pool.end();
    throw unreached(url, error);
  }
}

interface EngineParts {
  readonly pool: Pool;
  readonly blobs: Blobs;
  readonly client: DBOSClient;
  readonly version: string;
  readonly title: string;
}

interface JobRow {
  readonly key: string;
  readonly state: "taken" | EndState;
  readonly news: Buffer | null;
  /** The transaction that changed it last. */
  readonly changed: string;
  readonly horizon: string;
}

interface EndedRow {
  readonly key: string;
  readonly state: EndState;
  readonly output: Buffer;
  readonly files: readonly (readonly [path: string, hash: string])[];
}

/** All final states of a job. */
const ENDS: readonly EndState[] = ["done", "passing", "failed", "stopped"];

/** Schema of a job's error. */
const failure = z.union([
  z.object({
    problems: z.array(
      z.object({
        code: z.string(),
        what: z.string(),
        path: z.array(z.union([z.string(), z.number()])).exactOptional(),
        where: z.string().exactOptional(),
        hint: z.string().exactOptional(),
      }),
    ),
  }),
  z.object({ bug: z.string() }),
]);

/** Follows the jobs of one call of `run`. */
class Follower<I, O> {
  readonly #job: ThreadJob<I, O>;
  readonly #options: JobOptions<I, O>;
  readonly #parts: EngineParts;
  /** Jobs whose result is not here yet, by key. */
  readonly #missing = new Map<string, Wanted<I>[]>();
  /** Last known change of each running job. */
  readonly #seen = new Map<string, string>();
  readonly #batches: string[] = [];
  /** Number of concurrent jobs that send requests. */
  #lanes = 1;
  /** Account of the jobs that send requests; undefined before there are any. */
  #account: AccountPlace | undefined;
  /** Reports of jobs that the budget has stopped. They come last, when no other job sends requests any more. */
  readonly #stopped: (() => void)[] = [];

  constructor(job: ThreadJob<I, O>, options: JobOptions<I, O>, parts: EngineParts) {
    [this.#job, this.#options, this.#parts] = [job, options, parts];
  }

  async run(groups: readonly JobGroup<I>[]): Promise<void> {
    const { signal, stopping } = this.#options;
    try {
      this.#want(groups);
      let horizon = await this.#lasting((queries) => horizonNow(queries));
      for (const keys of slices([...this.#missing.keys()], AT_ONCE)) await this.#collect(keys, ["done"]);
      if (this.#missing.size === 0) return;
      await this.#submit();
      for (let quiet = 0; this.#missing.size > 0; ) {
        await wait(FOLLOW, undefined, { signal });
        const rows = await this.#changed(horizon);
        horizon = rows[0]?.horizon ?? horizon;
        const changed = rows.filter((row) => this.#isNew(row));
        quiet = changed.length > 0 ? 0 : quiet + 1;
        for (const row of changed) this.#tell(row);
        const ended = changed.flatMap(({ key, state }) => (state !== "taken" && this.#missing.has(key) ? [key] : []));
        const placeOf = (key: string): number => this.#missing.get(key)?.[0].place ?? 0;
        ended.sort((one, other) => placeOf(one) - placeOf(other));
        if (ended.length > 0) await this.#count();
        for (const keys of slices(ended, AT_ONCE)) await this.#collect(keys, ENDS);
        if (this.#stopped.length > 0) {
          await this.#stop();
          if (await this.#isAsking()) continue;
          for (const keys of slices([...this.#missing.keys()], AT_ONCE)) await this.#collect(keys, ENDS);
          await this.#count();
          for (const tell of this.#stopped) tell();
          break;
        }
        if (quiet >= QUIET) {
          quiet = 0;
          await this.#submitLost();
        }
      }
    } catch (error) {
      if (!signal.aborted) {
        await this.#stop();
        stopping?.();
        throw error;
      }
      await this.#count().catch(() => {});
    }
    // The workers continue; their results serve the next submission that needs them.
    if (signal.aborted) stopping?.();
  }

  #lasting<T>(work: (queries: Pool) => Promise<T>): Promise<T> {
    return lasting(() => work(this.#parts.pool), this.#options.signal);
  }

  /** Registers the needed jobs, and returns the results that are cached here. */
  #want(groups: readonly JobGroup<I>[]): void {
    const { kept, done, name } = this.#options;
    for (const { inputs, lanes, here = false } of groups) {
      if (here) this.#lanes = Math.max(this.#lanes, lanes);
      let place = -1;
      for (const input of inputs) {
        place += 1;
        const known = kept?.find(input);
        if (known !== undefined) {
          done(known.output, input, place);
          continue;
        }
        const key = keyOf(this.#parts.version, this.#job, input);
        const wanted = this.#missing.get(key) ?? [];
        wanted.push({ key, input, title: name(input), place, here });
        this.#missing.set(key, wanted);
      }
    }
  }

  async #submit(): Promise<void> {
    const wanted = Array.from(this.#missing.values(), ([first]) => first);
    const { account, signal } = this.#options;
    if (account !== undefined && wanted.some(({ here }) => here))
      this.#account ??= await this.#lasting((queries) => openAccount(queries, account, this.#lanes));
    this.#batches.push(await submitted(this.#job, wanted, { ...this.#parts, account: this.#account }, signal));
  }

  /** Updates the run's account from the database. */
  async #count(): Promise<void> {
    const place = this.#account;
    if (place === undefined) return;
    this.#options.account?.stand(await this.#lasting((queries) => spentFrom(queries, place)));
  }

  /** Whether a worker is computing a job of this run that sends requests. */
  async #isAsking(): Promise<boolean> {
    const keys = [...this.#missing].flatMap(([key, [{ here }]]) => (here ? [key] : []));
    const { rows } = await this.#lasting((queries) =>
      queries.query<{ asking: boolean }>(
        `SELECT EXISTS (
           SELECT FROM agon.jobs JOIN agon.workers ON workers.id = jobs.worker
           WHERE key = ANY($1) AND batch = ANY($2) AND state = 'taken'
         ) AS asking`,
        [keys, this.#batches],
      ),
    );
    return rows[0]?.asking === true;
  }

  /** Submits jobs again that are neither here nor queued, for example because another batch had them and was stopped. */
  async #submitLost(): Promise<void> {
    for (const batch of this.#batches) {
      const open = await this.#lasting(() => openGroups(this.#parts.client, batch, 1));
      if (open.length > 0) return;
    }
    for (const keys of slices([...this.#missing.keys()], AT_ONCE)) await this.#collect(keys, ["done"]);
    if (this.#missing.size > 0) await this.#submit();
  }

  /** Returns the jobs that have changed since the horizon, including those of open transactions. */
  async #changed(horizon: string): Promise<readonly JobRow[]> {
    const { rows } = await this.#lasting((queries) =>
      queries.query<JobRow>(
        `SELECT key, state, news, changed::text, pg_snapshot_xmin(pg_current_snapshot())::text AS horizon
         FROM agon.jobs WHERE changed >= $1::text::xid8`,
        [horizon],
      ),
    );
    return rows;
  }

  /** Whether a change concerns a needed job and is new. Transactions that end late are seen twice. */
  #isNew({ key, changed }: JobRow): boolean {
    return this.#missing.has(key) && this.#seen.get(key) !== changed;
  }

  #tell({ key, state, news, changed }: JobRow): void {
    const { begun, receive: told } = this.#options;
    const [first] = this.#missing.get(key) ?? [];
    if (first === undefined || state !== "taken") return;
    if (!this.#seen.has(key)) begun?.(first.input, first.place);
    this.#seen.set(key, changed);
    if (news !== null) told?.(deserialize(news), first.input);
  }

  /** Fetches those of the jobs that are in one of these states. */
  async #collect(keys: readonly string[], states: readonly EndedRow["state"][]): Promise<void> {
    const { blobs } = this.#parts;
    const { rows } = await this.#lasting((queries) =>
      queries.query<EndedRow>(
        `SELECT key, state, output, coalesce(
           (SELECT json_agg(json_build_array(path, hash) ORDER BY place) FROM agon.files WHERE files.key = jobs.key), '[]'
         ) AS files
         FROM agon.jobs WHERE key = ANY($1) AND state = ANY($2) AND (state <> 'stopped' OR batch = ANY($3))`,
        // Jobs stopped by another submission's budget are excluded.
        [keys, states, this.#batches],
      ),
    );
    await this.#record(rows.map(({ key }) => key));
    const hashes = new Set(rows.flatMap(({ files }) => files.map(([, hash]) => hash)));
    const contents = hashes.size === 0 ? new Map<string, Buffer>() : await this.#lasting(() => blobs.read([...hashes]));
    // In the order of the inputs, so that the first of several failures is reported.
    const byKey = new Map(rows.map((row) => [row.key, row]));
    for (const key of keys) {
      const row = byKey.get(key);
      if (row !== undefined) this.#end(row, contents);
    }
  }

  /** Adds the answers of jobs to the recordings before their results are reported, since a result can only be reproduced with them. */
  async #record(keys: readonly string[]): Promise<void> {
    const recordings = this.#job.travel?.recordings;
    if (recordings === undefined) return;
    const inputs = new Map(
      keys.flatMap((key) => {
        const [first] = this.#missing.get(key) ?? [];
        return first === undefined || recordings.book(first.input) === undefined ? [] : [[key, first.input]];
      }),
    );
    if (inputs.size === 0) return;
    const answers = await this.#lasting((queries) => answersOf(queries, [...inputs.keys()]));
    for (const [key, own] of grouped(answers, (answer) => answer.key)) {
      const input = inputs.get(key);
      if (input !== undefined) recordings.record(input, own);
    }
  }

  #end({ key, state, output, files }: EndedRow, contents: ReadonlyMap<string, Buffer>): void {
    const { done, failed, kept } = this.#options;
    const wanted = this.#missing.get(key) ?? [];
    this.#missing.delete(key);
    this.#seen.delete(key);
    if (state === "failed") {
      const error = errorOf(output);
      for (const { input, place } of wanted) {
        if (failed === undefined || !(error instanceof UserError)) throw error;
        failed(error, input, place);
      }
      return;
    }
    const result: O = deserialize(output);
    for (const { input, place } of wanted) {
      for (const [path, hash] of files) this.#write(input, path, contents.get(hash));
      if (state === "stopped") this.#stopped.push(() => done(result, input, place));
      else {
        kept?.keep(input, result);
        done(result, input, place);
      }
    }
  }

  #write(input: I, path: string, bytes: Buffer | undefined): void {
    const store = this.#job.travel?.storeOf(input);
    if (store === undefined || bytes === undefined) throw new Error(`the file ${path} of a job has no place`);
    writing(store, () => keepWhole(store, join(store, path), bytes));
  }

  /** Tells the workers to skip jobs that have not started. */
  async #stop(): Promise<void> {
    const query = "UPDATE agon.batches SET stopped = true WHERE id = ANY($1)";
    await this.#parts.pool.query(query, [this.#batches]).catch(() => {});
  }
}

function errorOf(output: Buffer): Error {
  const cause = failure.parse(deserialize(output));
  return "problems" in cause ? new UserError(cause.problems) : new Error(`a worker failed: ${cause.bug}`);
}

/** Returns the transaction id before which all changes are visible. */
async function horizonNow(queries: Queries): Promise<string> {
  const query = "SELECT pg_snapshot_xmin(pg_current_snapshot())::text AS horizon";
  const { rows } = await queries.query<{ horizon: string }>(query);
  return rows[0]?.horizon ?? "0";
}

function* slices<T>(list: readonly T[], size: number): Generator<readonly T[]> {
  for (let from = 0; from < list.length; from += size) yield list.slice(from, from + size);
}
