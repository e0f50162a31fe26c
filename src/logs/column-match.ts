// Matches the columns of a file to those of a kind of log: first by the user's mapping, then by exact name, by usual names, and by content.

import { listed } from "../core/checked.ts";
import { type Problem, UserError, unknownName } from "../core/errors.ts";
import type { ColumnFacts } from "./column-facts.ts";
import { type LogKind, nameColumns, TIME } from "./kinds.ts";
import { namesOf } from "./log-columns.ts";
import { missingColumn } from "./usual-columns.ts";
import { bareName, usualNames } from "./usual-names.ts";

/** A column of a kind and the file's column that was matched to it. */
export interface GuessedColumn {
  readonly name: string;
  readonly own: string;
  /** Source of the match: the column's name, its content, or the user. */
  readonly by: "name" | "content" | "said";
  readonly why: string;
  /** Description of how the column is parsed. */
  readonly reading: string;
  readonly warning?: string;
}

/** Facts about a column from a sample of its rows. */
export interface Candidate {
  readonly own: string;
  readonly facts: ColumnFacts;
}

type Match = Pick<GuessedColumn, "own" | "by" | "why">;
type Role = { readonly name: string; readonly isNeeded: boolean };

/** Whether a column of a kind holds times. */
export const isTime = (kind: LogKind, name: string): boolean =>
  name === TIME.name || kind.numbers.some((column) => column.name === name && column.time === true);

/** Columns of a kind, the required ones first. */
export function rolesOf(kind: LogKind): Role[] {
  const numbers = kind.numbers.map(({ name, otherwise, needed }) => ({
    name,
    isNeeded: otherwise === undefined || needed === true,
  }));
  const names = nameColumns(kind).map(({ column, optional }) => ({ name: column, isNeeded: optional !== true }));
  const all = [...(kind.untimed === true ? [] : [{ name: TIME.name, isNeeded: true }]), ...names, ...numbers];
  return [...all.filter(({ isNeeded }) => isNeeded), ...all.filter(({ isNeeded }) => !isNeeded)];
}

/** Result of matching a file to one kind. */
export interface Tried {
  readonly kind: LogKind;
  readonly matches: ReadonlyMap<string, Match>;
  /** Numbers of required columns matched by name or by the user, and of those without a match. */
  readonly named: number;
  readonly missing: readonly string[];
  readonly problems: readonly Problem[];
}

export function matched(
  kind: LogKind,
  candidates: readonly Candidate[],
  said: Readonly<Record<string, string>>,
  where: string,
): Tried {
  const matches = new Map<string, Match>();
  const problems: Problem[] = [];
  const free = () => {
    const taken = new Set([...matches.values()].map(({ own }) => own));
    return candidates.filter(({ own }) => !taken.has(own));
  };
  const roles = rolesOf(kind);
  const prefix = kind.family?.name;
  const isKnown = (name: string) =>
    roles.some((role) => role.name === name) || (prefix !== undefined && name.startsWith(prefix));
  const unknown = Object.keys(said).filter((name) => !isKnown(name));
  for (const [name, own] of Object.entries(said))
    if (isKnown(name)) matches.set(name, { own, by: "said", why: "--columns" });
  const ask = (name: string, all: readonly Candidate[], why: string): void => {
    const named = all.map(({ own }) => `"${own}"`);
    const what = `${listed(named)} ${why} the ${name}`;
    const hint = `say ${all.map(({ own }) => `--columns ${name}=${shellWord(own)}`).join(" or ")}`;
    problems.push({ code: "two-readings", what, where, hint });
  };
  const ambiguous = new Set<string>();
  // An exact name has priority over usual names, and these over content.
  for (const { name } of roles) {
    if (matches.has(name)) continue;
    const own = free().find((one) => one.own === name || bareName(one.own) === bareName(name));
    if (own !== undefined) matches.set(name, { own: own.own, by: "name", why: "its own name" });
  }
  for (const { name } of roles) {
    if (matches.has(name)) continue;
    const usual = usualNames(kind, name);
    const all = free().filter((one) => isCalled(one.own, usual) && fits(kind, name, one.facts));
    if (all.length > 1) {
      ask(name, all, `are each a usual name of`);
      ambiguous.add(name);
    }
    if (all.length > 0) matches.set(name, { own: all[0].own, by: "name", why: "a usual name" });
  }
  if (prefix !== undefined)
    for (const { own } of free())
      if (own.startsWith(prefix) && own !== prefix) matches.set(own, { own, by: "name", why: "its own name" });
  const named = roles.filter(({ name, isNeeded }) => isNeeded && matches.has(name)).length;
  for (const { name, isNeeded } of roles) {
    if (!isNeeded || matches.has(name)) continue;
    const { all, why } = byContent(kind, name, free());
    if (all.length > 1) ask(name, all, `look alike, and either may be`);
    if (all.length > 0) {
      const said = all.length > 1 ? `one of ${all.length} columns that look alike` : why;
      matches.set(name, { own: all[0].own, by: "content", why: said });
    }
  }
  const missing = roles.filter(({ name, isNeeded }) => isNeeded && !matches.has(name)).map(({ name }) => name);
  if (prefix !== undefined && ![...matches.keys()].some((name) => name.startsWith(prefix))) missing.push(`${prefix}…`);
  return { kind, matches, named, missing: [...missing, ...unknown], problems };
}

