// Reference to a log in an experiment: a file, alone or with reading options.

import { z } from "zod";
import { columnForm } from "./column-forms.ts";

/** Content hash of a log. */
export const contentField = z
  .string()
  .regex(/^[0-9a-f]{16}$/)
  .optional()
  .describe("first half of a SHA-256 of what is read; filled in by a run, so that another content is another run");

/** Reading options of a log. */
export const details = z.strictObject({
  file: z
    .string()
    .min(1)
    .describe(
      "CSV, JSON Lines or a JSON list (also packed, .csv.gz), or Parquet; or the settings that `agon log check --write` has made; a path starts from the experiment's folder",
    ),
  columns: z
    .record(z.string(), z.string())
    .optional()
    .describe("names of the file's columns where they differ from the schema's: { bidder: advertiser_id }"),
  read: z
    .record(z.string(), columnForm)
    .optional()
    .describe("how columns are read that hold no plain numbers or dates of ISO 8601: { value: comma, time: ms }"),
  zone: z
    .string()
    .refine(isZone, "a time zone such as Europe/Berlin")
    .optional()
    .describe("zone of times that name none, such as Europe/Berlin; default UTC"),
  sort: z.boolean().optional().describe("put the records in order of time, where the file has them in another"),
  dropDuplicates: z
    .boolean()
    .optional()
    .describe("leave out rows that are like an earlier one in every column, and count them"),
  where: z.string().optional().describe("rows to read, as an SQL condition on the file's columns: hour < 12"),
  skipBadRows: z.boolean().default(false).describe("leave out rows that cannot be read, and count them"),
  content: contentField,
});

function isZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }) !== undefined;
  } catch {
    return false;
  }
}

/** Schema of a log: a file, alone or with its reading options. */
export const logSource = sourceOf(details);

const played = details.extend({
  fit: z
    .number()
    .min(0)
    .lt(1)
    .default(0)
    .describe(
      "share of the records, the earliest, that is set aside for what is fitted to the log; the rest is scored",
    ),
  windows: z
    .union([
      z.enum(["disjoint", "blocks"]),
      z.strictObject({ blocks: z.int().min(1).describe("records of a block; default about the third root of all") }),
    ])
    .default("disjoint")
    .describe(
      "disjoint: the episodes of a run share no record; blocks: they are put together of blocks drawn with replacement, of so many records",
    ),
});

/** Parameter of an environment that plays a log. */
export const playedLog = sourceOf(played);

/** Schema of a file, alone or with details. */
export function sourceOf<T extends z.ZodObject>(all: T) {
  return z.union([
    z
      .string()
      .min(1)
      .transform((file) => all.parse({ file })),
    all,
  ]);
}

/** A log as an experiment names it, after parsing. */
export type LogSource = z.output<typeof details>;

/** Options that split a log into episodes. */
export type WindowTerms = Pick<z.output<typeof played>, "fit" | "windows">;

/** A log as an experiment names it: a file, alone or with details. */
export type LogInput = z.input<typeof logSource>;
