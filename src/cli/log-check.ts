// `agon log check FILE`: the detected format of a log and the reasons, its invalid rows, and a summary. It writes the settings that read
// it.

import { basename } from "node:path";
import { checked } from "../core/checked.ts";
import { UserError } from "../core/errors.ts";
import { unitOfRange } from "../logs/epoch-units.ts";
import type { KeptLog } from "../logs/kept-log.ts";
import { type LogKind, READ_KINDS } from "../logs/kinds.ts";
import { type CheckedLog, checkLog, type ReadRows } from "../logs/log-check.ts";
import { isSettings, writeLogSettings } from "../logs/log-settings.ts";
import { logSource } from "../logs/source.ts";
import { quantileOf, valueBands, WHOLE } from "../logs/spread.ts";
import { bareName, usualNames } from "../logs/usual-names.ts";
import type { Flags } from "./commands.ts";
import { number, print, printJson, style, table, whole } from "./output.ts";
import { columnFlag, ownColumns, place } from "./place.ts";
import { watched } from "./progress.ts";

/** Worlds that play each kind of log. */
const WORLDS: Readonly<Record<string, string>> = {
  auctions: "markets/auction",
  impressions: "markets/campaign",
  requests: "markets/requests",
  offers: "matching/offers",
  traffic: "driving/cut-in",
};

/** Checks a log and prints a summary. Returns the exit code: 2 where rows are invalid and not skipped by a flag. */
export async function looked(file: string, flags: Flags<"log check">, signal: AbortSignal): Promise<number> {
  const { where, zone, skipBadRows, sort, dropDuplicates, write } = flags;
  if (write !== undefined && !isSettings(write)) {
    const hint = `call it ${settingsOf(file)}`;
    throw new UserError({ code: "settings", what: `${write} is no name of settings`, where: "--write", hint });
  }
  const columns = ownColumns("--columns", flags.columns);
  const read = ownColumns("--read", flags.read, "value=comma where the value is written as 1.270,50");
  const source = checked(logSource, {
    file,
    ...(flags.columns.length === 0 ? {} : { columns }),
    ...(flags.read.length === 0 ? {} : { read }),
    ...(where === undefined ? {} : { where }),
    ...(zone === undefined ? {} : { zone }),
    ...(sort && { sort }),
    ...(dropDuplicates && { dropDuplicates }),
    skipBadRows,
  });
  const words = { mapping: columnFlag, missing: { hint: `paths start from ${process.cwd()}` } };
  const at = { ...place(flags.store), onNotice: () => {} };
  const checkedLog = await watched(signal, (watch) => checkLog(source, flags.as, { ...at, ...watch }, words));
  const questions = checkedLog.guess?.questions ?? [];
  if (!flags.json) printGuess(file, checkedLog);
  if (questions.length > 0) throw new UserError(questions);
  const skipped = checkedLog.read?.skipped ?? 0;
  const isLeft = checkedLog.source.skipBadRows || skipped === 0;
  if (flags.json) printJson(summaryOf(checkedLog));
  else if (checkedLog.read !== undefined) printRows(checkedLog, checkedLog.read, isLeft);
  if (write !== undefined) saved(write, checkedLog);
  if (!flags.json) print("", next(write ?? (isSettings(file) ? file : undefined), checkedLog));
  return isLeft ? 0 : 2;
}

function saved(write: string, { kind, source }: CheckedLog): void {
  const { content: _, ...said } = source;
  const why = `How ${basename(source.file)} is read, written by agon log check. An experiment names this file as its log.`;
  writeLogSettings(write, { ...said, kind: kind.name }, why);
}

/** Returns the file name for the settings of a log. */
const settingsOf = (file: string): string => `${file.replace(/\.gz$/i, "").replace(/\.\w+$/, "")}.log.yaml`;

/** Returns the next step, with the settings file where there is one. */
function next(settings: string | undefined, { kind, source }: CheckedLog): string {
  const named = settings ?? settingsOf(source.file);
  const read = READ_KINDS.get(kind.name);
  const use =
    read === undefined
      ? `an experiment plays it: environment: { id: ${WORLDS[kind.name]}, log: ${named} }`
      : `${read.command.replace("FILE", named)} reads it`;
  return settings === undefined ? `--write ${named} keeps all this; then ${use}` : use;
}

