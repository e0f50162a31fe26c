// `agon log`: users' logs, checked and summed up before an experiment plays them, and the columns that they must have.

import { checked } from "../core/checked.ts";
import { UserError, unknownName } from "../core/errors.ts";
import { EPISODES } from "../logs/episode-shelf.ts";
import type { KeptLog } from "../logs/kept-log.ts";
import { columnMeaning, describedColumns, LOG_KINDS, type LogKind, READ_KINDS } from "../logs/kinds.ts";
import { logAtHand, prepareLog } from "../logs/shelf.ts";
import { logSource } from "../logs/source.ts";
import { quantileOf, valueBands, WHOLE } from "../logs/spread.ts";
import type { Flags } from "./commands.ts";
import { recordedSummary } from "./episode-log.ts";
import { answer, number, print, style, table, whole } from "./output.ts";
import { columnFlag, ownColumns, place } from "./place.ts";
import { interruptible, watched } from "./progress.ts";

/** How a log is read. */
type LogFlags = Pick<Flags<"log check">, "columns" | "where" | "skipBadRows" | "store">;

/** Reads a log and says what is in it; what cannot be read is a mistake, with exit code 2. */
export const check = (file: string, flags: Flags<"log check">): Promise<number> =>
  interruptible(
    (signal) => (flags.as === EPISODES ? recordedSummary(file, flags, signal) : summedUp(file, flags, signal)),
    "stopped",
  );

async function summedUp(file: string, flags: Flags<"log check">, signal: AbortSignal): Promise<number> {
  const kind = kindCalled(flags.as);
  const log = await logOf(kind, file, flags, signal);
  return answer(flags, summaryOf(kind, log), () => printLog(kind, log));
}

/** Reads a log, or finds it in the store; a UserError says what is wrong with it. */
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
      : [READ_KINDS.get(name)?.kind ?? kindCalled(name)];
  const described = kinds.map((kind) => ({ name: kind.name, summary: kind.summary, columns: describedColumns(kind) }));
  return answer(flags, described, () => {
    for (const [k, { name: title, summary, columns: all }] of described.entries()) {
      if (k > 0) print("");
      const rows = all.map((one) => [one.name, one.unit, one.range, columnMeaning(one)]);
      print(`${style("bold", title)}  ${summary}`, table(["column", "holds", "range", "meaning"], rows, 4));
    }
  });
}

function kindCalled(name: string): LogKind {
  const kind = LOG_KINDS.get(name);
  const read = READ_KINDS.get(name);
  if (read !== undefined) {
    const hint = `${read.command} reads and checks them`;
    throw new UserError({ code: "no-world", what: `no world plays ${name}`, hint });
  }
  if (name === EPISODES) {
    const hint = "agon log check FOLDER --as episodes lists them";
    throw new UserError({ code: "own-columns", what: "recorded episodes have the columns of their data set", hint });
  }
  if (kind === undefined) throw new UserError(unknownName("kind of log", name, [...LOG_KINDS.keys(), EPISODES]));
  return kind;
}

/** The first number of each party: where its quarters end. */
function spreadsOf(log: KeptLog) {
  const parties = log.parties.length === 0 ? [""] : log.parties;
  return parties.map((party, p) => {
    const stretches = valueBands(log, 0, p);
    return { party, quartiles: [0, 0.25, 0.5, 0.75, 1].map((share) => quantileOf(stretches, share)) };
  });
}

function summaryOf(kind: LogKind, log: KeptLog) {
  const { file, records, rows, parties, numbers, most, best, first, last, skipped, reasons } = log;
  return {
    kind: kind.name,
    file,
    records,
    rows,
    parties,
    first,
    last,
    skipped,
    reasons,
    numbers: numbers.map((name, k) => ({ name, most: most[k], meanOfBest: best[k] / records })),
    assumed: log.assumed,
    spread: spreadsOf(log),
  };
}

function printLog(kind: LogKind, log: KeptLog): number {
  const { file, records, rows, parties, numbers, assumed, most, best, first, last, skipped, reasons } = log;
  print(
    `${style("green", "✓")} ${file}: ${whole(records)} ${kind.records} in ${whole(rows)} rows, time ${number(first)} to ${number(last)}`,
  );
  if (skipped > 0) {
    print(`${style("yellow", "!")} ${whole(skipped)} bad rows left out`);
    for (const reason of reasons) print(`  ${reason}`);
  }
  const party = kind.parts?.party.column ?? "";
  const by = `${numbers[0]}${parties.length === 0 ? "" : ` by ${party}`}`;
  const spread = records > WHOLE ? `${by}, of a sample of ${whole(WHOLE)}` : by;
  return print(
    ...assumed.map(({ name, value }) => `${style("yellow", "!")} no column "${name}": ${value} is taken for it`),
    "",
    table(
      ["column", "largest", `mean of the largest ${numbers[0]}`],
      numbers.map((name, k) => [name, number(most[k]), number(best[k] / records)]),
    ),
    "",
    table(
      [spread, "least", "25 %", "median", "75 %", "most"],
      spreadsOf(log).map(({ party, quartiles }) => [party, ...quartiles.map(number)]),
    ),
  );
}
