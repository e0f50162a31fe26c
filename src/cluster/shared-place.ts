// Where large files of a cluster lie: a folder that all machines share under one path, or a bucket of an S3-compatible store.

import { existsSync, readFileSync, rmSync, statSync } from "node:fs";
import { isAbsolute, join } from "node:path";
import { UserError } from "../core/errors.ts";
import { makeFolder, writeWhole, writing } from "../core/files.ts";
import { bucketAddress, bucketName, isBucket } from "./bucket-address.ts";

/** A place for bytes by their hash. */
export interface SharedPlace {
  put(hash: string, bytes: Uint8Array): Promise<void>;
  /** Undefined where it is not there. */
  get(hash: string): Promise<Buffer | undefined>;
  /** It may be gone already. */
  remove(hash: string): Promise<void>;
}

/** The name by which all machines know the place that is asked for here. A UserError where it is none. */
export function placeName(asked: string): string {
  if (isBucket(asked)) return bucketName(bucketAddress(asked, process.env));
  if (isAbsolute(asked)) return asked;
  const hint = "give the absolute path of a folder that all machines share, or s3://BUCKET/PREFIX";
  throw new UserError({ code: "no-shared-place", what: `${asked} is no place for large files`, hint });
}

/** The place of this name. A UserError where it cannot be used. */
export async function sharedPlace(name: string): Promise<SharedPlace> {
  if (!isBucket(name)) return sharedFolder(name);
  const { openBucket } = await import("./bucket.ts");
  return openBucket(bucketAddress(name, process.env), process.env);
}

function sharedFolder(name: string): SharedPlace {
  if (statSync(name, { throwIfNoEntry: false })?.isDirectory() !== true) {
    const hint = "mount it on this machine too, under the same path";
    throw new UserError({
      code: "no-shared-place",
      what: `large files of this cluster lie in ${name}, which is not there`,
      hint,
    });
  }
  // A folder for each first two digits: file systems slow down where one holds a million names.
  const fileOf = (hash: string): string => join(name, hash.slice(0, 2), hash);
  return {
    async put(hash, bytes) {
      const file = fileOf(hash);
      if (existsSync(file)) return;
      writing(name, () => {
        makeFolder(join(name, hash.slice(0, 2)));
        writeWhole(file, bytes);
      });
    },
    async get(hash) {
      const file = fileOf(hash);
      return existsSync(file) ? readFileSync(file) : undefined;
    },
    async remove(hash) {
      rmSync(fileOf(hash), { force: true });
    },
  };
}
