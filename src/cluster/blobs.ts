// Bytes by their SHA-256, which all machines of a cluster can read: small ones in the database, large ones in a shared place where there is
// one.

import { createHash } from "node:crypto";
import { readFileSync, statSync } from "node:fs";
import type { Pool } from "pg";
import { UserError } from "../core/errors.ts";
import type { Queries } from "./postgres.ts";
import { placeName, type SharedPlace, sharedPlace } from "./shared-place.ts";

/** Size in bytes from which on a blob is stored in the shared place. */
const LARGE = 1 << 20;
/** PostgreSQL allows at most a gigabyte for a value, and needs several times its size in memory. */
const LARGEST_IN_DATABASE = 1 << 28;
/** Node reads no larger file at once. An S3 store allows more than twice this size in one request. */
const LARGEST = 2 ** 31 - 1;

/** Returns the hash that names these bytes. */
export const hashOf = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");

/** Bytes with their hash. */
export interface Blob {
  readonly hash: string;
  readonly bytes: Uint8Array;
}

export const blobOf = (bytes: Uint8Array): Blob => ({ hash: hashOf(bytes), bytes });

/** Reads a file as a blob. Throws a UserError where it is too large for a cluster. */
export function fileBlob(file: string): Blob {
  const { size } = statSync(file);
  if (size <= LARGEST) return blobOf(readFileSync(file));
  const what = `${file} has ${(size / 2 ** 30).toFixed(1)} GiB`;
  throw new UserError({ code: "too-large", what, hint: "a file that travels between machines has less than 2 GiB" });
}

export interface Blobs {
  /** Returns which of these are not stored. */
  missing(hashes: readonly string[]): Promise<Set<string>>;
  /** Uploads large blobs to the shared place, and returns all as rows for `insertBlobs`. Throws a UserError where one is too large. */
  placed(blobs: readonly Blob[]): Promise<BlobRows>;
  /** Stores the blobs that are missing. */
  keep(blobs: readonly Blob[]): Promise<void>;
  /** Returns bytes by hash. Throws an Error where one is missing or damaged. */
  read(hashes: readonly string[]): Promise<ReadonlyMap<string, Buffer>>;
  /** Like `read`, without those that are missing. */
  find(hashes: readonly string[]): Promise<ReadonlyMap<string, Buffer>>;
  /** Deletes large blobs that are no longer referenced; failures are ignored. */
  forget(hashes: readonly string[]): Promise<void>;
}

/** Blobs as columns of `agon.blobs`; those in the shared place have no bytes. */
export interface BlobRows {
  readonly hashes: string[];
  readonly sizes: number[];
  readonly bytes: (Buffer | null)[];
}

/** Returns SQL that inserts rows of blobs, given as three parameters from number `first` on, under a condition. */
export const insertBlobs = (first: number, { only = "" } = {}): string =>
  `INSERT INTO agon.blobs (hash, size, bytes)
   SELECT own.* FROM unnest($${first}::text[], $${first + 1}::bigint[], $${first + 2}::bytea[]) AS own ${only}
   ON CONFLICT (hash) DO NOTHING`;

/** Opens the blobs of the cluster with this database. Throws a UserError where its place for large files cannot be used. */
export async function openBlobs(pool: Pool): Promise<Blobs> {
  let open: SharedPlace | undefined;
  /** Read each time, since another process may set the place at any time. */
  const place = async (): Promise<SharedPlace | undefined> => {
    if (open !== undefined) return open;
    const name = await keptPlace(pool);
    if (name !== null) open = await sharedPlace(name);
    return open;
  };
  await place();
  return blobsIn(pool, place);
}

async function keptPlace(queries: Queries): Promise<string | null> {
  const { rows } = await queries.query<{ shared: string | null }>("SELECT shared FROM agon.cluster");
  return rows[0]?.shared ?? null;
}

/**
 * Sets the place of large files, once for a cluster. Throws a UserError where another place is set already, or where this one cannot be
 * used.
 */
export async function setSharedPlace(queries: Queries, requested: string): Promise<void> {
  const place = placeName(requested);
  if ((await keptPlace(queries)) === null) {
    await sharedPlace(place);
    await queries.query("UPDATE agon.cluster SET shared = $1 WHERE shared IS NULL", [place]);
  }
  const known = await keptPlace(queries);
  if (known === place) return;
  const what = `large files of this cluster lie in ${known}, not in ${place}`;
  throw new UserError({ code: "other-place", what, hint: "leave --shared out, or give the place where they lie" });
}

function blobsIn(pool: Pool, place: () => Promise<SharedPlace | undefined>): Blobs {
  const blobs: Blobs = {
    async missing(hashes) {
      const { rows } = await pool.query<{ hash: string }>("SELECT hash FROM agon.blobs WHERE hash = ANY($1)", [hashes]);
      const known = new Set(rows.map(({ hash }) => hash));
      return new Set(hashes.filter((hash) => !known.has(hash)));
    },
    async placed(list) {
      const rows: BlobRows = { hashes: [], sizes: [], bytes: [] };
      for (const { hash, bytes } of list) {
        const shared = bytes.length >= LARGE ? await place() : undefined;
        if (shared !== undefined) await shared.put(hash, bytes);
        else if (bytes.length > LARGEST_IN_DATABASE) throw tooLarge(bytes.length);
        rows.hashes.push(hash);
        rows.sizes.push(bytes.length);
        rows.bytes.push(shared !== undefined ? null : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length));
      }
      return rows;
    },
    async keep(list) {
      const absent = await blobs.missing(list.map(({ hash }) => hash));
      for (const blob of list) {
        if (!absent.has(blob.hash)) continue;
        const { hashes, sizes, bytes } = await blobs.placed([blob]);
        await pool.query(insertBlobs(1), [hashes, sizes, bytes]);
      }
    },
    async read(hashes) {
      const contents = await blobs.find(hashes);
      const gone = hashes.find((hash) => !contents.has(hash));
      if (gone !== undefined) throw new Error(`the blob ${gone} is gone`);
      return contents;
    },
    async find(hashes) {
      const query = "SELECT hash, bytes FROM agon.blobs WHERE hash = ANY($1)";
      const { rows } = await pool.query<{ hash: string; bytes: Buffer | null }>(query, [hashes]);
      const contents = new Map<string, Buffer>();
      for (const { hash, bytes } of rows) {
        const own = bytes ?? (await (await place())?.get(hash));
        if (own === undefined) continue;
        if (hashOf(own) !== hash) throw new Error(`the blob ${hash} is not as it was written`);
        contents.set(hash, own);
      }
      return contents;
    },
    async forget(hashes) {
      for (const hash of hashes)
        await place()
          .then((shared) => shared?.remove(hash))
          .catch(() => {});
    },
  };
  return blobs;
}

function tooLarge(size: number): UserError {
  const what = `a file of ${Math.ceil(size / (1 << 20))} MiB does not fit into the database`;
  return new UserError({
    code: "too-large",
    what,
    hint: "give the cluster a place for large files: --shared FOLDER or s3://BUCKET",
  });
}
