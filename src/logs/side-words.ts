// Interprets winner labels in files of games or votes. Words for sides are read beside the names of the sides' columns. Numbers depend on
// their column and are interpreted where one reading is possible or the layout is known; otherwise the user is asked.

import { type Problem, shortened, UserError } from "../core/errors.ts";
import { type ComparedSide, otherSide, sideIn, sideWord } from "../core/side-words.ts";
import { quoted } from "../core/sql.ts";
import { type WordReading, wordReadings } from "./side-names.ts";
import { isNumber, NUMBERED, type NumberColumn, numberReading } from "./side-numbers.ts";

/** A column of labels with its context. */
export interface LabelColumn extends NumberColumn {
  /** All labels in lower case that are not the name of a player in their row. */
  readonly labels: readonly string[];
  /** Labels in lower case that are the name of a player in some row, and the sides of those players. */
  readonly players?: ReadonlyMap<string, readonly ComparedSide[]>;
  /** The user's interpretation of labels. */
  readonly said?: Readonly<Record<string, string>> | undefined;
}

/** Interpretation of labels. */
export interface LabelReading {
  readonly sides: ReadonlyMap<string, ComparedSide>;
  /** Labels that mean their side also in rows where a player has that name. */
  readonly always: ReadonlySet<string>;
  /** Note on how numbers were interpreted; undefined where there are none, or the user specified it. */
  readonly note: string | undefined;
}

/** Maximum number of distinct labels; a column with more holds no sides. */
export const MOST_LABELS = 1000;

/** Interpretation of a label by the user; a label that is a player's name means no side. */
const MEANINGS = ["first", "second", "tie", "player"] as const;
type Meaning = (typeof MEANINGS)[number];
type Meanings = ReadonlyMap<string, Meaning>;

/**
 * Interprets labels; unknown labels are left out. Throws a UserError where labels are ambiguous, or the user's interpretation is invalid.
 */
export function labelReading(column: LabelColumn): LabelReading {
  const { labels, players = new Map() } = column;
  const said = saidMeanings(column);
  const isFree = (label: string) => !said.has(plain(label));
  const [free, named] = [labels.filter(isFree), [...players.keys()].filter(isFree)];
  const kinds = new Set(named.map(kindOf));
  const isLikeName = (label: string) =>
    isNumber(label) ? named.some(isNumber) : kindOf(label) !== "tie" && kinds.has(kindOf(label));
  // A label may be a side in one row, and a player's name in another. Then all labels are sides, or the user is asked.
  const shared = free.filter((label) => kindOf(label) !== undefined && (players.has(label) || isLikeName(label)));
  const areOfOne = kinds.size === 1 || shared.some((label) => players.has(label));
  const areSides = shared.length > 0 && areOfOne && named.length > 0 && !kinds.has(undefined);
  const doubtful = areSides || shared.length > 0 ? [] : doubtfulNumbers(column, named);
  const beside = isNumberSaid(said) ? named.filter((label) => kindOf(label) === "number") : [];
  const unsure = [areSides ? [] : shared, doubtful, beside].find((some) => some.length > 0);
  if (unsure !== undefined) throw new UserError(playersOrSides(column, unsure));
  const { sides, note } = readingOf(column, areSides ? [...new Set([...labels, ...named])] : labels, said);
  const always = new Set(areSides ? named : []);
  for (const label of players.keys()) {
    const meant = said.get(plain(label));
    if (meant === undefined || meant === "player") continue;
    sides.set(label, meant);
    always.add(label);
  }
  return { sides, always, note };
}

/** What a label names where it may be a side; undefined for other labels. */
function kindOf(label: string): string | undefined {
  if (isNumber(label)) return [-1, 0, 0.5, 1, 2].includes(Number(label)) ? "number" : undefined;
  const word = sideWord(label);
  return word === undefined ? undefined : (word.kind ?? "tie");
}

const isSide = (meant: Meaning | undefined): boolean => meant === "first" || meant === "second";
const isNumberSaid = (said: Meanings): boolean => [...said].some(([label, meant]) => isNumber(label) && isSide(meant));

/** Numbers that name the winner in every row, where sides of these numbers would be other winners. */
function doubtfulNumbers({ players }: LabelColumn, named: readonly string[]): readonly string[] {
  const areAmong = (...numbers: readonly number[]) =>
    named.every((label) => isNumber(label) && numbers.includes(Number(label)));
  const isNumbered = areAmong(1, 2);
  if (!isNumbered && !areAmong(0, 1)) return [];
  const isOther = named.some((label) => {
    const sides = players?.get(label) ?? [];
    return isNumbered ? sides.some((side) => side !== NUMBERED(Number(label))) : sides.length > 1;
  });
  return isOther ? named : [];
}

