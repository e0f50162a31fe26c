// Stores imported logs in a folder of the store under a content hash. The second run of an experiment does not import again, and changed
// content is always detected.

import { createHash } from "node:crypto";
import { createReadStream, statSync } from "node:fs";
import { extname, resolve } from "node:path";
import type { Problem } from "../core/errors.ts";
import { placeBeside } from "../core/files.ts";
import type { Preparation } from "../core/registry.ts";
import { droppedRows, skippedRows } from "./bad-rows.ts";
import { checkContent } from "./content.ts";
import { headerOf, type KeptLog, keepLog, logUnder, recordsFile, takenLog } from "./kept-log.ts";
import type { LogKind } from "./kinds.ts";
import type { Mapping } from "./log-columns.ts";
import { settledSource } from "./log-settings.ts";
import { readRecords } from "./reading.ts";
import { logFile, relationOf } from "./relation.ts";
import type { LogSource } from "./source.ts";
import { checkFile, withFile } from "./user-file.ts";

/**
 * Version of the stored format; increase it when the same file yields different records. Files of earlier versions may lack rows cut off by
 * an interruption.
 */
const VERSION = 5;

/** Texts for error messages: how the caller maps columns, and what is said where the file is missing; by default as in an experiment. */
export interface LogWords {
  readonly mapping?: Mapping;
  readonly missing?: Pick<Problem, "path" | "hint">;
}

/**
 * Ensures that a log is stored, and returns its source with the hash as `content`. Throws a UserError where the file is invalid or differs
 * from a given `content`.
 */
export async function prepareLog<S extends LogSource>(
  kind: LogKind,
  source: S,
  place: Preparation,
  { mapping, missing = { path: ["log"], hint: "paths start from the experiment's folder" } }: LogWords = {},
): Promise<S> {
  const said = place.skipBadRows === true ? { ...source, skipBadRows: true } : source;
  const folder = resolve(place.cache);
  if (said.content !== undefined && takenLog(folder, said.content) !== undefined) return said;
  const settled = settledSource(kind, said, place.directory, missing);
  const file = resolve(place.directory, settled.file);
  checkFile(file, missing);
  const content = await contentOf(kind, settled, file, place);
  checkContent(settled.file, settled.content, content, "log");
  if (headerOf(folder, content) === undefined)
    await keep({ kind, source: settled, file, mapping }, folder, content, place);
  const kept = takenLog(folder, content);
  if (kept !== undefined && kept.skipped > 0) place.onNotice?.(skippedRows(settled.file, kept.skipped, kept.reasons));
  const { dropped = 0 } = kept ?? {};
  if (dropped > 0) place.onNotice?.(droppedRows(settled.file, dropped));
  return { ...settled, content };
}

/** Returns a log that `prepareLog` has prepared in this thread. Throws a UserError otherwise. */
export const logAtHand = ({ file, content }: LogSource): KeptLog =>
  logUnder(
    content,
    file,
    "log",
    "logs are read by agon run, play, step and show, and by `prepare` of a registry's entry",
  );

/** A file to import. */
interface ShelfRequest {
  readonly kind: LogKind;
  readonly source: LogSource;
  /** Path of the file. */
  readonly file: string;
  readonly mapping: Mapping | undefined;
}

function keep(
  { kind, source, file, mapping }: ShelfRequest,
  folder: string,
  content: string,
  place: Preparation,
): Promise<void> {
  place.onProgress?.(`reading ${source.file}: names first`);
  const overflow = placeBeside(recordsFile(folder, content));
  return keepLog(folder, content, (records) =>
    withFile({ ...logFile(file, source), overflow, signal: place.signal }, async (opened) =>
      readRecords(await relationOf(opened, kind, source, mapping), records, place),
    ),
  );
}

/** Hash of the file and of all settings that affect the result. */
async function contentOf(
  kind: LogKind,
  { file: shown, columns, read: forms, zone, sort, dropDuplicates, where, skipBadRows }: LogSource,
  file: string,
  { onProgress, signal }: Preparation,
): Promise<string> {
  const hash = createHash("sha256");
  const sorted = Object.entries(columns ?? {}).sort(([a], [b]) => (a < b ? -1 : 1));
  hash.update(JSON.stringify([VERSION, kind, extname(file), sorted, where ?? "", skipBadRows]));
  // Rarely used settings enter the hash only where set, so that other hashes stay unchanged.
  const further = { forms: Object.entries(forms ?? {}).sort(), zone, sort, dropDuplicates };
  if (Object.values(further).some((one) => one !== undefined && String(one) !== ""))
    hash.update(JSON.stringify(further));
  const { size } = statSync(file);
  let read = 0;
  for await (const bytes of createReadStream(file, { highWaterMark: 1 << 20 })) {
    signal?.throwIfAborted();
    hash.update(bytes);
    read += bytes.length;
    onProgress?.(`looking at ${shown}: ${Math.floor((100 * read) / size)} %`);
  }
  return hash.digest("hex").slice(0, 16);
}
