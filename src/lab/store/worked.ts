// `work.json` in a run's folder: for how long processes have worked on the run. It is the one file that a clock decides.

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { checkedJson, parseChecked } from "../../core/checksum.ts";
import { writeWhole } from "../../core/files.ts";

const schema = z.object({ seconds: z.number().min(0) });

const fileIn = (folder: string): string => join(folder, "work.json");

/** Seconds of all processes that came to their end; null where none did, or where it was not kept. */
export function workedIn(folder: string): number | null {
  if (!existsSync(fileIn(folder))) return null;
  try {
    return schema.parse(parseChecked(readFileSync(fileIn(folder), "utf8"))).seconds;
  } catch {
    return null;
  }
}

/** Adds the seconds of a process. What the disk refuses is not kept: results do not hang on it. */
export function addWork(folder: string, seconds: number): void {
  try {
    writeWhole(fileIn(folder), checkedJson({ seconds: (workedIn(folder) ?? 0) + seconds }));
  } catch {
    // A full disk stops the cells themselves, with a sentence.
  }
}