function printGuess(file: string, { kind, guess, source }: CheckedLog): void {
  if (guess === undefined) {
    print(`${file}: settings of ${source.file}, a log of ${kind.name}`);
    return;
  }
  const isPlayed = !READ_KINDS.has(kind.name);
  const absent = kind.numbers.filter(({ name }) => guess.columns.every((one) => one.name !== name));
  const lacks = isPlayed ? [] : absent;
  const unfit = absent.flatMap(({ name, high }) =>
    guess.further
      .filter((own) => usualNames(kind, name).includes(bareName(own)))
      .map((own) => `${own}: a usual name of ${name}, but most of it is no number${high === 1 ? " from 0 to 1" : ""}`),
  );
  const rows = guess.columns.map(({ name, own, why, reading }) => [name, own, why, reading]);
  const left = guess.further.length === 0 ? "" : `not used: ${guess.further.join(", ")}`;
  print(
    `${style("bold", file)} is taken for a log of ${kind.name}, ${kind.summary}${guess.why === "said" ? "" : `: ${guess.why}`}`,
    "",
    table(["column", "from", "because of", "read as"], rows, 4),
    ...(left === "" ? [] : ["", left]),
    ...unfit.map((words) => `${style("yellow", "!")} ${words}`),
    ...guess.columns.flatMap(({ own, warning }) =>
      warning === undefined ? [] : [`${style("yellow", "!")} ${own}: ${warning}`],
    ),
    ...(lacks.length === 0 ? [] : [`it has no ${lacks.map(({ name }) => name).join(", ")}, which may be left out`]),
    "",
  );
}

const counted = (n: number, what: string): string => `${whole(n)} ${what}${n === 1 ? "" : "s"}`;

function printRows(checkedLog: CheckedLog, read: ReadRows, isLeft: boolean): void {
  const { kind, duplicates, badDuplicates, log } = checkedLog;
  const { records, rows, skipped, dropped = 0, counts = [] } = read;
  const parts = [
    `${whole(rows)} read`,
    `${whole(skipped)} bad`,
    ...(dropped === 0 ? [] : [`${counted(dropped, "duplicate")} removed`]),
  ];
  const mark = skipped === 0 ? style("green", "✓") : style("yellow", "!");
  print(`${mark} ${counted(rows + skipped + dropped, "row")}: ${parts.join(", ")}`);
  if (counts.length > 0)
    print(
      table(
        ["rows", "bad because of", "the first"],
        counts.map((one) => [whole(one.rows), one.reason, one.first]),
        3,
      ),
    );
  if (!isLeft && log === undefined)
    print(
      `${READ_KINDS.get(kind.name)?.command.replace(" FILE", "") ?? "a run"} refuses bad rows; --skip-bad-rows leaves them out and counts them`,
    );
  else if (!isLeft) print("a run refuses bad rows; --skip-bad-rows leaves them out and counts them");
  const { sort, zone } = checkedLog.source;
  if (counts.some(({ reason }) => isOrder(reason)) && sort !== true) {
    print("rows are not in order of time; --sort reads them in order");
    if (zone !== undefined && zone !== "UTC")
      print(
        `clocks of ${zone} skip and repeat an hour: where all bad rows lie there, times are of another zone, or of UTC`,
      );
  }
  if (badDuplicates > 0) {
    const are = badDuplicates === 1 ? "is an exact copy of an earlier row" : "are exact copies of earlier rows";
    const removed = badDuplicates === 1 ? "it" : "them";
    print(`${whole(badDuplicates)} of the bad rows ${are}; --drop-duplicates removes ${removed}`);
  }
  if (log !== undefined) printLessened(kind, log);
  if (duplicates > 0) {
    const are = duplicates === 1 ? "row is" : "rows are";
    print(
      `${style("yellow", "!")} ${whole(duplicates)} ${are} like an earlier one in every column, and kept; --drop-duplicates removes them`,
    );
  }
  if (log === undefined) print(`${style("green", "✓")} ${counted(records, kind.records.replace(/s$/, ""))}`);
  else printRecords(kind, log);
}

