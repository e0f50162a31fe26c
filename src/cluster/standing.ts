// Reads how a cluster stands, for people. Nothing is written, and nothing is locked: workers do not notice.

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

/** Looks at one cluster. */
export interface ClusterLook {
  /** Reads how it stands. Throws an Error with the reason where its database does not answer within some seconds. */
  standing(): Promise<ClusterStanding>;
  close(): Promise<void>;
}

/** Rows of each list that are told. */
const MOST = { batches: 50, workers: 100, events: 100 } as const;
/** Milliseconds that a look may take. */
const PATIENCE = 10_000;
/** Beats come each second; without one for so many, a worker is called silent. */
const SILENT = 4;
/** Seconds for which what is young is taken to be there: rates of its first moments would say nothing. */
const YOUNG = 5;
/** Seconds after which a batch without groups in the queue is over: at first its groups are being queued. */
const QUEUEING = 60;

/** Opens the cluster with this database. A UserError where it cannot be reached, or where its tables are of another version. */
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
 * All in one statement, with parameters: queues, tallies that are known, rows of each list, and seconds of silence. What it costs:
 * - the queue: its open groups, by the index that DBOS takes them by; some thousands at most, however many jobs they hold;
 * - batches: those that are open and the newest, by index, and the number of all;
 * - tallies: a row for each worker that worked on such a batch, by index; of batches that are over they are read once. No job is counted;
 * - workers: all their rows, which are small, and for those that are listed their jobs at work, by key;
 * - events: the newest, and those of the last hour, by index.
 * A thousand workers and a million jobs make it some tens of milliseconds of one server process.
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
      /** Null of workers that are not listed. */
      atWork: z.array(z.object({ title: z.string(), begun: z.string(), news: z.string().nullable() })).nullable(),
    }),
  ),
  events: z.array(z.object({ id: z.number(), at: z.string(), kind: z.enum(EVENT_KINDS), what: z.string() })),
  hour: z.object({ lost: z.number(), resumed: z.number() }),
});
type ClusterRows = z.output<typeof answer>;

/** What jobs tell of themselves that has a share, as trainings do. */
const news = z.object({ share: z.number().min(0).max(1) });

class StandingReader {
  readonly #pool: Pool;
  readonly #database: string;
  readonly #version = codeVersion();
  /** Of listed batches that are over. */
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
      // The database may come back as another one.
      this.#isMade = false;
      this.#tallies.clear();
      throw error;
    }
  }

  /** Of a database that no worker and no submitter has used. */
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

/** Whether Agon's tables and those of DBOS are there. A UserError where they are of another version. */
async function hasAllTables(pool: Pool): Promise<boolean> {
  if (!(await hasTables(pool))) return false;
  const query = "SELECT to_regclass($1) IS NOT NULL AS made";
  const { rows } = await pool.query<{ made: boolean }>(query, [WORKFLOWS]);
  return rows[0]?.made === true;
}

type PresentWorker = ClusterRows["workers"][number];

/** Jobs at work and rates, of batches and of workers. A worker's count is over the last minute, or over less where it or the batch is young. */
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

/** The share that a job's last news tells, from bytes in Base64; null where they tell none. */
function shareOf(encoded: string | null): number | null {
  if (encoded === null) return null;
  try {
    return news.safeParse(deserialize(Buffer.from(encoded, "base64"))).data?.share ?? null;
  } catch {
    // Another Node may write what this one does not read.
    return null;
  }
}
