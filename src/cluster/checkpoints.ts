// How far jobs came, so that another worker goes on with them: the last checkpoint of each job, in the cluster's blobs.

import type { Pool } from "pg";
import { type Blobs, blobOf, insertBlobs } from "./blobs.ts";
import type { JobClaim } from "./claims.ts";

/** Where checkpoints lie. */
interface CheckpointPlace {
  readonly pool: Pool;
  readonly blobs: Blobs;
}

/**
 * Before the bytes of a checkpoint stands whose it is. So no result, file or other job's checkpoint has its hash, and it can be removed
 * when the next one comes.
 */
const mark = ({ key, fence }: JobClaim): Buffer => Buffer.from(`checkpoint of job ${key}, claim ${fence}\n`);

/** Keeps a checkpoint, if the claim is the job's last. The one before is removed, or this one where it comes too late. */
export async function keepCheckpoint(
  { pool, blobs }: CheckpointPlace,
  claim: JobClaim,
  bytes: Uint8Array,
): Promise<void> {
  const blob = blobOf(Buffer.concat([mark(claim), bytes]));
  const placed = await blobs.placed([blob]);
  // The share of the job's row lets a claim wait: its worker finds this checkpoint, or this one is refused.
  const { rows } = await pool.query<{ unneeded: string[] }>(
    `WITH mine AS (SELECT key FROM agon.jobs WHERE key = $1 AND fence = $2 AND state = 'taken' FOR SHARE
     ), kept AS (${insertBlobs(4, "mine,")}
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

/** The checkpoint from which a job is gone on with; undefined where there is none. */
export async function checkpointOf({ pool, blobs }: CheckpointPlace, key: string): Promise<Buffer | undefined> {
  const query = "SELECT fence, hash FROM agon.checkpoints WHERE key = $1";
  const { rows } = await pool.query<{ fence: string; hash: string }>(query, [key]);
  const [row] = rows;
  if (row === undefined) return undefined;
  const bytes = (await blobs.found([row.hash])).get(row.hash);
  return bytes?.subarray(mark({ key, fence: Number(row.fence) }).length);
}
