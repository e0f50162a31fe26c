// Checks a log before it is played: guessed kind and columns, number of valid rows, and duplicates.

import { resolve } from "node:path";
import type { Preparation } from "../core/registry.ts";
import { guessLog, type LogGuess } from "./guess.ts";
import type { KeptLog } from "./kept-log.ts";
import { kindCalled, type LogKind } from "./kinds.ts";
import { isSettings, readLogSettings, settledSource } from "./log-settings.ts";
import { countRepeated, logFile } from "./relation.ts";
import { type LogWords, logAtHand, prepareLog } from "./shelf.ts";
import type { LogSource } from "./source.ts";
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
  /** The valid rows; undefined where questions are open, or where another command reads this kind. */
  readonly log: KeptLog | undefined;
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
  const { guess, duplicates } = await withFile({ ...request, signal: place.signal }, async (file) => {
    await file.checkCondition();
    const guess = isSettings(named.file) ? undefined : await guessLog(file, source, said);
    if (guess !== undefined && guess.questions.length > 0) return { guess, duplicates: 0 };
    return { guess, duplicates: source.dropDuplicates === true ? 0 : await countRepeated(file) };
  });
  const kind = guess?.kind ?? said;
  if (kind === undefined) throw new Error("settings name a kind");
  const findings = { kind, guess, duplicates, badDuplicates: 0, source: guess?.source ?? source };
  if (kind.scattered === true || (guess?.questions.length ?? 0) > 0) return { ...findings, log: undefined };
  const lenient = { ...findings.source, skipBadRows: true };
  const log = logAtHand(await prepareLog(kind, lenient, place, words));
  if (duplicates === 0 || log.skipped === 0) return { ...findings, log };
  // A second reading without duplicates shows how many of them are valid and how many bad.
  const { content: _, ...anew } = lenient;
  const { dropped = 0, skipped } = logAtHand(await prepareLog(kind, { ...anew, dropDuplicates: true }, place, words));
  const badDuplicates = log.skipped - skipped;
  return { ...findings, log, badDuplicates, duplicates: dropped - badDuplicates };
}

/** Merges a source with the settings it names, and returns the kind if known. */
function settled(source: LogSource, as: string | undefined, directory: string) {
  if (!isSettings(source.file)) return { kind: as === undefined ? undefined : kindCalled(as), source };
  const path = placeOf(source.file, directory);
  const kind = kindCalled(as ?? readLogSettings(path, source.file).kind);
  return { kind, source: settledSource(kind, source, resolve(directory), {}) };
}
