// Which logs a run played: what was read of them, and what was left out.

import { z } from "zod";
import { headerOf } from "../logs/kept-log.ts";
import type { ReadLog } from "./report-data.ts";
import type { RunRecord } from "./run-record.ts";

const fed = z.looseObject({ log: z.looseObject({ file: z.string(), content: z.string() }) });

/** Each log once, in the order of the variants, whose episodes are so long; those that the folder keeps. */
export function readLogs({ variants }: RunRecord, horizons: readonly number[], folder: string): ReadLog[] {
  const once = new Map<string, { file: string; content: string; stretch: number }>();
  for (const [k, { description }] of variants.entries()) {
    const { success, data } = fed.safeParse(description.environment);
    if (!success) continue;
    const { file, content } = data.log;
    const key = `${content} ${file}`;
    once.set(key, { file, content, stretch: Math.max(horizons[k], once.get(key)?.stretch ?? 0) });
  }
  return [...once.values()].flatMap(({ file, content, stretch }) => {
    const header = headerOf(folder, content);
    if (header === undefined) return [];
    const { kind, records, rows, skipped, reasons } = header;
    return [{ file, kind, records, rows, stretch, skipped, reasons }];
  });
}
