// Stores imported tables under their content hash, as logs are stored. Changed content is always detected, and a report uses the table that
// was played even if the file has changed since.

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

/** Version of the stored format; increase it when the same file yields different rows. */
const VERSION = 2;

const kept = z.object({
  columns: z.array(z.string()),
  // A zod record would lose a column called `__proto__`.
  rows: z.array(z.custom<Readonly<Record<string, TableValue>>>(isMap)),
  lines: z.array(z.int()),
  // Tables of earlier versions lack it.
  isByRow: z.boolean().default(false),
});

/** Tables available to this thread, by content. */
const atHand = new Map<string, DataTable>();

/** Reference to a table in an experiment: its file and content hash. */
export interface TableSource {
  readonly file: string;
  readonly content?: string | undefined;
}

/** Makes a table available and returns its content hash. Throws a UserError where the file is invalid or differs from `content`. */
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
  // Another store may already have loaded it in this thread.
  const table =
    atHand.get(digest) ?? (await readTable({ path, shown: file, overflow: placeBeside(join(folder, digest)) }));
  writing(folder, () => keepWhole(dirname(folder), fileOf(folder, digest), checkedJson({ ...table })));
  atHand.set(digest, table);
  return digest;
}

/** Returns a table that `prepareTable` has prepared in this thread. Throws a UserError otherwise. */
export function tableAtHand({ file, content }: TableSource): DataTable {
  const table = content === undefined ? undefined : atHand.get(content);
  if (table !== undefined) return table;
  const hint = "files are read by agon run, play, step and show, and by `prepare` of a registry's entry";
  throw new UserError({ code: "unread-table", what: `the file ${file} was not read yet`, path: ["file"], hint });
}

const fileOf = (folder: string, content: string): string => join(folder, `${content}.table.json`);

/** Whether the folder holds the table; if so, it is loaded. */
const isKept = (folder: string, content: string): boolean =>
  (atHand.has(content) && keptFile(dirname(folder), fileOf(folder, content)) !== undefined) || loaded(folder, content);

/** Loads a table from the folder; false where it is missing or damaged. */
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
