// Which logs a run played: what was read of them, and what was left out.

import { z } from "zod";
import { headerOf } from "../logs/kept-log.ts";
import type { ReadLog } from "./report-data.ts";
import type { RunRecord } from "./run-record.ts";

const fed = z.looseObject({ log: z.looseObject({ content: z.string() }) });

/** Each log once, in the order of the variants; those that the folder keeps. */
export function readLogs({ variants }: RunRecord, folder: string): ReadLog[] {
  const contents = variants.flatMap(({ description }) => {
    const { success, data } = fed.safeParse(description.environment);
    return success ? [data.log.content] : [];
  });
  return [...new Set(contents)].flatMap((content) => {
    const header = headerOf(folder, content);
    if (header === undefined) return [];
    const { file, kind, records, rows, skipped, reasons } = header;
    return [{ file, kind, records, rows, skipped, reasons }];
  });
}
