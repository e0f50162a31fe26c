// Checkpoints of jobs in the cluster's blobs, so that another worker can resume a job. Only the last one of each job is kept.

import { randomUUID } from "node:crypto";
import type { Pool } from "pg";
import { type Blobs, blobOf, insertBlobs } from "./blobs.ts";
import type { JobClaim } from "./claims.ts";

/** Where checkpoints are stored. */
interface CheckpointPlace {
  readonly pool: Pool;
  readonly blobs: Blobs;
}

/**
 * A random name precedes the bytes of a checkpoint. So nothing else has its hash: no result, no file, no checkpoint of another job or
 * cluster. The checkpoint can therefore be deleted when the next one is stored.
 */
const marked = (bytes: Uint8Array): Buffer => Buffer.concat([Buffer.from(randomUUID()), bytes]);
/** Length of the name in bytes. */
const MARK = 36;

/**
 * Stores a checkpoint, if the claim is the job's last, and deletes the previous one. A checkpoint that comes too late is itself deleted.
 */
export async function keepCheckpoint(
  { pool, blobs }: CheckpointPlace,
  claim: JobClaim,
  bytes: Uint8Array,
): Promise<void> {
  const blob = blobOf(marked(bytes));
  const placed = await blobs.placed([blob]);
  // The share lock on the job's row makes a concurrent claim wait: its worker finds this checkpoint, or this one is refused.
  const { rows } = await pool.query<{ unneeded: string[] }>(
    `WITH mine AS (SELECT key FROM agon.jobs WHERE key = $1 AND fence = $2 AND state = 'taken' FOR SHARE
     ), kept AS (${insertBlobs(4, { only: "WHERE EXISTS (SELECT FROM mine)" })}
     ), old AS (
       DELETE FROM agon.blobs WHERE hash IN (
         SELECT hash FROM agon.checkpoints WHERE key IN (SELECT key FROM mine) AND hash <> $3
       ) RETURNING hash, bytes IS NULL AS shared
     ), named AS (
       INSERT INTO agon.checkpoints (key, fence, hash) SELECT key, $2, $3 FROM mine
       ON CONFLICT (key) DO UPDATE SET fence = excluded.fence, hash = excluded.hash
     )
     SELECT ARRAY(
       SELECT hash FROM old WHERE shared
       UNION ALL SELECT $3 WHERE NOT EXISTS (SELECT FROM mine) AND NOT EXISTS (SELECT FROM agon.blobs WHERE hash = $3)
     ) AS unneeded`,
    [claim.key, claim.fence, blob.hash, placed.hashes, placed.sizes, placed.bytes],
  );
  await blobs.forget(rows[0]?.unneeded ?? []);
}

/** Returns the checkpoint of this hash, from which a job is resumed; undefined where it is gone. */
export async function checkpointBytes(
  { blobs }: Pick<CheckpointPlace, "blobs">,
  hash: string,
): Promise<Buffer | undefined> {
  const bytes = (await blobs.find([hash])).get(hash);
  return bytes?.subarray(MARK);
}
