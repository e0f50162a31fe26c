// Reads words for sides beside the names of the sides' columns: `black` in a file whose first column is called black, `H` and `A` of home
// and away. The usual words hold where the columns do not say otherwise.

import { type ComparedSide, otherSide, type SideKind, sideWord } from "../core/side-words.ts";

/** The file's names of the columns of the first and the second side. */
export type SideColumns = readonly [first: string, second: string];

/** A reading of a word: certain, or one of several. */
export interface WordReading {
  readonly side: ComparedSide;
  readonly isCertain: boolean;
}

/** Words in the names of columns, by what they name, for the first and the second side. */
const NAMING: readonly (readonly [kind: SideKind, first: string, second: string])[] = [
  ["order", "first", "second"],
  ["letter", "a", "b"],
  ["place", "left", "right"],
  ["colour", "white", "black"],
  ["ground", "home", "away"],
];

/** Words of a column's name in lower case: `HomeTeam` has home and team, `player1` has player and 1. */
const wordsOf = (name: string): string[] =>
  name
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, "$1 $2")
    .toLowerCase()
    .match(/\p{L}+|\d+/gu) ?? [];

/** The words by which the names of two columns differ. */
function differing([first, second]: SideColumns): readonly [first: string[], second: string[]] {
  const [one, other] = [wordsOf(first), wordsOf(second)];
  return [one.filter((word) => !other.includes(word)), other.filter((word) => !one.includes(word))];
}

/** Whether a word of a name is, begins with or ends with a word for a side: `hometeam`. */
const holds = (words: readonly string[], side: string): boolean =>
  words.some((word) => word === side || (side.length > 3 && (word.startsWith(side) || word.endsWith(side))));

/** How columns stand by what their names say: 1 first and second, −1 turned, 0 turned by one of them alone. */
function turns(columns: SideColumns): ReadonlyMap<SideKind, -1 | 0 | 1> {
  const [one, other] = differing(columns);
  const known = new Map<SideKind, -1 | 0 | 1>();
  for (const [kind, first, second] of NAMING) {
    const [isTurnedBySecond, isTurnedByFirst] = [holds(other, first), holds(one, second)];
    if (isTurnedByFirst && isTurnedBySecond) known.set(kind, -1);
    else if (holds(one, first) || holds(other, second)) known.set(kind, 1);
    else if (isTurnedByFirst || isTurnedBySecond) known.set(kind, 0);
  }
  if ([...one, ...other].every((word) => /^[012]$/.test(word)) && one.length === 1 && other.length === 1)
    known.set("number", one[0] < other[0] ? 1 : -1);
  return known;
}

/** How columns stand by their names: −1 turned, as `first=model_b` and `second=model_a`; undefined where no name says it, or one alone. */
export function turnOf(columns: SideColumns | undefined): -1 | 1 | undefined {
  const all = columns === undefined ? [] : [...turns(columns).values()];
  return all.includes(-1) ? -1 : all.includes(1) && !all.includes(0) ? 1 : undefined;
}

/** Whether the names of columns say that the first is not the first side, or may not be. */
export const mayBeTurned = (columns: SideColumns | undefined): boolean =>
  columns !== undefined && [...turns(columns).values()].some((turn) => turn < 1);

/**
 * Reads the words among labels, which are in lower case; labels without a reading are left out. `columns` are undefined where the file has
 * none for sides.
 */
export function wordReadings(
  labels: readonly string[],
  columns: SideColumns | undefined,
): ReadonlyMap<string, WordReading> {
  const known = columns === undefined ? new Map<SideKind, -1 | 0 | 1>() : turns(columns);
  const isTurned = [...known.values()].some((turn) => turn < 1);
  const readings = new Map<string, WordReading>();
  for (const label of labels) {
    const named = columns === undefined ? undefined : columnNamed(label, columns);
    const word = sideWord(label);
    if (named !== undefined) readings.set(label, { side: named, isCertain: true });
    else if (word !== undefined) {
      const turn = word.kind === undefined ? 1 : (known.get(word.kind) ?? (isTurned ? 0 : 1));
      // "right" without "left" may mean correct.
      const isAlone = label === "right" && !labels.includes("left");
      const side = turn === -1 ? otherSide(word.side) : word.side;
      readings.set(label, { side, isCertain: turn !== 0 && !isAlone });
    }
  }
  return new Map([...readings, ...letterReadings(labels, readings, codesOf(labels, columns, known))]);
}

/** The side whose column a label names: by its whole name, or by a word that the other's name lacks. */
function columnNamed(label: string, columns: SideColumns): ComparedSide | undefined {
  const whole = columns.map((name) => name.toLowerCase() === label);
  if (whole[0] !== whole[1]) return whole[0] ? "first" : "second";
  const [one, other] = differing(columns).map((words) => words.includes(label));
  return one === other || !/^\p{L}{2,}$/u.test(label) ? undefined : one ? "first" : "second";
}

/** Letters of the first and the second side. */
type Code = ReadonlyMap<string, ComparedSide>;
const code = (first: string, second: string): Code =>
  new Map([
    [first, "first"],
    [second, "second"],
  ]);

/** Codes of one letter that labels may be in, beside `a` and `b`: of the columns' own names, and of home, draw and away. */
function codesOf(
  labels: readonly string[],
  columns: SideColumns | undefined,
  known: ReadonlyMap<SideKind, -1 | 0 | 1>,
): Code[] {
  const [one = "", other = ""] = columns === undefined ? [] : differing(columns).map(([word]) => word?.[0]);
  const isNamed = /^\p{L}{2}$/u.test(one + other) && one !== other;
  const ground = known.get("ground") === -1 ? code("a", "h") : code("h", "a");
  return [...(isNamed ? [code(one, other)] : []), ...(labels.includes("h") || labels.includes("d") ? [ground] : [])];
}

/**
 * Readings of labels of one letter. A code reads where both of its letters and no other are there, with `d` as a draw; otherwise it only
 * makes the usual reading of `a` or `b` uncertain.
 */
function letterReadings(
  labels: readonly string[],
  words: ReadonlyMap<string, WordReading>,
  codes: readonly Code[],
): ReadonlyMap<string, WordReading> {
  const letters = labels.filter((label) => /^[a-z]$/.test(label));
  const areOf = (own: Pick<Code, "has">) => letters.every((letter) => letter === "d" || own.has(letter));
  const isUsual = areOf(new Set(["a", "b"]));
  const full = codes.filter((own) => areOf(own) && [...own.keys()].every((letter) => letters.includes(letter)));
  const possible = codes.filter((own) => !isUsual || areOf(own));
  const readings = new Map<string, WordReading>();
  for (const letter of letters) {
    const usual = isUsual || full.length === 0 ? words.get(letter) : undefined;
    const sides = (usual === undefined ? full : possible).flatMap((own) => own.get(letter) ?? []);
    const draw = letter === "d" && !isUsual && full.length > 0 ? "tie" : undefined;
    const side = usual?.side ?? sides[0] ?? draw;
    if (side === undefined) continue;
    readings.set(letter, { side, isCertain: sides.every((one) => one === side) && usual?.isCertain !== false });
  }
  return readings;
}