/** Throws a UserError where a column in the user's mapping is missing from the file, or unknown to all kinds. */
export function checkSaid(
  kinds: readonly LogKind[],
  columns: readonly string[],
  said: Readonly<Record<string, string>>,
  where: string,
): void {
  const problems = Object.entries(said).flatMap(([name, own]): Problem[] => {
    const known = [...new Set(kinds.flatMap((kind) => rolesOf(kind).map((role) => role.name)))];
    const isFamily = kinds.some(({ family }) => family !== undefined && name.startsWith(family.name));
    if (!known.includes(name) && !isFamily)
      return [{ ...unknownName("column of a log", name, known), where: "--columns" }];
    return columns.includes(own) ? [] : [missingColumn(own, columns, where, `--columns ${name}=…`)];
  });
  if (problems.length > 0) throw new UserError(problems);
}

const shellWord = (text: string): string => (/^[\w.-]+$/.test(text) ? text : `"${text}"`);

/** Whether a column has one of the names; for a nested column the last part of its path may match. */
const isCalled = (own: string, names: readonly string[]): boolean =>
  names.includes(bareName(own)) || (own.includes(".") && names.includes(bareName(own.split(".").at(-1) ?? "")));

const mostly = (count: number, { texts }: ColumnFacts): boolean => texts > 0 && count >= 0.5 * texts;

const isTimely = (facts: ColumnFacts): boolean =>
  mostly(
    Math.max(facts.iso, facts.dayFirst, facts.monthFirst, facts.digits, facts.s, facts.ms, facts.us, facts.ns),
    facts,
  );

/** Whether a column's content is valid for a column of a kind. */
function fits(kind: LogKind, name: string, facts: ColumnFacts): boolean {
  if (isTime(kind, name)) return isTimely(facts) || mostly(facts.plain, facts);
  if (namesOf(kind).includes(name)) return true;
  const column = kind.numbers.find((one) => one.name === name);
  if (column?.yesNo === true || name === "click") return mostly(facts.yesNo, facts);
  if (column?.high === 1) return mostly(facts.shares, facts);
  return mostly(Math.max(facts.point, facts.comma), facts);
}

/** Columns whose content is valid for a column of a kind, with the reason. */
function byContent(kind: LogKind, name: string, all: readonly Candidate[]): { all: readonly Candidate[]; why: string } {
  const filled = all.filter(({ facts }) => facts.texts > 0 && facts.distinct > 1);
  const where = (met: (facts: ColumnFacts) => boolean, why: string) => ({
    all: filled.filter(({ facts }) => met(facts)),
    why,
  });
  if (isTime(kind, name)) return where(isTimely, "the only column of times");
  const isNumber = (facts: ColumnFacts) => mostly(Math.max(facts.point, facts.comma), facts);
  const text = (facts: ColumnFacts) => !isNumber(facts) && !isTimely(facts);
  // Rows of an item are contiguous, and some item has several rows.
  const isItem = (facts: ColumnFacts) =>
    !isTimely(facts) &&
    facts.fractions === 0 &&
    facts.distinct < facts.texts &&
    4 * facts.distinct > facts.texts / 16 &&
    facts.runs <= 1.1 * facts.distinct;
  if (name === kind.parts?.item.column) {
    const items = where(isItem, "its rows follow each other");
    return items.all.length > 1 ? where((facts) => isItem(facts) && text(facts), items.why) : items;
  }
  if (name === kind.parts?.party.column) {
    const most = kind.parts.party.most;
    return where(
      (facts) =>
        text(facts) && facts.distinct <= most && 4 * facts.distinct < facts.texts && facts.runs > facts.distinct,
      "the only column of few names",
    );
  }
  const column = kind.numbers.find((one) => one.name === name);
  if (column?.yesNo === true) return where((facts) => mostly(facts.yesNo, facts), "the only column of 1 and 0");
  if (column?.high === 1)
    return where((facts) => facts.shares === facts.texts && facts.fractions > 0, "the only column of probabilities");
  const isMoney = (facts: ColumnFacts) =>
    isNumber(facts) &&
    !isTimely(facts) &&
    (facts.fractions > 0 || facts.plain < facts.texts) &&
    10 * facts.negative < facts.texts;
  return where(isMoney, "the only column of amounts");
}
