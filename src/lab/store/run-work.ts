// Records of processes in a run's folder. `failure.json` has the reason why the last one failed, until another starts. `work.json` has
// their working time, and that of the cells of each variant; it is the one file that depends on a clock.

import { existsSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { z } from "zod";
import { checkedJson, parseChecked } from "../../core/checksum.ts";
import { messageOf, sentence, UserError } from "../../core/errors.ts";
import { refusedBySystem } from "../../core/files.ts";
import { keepWhole, readKeptText } from "../../core/kept-files.ts";
import { userFault } from "../experiment/user-fault.ts";

const failureSchema = z.object({ failure: z.string() });
const spentSchema = z.object({ cells: z.int().min(1), seconds: z.number().min(0) });
const workSchema = z.object({
  seconds: z.number().min(0),
  variants: z.record(z.string(), spentSchema).default({}).describe("left out by earlier versions"),
});
type Work = z.infer<typeof workSchema>;

const failureFile = (folder: string): string => join(folder, "failure.json");
const workFile = (folder: string): string => join(folder, "work.json");

/** Stores an error as the terminal shows it. A failure to write is ignored, since it was reported already. */
export function keepFailure(folder: string, error: unknown): void {
  const failure = error instanceof UserError ? error.message : failureOf(error);
  try {
    keepWhole(dirname(folder), failureFile(folder), `${JSON.stringify({ failure })}\n`);
  } catch {
    // The terminal still shows the error.
  }
}

function failureOf(error: unknown): string {
  const problem = refusedBySystem(error) ?? userFault(error);
  return problem === undefined ? `Agon itself failed: ${messageOf(error)}` : sentence(problem);
}

/** Removes the record of the last failure. */
export const dropFailure = (folder: string): void => rmSync(failureFile(folder), { force: true });

/** Returns why the run failed, a line for each problem; undefined where it did not. */
export function failureIn(folder: string): string | undefined {
  if (!existsSync(failureFile(folder))) return undefined;
  try {
    return failureSchema.parse(JSON.parse(readKeptText(dirname(folder), failureFile(folder)))).failure;
  } catch {
    return undefined;
  }
}

/** Returns the total seconds of all processes that finished; null where none did, or nothing was recorded. */
export const workedIn = (folder: string): number | null => workIn(folder)?.seconds ?? null;

/** Returns the mean seconds of a cell, by variant, of those whose cells were timed. */
export const cellSecondsIn = (folder: string): Readonly<Record<string, number>> =>
  Object.fromEntries(
    Object.entries(workIn(folder)?.variants ?? {}).map(([name, { cells, seconds }]) => [name, seconds / cells]),
  );

function workIn(folder: string): Work | null {
  if (!existsSync(workFile(folder))) return null;
  try {
    return workSchema.parse(parseChecked(readKeptText(dirname(folder), workFile(folder))));
  } catch {
    return null;
  }
}

/** Adds the seconds of a process, and those of each cell by variant. A failure to write is ignored: results do not depend on it. */
export function addWork(folder: string, seconds: number, cells: ReadonlyMap<string, readonly number[]>): void {
  const before = workIn(folder) ?? { seconds: 0, variants: {} };
  const variants = new Map(Object.entries(before.variants));
  for (const [name, own] of cells) {
    const known = variants.get(name) ?? { cells: 0, seconds: 0 };
    variants.set(name, {
      cells: known.cells + own.length,
      seconds: own.reduce((sum, one) => sum + one, known.seconds),
    });
  }
  const work: Work = { seconds: before.seconds + seconds, variants: Object.fromEntries(variants) };
  try {
    keepWhole(dirname(folder), workFile(folder), checkedJson(work));
  } catch {
    // On a full disk, writing the cells fails with a message.
  }
}
