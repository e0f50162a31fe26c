// Which workers are alive. A worker holds an advisory lock on its own connection, which the server releases when the connection dies, and
// increments a beat counter. Other workers watch both with their own monotonic clock, so clocks of two machines are never compared.

import { randomInt } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { Client, type Pool } from "pg";
import type { WorkerEvent } from "./events.ts";
import type { WorkStatus } from "./own-work.ts";
import { lasting, settings, transaction } from "./postgres.ts";

/** First key of the advisory locks of all workers. */
const LOCKS = 0x61676f6e;
/** Advisory lock under which one worker at a time requeues the groups of lost workers. */
const TAKING_UP = 0x61676f6f;

/** Milliseconds between two beats. */
export const BEAT = 1_000;
/** Number of workers that check the others at each beat: those that have been there longest. */
const ELDERS = 3;
/**
 * Other workers check only every so many beats, in case all elders are gone at once. A thousand workers that check at each beat would load
 * the server.
 */
const SELDOM = 20;
/** Lost groups are searched when a worker has gone, and every so many beats, since another worker that noticed it may have gone too. */
const AGAIN = 10;
/** Milliseconds that a worker without its lock may be silent: it reconnects after a restart of the database. */
const WITHOUT_LOCK = 5_000;
/** Milliseconds that a worker with its lock may be silent: a suspended process keeps its connection. */
const WITH_LOCK = 20_000;

/** A worker as others see it. */
export interface WorkerPlace {
  readonly id: string;
  readonly host: string;
  readonly pid: number;
  readonly threads: number;
  readonly version: string;
}

interface WatchOptions {
  readonly signal: AbortSignal;
  /** Called when a worker is gone, and when others have declared this one gone. */
  readonly onEvent: (event: WorkerEvent) => void;
  /** Returns this worker's status, which each beat publishes. */
  readonly work: () => WorkStatus;
  /** Requeues the groups of executors that are not among these; returns their number. */
  readonly takeUp: (living: ReadonlySet<string>) => Promise<number>;
  /** Returns the number of this worker's threads that were idle since the last call. */
  readonly free: () => number;
  /** Milliseconds between two beats. Default: a second. */
  readonly every?: number;
  /** Called at each beat with the load of the cluster. */
  readonly onBeat: (cluster: ClusterLoad) => void;
}

/** Load of the workers of one version. */
export interface ClusterLoad {
  readonly workers: number;
  /** Ratio of idle threads to busy threads, 0 … 1: the share of running groups that could be passed to idle threads. */
  readonly idle: number;
}

/** Registers a worker, until it is ended. */
export async function present(url: string, pool: Pool, worker: WorkerPlace, signal: AbortSignal) {
  const lock = randomInt(2 ** 31);
  const enter = async (): Promise<void> => {
    await pool.query(
      `INSERT INTO agon.workers (id, host, pid, threads, version, lock) VALUES ($1, $2, $3, $4, $5, $6)
       ON CONFLICT (id) DO NOTHING`,
      [worker.id, worker.host, worker.pid, worker.threads, worker.version, lock],
    );
  };
  const holding = holdLock(url, lock, signal);
  await lasting(enter, signal);
  return {
    enter,
    /** Unregisters the worker: other workers may take over its claims at once. */
    async leave(): Promise<void> {
      await pool.query("DELETE FROM agon.workers WHERE id = $1", [worker.id]);
      await holding;
    },
  };
}

/** Holds a lock on its own connection, and takes it again after the connection was lost. */
async function holdLock(url: string, lock: number, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const client = new Client(settings(url, 1));
    const lost = new Promise<void>((resolve) => {
      client.once("error", () => resolve());
      client.once("end", () => resolve());
      signal.addEventListener("abort", () => resolve(), { once: true });
    });
    try {
      await client.connect();
      await client.query("SELECT pg_advisory_lock($1, $2)", [LOCKS, lock]);
      await lost;
    } catch {
      await wait(500);
    } finally {
      await client.end().catch(() => {});
    }
  }
}

/** SQL of a beat. With a thousand workers it reads a million small rows a second, a tenth of a server's core. */
const BEATS = `UPDATE agon.workers AS own SET beat = beat + 1, heard = now(), free = $2, done = $4, jobs = $5, batches = $6
  WHERE id = $1 RETURNING (
    SELECT count(*)::integer FROM (
      SELECT FROM agon.workers AS other WHERE (other.since, other.id) < (own.since, own.id) LIMIT $3
    ) AS before
  ) AS elders,
  (SELECT count(*)::integer FROM agon.workers AS other WHERE other.version = own.version) AS workers,
  (
    SELECT least(1, coalesce(sum(free)::float8 / nullif(sum(threads - free), 0), 0))
    FROM agon.workers AS other WHERE other.version = own.version
  ) AS idle`;

