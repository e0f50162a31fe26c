// Reads the status of a cluster for people. It writes nothing and takes no locks, so workers are not affected.

import { deserialize } from "node:v8";
import type { Pool } from "pg";
import { z } from "zod";
import { shownAddress } from "../core/shown-address.ts";
import { codeVersion } from "./code-version.ts";
import { QUEUES, WORKFLOWS } from "./dbos.ts";
import { EVENT_KINDS } from "./events.ts";
import { LATELY } from "./own-work.ts";
import { connected, reasonOf, unreached } from "./postgres.ts";
import { hasTables } from "./schema.ts";
import type { BatchStanding, ClusterStanding, JobStanding, WorkerStanding, WorkStanding } from "./standing-data.ts";

/** Reads one cluster. */
export interface ClusterLook {
  /** Returns the current status. Throws an Error with the reason where the database does not respond within some seconds. */
  standing(): Promise<ClusterStanding>;
  close(): Promise<void>;
}

/** Maximum rows of each list. */
const MOST = { batches: 50, workers: 100, events: 100 } as const;
/** Maximum milliseconds of a reading. */
const PATIENCE = 10_000;
/** Number of beats (seconds) without a sign after which a worker is called silent. */
const SILENT = 4;
/** Minimum age in seconds for the computation of rates, which would be meaningless at first. */
const YOUNG = 5;
/** Seconds after which a batch without groups in the queue counts as closed: at first its groups are still being queued. */
const QUEUEING = 60;

/** Opens the cluster with this database. Throws a UserError where it cannot be reached, or where its tables are of another version. */
export async function lookAtCluster(url: string): Promise<ClusterLook> {
  const limits = { query_timeout: PATIENCE, statement_timeout: PATIENCE };
  const pool = await connected(url, 1, { ...limits, application_name: "agon view" });
  try {
    await hasTables(pool);
  } catch (error) {
    await pool.end();
    throw unreached(url, error);
  }
  const reader = new StandingReader(pool, shownAddress(url));
  return {
    async standing() {
      try {
        return await reader.read();
      } catch (error) {
        throw new Error(reasonOf(error), { cause: error });
      }
    },
    close: () => pool.end(),
  };
}

/**
 * A single statement with parameters: queues, known tallies, rows of each list, and seconds of silence. Its cost:
 * - the queue: its open groups, by the index that DBOS uses; some thousands at most, however many jobs they contain;
 * - batches: the open and the newest ones, by index, and the number of all;
 * - tallies: a row for each worker that worked on such a batch, by index; those of closed batches are read once. No jobs are counted;
 * - workers: all their rows, which are small, and for listed workers their running jobs, by key;
 * - events: the newest, and those of the last hour, by index.
 * With a thousand workers and a million jobs it takes some tens of milliseconds of one server process.
 */
const QUERY = `
  WITH open AS MATERIALIZED (
    SELECT split_part(workflow_uuid, '.', 1) AS id FROM ${WORKFLOWS}
    WHERE status IN ('ENQUEUED', 'PENDING') AND queue_name = ANY($1::text[]) GROUP BY 1
  ), listed AS MATERIALIZED (
    SELECT id FROM open UNION (SELECT id FROM agon.batches ORDER BY submitted DESC, id LIMIT $3)
  )
  SELECT to_json(now()) AS at, (SELECT count(*)::integer FROM agon.batches) AS "allBatches", (
    SELECT coalesce(json_agg(own ORDER BY own.submitted DESC, own.id), '[]') FROM (
      SELECT id, title, host, version, jobs, submitted, stopped, id IN (SELECT id FROM open) AS "isOpen",
        extract(epoch FROM now() - submitted) AS age,
        CASE WHEN id <> ALL ($2::text[]) THEN (
          SELECT json_build_object('done', coalesce(sum(done), 0), 'failed', coalesce(sum(failed), 0))
          FROM agon.tallies WHERE batch = batches.id
        ) END AS tally
      FROM agon.batches JOIN listed USING (id)
    ) AS own
  ) AS batches, (
    SELECT coalesce(json_agg(own ORDER BY own.since, own.id), '[]') FROM (
      SELECT id, host, pid, threads, version, since, heard, done, batches,
        extract(epoch FROM now() - since) AS age, heard < now() - make_interval(secs => $6) AS "isSilent",
        CASE WHEN row_number() OVER (ORDER BY since, id) <= $4 THEN (
          SELECT coalesce(json_agg(json_build_object(
            'title', told.job->>'title', 'begun', date_trunc('second', heard - make_interval(secs => (told.job->>'seconds')::double precision)),
            'news', encode(news, 'base64')
          ) ORDER BY place), '[]')
          FROM jsonb_array_elements(workers.jobs) WITH ORDINALITY AS told (job, place)
          LEFT JOIN agon.jobs ON key = told.job->>'key' AND worker = workers.id AND state = 'taken'
        ) END AS "atWork"
      FROM agon.workers
    ) AS own
  ) AS workers, (
    SELECT coalesce(json_agg(own ORDER BY own.id DESC), '[]') FROM (
      SELECT id, at, kind, what FROM agon.events ORDER BY id DESC LIMIT $5
    ) AS own
  ) AS events, (
    SELECT json_build_object('lost', count(*) FILTER (WHERE kind = 'gone'), 'resumed', coalesce(sum(groups), 0))
    FROM agon.events WHERE at > now() - interval '1 hour'
  ) AS hour`;

