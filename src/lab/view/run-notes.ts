// `notes.json` in a run's folder: a user's note on the run, and tags. No result depends on it.

import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { z } from "zod";
import { writing } from "../../core/files.ts";
import { keepWhole, readKeptText } from "../../core/kept-files.ts";
import type { RunNotes } from "./view-data.ts";

const tag = z
  .string()
  .trim()
  .min(1)
  .max(40)
  .regex(/^[^,\p{C}]*$/u);

/** Schema of notes: a text, and tags without commas. */
export const notesSchema = z.strictObject({ note: z.string().trim().max(2000), tags: z.array(tag).max(20) });

const NONE: RunNotes = { note: "", tags: [] };

const fileIn = (folder: string): string => join(folder, "notes.json");

/** Returns the notes of a run; empty where there are none. */
export function notesIn(folder: string): RunNotes {
  if (!existsSync(fileIn(folder))) return NONE;
  try {
    return notesSchema.parse(JSON.parse(readKeptText(dirname(folder), fileIn(folder))));
  } catch {
    return NONE;
  }
}

/** Replaces the notes of a run, with each tag once. Throws a UserError where the system refuses. */
export function keepNotes(folder: string, { note, tags }: RunNotes): void {
  const kept: RunNotes = { note, tags: [...new Set(tags)] };
  writing(folder, () => keepWhole(dirname(folder), fileIn(folder), `${JSON.stringify(kept)}\n`));
}
