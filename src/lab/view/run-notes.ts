// `notes.json` in a run's folder: a user's note on the run, tags, and comments on episodes. No result depends on it.

import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { z } from "zod";
import { UserError } from "../../core/errors.ts";
import { writing } from "../../core/files.ts";
import { keepWhole, readKeptText } from "../../core/kept-files.ts";
import type { RunNotes } from "./view-data.ts";

const tag = z
  .string()
  .trim()
  .min(1)
  .max(40)
  .regex(/^[^,\p{C}]*$/u);

const MOST_COMMENTS = 1000;

const text = z.string().trim().max(2000);

/** Schema of notes, of which a change may have a part: a text, tags without commas, and comments, of which an empty one removes its own. */
export const notesSchema = z
  .strictObject({ note: text, tags: z.array(tag).max(20), comments: z.record(z.string().max(300), text) })
  .partial()
  .refine((change) => Object.keys(change).length > 0, "has neither a note, tags nor comments");

const NONE: RunNotes = { note: "", tags: [] };

const fileIn = (folder: string): string => join(folder, "notes.json");

/** Returns the notes of a run; empty where there are none. */
export function notesIn(folder: string): RunNotes {
  if (!existsSync(fileIn(folder))) return NONE;
  try {
    const {
      note = "",
      tags = [],
      comments = {},
    } = notesSchema.parse(JSON.parse(readKeptText(dirname(folder), fileIn(folder))));
    return { note, tags, comments };
  } catch {
    return NONE;
  }
}

/** Changes parts of the notes of a run, with each tag once. Throws a UserError where the system refuses, or where comments are too many. */
export function keepNotes(folder: string, change: z.output<typeof notesSchema>): void {
  const before = notesIn(folder);
  const comments = Object.entries({ ...before.comments, ...change.comments }).filter(([, comment]) => comment !== "");
  if (comments.length > MOST_COMMENTS)
    throw new UserError({ code: "too-many-comments", what: `a run has at most ${MOST_COMMENTS} comments` });
  const { note = before.note, tags = before.tags } = change;
  const kept: RunNotes = { note, tags: [...new Set(tags)], comments: Object.fromEntries(comments) };
  writing(folder, () => keepWhole(dirname(folder), fileIn(folder), `${JSON.stringify(kept)}\n`));
}