const tally = z.object({ done: z.number(), failed: z.number() });
type EndedJobs = z.output<typeof tally>;

const answer = z.object({
  at: z.string(),
  allBatches: z.number(),
  batches: z.array(
    z.object({
      ...{ id: z.string(), title: z.string(), host: z.string(), version: z.string(), jobs: z.number() },
      ...{ submitted: z.string(), stopped: z.boolean(), isOpen: z.boolean(), age: z.number() },
      tally: tally.nullable(),
    }),
  ),
  workers: z.array(
    z.object({
      ...{ id: z.string(), host: z.string(), pid: z.number(), threads: z.number(), version: z.string() },
      ...{ since: z.string(), heard: z.string(), age: z.number(), isSilent: z.boolean(), done: z.number() },
      batches: z.record(z.string(), z.object({ now: z.number(), lately: z.number() })),
      /** Null for workers that are not listed. */
      atWork: z.array(z.object({ title: z.string(), begun: z.string(), news: z.string().nullable() })).nullable(),
    }),
  ),
  events: z.array(z.object({ id: z.number(), at: z.string(), kind: z.enum(EVENT_KINDS), what: z.string() })),
  hour: z.object({ lost: z.number(), resumed: z.number() }),
});
type ClusterRows = z.output<typeof answer>;

/** Progress messages that have a share, as those of trainings. */
const news = z.object({ share: z.number().min(0).max(1) });

class StandingReader {
  readonly #pool: Pool;
  readonly #database: string;
  readonly #version = codeVersion();
  /** Tallies of listed batches that are closed. */
  readonly #tallies = new Map<string, EndedJobs>();
  #isMade = false;

