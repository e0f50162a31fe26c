// Guesses the kind of a log, its columns and their formats: by usual column names first, then by content. Every guess has a reason;
// ambiguous ones become questions.

import { listed } from "../core/checked.ts";
import { type Problem, UserError } from "../core/errors.ts";
import { quoted } from "../core/sql.ts";
import { factsOf } from "./column-facts.ts";
import { type Candidate, checkSaid, type GuessedColumn, isTime, matched, rolesOf, type Tried } from "./column-match.ts";
import { type FormGuess, formWords, numberForm, timeForm } from "./form-guess.ts";
import { describedColumns, LOG_KINDS, type LogKind, READ_KINDS } from "./kinds.ts";
import { namesOf } from "./log-columns.ts";
import { flatColumns, flatRows, pathIn } from "./nested-columns.ts";
import type { LogSource } from "./source.ts";
import type { UserFile } from "./user-file.ts";
import { bareName } from "./usual-names.ts";

/** Rows of the sample from which columns are matched; formats are determined from all rows. */
const SAMPLE = 10_000;

/** A guess about a file. */
export interface LogGuess {
  readonly kind: LogKind;
  readonly why: string;
  readonly columns: readonly GuessedColumn[];
  /** Columns of the file without a match. */
  readonly further: readonly string[];
  /** The source completed with all guesses. */
  readonly source: LogSource;
  readonly questions: readonly Problem[];
}

const ALL_KINDS: readonly LogKind[] = [...LOG_KINDS.values(), ...[...READ_KINDS.values()].map(({ kind }) => kind)];

/**
 * Guesses about an open file; `as` is the kind if the user names it. Settings in `source` are not guessed. Throws a UserError where the
 * file is not a log.
 */
export async function guessLog(file: UserFile, source: LogSource, as?: LogKind): Promise<LogGuess> {
  const columns = (await flatColumns(file)).map(({ name }) => name);
  const rows = flatRows(file, file.rows(), columns, []);
  const sample = `SELECT * FROM (${rows}) LIMIT ${SAMPLE}`;
  const candidates: Candidate[] = [];
  for (const own of columns) candidates.push({ own, facts: await factsOf(file, sample, own, true) });
  const kinds = as === undefined ? ALL_KINDS : [as];
  checkSaid(kinds, columns, source.columns ?? {}, file.heading);
  const tried = kinds.map((kind) => matched(kind, candidates, source.columns ?? {}, file.heading));
  const best = chosen(tried, file, columns);
  const { kind, matches, problems } = best;
  const questions = [...problems];
  const guessed: GuessedColumn[] = [];
  const read = { ...source.read };
  const places = new Map(rolesOf(kind).map((role, k) => [role.name, k]));
  const placeOf = ([name]: readonly [string, unknown]) => places.get(name) ?? places.size;
  const inOrder = [...matches].sort((a, b) => placeOf(a) - placeOf(b));
  for (const [name, match] of inOrder) {
    const guess = await formGuess(file, rows, { kind, name, own: match.own, source });
    if (guess.form !== undefined) read[name] = guess.form;
    if (guess.question !== undefined) {
      const { what, forms } = guess.question;
      const hint = `say ${forms.map((form) => `--read ${name}=${form}`).join(" or ")}`;
      questions.push({ code: "two-readings", what, path: [match.own], where: file.shown, hint });
    }
    const { reading, warning } = guess;
    guessed.push({ name, ...match, reading, ...(warning !== undefined && { warning }) });
  }
  const used = new Set([...matches.values()].map(({ own }) => own));
  const currency = candidates.find(
    ({ own, facts }) => !used.has(own) && CURRENCY_COLUMNS.has(bareName(own)) && facts.distinct > 1,
  );
  const clock = candidates.find(({ own, facts }) => !used.has(own) && facts.texts > 0 && facts.clocks === facts.texts);
  return {
    ...{ kind, questions },
    why: as === undefined ? best.why : "said",
    columns: guessed
      .map((one) => (clock === undefined ? one : withClock(kind, one, candidates, clock)))
      .map((one) => (currency === undefined ? one : withCurrency(kind, one, currency))),
    further: columns.filter((name) => !used.has(name)),
    source: {
      ...source,
      columns: Object.fromEntries(inOrder.flatMap(([name, { own }]) => (own === name ? [] : [[name, own]]))),
      ...(Object.keys(read).length === 0 ? {} : { read }),
    },
  };
}

/** Usual names of a column of currencies. */
const CURRENCY_COLUMNS = new Set(
  "currency currencycode curr cur ccy devise monnaie währung waehrung moneda divisa valuta".split(" "),
);

/** A column of amounts beside one of several currencies gets a warning: the latter is not read. */
function withCurrency(kind: LogKind, column: GuessedColumn, { own, facts }: Candidate): GuessedColumn {
  if (!kind.numbers.some(({ name, unit }) => name === column.name && unit === "money")) return column;
  const condition = `where: ${own} = '${facts.example}'`;
  return {
    ...column,
    warning: `"${own}" names ${facts.distinct} currencies, and amounts are read as one; in the settings of the log ${condition} reads one of them`,
  };
}

