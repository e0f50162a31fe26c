// The logs that a run played: what was read from them, what was left out, and how episodes were taken from them.

import { z } from "zod";
import { headerOf } from "../../logs/kept-log.ts";
import { LOG_KINDS } from "../../logs/kinds.ts";
import type { PlayedWindows, ReadLog } from "../experiment/played-windows.ts";
import type { Setting } from "../experiment/setting.ts";
import { windowsInWords } from "../experiment/windows.ts";
import type { RunRecord } from "../store/run-record.ts";

const fed = z.looseObject({
  // Runs of earlier versions do not record how they took episodes.
  log: z.looseObject({ file: z.string(), content: z.string(), windows: z.unknown().optional() }),
});

/**
 * Returns each log once, in the order of the variants, as the variant with the longest episodes plays it; only logs that the folder has
 * kept.
 */
export function readLogs(
  { variants, seeds, episodes }: RunRecord,
  settings: readonly Setting[],
  folder: string,
): ReadLog[] {
  const once = new Map<string, ReadLog>();
  for (const [k, { description }] of variants.entries()) {
    const { success, data } = fed.safeParse(description.environment);
    const { windows, horizon: longest } = settings[k].spec;
    if (!success || windows === undefined) continue;
    const horizon = windows.whole === true ? 1 : longest;
    const { file, content } = data.log;
    const key = `${content} ${file}`;
    const header = headerOf(folder, content);
    if (header === undefined || horizon <= (once.get(key)?.stretch ?? 0)) continue;
    const { rows, skipped, reasons, dropped = 0 } = header;
    const kind = LOG_KINDS.get(header.kind)?.records ?? header.kind;
    const { scored, fitted, disjoint: independent, block = null } = windows;
    const records = windows.whole === true ? scored + fitted : header.records;
    const said = windows.whole === true || data.log.windows !== undefined;
    const taken: PlayedWindows["taken"] = said ? (block === null ? "disjoint" : "blocks") : "anywhere";
    const played = { taken, scored, fitted, independent, block };
    const text = windowsInWords(played, { kind, stretch: horizon }, seeds.length * episodes);
    const left = { skipped, reasons, ...(dropped === 0 ? {} : { dropped }) };
    once.set(key, { file, kind, records, rows, stretch: horizon, windows: { ...played, text }, ...left });
  }
  return [...once.values()];
}
