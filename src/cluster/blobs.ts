// Bytes by their SHA-256, which all machines of a cluster see: small ones in the database, large ones in a shared place where there is one.

import { createHash } from "node:crypto";
import { readFileSync, statSync } from "node:fs";
import type { Pool } from "pg";
import { UserError } from "../core/errors.ts";
import type { Queries } from "./postgres.ts";
import { placeName, type SharedPlace, sharedPlace } from "./shared-place.ts";

/** From this size on, in bytes, a blob lies in the shared place. */
const LARGE = 1 << 20;
/** PostgreSQL takes a gigabyte at most for one value, and needs it several times over in memory. */
const LARGEST_IN_DATABASE = 1 << 28;
/** Node reads no larger file at once; an S3 store takes more than twice as much in one request. */
const LARGEST = 2 ** 31 - 1;

/** The name of bytes. */
export const hashOf = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");

/** Bytes with their name. */
export interface Blob {
  readonly hash: string;
  readonly bytes: Uint8Array;
}

export const blobOf = (bytes: Uint8Array): Blob => ({ hash: hashOf(bytes), bytes });

/** A file as a blob. A UserError where it is larger than a cluster takes. */
export function fileBlob(file: string): Blob {
  const { size } = statSync(file);
  if (size <= LARGEST) return blobOf(readFileSync(file));
  const what = `${file} has ${(size / 2 ** 30).toFixed(1)} GiB`;
  throw new UserError({ code: "too-large", what, hint: "a file that travels between machines has less than 2 GiB" });
}

/** The blobs of a cluster. */
export interface Blobs {
  /** Of these the ones that are not kept. */
  missing(hashes: readonly string[]): Promise<Set<string>>;
  /** Puts large ones into the shared place, and gives all as rows for `insertBlobs`. A UserError where one is too large. */
  placed(blobs: readonly Blob[]): Promise<BlobRows>;
  /** Keeps what is not there yet. */
  keep(blobs: readonly Blob[]): Promise<void>;
  /** Bytes by hash. Throws an Error where one is gone, or is not as it was. */
  read(hashes: readonly string[]): Promise<ReadonlyMap<string, Buffer>>;
  /** The same, without those that are gone. */
  find(hashes: readonly string[]): Promise<ReadonlyMap<string, Buffer>>;
  /** Removes large ones that nothing names any more; what cannot be removed stays. */
  forget(hashes: readonly string[]): Promise<void>;
}

/** Blobs as columns of `agon.blobs`; those in the shared place have no bytes. */
export interface BlobRows {
  readonly hashes: string[];
  readonly sizes: number[];
  readonly bytes: (Buffer | null)[];
}

/** Inserts rows of blobs, given as three parameters from `first` on, under a condition. */
export const insertBlobs = (first: number, { only = "" } = {}): string =>
  `INSERT INTO agon.blobs (hash, size, bytes)
   SELECT own.* FROM unnest($${first}::text[], $${first + 1}::bigint[], $${first + 2}::bytea[]) AS own ${only}
   ON CONFLICT (hash) DO NOTHING`;

/** The blobs of the cluster with this database. A UserError where its place for large files cannot be used. */
export async function openBlobs(pool: Pool): Promise<Blobs> {
  let open: SharedPlace | undefined;
  /** Another process may tell a place at any time. */
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

/** Says where large files lie, once for a cluster. A UserError where they lie elsewhere already, or where the place cannot be used. */
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
