// Writes the results of jobs once. Results, files and states are written in one statement, under the jobs' last fences only. So a job is
// committed exactly once, however often it was computed. Results that arrive close together share a statement.

import type { Pool } from "pg";
import { type BlobRows, type Blobs, insertBlobs } from "./blobs.ts";
import type { JobClaim } from "./claims.ts";
import { lasting } from "./postgres.ts";

/**
 * Final states of a job: a final result, a result that is computed again when it is requested again, an error, or stopped by its
 * submission's budget.
 */
export type EndState = "done" | "passing" | "failed" | "stopped";

export interface JobEnding {
  readonly state: EndState;
  readonly output: Buffer;
  readonly seconds: number;
  /** Files in the order in which they are written. */
  readonly files: readonly { readonly path: string; readonly hash: string }[];
  readonly blobs: BlobRows;
}

/** A job's result that is queued for writing. */
interface Waiting {
  readonly claim: JobClaim;
  readonly ending: JobEnding;
  readonly resolve: (taken: boolean) => void;
  readonly reject: (error: unknown) => void;
}

/** Minimum milliseconds between two commits of a worker: tiny jobs share a commit, and for long ones the delay does not matter. */
export const COMMIT_EVERY = 250;
/** Approximate maximum bytes of one commit. */
const LARGE = 8 << 20;

interface CommitPlace {
  readonly pool: Pool;
  readonly blobs: Pick<Blobs, "forget">;
  readonly worker: string;
}

export class Commits {
  readonly #place: CommitPlace;
  #waiting: Waiting[] = [];
  #bytes = 0;
  #last = Number.NEGATIVE_INFINITY;
  #timer: NodeJS.Timeout | undefined;

  readonly #every: number;

  constructor(place: CommitPlace, every: number = COMMIT_EVERY) {
    this.#place = place;
    this.#every = every;
  }

  /** Queues a job's result. Resolves once it is written, with true if the claim is the job's last and the result was accepted. */
  add(claim: JobClaim, ending: JobEnding): Promise<boolean> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ claim, ending, resolve, reject });
      this.#bytes += ending.output.length + ending.blobs.bytes.reduce((sum, bytes) => sum + (bytes?.length ?? 0), 0);
      if (this.#bytes >= LARGE) this.#flush();
      else this.#timer ??= setTimeout(() => this.#flush(), Math.max(0, this.#last + this.#every - performance.now()));
    });
  }

  #flush(): void {
    clearTimeout(this.#timer);
    [this.#timer, this.#last, this.#bytes] = [undefined, performance.now(), 0];
    const now = this.#waiting.splice(0);
    this.#write(now).then(
      (taken) => {
        for (const { claim, resolve } of now) resolve(taken.has(claim.key));
      },
      (error: unknown) => {
        for (const { reject } of now) reject(error);
      },
    );
  }

  /** Writes results of jobs; returns the keys of those that were accepted. */
  async #write(list: readonly Waiting[]): Promise<ReadonlySet<string>> {
    const { pool, blobs, worker } = this.#place;
    const { taken, unneeded } = await lasting(() => commit(pool, worker, list));
    await blobs.forget(unneeded);
    return new Set(taken);
  }
}

interface Taking {
  /** Keys of the accepted results. */
  readonly taken: readonly string[];
  /** Hashes of checkpoints in the shared place that are no longer referenced. */
  readonly unneeded: readonly string[];
}

const COMMIT = `WITH given AS (
    SELECT * FROM unnest($2::text[], $3::bigint[], $4::text[], $5::bytea[], $6::float8[], $7::integer[])
      AS own (key, fence, state, output, seconds, files)
  ), mine AS (
    UPDATE agon.jobs AS job SET state = given.state, output = given.output, seconds = given.seconds, news = NULL,
      changed = pg_current_xact_id(), changed_at = now()
    FROM given
    WHERE job.key = given.key AND job.fence = given.fence AND job.worker = $1 AND job.state = 'taken'
    RETURNING job.key, job.batch, job.state
  ), kept AS (${insertBlobs(8, { only: "WHERE EXISTS (SELECT FROM mine)" })}
  ), gone AS (
    DELETE FROM agon.files USING mine JOIN given USING (key)
    WHERE files.key = mine.key AND files.place > given.files
  ), listed AS (
    INSERT INTO agon.files (key, place, path, hash)
    SELECT own.* FROM unnest($11::text[], $12::integer[], $13::text[], $14::text[]) AS own (key, place, path, hash)
    JOIN mine USING (key)
    ON CONFLICT (key, place) DO UPDATE SET path = excluded.path, hash = excluded.hash
  ), forgotten AS (DELETE FROM agon.checkpoints WHERE key IN (SELECT key FROM mine) RETURNING hash
  ), dropped AS (
    DELETE FROM agon.blobs WHERE hash IN (SELECT hash FROM forgotten) RETURNING hash, bytes IS NULL AS shared
  ), counted AS (
    INSERT INTO agon.tallies AS own (batch, worker, done, failed)
    SELECT batch, $1, count(*) FILTER (WHERE state = 'done'), count(*) FILTER (WHERE state IN ('passing', 'failed')) FROM mine GROUP BY batch
    ON CONFLICT (batch, worker) DO UPDATE SET done = own.done + excluded.done, failed = own.failed + excluded.failed
  )
  SELECT ARRAY(SELECT key FROM mine) AS taken, ARRAY(SELECT hash FROM dropped WHERE shared) AS unneeded`;

/** Writes results of jobs, and removes the references to their checkpoints. */
async function commit(pool: Pool, worker: string, list: readonly Waiting[]): Promise<Taking> {
  const files = list.flatMap(({ claim, ending }) =>
    ending.files.map(({ path, hash }, k) => ({ key: claim.key, place: k + 1, path, hash })),
  );
  // Sorted, so that two workers with the same bytes do not block each other.
  const blobs = list.flatMap(({ ending: { blobs: rows } }) =>
    rows.hashes.map((hash, k) => ({ hash, size: rows.sizes[k], bytes: rows.bytes[k] })),
  );
  blobs.sort((one, other) => (one.hash < other.hash ? -1 : 1));
  const { rows } = await pool.query<Taking>({
    name: "commit",
    text: COMMIT,
    values: [
      worker,
      list.map(({ claim }) => claim.key),
      list.map(({ claim }) => claim.fence),
      list.map(({ ending }) => ending.state),
      list.map(({ ending }) => ending.output),
      list.map(({ ending }) => ending.seconds),
      list.map(({ ending }) => ending.files.length),
      ...[blobs.map(({ hash }) => hash), blobs.map(({ size }) => size), blobs.map(({ bytes }) => bytes)],
      ...[files.map(({ key }) => key), files.map(({ place }) => place)],
      ...[files.map(({ path }) => path), files.map(({ hash }) => hash)],
    ],
  });
  return rows[0];
}
