// A log looked at before anything plays it: what it was taken for, how many of its rows are good, and how often rows repeat.

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

/** What a look at a log has shown. */
export interface CheckedLog {
  readonly kind: LogKind;
  /** With all that was guessed. */
  readonly source: LogSource;
  /** None where the file's settings say it all. */
  readonly guess: LogGuess | undefined;
  /** Rows that are like an earlier one in every column, and are kept. */
  readonly duplicates: number;
  /** Such rows among the bad ones. */
  readonly badDuplicates: number;
  /** The good rows; undefined where there are questions, or where a command of its own reads this kind. */
  readonly log: KeptLog | undefined;
}

/** Looks at a log, all bad rows of which are counted and left out; `as` is its kind where that is said. A UserError where it is no log. */
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
  // A reading without copies shows which of them are good, and which bad.
  const { content: _, ...anew } = lenient;
  const { dropped = 0, skipped } = logAtHand(await prepareLog(kind, { ...anew, dropDuplicates: true }, place, words));
  const badDuplicates = log.skipped - skipped;
  return { ...findings, log, badDuplicates, duplicates: dropped - badDuplicates };
}

/** A source with the settings that it may name, and the kind where it is said. */
function settled(source: LogSource, as: string | undefined, directory: string) {
  if (!isSettings(source.file)) return { kind: as === undefined ? undefined : kindCalled(as), source };
  const path = placeOf(source.file, directory);
  const kind = kindCalled(as ?? readLogSettings(path, source.file).kind);
  return { kind, source: settledSource(kind, source, resolve(directory), {}) };
}
