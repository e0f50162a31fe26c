// What processes leave of their work in a run's folder: `failure.json`, why the last one failed, until one begins again; and `work.json`,
// for how long they have worked, the one file that a clock decides.

import { existsSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { z } from "zod";
import { checkedJson, parseChecked } from "../../core/checksum.ts";
import { messageOf, sentence, UserError } from "../../core/errors.ts";
import { refusedBySystem } from "../../core/files.ts";
import { keepWhole, readKeptText } from "../../core/kept-files.ts";
import { userFault } from "../experiment/user-fault.ts";

const failureSchema = z.object({ failure: z.string() });
const workSchema = z.object({ seconds: z.number().min(0) });

const failureFile = (folder: string): string => join(folder, "failure.json");
const workFile = (folder: string): string => join(folder, "work.json");

/** Keeps what was thrown, in the words of the terminal. What the disk refuses is not kept: it was told already. */
export function keepFailure(folder: string, error: unknown): void {
  const failure = error instanceof UserError ? error.message : failureOf(error);
  try {
    keepWhole(dirname(folder), failureFile(folder), `${JSON.stringify({ failure })}\n`);
  } catch {
    // The terminal still tells it.
  }
}

function failureOf(error: unknown): string {
  const problem = refusedBySystem(error) ?? userFault(error);
  return problem === undefined ? `Agon itself failed: ${messageOf(error)}` : sentence(problem);
}

/** Forgets the last failure. */
export const dropFailure = (folder: string): void => rmSync(failureFile(folder), { force: true });

/** Why the run failed, a line for each problem; undefined where it did not. */
export function failureIn(folder: string): string | undefined {
  if (!existsSync(failureFile(folder))) return undefined;
  try {
    return failureSchema.parse(JSON.parse(readKeptText(dirname(folder), failureFile(folder)))).failure;
  } catch {
    return undefined;
  }
}

/** Seconds of all processes that came to their end; null where none did, or where it was not kept. */
export function workedIn(folder: string): number | null {
  if (!existsSync(workFile(folder))) return null;
  try {
    return workSchema.parse(parseChecked(readKeptText(dirname(folder), workFile(folder)))).seconds;
  } catch {
    return null;
  }
}

/** Adds the seconds of a process. What the disk refuses is not kept: results do not hang on it. */
export function addWork(folder: string, seconds: number): void {
  try {
    keepWhole(dirname(folder), workFile(folder), checkedJson({ seconds: (workedIn(folder) ?? 0) + seconds }));
  } catch {
    // A full disk stops the cells themselves, with a sentence.
  }
}