/** Reads labels by the user's interpretation, by words, and by numbers where the user gives none. */
function readingOf(
  column: LabelColumn,
  labels: readonly string[],
  said: Meanings,
): { readonly sides: Map<string, ComparedSide>; readonly note: string | undefined } {
  const texts = [...labels, ...said.keys()].filter((label) => !isNumber(label));
  const words = wordReadings(texts, column.sides);
  // The user's words for sides must agree with the usual ones, where both stand in a column.
  const isUsual = [...said].every(
    ([label, meant]) => !isSide(meant) || isNumber(label) || words.get(label)?.side === meant,
  );
  const sides = new Map<string, ComparedSide>();
  const open = new Map<string, WordReading>();
  for (const label of labels) {
    const meant = said.get(plain(label));
    const word = meant === undefined ? words.get(label) : undefined;
    const side = word?.side ?? (meant === "player" ? undefined : meant);
    if (side !== undefined) sides.set(label, side);
    if (word !== undefined && isSide(word.side))
      open.set(label, { side: word.side, isCertain: word.isCertain && isUsual });
  }
  if ([...open.values()].some(({ isCertain }) => !isCertain)) throw new UserError(wordsOfTwoReadings(column, open));
  const numbers = labels.filter(isNumber);
  if (said.size > 0 || numbers.length === 0) return { sides, note: undefined };
  const { side, note } = numberReading(column, numbers.map(Number));
  for (const label of numbers) {
    const meant = side(Number(label));
    if (meant !== undefined) sides.set(label, meant);
  }
  return { sides, note };
}

/** Formats an interpretation, behind what the user says already: `--labels H=first,A=second`. */
const way = ({ option, said = {} }: LabelColumn, pairs: readonly (readonly [label: string, meant: string])[]): string =>
  `${option} ${[...Object.entries(said), ...pairs].map((pair) => pair.join("=")).join(",")}`;

function wordsOfTwoReadings(column: LabelColumn, open: ReadonlyMap<string, WordReading>): Problem {
  const { own, where } = column;
  const unsure = [...open].filter(([, { isCertain }]) => !isCertain).map(([label]) => label);
  const what =
    unsure.join() === "right" && !column.labels.includes("left")
      ? `"right" in ${JSON.stringify(own)}, where "left" never stands, may be a side or mean correct`
      : `the labels ${unsure.slice(0, 8).join(", ")} in ${JSON.stringify(own)} have more than one reading`;
  const ways = [false, true].map((isTurned) =>
    way(
      column,
      Array.from(open, ([label, { side, isCertain }]) => [label, isTurned && !isCertain ? otherSide(side) : side]),
    ),
  );
  return { code: "two-readings", what, where, hint: `write ${ways.join(", or ")}` };
}

function playersOrSides(column: LabelColumn, labels: readonly string[]): Problem {
  const from = labels.some((label) => Number(label) === 0) ? 1 : 0;
  const side = (label: string) => sideIn(label) ?? NUMBERED(Number(label) + from) ?? "tie";
  const what = `the labels ${labels.slice(0, 8).join(", ")} in ${JSON.stringify(column.own)} may be names of players, or sides`;
  const ways = [(): string => "player", side].map((meaning) =>
    way(
      column,
      labels.map((label) => [label, meaning(label)]),
    ),
  );
  return { code: "two-readings", what, where: column.where, hint: `write ${ways.join(", or ")}` };
}

/** The user's interpretation by label. Throws a UserError for an invalid meaning, or where the column has none of the labels. */
function saidMeanings({ labels, players, own, where, option, said = {} }: LabelColumn): Meanings {
  const meanings = new Map<string, Meaning>();
  for (const [label, word] of Object.entries(said)) {
    const meant = MEANINGS.find((one) => one === word);
    if (meant === undefined) {
      const what = `${label} is said to mean ${JSON.stringify(shortened(word))}`;
      throw new UserError({
        code: "bad-label",
        what,
        where: option,
        hint: "write first, second or tie, or player for a name",
      });
    }
    meanings.set(plain(label), meant);
  }
  const there = new Set([...labels, ...(players?.keys() ?? [])].map(plain));
  const absent = Object.keys(said).filter((label) => !there.has(plain(label)));
  if (absent.length > 0 && absent.length === Object.keys(said).length) {
    const shown = labels.slice(0, 8).map(shortened).join(", ");
    const what = `no label in ${JSON.stringify(own)} is ${absent.map(shortened).join(" or ")}`;
    const hint = `they are ${shown === "" ? "names of players" : shown}`;
    throw new UserError({ code: "bad-label", what, where, hint });
  }
  return meanings;
}

/** Normalises a label: 1.0 and 1 are equal. */
const plain = (label: string): string => {
  const text = label.trim().toLowerCase();
  return isNumber(text) ? String(Number(text)) : text;
};

const WORTH: Readonly<Record<ComparedSide, string>> = { first: "1", second: "0", tie: "0.5" };

/**
 * SQL of a winner's result: 1 where the first side won, 0 for the second, 0.5 for a tie, −1 for an unknown label. `players` are SQL of the
 * names of the players of a row, of both sides or of none.
 */
export function resultOf(winner: string, players: readonly string[], { sides, always }: LabelReading): string {
  const cases = (isMeant: (label: string) => boolean) =>
    (["first", "second", "tie"] as const).flatMap((side) => {
      const words = [...sides].filter(([label, meant]) => meant === side && isMeant(label));
      if (words.length === 0) return [];
      return [`WHEN lower(${winner}) IN (${words.map(([label]) => quoted(label)).join(", ")}) THEN ${WORTH[side]}`];
    });
  const names = players.map((player, k) => `WHEN ${winner} = ${player} THEN ${1 - k}`);
  const all = [...cases((label) => always.has(label)), ...names, ...cases((label) => !always.has(label))];
  return all.length === 0 ? "-1::DOUBLE" : `(CASE ${all.join(" ")} ELSE -1 END)::DOUBLE`;
}
