// Tables that were read are kept under the hash of their content, as logs are: another content can never be mistaken for this one, and a
// report is made from what was played, also where the file has changed since.

import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { dirname, extname, join, resolve } from "node:path";
import { z } from "zod";
import { isMap } from "../core/checked.ts";
import { checkedJson, parseChecked } from "../core/checksum.ts";
import { UserError } from "../core/errors.ts";
import { makeFolder, placeBeside, sweepLeftovers, writing } from "../core/files.ts";
import { checkPlace, keepWhole, keptFile, makeStore, readKeptText } from "../core/kept-files.ts";
import type { Preparation } from "../core/registry.ts";
import { checkContent } from "./content.ts";
import { type DataTable, readTable, type TableValue } from "./table.ts";
import { checkFile } from "./user-file.ts";

/** Changes with what is written for the same file. */
const VERSION = 2;

const kept = z.object({
  columns: z.array(z.string()),
  // A record of zod's would lose a column called `__proto__`.
  rows: z.array(z.custom<Readonly<Record<string, TableValue>>>(isMap)),
  lines: z.array(z.int()),
});

/** Tables of this thread, by content. */
const atHand = new Map<string, DataTable>();

/** How an experiment names a table: its file, and what it held when it was read. */
export interface TableSource {
  readonly file: string;
  readonly content?: string | undefined;
}

/**
 * Sees to it that a table is at hand, and gives the hash of its content. A UserError tells what is wrong with the file, or that it
 * does not hold what `content` names.
 */
export async function prepareTable({ file, content }: TableSource, place: Preparation): Promise<string> {
  const folder = resolve(place.cache);
  if (content !== undefined && isKept(folder, content)) return content;
  const path = resolve(place.directory, file);
  checkFile(path, { path: ["file"], hint: "paths start from the experiment's folder" });
  const hash = createHash("sha256").update(JSON.stringify([VERSION, extname(path).toLowerCase()]));
  const digest = hash.update(readFileSync(path)).digest("hex").slice(0, 16);
  checkContent(file, content, digest, "file");
  if (isKept(folder, digest)) return digest;
  writing(folder, () => {
    checkPlace(dirname(folder), fileOf(folder, digest));
    makeStore(dirname(folder));
    makeFolder(folder);
    sweepLeftovers(folder);
  });
  // Another store may have given it to this thread.
  const table =
    atHand.get(digest) ?? (await readTable({ path, shown: file, overflow: placeBeside(join(folder, digest)) }));
  writing(folder, () => keepWhole(dirname(folder), fileOf(folder, digest), checkedJson({ ...table })));
  atHand.set(digest, table);
  return digest;
}

/** A table that `prepareTable` has made ready in this thread. Throws a UserError where it was not. */
export function tableAtHand({ file, content }: TableSource): DataTable {
  const table = content === undefined ? undefined : atHand.get(content);
  if (table !== undefined) return table;
  const hint = "files are read by agon run, play, step and show, and by `prepare` of a registry's entry";
  throw new UserError({ code: "unread-table", what: `the file ${file} was not read yet`, path: ["file"], hint });
}

const fileOf = (folder: string, content: string): string => join(folder, `${content}.table.json`);

/** Whether the folder holds the table, which then is at hand. */
const isKept = (folder: string, content: string): boolean =>
  (atHand.has(content) && keptFile(dirname(folder), fileOf(folder, content)) !== undefined) || loaded(folder, content);

/** Whether the folder holds the table as it was written, which then is at hand. */
function loaded(folder: string, content: string): boolean {
  const file = fileOf(folder, content);
  if (keptFile(dirname(folder), file) === undefined) return false;
  try {
    atHand.set(content, kept.parse(parseChecked(readKeptText(dirname(folder), file))));
    return true;
  } catch {
    return false;
  }
}
