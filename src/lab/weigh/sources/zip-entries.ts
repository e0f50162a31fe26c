// Files in a zip archive, read one after the other, so that memory holds one of them. Inspect packs by Zstandard, which neither Node 20 nor the
// library of archives unpacks by itself.

import { buffer } from "node:stream/consumers";
import { crc32 } from "@node-rs/crc32";
import { decompress } from "fzstd";
import { type Entry, openPromise, type ZipFile } from "yauzl";
import { messageOf, UserError } from "../../../core/errors.ts";

/** Method of compression by Zstandard. */
const ZSTANDARD = 93;

/** Maximum bytes of one unpacked file. */
const MOST_BYTES = 512 << 20;

/** A file in an archive. */
export interface ZipEntry {
  readonly name: string;
  /** Its bytes. Throws a UserError where they are damaged, or too many. */
  read(): Promise<Uint8Array>;
}

/** Opens an archive and returns the result of `use`. Throws a UserError where it is none, or was cut off. */
export async function withZip<T>(path: string, shown: string, use: (entries: ZipEntry[]) => Promise<T>): Promise<T> {
  let zip: ZipFile;
  try {
    zip = await openPromise(path, { lazyEntries: true, autoClose: false });
  } catch (error) {
    const hint = "was it copied to its end? A zip archive ends with the list of its files";
    throw damaged(`is no whole zip archive: ${messageOf(error)}`, shown, hint);
  }
  try {
    const entries: ZipEntry[] = [];
    for await (const entry of zip.eachEntry())
      entries.push({ name: entry.fileName, read: () => bytesOf(zip, entry, shown) });
    return await use(entries);
  } catch (error) {
    throw error instanceof UserError ? error : damaged(`cannot be read: ${messageOf(error)}`, shown);
  } finally {
    zip.close();
  }
}

async function bytesOf(zip: ZipFile, entry: Entry, shown: string): Promise<Uint8Array> {
  const { fileName, compressionMethod, uncompressedSize } = entry;
  if (uncompressedSize > MOST_BYTES)
    throw damaged(`holds a file of more than ${MOST_BYTES >> 20} MB, ${fileName}, and none so large is read`, shown);
  try {
    const isPacked = compressionMethod === ZSTANDARD;
    const stream = await zip.openReadStreamPromise(entry, isPacked ? { decodeFileData: false } : {});
    const raw = await buffer(stream);
    const bytes = isPacked ? decompress(raw, new Uint8Array(uncompressedSize)) : raw;
    if (crc32(bytes) === entry.crc32) return bytes;
  } catch (error) {
    throw damaged(`holds ${fileName}, which cannot be unpacked: ${messageOf(error)}`, shown);
  }
  throw damaged(`holds ${fileName}, which is damaged: its checksum differs`, shown);
}

const damaged = (what: string, where: string, hint?: string): UserError =>
  new UserError({ code: "broken-log", what, where, ...(hint === undefined ? {} : { hint }) });
