// Files that jobs need on another machine: packed into blobs by the submitter, and unpacked into folders by workers.

import { accessSync, chmodSync, constants } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { makeFolder, writing } from "../core/files.ts";
import { checkPlace, keepWhole } from "../core/kept-files.ts";
import { pathsBelow } from "../core/paths-below.ts";
import type { Luggage } from "../lab/run/engine.ts";
import { type Blob, type Blobs, blobOf, fileBlob } from "./blobs.ts";

const place = z.object({ path: z.string(), hash: z.string(), executable: z.boolean() });
const schema = z.object({
  /** Folder that relative paths start from. */
  start: z.string(),
  files: z.array(place),
  inStore: z.array(place),
});

interface Packed {
  readonly path: string;
  readonly blob: Blob;
  readonly executable: boolean;
}

/** Packs files; returns the hash of their list. */
export async function packed({ inStore, directory, files, book }: Luggage, blobs: Blobs): Promise<string> {
  const pack = (path: string, file: string): Packed => ({
    ...{ path, blob: fileBlob(file), executable: isExecutable(file) },
  });
  const { start, paths } = pathsBelow(files);
  const own = files.map((file, k) => pack(paths[k], join(directory, file)));
  const kept = inStore.map((one): Packed => {
    const path = one.path.replaceAll("\\", "/");
    return "file" in one ? pack(path, one.file) : { path, blob: blobOf(Buffer.from(one.text)), executable: false };
  });
  const listed = (list: readonly Packed[]) =>
    list.map(({ path, blob: { hash }, executable }) => ({ path, hash, executable }));
  // Lists with different books have different hashes, and their files are unpacked to different folders.
  const list = blobOf(Buffer.from(JSON.stringify({ start, files: listed(own), inStore: listed(kept), book })));
  await blobs.keep([...[...own, ...kept].map(({ blob }) => blob), list]);
  return list.hash;
}

/**
 * Unpacks files below a folder and into a store; returns the directory that paths start from. Throws a UserError where the system refuses.
 */
export async function unpacked(
  list: string,
  blobs: Blobs,
  { folder, store }: { folder: string; store: string },
): Promise<string> {
  const bytes = (await blobs.read([list])).get(list);
  const { start, files, inStore } = schema.parse(JSON.parse(String(bytes)));
  const root = join(folder, list.slice(0, 16));
  const directory = join(root, start);
  const lay = async (base: string, { path, hash, executable }: z.output<typeof place>): Promise<void> => {
    const file = join(base, path);
    const contents = (await blobs.read([hash])).get(hash);
    if (contents === undefined) throw new Error(`the blob ${hash} is gone`);
    writing(base, () => {
      keepWhole(base, file, contents);
      if (executable) chmodSync(file, 0o755);
    });
  };
  checkPlace(folder, directory);
  writing(folder, () => makeFolder(directory));
  for (const file of files) await lay(root, file);
  for (const file of inStore) await lay(store, file);
  return directory;
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