/** Prints records and numbers of a log that is kept. */
function printRecords(kind: LogKind, log: KeptLog): void {
  const { records, rows, first, last, assumed } = log;
  const alone = kind.parts !== undefined && rows === records && kind.name === "auctions";
  print(
    `${style("green", "✓")} ${counted(records, kind.records.replace(/s$/, ""))} from ${moment(first, log)} to ${moment(last, log)}`,
    ...(alone ? [`${style("yellow", "!")} every auction has one bidder: no bid of another one sets a price`] : []),
  );
  if (READ_KINDS.has(kind.name)) return;
  print(...assumed.map(({ name, value }) => `${style("yellow", "!")} no column "${name}": ${value} is taken for it`));
  printNumbers(kind, log);
}

/** Prints which records lose an invalid row and are played without it. */
function printLessened({ records, parts }: LogKind, { lessened = 0, unread = 0 }: KeptLog): void {
  if (parts === undefined) return;
  const mark = style("yellow", "!");
  const least = unread === 0 ? "" : "at least ";
  if (lessened > 0)
    print(
      `${mark} ${least}${whole(lessened)} of the ${records} lost a row that is bad, and ${lessened === 1 ? "is" : "are"} played without it`,
    );
  else if (unread > 0)
    print(
      `${mark} ${counted(unread, "bad row")} could not be split into fields or numbers, so that some ${records} may lack a row`,
    );
}

const isOrder = (reason: string): boolean => /before the time of a row above$|apart from its rows above$/.test(reason);

/** Formats a time, as a date where all times are since 1970. */
const moment = (time: number, { first, last }: KeptLog): string =>
  unitOfRange(first, last) === "s" ? new Date(time * 1000).toISOString().replace(/\.000Z$/, "Z") : number(time);

function printNumbers(kind: LogKind, log: KeptLog): void {
  const { records, parties, numbers, most, best } = log;
  const party = kind.parts?.party.column ?? "";
  const by = `${numbers[0]}${parties.length === 0 ? "" : ` by ${party}`}`;
  const spread = records > WHOLE ? `${by}, of a sample of ${whole(WHOLE)}` : by;
  print(
    "",
    table(
      ["column", "largest", `mean of the largest ${numbers[0]}`],
      numbers.map((name, k) => [name, number(most[k]), number(best[k] / records)]),
    ),
    "",
    table(
      [spread, "least", "25 %", "median", "75 %", "most"],
      spreadsOf(log).map(({ party: name, quartiles }) => [name, ...quartiles.map(number)]),
    ),
  );
}

/** Returns the quartiles of each party's first number. */
function spreadsOf(log: KeptLog) {
  const parties = log.parties.length === 0 ? [""] : log.parties;
  return parties.map((party, p) => {
    const stretches = valueBands(log, 0, p);
    return { party, quartiles: [0, 0.25, 0.5, 0.75, 1].map((share) => quantileOf(stretches, share)) };
  });
}

function summaryOf({ kind, source, guess, duplicates, badDuplicates, read, log }: CheckedLog) {
  const taken = {
    ...{ kind: kind.name, file: source.file, settings: { ...source, file: source.file }, duplicates, badDuplicates },
    ...(guess && { why: guess.why, columns: guess.columns, further: guess.further }),
  };
  if (read === undefined) return taken;
  const { records, rows, skipped, dropped = 0, counts = [], reasons } = read;
  const all = { records, total: rows + skipped + dropped, rows, skipped, dropped, bad: counts, reasons };
  if (log === undefined) return { ...taken, ...all };
  const { parties, numbers, most, best, first, last } = log;
  return {
    ...{ ...taken, ...all, lessened: log.lessened ?? 0, parties, first, last },
    numbers: numbers.map((name, k) => ({ name, most: most[k], meanOfBest: best[k] / records })),
    assumed: log.assumed,
    spread: spreadsOf(log),
  };
}