  constructor(pool: Pool, database: string) {
    [this.#pool, this.#database] = [pool, database];
  }

  async read(): Promise<ClusterStanding> {
    try {
      this.#isMade ||= await hasAllTables(this.#pool);
      if (!this.#isMade) return this.#empty();
      const { rows } = await this.#pool.query(QUERY, [
        ...[Object.values(QUEUES), [...this.#tallies.keys()]],
        ...[MOST.batches, MOST.workers, MOST.events, SILENT],
      ]);
      return this.#standing(answer.parse(rows[0]));
    } catch (error) {
      // The database may be another one when it responds again.
      this.#isMade = false;
      this.#tallies.clear();
      throw error;
    }
  }

  /** Returns the status of a database that no worker and no submitter has used. */
  async #empty(): Promise<ClusterStanding> {
    const { rows } = await this.#pool.query<{ at: string }>("SELECT to_json(now()) AS at");
    const nothing = { at: rows[0]?.at ?? "", allBatches: 0, batches: [], workers: [], events: [] };
    return this.#standing({ ...nothing, hour: { lost: 0, resumed: 0 } });
  }

  #standing({ at, allBatches, batches: rows, workers: present, events, hour }: ClusterRows): ClusterStanding {
    const ages = new Map(rows.map(({ id, age }) => [id, age]));
    const counts = countsOf(present, ages);
    for (const id of this.#tallies.keys()) if (!ages.has(id)) this.#tallies.delete(id);
    const versions = new Set(present.map(({ version }) => version));
    const all = rows.map(({ tally: read, stopped, isOpen, age, ...row }): BatchStanding => {
      const { done, failed } = read ?? this.#tallies.get(row.id) ?? { done: 0, failed: 0 };
      if (!isOpen && age > QUEUEING) this.#tallies.set(row.id, { done, failed });
      const { atWork, rate } = counts.batches.get(row.id) ?? { atWork: 0, rate: 0 };
      const rest = Math.max(0, row.jobs - done - failed - atWork);
      const isWaiting = isOpen && !stopped;
      return {
        ...{ ...row, state: stopped ? "stopped" : isOpen ? "open" : "over", done, failed, atWork, rate },
        ...{ waiting: isWaiting ? rest : 0, elsewhere: isWaiting ? 0 : rest },
        secondsLeft: secondsLeft(isWaiting ? rest + atWork : 0, rate),
        ...{ isOwnVersion: row.version === this.#version, hasWorker: versions.has(row.version) },
      };
    });
    const open = all.filter(({ state }) => state === "open");
    const sum = (value: (work: WorkStanding) => number): number => open.reduce((total, one) => total + value(one), 0);
    const left = sum(({ waiting, atWork }) => waiting + atWork);
    const batches = all.slice(0, MOST.batches);
    const workers = present.slice(0, MOST.workers);
    return {
      ...{ database: this.#database, at },
      whole: {
        ...{ open: open.length, workers: present.length },
        threads: present.reduce((total, { threads }) => total + threads, 0),
        ...{ waiting: sum((one) => one.waiting), atWork: present.reduce((total, one) => total + atWorkOf(one), 0) },
        ...{ done: sum((one) => one.done), failed: sum((one) => one.failed) },
        rate: [...counts.workers.values()].reduce((total, rate) => total + rate, 0),
        secondsLeft: secondsLeft(
          left,
          sum(({ rate }) => rate),
        ),
        ...hour,
      },
      batches: { list: batches, more: Math.max(0, allBatches - batches.length) },
      workers: {
        list: workers.map((row) => workerOf(row, counts.workers.get(row.id) ?? 0)),
        more: present.length - workers.length,
      },
      events,
    };
  }
}

/** Returns whether Agon's tables and those of DBOS exist. Throws a UserError where they are of another version. */
async function hasAllTables(pool: Pool): Promise<boolean> {
  if (!(await hasTables(pool))) return false;
  const query = "SELECT to_regclass($1) IS NOT NULL AS made";
  const { rows } = await pool.query<{ made: boolean }>(query, [WORKFLOWS]);
  return rows[0]?.made === true;
}

type PresentWorker = ClusterRows["workers"][number];

/**
 * Counts running jobs and rates, by batch and by worker. A worker's count covers the last minute, or less where the worker or the batch is
 * younger.
 */
function countsOf(present: readonly PresentWorker[], ages: ReadonlyMap<string, number>) {
  const batches = new Map<string, { atWork: number; rate: number }>();
  const workers = new Map<string, number>();
  for (const { id, age, batches: own } of present) {
    for (const [batch, { now, lately }] of Object.entries(own)) {
      const seconds = Math.max(YOUNG, Math.min(LATELY, age, ages.get(batch) ?? LATELY));
      const rate = lately / seconds;
      const known = batches.get(batch) ?? { atWork: 0, rate: 0 };
      batches.set(batch, { atWork: known.atWork + now, rate: known.rate + rate });
      workers.set(id, (workers.get(id) ?? 0) + rate);
    }
  }
  return { batches, workers };
}

const atWorkOf = ({ batches }: PresentWorker): number =>
  Object.values(batches).reduce((total, { now }) => total + now, 0);

const secondsLeft = (jobs: number, rate: number): number | null => (jobs > 0 && rate > 0 ? jobs / rate : null);

function workerOf(row: PresentWorker, rate: number): WorkerStanding {
  const { id, host, pid, threads, since, heard, isSilent, done, atWork } = row;
  const list = (atWork ?? []).map(
    ({ title, begun, news: encoded }): JobStanding => ({ title, begun, share: shareOf(encoded) }),
  );
  const silentSince = isSilent ? heard : null;
  return { id, host, pid, threads, since, silentSince, done, rate, jobs: { list, more: atWorkOf(row) - list.length } };
}

/** Returns the share in a job's last progress message, from Base64; null where there is none. */
function shareOf(encoded: string | null): number | null {
  if (encoded === null) return null;
  try {
    return news.safeParse(deserialize(Buffer.from(encoded, "base64"))).data?.share ?? null;
  } catch {
    // Another version of Node may serialise in a format that this one cannot read.
    return null;
  }
}
