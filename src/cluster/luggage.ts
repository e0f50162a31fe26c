// Files that jobs need on another machine: packed into blobs where they were submitted, laid out in folders where they are computed.

import { accessSync, chmodSync, constants, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { z } from "zod";
import { makeFolder, writeWhole, writing } from "../core/files.ts";
import type { Luggage } from "../lab/engine.ts";
import { type Blob, type Blobs, blobOf } from "./blobs.ts";

const place = z.object({ path: z.string(), hash: z.string(), executable: z.boolean() });
const schema = z.object({
  /** Folders above the directory in which files lie. */
  above: z.int().min(0),
  files: z.array(place),
  inStore: z.array(place),
});

/** Packs files; gives the hash of the list of them. */
export async function packed({ store, inStore, directory, files, book }: Luggage, blobs: Blobs): Promise<string> {
  const pack = (folder: string, paths: readonly string[]) =>
    paths.map((path) => {
      const file = join(folder, path);
      return { path: path.replaceAll("\\", "/"), blob: blobOf(readFileSync(file)), executable: isExecutable(file) };
    });
  const [own, kept] = [pack(directory, files), pack(store, inStore)];
  const listed = (list: readonly { path: string; blob: Blob; executable: boolean }[]) =>
    list.map(({ path, blob: { hash }, executable }) => ({ path, hash, executable }));
  const above = Math.max(0, ...own.map(({ path }) => path.split("/").filter((part) => part === "..").length));
  // A list with another book has another name, and its files lie elsewhere.
  const list = blobOf(Buffer.from(JSON.stringify({ above, files: listed(own), inStore: listed(kept), book })));
  await blobs.keep([...[...own, ...kept].map(({ blob }) => blob), list]);
  return list.hash;
}

/** Lays packed files out below a folder and into a store; gives the directory that paths start from. A UserError where the disk refuses. */
export async function unpacked(
  list: string,
  blobs: Blobs,
  { folder, store }: { folder: string; store: string },
): Promise<string> {
  const bytes = (await blobs.read([list])).get(list);
  const { above, files, inStore } = schema.parse(JSON.parse(String(bytes)));
  const directory = join(folder, list.slice(0, 16), ...Array.from({ length: above }, () => "in"));
  const lay = async (root: string, base: string, { path, hash, executable }: z.output<typeof place>): Promise<void> => {
    const file = normalize(join(base, path));
    if (!file.startsWith(root)) throw new Error(`the path ${path} leads out of ${root}`);
    const contents = (await blobs.read([hash])).get(hash);
    if (contents === undefined) throw new Error(`the blob ${hash} is gone`);
    writing(root, () => {
      makeFolder(dirname(file));
      writeWhole(file, contents);
      if (executable) chmodSync(file, 0o755);
    });
  };
  writing(folder, () => makeFolder(directory));
  for (const file of files) await lay(join(folder, list.slice(0, 16)), directory, file);
  for (const file of inStore) await lay(store, store, file);
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
