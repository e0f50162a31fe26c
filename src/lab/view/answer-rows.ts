// Answers of several variants as rows, one question each: joined, compared, filtered and paginated. Used by a server, and by pages that
// have the answers in files.

import { UserError, unknownName } from "../../core/errors.ts";
import { grouped } from "../../core/grouped.ts";
import type { Measure } from "../report/report-data.ts";
import {
  type AnswerCell,
  type AnswerEpisode,
  type AnswerPage,
  type AnswerQuery,
  type AnswerRow,
  type AnswerSource,
  type AnswerText,
  type AnswerTotals,
  type AnswerTurn,
  MOST_CHARACTERS,
  PAGE_QUESTIONS,
  type SameMark,
} from "./answer-data.ts";
import { meanOf, questionAt, questionsIn, timesIn } from "./answer-repeats.ts";

/** All questions of some variants. */
export interface AnswerSheet
  extends Pick<AnswerPage, "sides" | "marks" | "same" | "silent" | "isText" | "isReadable" | "unfolded"> {
  readonly rows: readonly AnswerRow[];
}

/** Name of a variant in a URL where several runs are shown. */
export const sideName = ({ run, variant }: Pick<AnswerSource, "run" | "variant">): string => `${run}/${variant}`;

/** Joins the answers of variants. Marks are compared with those of the first. */
export function answerSheet(sources: readonly AnswerSource[]): AnswerSheet {
  const declared = new Map(sources.flatMap(({ marks }) => marks).map((mark) => [mark.name, mark]));
  const names = [...declared.keys()];
  const joined = joinedBy(sources);
  const compares = sources.map((source) => names.map((name) => isComparable(name, sources[0], source)));
  const places = sources.map(({ marks }) => names.map((name) => marks.findIndex((mark) => mark.name === name)));
  const rows = joined.map((episodes): AnswerRow => {
    const valued = episodes.map((one, k) => one && { ...one, values: places[k].map((at) => one.values[at] ?? null) });
    const [first] = valued;
    const cells = valued.map((one, k): AnswerCell | null => {
      if (one === null) return null;
      const changes = one.values.map((value, at) => changeOf(value, first?.values[at], compares[k][at]));
      return { ...one, changes };
    });
    const { seed, episode } = cells.find((cell) => cell !== null) ?? { seed: 0, episode: 0 };
    return { seed, episode, cells };
  });
  const { shown, same } = splitMarks(declared, rows);
  const pick = <T>(values: readonly T[]): T[] => shown.map((at) => values[at]);
  return {
    sides: sources.map(({ run, variant, title, settings, isReplayed, writers }) => ({
      ...{ run, variant, title, isReplayed },
      ...(settings !== undefined && { settings }),
      ...(writers !== undefined && { writers }),
    })),
    marks: pick([...declared.values()]),
    same,
    rows: rows.map((row) => ({
      ...row,
      cells: row.cells.map((cell) => cell && { ...cell, values: pick(cell.values), changes: pick(cell.changes) }),
    })),
    silent: sources.filter(({ isText }) => !isText).map(({ variant }) => variant),
    isText: sources.every(({ isText }) => isText),
    isReadable: sources.every(({ isReadable }) => isReadable),
    unfolded: sources.reduce((sum, { unfolded = 0 }) => sum + unfolded, 0),
  };
}

