// Who computes a job, and whose result is taken. A claim raises the job's fence; results, files and state are written in one statement
// under the last fence alone, so that a job is committed exactly once however often it was computed.

import { type BlobRows, insertBlobs } from "./blobs.ts";
import type { Queries } from "./postgres.ts";

/** A job that this worker may compute. */
export interface JobClaim {
  readonly key: string;
  readonly fence: number;
  /** Hash of the checkpoint from which it is gone on with; null where there is none. */
  readonly checkpoint: string | null;
}

/**
 * What ended a job: a result for good, one that is computed again when it is asked for again, an error, or that its submission's budget
 * is spent.
 */
export type EndState = "done" | "passing" | "failed" | "stopped";

/** What a job has come to. */
export interface JobEnding {
  readonly state: EndState;
  readonly output: Buffer;
  readonly seconds: number;
  /** Files in the order in which they are written. */
  readonly files: readonly { readonly path: string; readonly hash: string }[];
  readonly blobs: BlobRows;
}

/** Which jobs are asked for. */
export interface AskedJobs {
  readonly batch: string;
  readonly keys: readonly string[];
  readonly titles: readonly string[];
}

/**
 * Claims those of the jobs that are not done and that no living worker has. Errors and passing results of another batch are computed
 * again, and so is what its budget has stopped. None is claimed of a batch that was stopped.
 */
export async function claim(queries: Queries, worker: string, { batch, keys, titles }: AskedJobs): Promise<JobClaim[]> {
  const { rows } = await queries.query<{ key: string; fence: string; checkpoint: string | null }>({
    name: "claim",
    text: `INSERT INTO agon.jobs AS job (key, title, batch, worker, state)
     SELECT own.key, own.title, $2, $3, 'taken'
     FROM unnest($1::text[], $4::text[]) AS own (key, title)
     WHERE NOT (SELECT stopped FROM agon.batches WHERE id = $2)
     ORDER BY own.key
     ON CONFLICT (key) DO UPDATE SET
       batch = $2, worker = $3, state = 'taken', fence = job.fence + 1, output = NULL, news = NULL,
       changed = pg_current_xact_id(), changed_at = now()
     WHERE job.state = 'taken' AND NOT EXISTS (SELECT FROM agon.workers WHERE id = job.worker)
        OR job.state IN ('passing', 'failed', 'stopped') AND job.batch <> $2
     RETURNING key, fence, (SELECT hash FROM agon.checkpoints WHERE checkpoints.key = job.key) AS checkpoint`,
    values: [keys, batch, worker, titles],
  });
  return rows.map(({ key, fence, checkpoint }) => ({ key, fence: Number(fence), checkpoint }));
}

/** Gives claims back: other workers may take the jobs. */
export async function release(queries: Queries, worker: string, keys: readonly string[]): Promise<void> {
  await queries.query(
    `UPDATE agon.jobs SET worker = NULL, changed = pg_current_xact_id(), changed_at = now()
     WHERE key = ANY($1) AND worker = $2 AND state = 'taken'`,
    [keys, worker],
  );
}

/** Takes a job's result, if the claim is its last; says whether it was taken. */
export async function commit(
  queries: Queries,
  worker: string,
  { key, fence }: JobClaim,
  ending: JobEnding,
): Promise<boolean> {
  const { state, output, seconds, files, blobs } = ending;
  const { rows } = await queries.query<{ taken: string }>({
    name: "commit",
    text: `WITH mine AS (
       UPDATE agon.jobs SET state = $4, output = $5, seconds = $6, news = NULL, changed = pg_current_xact_id(), changed_at = now()
       WHERE key = $1 AND fence = $2 AND worker = $3 AND state = 'taken'
       RETURNING key
     ), kept AS (${insertBlobs(9, "mine,")}
     ), gone AS (DELETE FROM agon.files WHERE key IN (SELECT key FROM mine) AND place > cardinality($7::text[])
     ), listed AS (
       INSERT INTO agon.files (key, place, path, hash)
       SELECT mine.key, own.place, own.path, own.hash
       FROM mine, unnest($7::text[], $8::text[]) WITH ORDINALITY AS own (path, hash, place)
       ON CONFLICT (key, place) DO UPDATE SET path = excluded.path, hash = excluded.hash
     ), forgotten AS (DELETE FROM agon.checkpoints WHERE key IN (SELECT key FROM mine)
     ), counted AS (UPDATE agon.workers SET done = done + 1 WHERE id = $3 AND EXISTS (SELECT FROM mine)
     )
     SELECT count(*) AS taken FROM mine`,
    values: [
      ...[key, fence, worker, state, output, seconds],
      ...[files.map(({ path }) => path), files.map(({ hash }) => hash)],
      ...[blobs.hashes, blobs.sizes, blobs.bytes],
    ],
  });
  return rows[0]?.taken === "1";
}

/** Tells how far a job is. */
export async function tell(queries: Queries, worker: string, { key, fence }: JobClaim, news: Buffer): Promise<void> {
  await queries.query(
    `UPDATE agon.jobs SET news = $4, changed = pg_current_xact_id(), changed_at = now()
     WHERE key = $1 AND fence = $2 AND worker = $3 AND state = 'taken'`,
    [key, fence, worker, news],
  );
}

/** Keeps a checkpoint by its hash, if the claim is the job's last; the one before is forgotten. */
export async function keepCheckpointOf(
  queries: Queries,
  { key, fence }: JobClaim,
  hash: string,
  blobs: BlobRows,
): Promise<void> {
  await queries.query(
    `WITH mine AS (SELECT key FROM agon.jobs WHERE key = $1 AND fence = $2 AND state = 'taken'
     ), kept AS (${insertBlobs(4, "mine,")}
     ), old AS (
       DELETE FROM agon.blobs WHERE hash IN (
         SELECT hash FROM agon.checkpoints WHERE key IN (SELECT key FROM mine) AND hash <> $3
       )
     )
     INSERT INTO agon.checkpoints (key, fence, hash) SELECT key, $2, $3 FROM mine
     ON CONFLICT (key) DO UPDATE SET fence = excluded.fence, hash = excluded.hash`,
    [key, fence, hash, blobs.hashes, blobs.sizes, blobs.bytes],
  );
}