/** A column of dates beside one of times of a day gets a warning: the latter is not read. */
function withClock(kind: LogKind, column: GuessedColumn, all: readonly Candidate[], clock: Candidate): GuessedColumn {
  const facts = all.find(({ own }) => own === column.own)?.facts;
  if (!isTime(kind, column.name) || facts === undefined || /\d:\d/.test(facts.example)) return column;
  return {
    ...column,
    warning: `"${clock.own}" has the time of day, and is not read: write both in one column, 2026-03-01 12:00:00`,
  };
}

/** Guesses the format of a column from all its rows. */
async function formGuess(
  file: UserFile,
  rows: string,
  { kind, name, own, source }: { kind: LogKind; name: string; own: string; source: LogSource },
): Promise<FormGuess> {
  const said = source.read?.[name];
  if (said !== undefined) return { form: said, reading: `said: ${formWords(said)}` };
  if (namesOf(kind).includes(name)) return { reading: "names" };
  const facts = await factsOf(file, rows, own, false);
  if (isTime(kind, name)) return timeForm(facts, source.zone);
  if (kind.numbers.some((column) => column.name === name && column.yesNo === true)) return { reading: "1 or 0" };
  return numberForm(facts, facts.eitherSign > 0 && (await isTyped(file, own)));
}

/** Whether the file's own types declare a column numeric. */
async function isTyped(file: UserFile, own: string): Promise<boolean> {
  if (file.format === "csv") return false;
  if (file.format === "parquet") return file.columns.some(({ name, type }) => name === own && type !== "VARCHAR");
  const sql = `SELECT count(*)::DOUBLE FROM (${file.rows()}) WHERE json_type(json, ${quoted(pathIn(file, own))}) = 'VARCHAR'`;
  const reader = await file.ask((connection) => connection.runAndReadAll(sql));
  return Number(reader.getRowsJS()[0]?.[0]) === 0;
}

/** Chooses the best-fitting kind. Throws a UserError where none fits, or two fit equally well. */
function chosen(tried: readonly Tried[], file: UserFile, columns: readonly string[]): Tried & { readonly why: string } {
  const whole = tried.filter(({ missing }) => missing.length === 0);
  const rank = ({ kind, named, problems }: Tried) =>
    named - 0.5 * problems.length - rolesOf(kind).filter(({ isNeeded }) => isNeeded).length / 100;
  const best = whole.toSorted((a, b) => rank(b) - rank(a));
  if (best.length === 0) throw noLog(tried, file, columns);
  const [first, second] = best;
  if (
    second !== undefined &&
    first.named === second.named &&
    first.problems.length === second.problems.length &&
    first.matches.size === second.matches.size
  ) {
    const what = `may be a log of ${first.kind.name} or of ${second.kind.name}`;
    throw new UserError({
      code: "two-readings",
      what,
      where: file.shown,
      hint: `say --as ${first.kind.name} or --as ${second.kind.name}`,
    });
  }
  const needed = [...first.matches.keys()].filter((name) =>
    rolesOf(first.kind).some((role) => role.name === name && role.isNeeded),
  );
  return { ...first, why: `it has ${listed(needed)}` };
}

/** Error where no kind has all its columns: names the nearest kind and the missing columns. */
function noLog(tried: readonly Tried[], file: UserFile, columns: readonly string[]): UserError {
  const reader = otherFile(columns);
  if (reader !== undefined) {
    const what = `is ${reader.what}, and no log that a world plays`;
    const hint = `${reader.command} ${file.shown} reads it`;
    return new UserError({ code: "other-kind", what, where: file.shown, hint });
  }
  const there =
    columns.length === 0
      ? "it has no columns"
      : `it has ${columns.slice(0, 12).join(", ")}${columns.length > 12 ? ", …" : ""}`;
  const [{ kind, missing, named }] = tried.toSorted((a, b) => b.named - a.named || a.missing.length - b.missing.length);
  const every = [...LOG_KINDS.keys(), ...READ_KINDS.keys()].join(", ");
  if (tried.length > 1 && named < 2) {
    const hint = `say what it is a log of, --as ${every}; \`agon log columns\` shows what they have`;
    return new UserError({ code: "no-log", what: `looks like no log: ${there}`, where: file.heading, hint });
  }
  const meanings = new Map(describedColumns(kind).map(({ name, meaning }) => [name, meaning]));
  const other = tried.length > 1 ? `, or --as ${every}` : "";
  return new UserError(
    missing.map((name) => ({
      code: "missing-column",
      what: `no column looks like the ${name} of a log of ${kind.name} (${meanings.get(name) ?? ""}); ${there}`,
      where: file.heading,
      hint: `say --columns ${name.replace("…", "cpu")}=…${other}`,
    })),
  );
}

/** Recognises files that other commands read. */
function otherFile(columns: readonly string[]): { readonly what: string; readonly command: string } | undefined {
  const has = (...names: string[]) => names.every((name) => columns.some((one) => bareName(one) === name));
  if (
    has("winner", "loser") ||
    has("modela", "modelb", "winner") ||
    has("first", "second", "winner") ||
    has("playera", "playerb", "winner")
  )
    return { what: "a file of games or votes", command: "agon rate" };
  if (has("chosen", "rejected")) return { what: "a file of comparisons of texts", command: "agon preferences" };
  return undefined;
}