/** Returns the rows of a sheet that match a query, except for `find`. Throws a UserError where it names an unknown mark or variant. */
export function answerRows({ sides, marks, rows }: AnswerSheet, query: AnswerQuery): AnswerRow[] {
  const names = marks.map(({ name }) => name);
  const placeOf = (name: string): number => {
    if (!names.includes(name)) throw new UserError(unknownName("mark that differs between answers", name, names));
    return names.indexOf(name);
  };
  const bounds = query.bounds.map(({ measure, low, high }) => ({ at: placeOf(measure), low, high }));
  const called = sides.map(sideName);
  const of = query.of === null ? undefined : called.indexOf(query.of);
  if (of === -1) throw new UserError(unknownName("variant on this page", query.of ?? "", called));
  const fits = ({ values }: AnswerCell): boolean =>
    bounds.every(({ at, low, high }) => {
      const value = values[at];
      return value !== null && value >= (low ?? -Infinity) && value <= (high ?? Infinity);
    });
  const { differs } = query;
  const part = differs === null || differs === "any" ? names.map((_, at) => at) : [placeOf(differs)];
  return rows.filter(({ cells }) => {
    if (differs !== null && !part.some((at) => differsIn(cells, at))) return false;
    const among = of === undefined ? cells : [cells[of]];
    return bounds.length === 0 || among.some((cell) => cell !== null && fits(cell));
  });
}

/** Returns the text of a question, from the first variant that has it. */
export const questionOf = ({ cells }: AnswerRow): string | undefined =>
  cells.find((cell) => cell !== null && cell.text !== null)?.text?.question;

/** Returns the last turn of a writer; undefined where it wrote nothing. */
export const answerOf = (turns: readonly AnswerTurn[], seat: string | undefined): string | undefined =>
  turns.findLast((turn) => !turn.isWorld && turn.seat === seat)?.text;

/** Returns whether the question or an answer of a row contains the text, ignoring case. */
export function hasWords({ cells }: AnswerRow, find: string): boolean {
  const wanted = find.toLowerCase();
  return cells.some(
    (cell) =>
      cell?.text?.question.toLowerCase().includes(wanted) === true ||
      cell?.text?.turns.some(({ text }) => text.toLowerCase().includes(wanted)) === true,
  );
}

/** Returns the page that a query requests, from a sheet that has all texts. */
export function answerPageOf(sheet: AnswerSheet, query: AnswerQuery): AnswerPage {
  const rows = answerRows(sheet, query).filter((row) => query.find === "" || hasWords(row, query.find));
  const page = answerPage(sheet, rows, query);
  return { ...page, rows: page.rows.map(shortened) };
}

/** Returns the page that a query requests from matching rows: one question per row, or one repetition of a single question. */
export function answerPage(sheet: AnswerSheet, matched: readonly AnswerRow[], query: AnswerQuery): AnswerPage {
  const { shown, total } = query.again === null ? questionsIn(sheet, matched) : timesIn(sheet, matched, query.again);
  const pages = Math.max(1, Math.ceil(shown.length / PAGE_QUESTIONS));
  const page = Math.min(query.page, pages);
  return {
    ...sheet,
    totals: sheet.sides.map((_, column) => totalsOf(sheet, query.again === null ? matched : shown, column)),
    rows: shown.slice((page - 1) * PAGE_QUESTIONS, page * PAGE_QUESTIONS),
    ...{ matched: shown.length, total, page, pages, unsearched: 0 },
  };
}

function totalsOf({ marks }: AnswerSheet, rows: readonly AnswerRow[], column: number): AnswerTotals {
  const cells = rows.flatMap((row) => row.cells[column] ?? []);
  const counted = cells.filter(({ failed }) => !failed);
  return {
    answers: cells.length,
    failed: cells.length - counted.length,
    means: marks.map((_, at) => meanOf(counted.flatMap(({ values }) => values[at] ?? []))),
  };
}

/** Returns a row with its texts truncated for a page. */
export const shortened = (row: AnswerRow): AnswerRow => ({
  ...row,
  cells: row.cells.map((cell) => {
    if (cell === null) return null;
    const { question, ...shown } = cell;
    return { ...shown, text: cell.text && shortText(cell.text) };
  }),
});

function shortText({ question, turns, right }: AnswerText): AnswerText {
  return {
    question: short(question),
    turns: turns.map((turn) => ({ ...turn, text: short(turn.text) })),
    right,
  };
}

