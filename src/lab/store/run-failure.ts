// `failure.json` in a run's folder: why the last process that worked on the run failed. It is there until one begins again.

import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { messageOf, sentence, UserError } from "../../core/errors.ts";
import { refusedBySystem, writeWhole } from "../../core/files.ts";
import { userFault } from "../experiment/user-fault.ts";

const schema = z.object({ failure: z.string() });

const fileIn = (folder: string): string => join(folder, "failure.json");

/** Keeps what was thrown, in the words of the terminal. What the disk refuses is not kept: it was told already. */
export function keepFailure(folder: string, error: unknown): void {
  const failure = error instanceof UserError ? error.message : failureOf(error);
  try {
    writeWhole(fileIn(folder), `${JSON.stringify({ failure })}\n`);
  } catch {
    // The terminal still tells it.
  }
}

function failureOf(error: unknown): string {
  const problem = refusedBySystem(error) ?? userFault(error);
  return problem === undefined ? `Agon itself failed: ${messageOf(error)}` : sentence(problem);
}

/** Forgets the last failure. */
export const dropFailure = (folder: string): void => rmSync(fileIn(folder), { force: true });

/** Why the run failed, a line for each problem; undefined where it did not. */
export function failureIn(folder: string): string | undefined {
  if (!existsSync(fileIn(folder))) return undefined;
  try {
    return schema.parse(JSON.parse(readFileSync(fileIn(folder), "utf8"))).failure;
  } catch {
    return undefined;
  }
}
