// Which worker computes a job. A claim increments the job's fence; a worker's writes for a job only count under the last fence.

import type { Queries } from "./postgres.ts";

/** A job that this worker may compute. */
export interface JobClaim {
  readonly key: string;
  readonly fence: number;
  /** Hash of the checkpoint to resume from; null where there is none. */
  readonly checkpoint: string | null;
}

export interface OrderedJobs {
  readonly batch: string;
  readonly keys: readonly string[];
  readonly titles: readonly string[];
}

/**
 * Claims those of the jobs that are not done and that no living worker has claimed. Errors and non-final results of another batch are
 * computed again, and so are jobs that another budget has stopped. Jobs of a stopped batch are not claimed.
 */
export async function claim(
  queries: Queries,
  worker: string,
  { batch, keys, titles }: OrderedJobs,
): Promise<JobClaim[]> {
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

/** Releases claims, so that other workers may claim the jobs. */
export async function release(queries: Queries, worker: string, keys: readonly string[]): Promise<void> {
  await queries.query(
    `UPDATE agon.jobs SET worker = NULL, changed = pg_current_xact_id(), changed_at = now()
     WHERE key = ANY($1) AND worker = $2 AND state = 'taken'`,
    [keys, worker],
  );
}

/** Stores the progress of a job. */
export async function tell(queries: Queries, worker: string, { key, fence }: JobClaim, news: Buffer): Promise<void> {
  await queries.query(
    `UPDATE agon.jobs SET news = $4, changed = pg_current_xact_id(), changed_at = now()
     WHERE key = $1 AND fence = $2 AND worker = $3 AND state = 'taken'`,
    [key, fence, worker, news],
  );
}