const short = (text: string): string =>
  text.length <= MOST_CHARACTERS
    ? text
    : `${text.slice(0, MOST_CHARACTERS)} … ${(text.length - MOST_CHARACTERS).toLocaleString("en-US")} more characters`;

/** Whether variants that can be compared have different values of a mark. */
const differsIn = (cells: readonly (AnswerCell | null)[], at: number): boolean =>
  cells.some((cell) => (cell?.changes[at] ?? 0) !== 0);

function changeOf(value: number | null, first: number | null | undefined, compares: boolean): -1 | 0 | 1 | null {
  if (!compares || value === null || first === null || first === undefined) return null;
  return value > first ? 1 : value < first ? -1 : 0;
}

function isComparable(name: string, a: AnswerSource, b: AnswerSource): boolean {
  if (name === "pay") return a.coin === b.coin;
  if (name === "objective") return a.objective === b.objective;
  const unit = ({ marks }: AnswerSource) => marks.find((mark) => mark.name === name)?.unit;
  return unit(a) !== undefined && unit(a) === unit(b);
}

/**
 * Separates marks with different values from those with the same value in all answers; returns the former's indices. Pay and the objective
 * are always shown.
 */
function splitMarks(declared: ReadonlyMap<string, Measure>, rows: readonly AnswerRow[]) {
  const cells = rows.flatMap((row) => row.cells.filter((cell) => cell !== null));
  const column = (at: number): string => JSON.stringify(cells.map(({ values }) => values[at]));
  const seen = new Set<string>();
  const same: SameMark[] = [];
  const shown: number[] = [];
  for (const [at, [name, mark]] of [...declared].entries()) {
    const isMain = name === "pay" || name === "objective";
    const written = column(at);
    const isConstant = new Set(cells.map(({ values }) => values[at])).size <= 1;
    if (!isMain && isConstant) same.push({ mark, value: cells[0]?.values[at] ?? null });
    // A mark that repeats pay has another meaning, and stays.
    else if (isMain || !seen.has(written)) shown.push(at);
    if (name !== "pay") seen.add(written);
  }
  return { shown, same };
}

/**
 * Joins the episodes of all variants by question, in the order of seeds and episodes. Variants of one run have the same question on the
 * same seed and episode. Several runs are joined by the text of their questions, where each variant shares some questions with the first.
 */
function joinedBy(sources: readonly AnswerSource[]): (AnswerEpisode | null)[][] {
  const questions = (source: AnswerSource) => new Set(source.episodes.map(questionAt));
  const [first] = sources;
  const known = first === undefined ? new Set<string | undefined>() : questions(first);
  const isByWords =
    sources.some(({ run }) => run !== first.run) &&
    sources.every((source) => {
      const own = questions(source);
      return !own.has(undefined) && [...own].some((question) => known.has(question));
    });
  const rows = new Map<string, (AnswerEpisode | null)[]>();
  for (const [k, source] of sources.entries()) {
    for (const [key, episode] of keyed(source.episodes, isByWords)) {
      const row = rows.get(key) ?? sources.map(() => null);
      row[k] = episode;
      rows.set(key, row);
    }
  }
  const place = (row: readonly (AnswerEpisode | null)[]) => row.find((one) => one !== null) ?? { seed: 0, episode: 0 };
  return [...rows.values()].sort((a, b) => place(a).seed - place(b).seed || place(a).episode - place(b).episode);
}

/** Returns episodes with the keys by which they are joined. The k-th repetition of a question is joined with the k-th. */
function keyed(episodes: readonly AnswerEpisode[], isByWords: boolean): [string, AnswerEpisode][] {
  if (!isByWords) return episodes.map((one) => [`${one.seed} ${one.episode}`, one]);
  return [...grouped(episodes, (one) => questionAt(one) ?? "")].flatMap(([question, same]) =>
    same.map((one, k): [string, AnswerEpisode] => [`${k} ${question}`, one]),
  );
}
