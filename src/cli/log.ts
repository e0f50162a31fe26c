// `agon log`: checks and summarises users' logs before an experiment plays them, and lists the columns that they must have.

import { checked } from "../core/checked.ts";
import { UserError } from "../core/errors.ts";
import { EPISODES } from "../logs/episode-shelf.ts";
import type { KeptLog } from "../logs/kept-log.ts";
import { columnMeaning, describedColumns, kindCalled, LOG_KINDS, type LogKind, READ_KINDS } from "../logs/kinds.ts";
import { logAtHand, prepareLog } from "../logs/shelf.ts";
import { logSource } from "../logs/source.ts";
import type { Flags } from "./commands.ts";
import { recordedSummary } from "./episode-log.ts";
import { looked } from "./log-check.ts";
import { answer, print, style, table } from "./output.ts";
import { columnFlag, ownColumns, place } from "./place.ts";
import { interruptible, watched } from "./progress.ts";

type LogFlags = Pick<Flags<"audit">, "columns" | "where" | "skipBadRows" | "store">;

/** Reads a log and prints a summary. Unreadable rows are a mistake, with exit code 2. */
export const check = (file: string, flags: Flags<"log check">): Promise<number> =>
  interruptible(
    (signal) => (flags.as === EPISODES ? recordedSummary(file, flags, signal) : looked(file, flags, signal)),
    "stopped",
  );

/** Reads a log, or finds it in the store's cache. Throws a UserError where it is invalid. */
export async function logOf(kind: LogKind, file: string, flags: LogFlags, signal: AbortSignal): Promise<KeptLog> {
  const source = checked(logSource, {
    file,
    columns: ownColumns("--columns", flags.columns),
    ...(flags.where === undefined ? {} : { where: flags.where }),
    skipBadRows: flags.skipBadRows,
  });
  const at = { ...place(flags.store), onNotice: () => {} };
  const words = { mapping: columnFlag, missing: { hint: `paths start from ${process.cwd()}` } };
  return logAtHand(await watched(signal, (watch) => prepareLog(kind, source, { ...at, ...watch }, words)));
}

/** Prints the columns of one kind of log, or of all. */
export async function columns(name: string | undefined, flags: Flags<"log columns">): Promise<number> {
  const kinds =
    name === undefined
      ? [...LOG_KINDS.values(), ...[...READ_KINDS.values()].map(({ kind }) => kind)]
      : [columnsOf(name)];
  const described = kinds.map((kind) => ({ name: kind.name, summary: kind.summary, columns: describedColumns(kind) }));
  return answer(flags, described, () => {
    for (const [k, { name: title, summary, columns: all }] of described.entries()) {
      if (k > 0) print("");
      const rows = all.map((one) => [one.name, one.unit, one.range, columnMeaning(one)]);
      print(`${style("bold", title)}  ${summary}`, table(["column", "holds", "range", "meaning"], rows, 4));
    }
  });
}

/** Returns a kind of log that has columns; recorded episodes have the columns of their data set. */
function columnsOf(name: string): LogKind {
  if (name !== EPISODES) return kindCalled(name);
  const hint = "agon log check FOLDER --as episodes lists them";
  throw new UserError({ code: "own-columns", what: "recorded episodes have the columns of their data set", hint });
}