/** What a watcher has seen of another worker. */
interface Seen {
  beat: string;
  since: number;
}

/** Sends beats, and requeues the groups of workers that are gone, until the signal. */
export async function watch(
  pool: Pool,
  worker: WorkerPlace,
  enter: () => Promise<void>,
  options: WatchOptions,
): Promise<void> {
  const { signal, onEvent, work, takeUp, free, onBeat, every = BEAT } = options;
  const seen = new Map<string, Seen>();
  let isWatching = true;
  /** Number of workers at the last beat, and whether groups of lost workers may be left since. */
  let [before, isLeft] = [0, true];
  for (let beat = 0; !signal.aborted; beat++) {
    try {
      const { done, jobs, batches } = work();
      const { rows } = await pool.query<ClusterLoad & { elders: number }>({
        name: "beat",
        text: BEATS,
        values: [worker.id, free(), ELDERS, done, JSON.stringify(jobs), JSON.stringify(batches)],
      });
      if (rows.length > 0) onBeat(rows[0]);
      if (rows.length === 0) {
        const text = "this worker was silent for too long, and others have taken up its work; it goes on with new work";
        onEvent({ kind: "silent", text });
        await enter();
      }
      // Observations from before an outage of the database are discarded, since other workers could not beat either.
      if (!isWatching) seen.clear();
      isWatching = true;
      const { elders = 0, workers = 0 } = rows[0] ?? {};
      isLeft ||= workers < before || beat % AGAIN === 0;
      before = workers;
      if (elders < ELDERS || beat % SELDOM === 0) {
        const gone = await lookAround(pool, worker.id, seen);
        for (const id of gone) onEvent({ kind: "gone", text: `worker ${id} is gone` });
        isLeft ||= gone.length > 0;
        const groups = isLeft ? await takeUpLeft(pool, takeUp) : undefined;
        if (groups !== undefined) isLeft = false;
        if (groups !== undefined && groups > 0) onEvent({ kind: "again", groups, text: waitingAgain(groups) });
      }
    } catch {
      isWatching = false;
    }
    await wait(every, undefined, { signal }).catch(() => {});
  }
}

/** Removes workers that have been silent for too long; returns their ids. */
async function lookAround(pool: Pool, own: string, seen: Map<string, Seen>): Promise<string[]> {
  const { rows } = await pool.query<{ id: string; beat: string; held: boolean }>(
    `SELECT id, beat, EXISTS (
       SELECT FROM pg_locks WHERE locktype = 'advisory' AND classid = $1::bigint AND objid = lock::bigint AND granted
     ) AS held FROM agon.workers WHERE id <> $2`,
    [LOCKS, own],
  );
  const now = performance.now();
  const gone: string[] = [];
  for (const id of seen.keys()) if (!rows.some((row) => row.id === id)) seen.delete(id);
  for (const { id, beat, held } of rows) {
    const before = seen.get(id);
    if (before === undefined || before.beat !== beat) {
      seen.set(id, { beat, since: now });
      continue;
    }
    if (now - before.since < (held ? WITH_LOCK : WITHOUT_LOCK)) continue;
    const { rowCount } = await pool.query("DELETE FROM agon.workers WHERE id = $1 AND beat = $2", [id, beat]);
    if (rowCount === 1) gone.push(id);
    seen.delete(id);
  }
  return gone;
}

const waitingAgain = (groups: number): string =>
  groups === 1 ? "1 group of a lost worker waits again" : `${groups} groups of lost workers wait again`;

/** Requeues the groups of executors that are no longer workers; undefined where another process is doing so. */
const takeUpLeft = (pool: Pool, takeUp: WatchOptions["takeUp"]): Promise<number | undefined> =>
  transaction(pool, async (client) => {
    const { rows } = await client.query<{ mine: boolean }>("SELECT pg_try_advisory_xact_lock($1) AS mine", [TAKING_UP]);
    if (rows[0]?.mine !== true) return undefined;
    const living = await client.query<{ id: string }>("SELECT id FROM agon.workers");
    return takeUp(new Set(living.rows.map(({ id }) => id)));
  });
