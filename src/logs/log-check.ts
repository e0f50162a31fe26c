// Checks a log before it is played: guessed kind and columns, number of valid rows, and duplicates.

import { resolve } from "node:path";
import type { Preparation } from "../core/registry.ts";
import type { BadReason } from "./bad-rows.ts";
import { openClicks } from "./clicks.ts";
import { guessLog, type LogGuess } from "./guess.ts";
import type { KeptLog } from "./kept-log.ts";
import { CLICKS, kindCalled, type LogKind, TOUCHES } from "./kinds.ts";
import { isSettings, readLogSettings, settledSource } from "./log-settings.ts";
import { countRepeated, logFile } from "./relation.ts";
import { type LogWords, logAtHand, prepareLog } from "./shelf.ts";
import type { LogSource } from "./source.ts";
import { openTouches } from "./touches.ts";
import { placeOf, withFile } from "./user-file.ts";

/** Result of a check. */
export interface CheckedLog {
  readonly kind: LogKind;
  /** The source completed with all guesses. */
  readonly source: LogSource;
  /** Undefined where the settings specify everything. */
  readonly guess: LogGuess | undefined;
  /** Number of valid rows that equal an earlier row in every column and are kept. */
  readonly duplicates: number;
  /** Number of duplicates among the bad rows. */
  readonly badDuplicates: number;
  /** How its rows were read; undefined where questions are open. */
  readonly read: ReadRows | undefined;
  /** The valid rows; undefined where questions are open, or where rows of a record may be anywhere in the file. */
  readonly log: KeptLog | undefined;
}

/** Counts of rows of a file. */
export interface ReadRows {
  /** Number of valid records, in the kind's plural noun. */
  readonly records: number;
  /** Number of valid rows. */
  readonly rows: number;
  readonly skipped: number;
  readonly reasons: readonly string[];
  /** Skipped rows by reason. */
  readonly counts?: readonly BadReason[] | undefined;
  /** Number of dropped duplicate rows. */
  readonly dropped?: number | undefined;
}

/**
 * Checks a log; all bad rows are counted and skipped. `as` is the kind if the user names it. Throws a UserError where the file is not a
 * log.
 */
export async function checkLog(
  named: LogSource,
  as: string | undefined,
  place: Preparation,
  words: LogWords,
): Promise<CheckedLog> {
  const { kind: said, source } = settled(named, as, place.directory);
  const request = logFile(placeOf(source.file, place.directory), source);
  place.onProgress?.(`looking at ${source.file}`);
  const { guess, repeated } = await withFile({ ...request, signal: place.signal }, async (file) => {
    await file.checkCondition();
    const guess = isSettings(named.file) ? undefined : await guessLog(file, source, said);
    if (guess !== undefined && guess.questions.length > 0) return { guess, repeated: 0 };
    const kind = guess?.kind ?? said;
    const isCounted = source.dropDuplicates !== true || kind?.scattered === true;
    return { guess, repeated: isCounted ? await countRepeated(file) : 0 };
  });
  const kind = guess?.kind ?? said;
  if (kind === undefined) throw new Error("settings name a kind");
  const duplicates = source.dropDuplicates === true ? 0 : repeated;
  const findings = { kind, guess, duplicates, badDuplicates: 0, source: guess?.source ?? source };
  if ((guess?.questions.length ?? 0) > 0) return { ...findings, read: undefined, log: undefined };
  const lenient = { ...findings.source, skipBadRows: true };
  const log = kind.scattered === true ? undefined : logAtHand(await prepareLog(kind, lenient, place, words));
  const read = log ?? (await scatteredRows(kind, lenient, place, words, repeated));
  if (duplicates === 0 || read.skipped === 0) return { ...findings, read, log };
  // A second reading without duplicates shows how many of them are valid and how many bad.
  const { content: _, ...anew } = lenient;
  const once = { ...anew, dropDuplicates: true };
  const { dropped = 0, skipped } =
    log === undefined
      ? await scatteredRows(kind, once, place, words, repeated)
      : logAtHand(await prepareLog(kind, once, place, words));
  const badDuplicates = read.skipped - skipped;
  return { ...findings, read, log, badDuplicates, duplicates: dropped - badDuplicates };
}

/** Reads a log whose records have rows anywhere in the file, and counts them; `repeated` is the number of its duplicates. */
async function scatteredRows(
  kind: LogKind,
  source: LogSource,
  place: Preparation,
  { mapping }: LogWords,
  repeated: number,
): Promise<ReadRows> {
  const options = { ...place, onNotice: () => {}, ...(mapping && { mapping }) };
  const dropped = source.dropDuplicates === true ? { dropped: repeated } : {};
  switch (kind) {
    case CLICKS: {
      const { rows, shown: records, read, close } = await openClicks(source, options);
      close();
      return { records, rows, ...read, ...dropped };
    }
    case TOUCHES: {
      const log = await openTouches(source, options);
      try {
        // Contradictions within a journey are found where it is put together.
        for await (const _ of log.blocks());
        return { records: log.read.journeys, ...log.read, ...dropped };
      } finally {
        log.close();
      }
    }
    default:
      throw new Error(`nothing reads a log of ${kind.name}`);
  }
}

/** Merges a source with the settings it names, and returns the kind if known. */
function settled(source: LogSource, as: string | undefined, directory: string) {
  if (!isSettings(source.file)) return { kind: as === undefined ? undefined : kindCalled(as), source };
  const path = placeOf(source.file, directory);
  const kind = kindCalled(as ?? readLogSettings(path, source.file).kind);
  return { kind, source: settledSource(kind, source, resolve(directory), {}) };
}
