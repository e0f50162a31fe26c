// Which workers live. A worker holds an advisory lock on a connection of its own, which the server gives up when the connection dies,
// and counts beats. Another worker watches both by its own stopwatch: no clocks of two machines are compared.

import { randomInt } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { Client, type Pool } from "pg";
import type { WorkerEvent } from "./events.ts";
import type { WorkStatus } from "./own-work.ts";
import { lasting, settings, transaction } from "./postgres.ts";

/** The first number of all advisory locks of workers. */
const LOCKS = 0x61676f6e;
/** Of the lock under which one worker at a time takes up what others have left. */
const TAKING_UP = 0x61676f6f;

/** Milliseconds between two beats. */
export const BEAT = 1_000;
/** So many workers look after the others at each beat: those that have been there longest. */
const ELDERS = 3;
/** The others do so each so many beats: all elders may be gone at once. A thousand workers that all looked would keep a server busy. */
const SELDOM = 20;
/** What is left is looked for when a worker has gone, and each so many beats: another that saw it go may have gone too. */
const AGAIN = 10;
/** For so long, in milliseconds, a worker without its lock may be silent: it connects anew after a restart of the database. */
const WITHOUT_LOCK = 5_000;
/** For so long one with its lock: a process that was stopped keeps its connection. */
const WITH_LOCK = 20_000;

/** A worker as others see it. */
export interface WorkerPlace {
  readonly id: string;
  readonly host: string;
  readonly pid: number;
  readonly threads: number;
  readonly version: string;
}

/** What a watch tells. */
interface WatchOptions {
  readonly signal: AbortSignal;
  /** Told of a worker that is gone, and of this one where others have given it up. */
  readonly onEvent: (event: WorkerEvent) => void;
  /** What each beat tells people of this worker. */
  readonly work: () => WorkStatus;
  /** Takes up the groups of executors that are not among these; gives their number. */
  readonly takeUp: (living: ReadonlySet<string>) => Promise<number>;
  /** Threads of this worker that had nothing to do since this was last asked. */
  readonly free: () => number;
  /** Milliseconds between two beats. Default: a second. */
  readonly every?: number;
  /** Told at each beat what the cluster is like. */
  readonly onBeat: (cluster: ClusterLoad) => void;
}

/** How busy the workers of one version are. */
export interface ClusterLoad {
  readonly workers: number;
  /** Threads without work over threads with work, 0 … 1: this part of the groups at work would find a thread elsewhere. */
  readonly idle: number;
}

/** Says that a worker is there, until it is ended. */
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
    /** Leaves: what it has claimed may be taken up at once. */
    async leave(): Promise<void> {
      await pool.query("DELETE FROM agon.workers WHERE id = $1", [worker.id]);
      await holding;
    },
  };
}

/** Holds a lock on a connection of its own, and takes it again whenever the connection was lost. */
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

/** A beat. A thousand workers read a million small rows a second by it, a tenth of a server's core. */
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

/** Beats, and takes up what workers have left that are gone, until the signal. */
export async function watch(
  pool: Pool,
  worker: WorkerPlace,
  enter: () => Promise<void>,
  options: WatchOptions,
): Promise<void> {
  const { signal, onEvent, work, takeUp, free, onBeat, every = BEAT } = options;
  const seen = new Map<string, Seen>();
  let isWatching = true;
  /** Workers at the last beat, and whether groups may be left since. */
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
      // What was seen before the database was away says nothing: others could not beat either.
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

/** Removes workers that have been silent for too long; gives their names. */
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

/** Takes up what executors have left that are no workers any more; undefined where another process does so now. */
const takeUpLeft = (pool: Pool, takeUp: WatchOptions["takeUp"]): Promise<number | undefined> =>
  transaction(pool, async (client) => {
    const { rows } = await client.query<{ mine: boolean }>("SELECT pg_try_advisory_xact_lock($1) AS mine", [TAKING_UP]);
    if (rows[0]?.mine !== true) return undefined;
    const living = await client.query<{ id: string }>("SELECT id FROM agon.workers");
    return takeUp(new Set(living.rows.map(({ id }) => id)));
  });
