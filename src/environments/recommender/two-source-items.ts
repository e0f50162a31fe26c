// Items with a text of a person, its rewrite by a language model, and a rewrite of that rewrite, each as a vector. Drawn ones share topic,
// detail and style; what a rewrite changes of them is set. Others come from a table.

import { UserError } from "../../core/errors.ts";
import type { Random } from "../../core/random.ts";
import { type DataTable, placeIn } from "../../logs/table.ts";
import { cosine } from "../../math/cosine.ts";
import { randomOrder } from "../../math/weighted-draw.ts";

/** Versions of an item by number. */
export const [HUMAN, AI, AGAIN] = [0, 1, 2];
const SOURCES = ["human", "ai", "again"];

/** Lengths of topic, detail and style in a human text. */
const [TOPIC, DETAIL, STYLE] = [2, 0.8, 0.6];
/** What a second rewrite keeps of the detail and of the style of the first, and its noise. */
const [KEPT_DETAIL, KEPT_STYLE, NOISE] = [0.94, 0.8, 0.05];

/** How a rewrite differs from its text: factors of topic, detail and style, and the length of what it adds to all texts alike. */
export interface Rewriting {
  readonly topic: number;
  readonly detail: number;
  readonly style: number;
  readonly fingerprint: number;
}

/** Vectors of all items, [items × width] for each version, and the topic of each item. */
export interface TwoSourceItems {
  readonly width: number;
  readonly versions: readonly [human: Float64Array, ai: Float64Array, again: Float64Array];
  readonly topics: Float64Array;
}

/** Writes drawn items. A human text is topic + detail + style; coordinates are normal, of lengths 2, .8 and .6 on average. */
export function drawItems(
  { width, versions, topics }: TwoSourceItems,
  topicCount: number,
  by: Rewriting,
  random: Random,
): void {
  const direction = (): Float64Array => Float64Array.from({ length: width }, () => random.normal() / Math.sqrt(width));
  const themes = Array.from({ length: topicCount }, direction);
  const mark = direction();
  const length = Math.sqrt(mark.reduce((sum, x) => sum + x * x, 0));
  for (let item = 0; item < topics.length; item++) {
    topics[item] = item % topicCount;
    const theme = themes[topics[item]];
    const [detail, style, noise] = [direction(), direction(), direction()];
    for (let k = 0; k < width; k++) {
      const at = item * width + k;
      const common = by.topic * TOPIC * theme[k] + (by.fingerprint * mark[k]) / length;
      const [own, manner] = [by.detail * DETAIL * detail[k], by.style * STYLE * style[k]];
      versions[HUMAN][at] = TOPIC * theme[k] + DETAIL * detail[k] + STYLE * style[k];
      versions[AI][at] = common + own + manner;
      versions[AGAIN][at] = common + KEPT_DETAIL * own + KEPT_STYLE * manner + NOISE * noise[k];
    }
  }
}

/** Items of a table. Topics are by its column `topic`; without one there are none. */
export interface OwnItems extends TwoSourceItems {
  /** The largest size of a coordinate. */
  readonly largest: number;
}

/**
 * Reads items from rows with an `item`, a `source` (human, ai, and where there is one, again: a rewrite of the rewrite), a `vector`, and
 * perhaps a `topic`. A vector is a list, a list in a text, or all other columns, a number each. Without a second rewrite the first stands
 * in. Throws a UserError with the row of a bad one, and where there are fewer items than `fewest`.
 */
export function itemsOfTable(table: DataTable, shown: string, fewest: number): OwnItems {
  for (const name of ["item", "source"]) {
    if (table.columns.includes(name)) continue;
    throw new UserError({
      code: "no-column",
      what: `has no column "${name}"`,
      where: shown,
      hint: "a row is an item, its source (human, ai or again) and a vector",
    });
  }
  const isWhole = table.columns.includes("vector");
  const numbers = table.columns.filter((name) => !["item", "source", "topic", "vector"].includes(name));
  const versionsOf = new Map<string, (readonly number[] | undefined)[]>();
  const named = new Map<string, string>();
  let width: number | undefined;
  for (const [k, row] of table.rows.entries()) {
    const wrong = (what: string, hint: string): UserError =>
      new UserError({ code: "bad-row", what, where: placeIn(shown, table, k), hint });
    const [item, source] = [String(row.item ?? ""), String(row.source ?? "").toLowerCase()];
    const version = SOURCES.indexOf(source);
    if (item === "") throw wrong("names no item", "every row has the item that its text describes");
    if (version < 0) throw wrong(`has the source "${source}"`, "human, ai, or again for a rewrite of the ai text");
    const vector = isWhole ? listOf(row.vector) : numbers.map((name) => numberOf(row[name]));
    if (vector.length === 0) throw wrong("has no vector", "a list as vector, or a column for each number");
    const bad = vector.findIndex((x) => !Number.isFinite(x));
    if (bad >= 0) {
      const where = isWhole ? `at place ${bad + 1} of its vector` : `in the column "${numbers[bad]}"`;
      throw wrong(`has no number ${where}`, "a vector holds finite numbers");
    }
    width ??= vector.length;
    if (vector.length !== width)
      throw wrong(`has ${vector.length} numbers, and rows before it ${width}`, "all have one length");
    const versions = versionsOf.get(item) ?? [undefined, undefined, undefined];
    if (versions[version] !== undefined)
      throw wrong(`is a second ${source} text of item "${item}"`, "keep one of them");
    versions[version] = vector;
    versionsOf.set(item, versions);
    if (table.columns.includes("topic")) named.set(item, String(row.topic ?? ""));
  }
  for (const [item, versions] of versionsOf) {
    const missing = versions.slice(0, AGAIN).indexOf(undefined);
    if (missing < 0) continue;
    const what = `item "${item}" has no ${SOURCES[missing]} text`;
    throw new UserError({ code: "no-version", what, where: shown, hint: "every item has one of each" });
  }
  const all = [...versionsOf.values()];
  if (all.length < fewest) {
    const what = `has ${all.length} items, and a list holds ${fewest}`;
    throw new UserError({ code: "few-items", what, where: shown, hint: "set list to fewer items" });
  }
  const vectors = (version: number) => Float64Array.from(all.flatMap((one) => one[version] ?? one[AI] ?? []));
  const versions = [vectors(HUMAN), vectors(AI), vectors(AGAIN)] as const;
  const names = [...new Set(named.values())];
  const largest = versions.reduce((most, one) => one.reduce((a, x) => Math.max(a, Math.abs(x)), most), 0);
  const topics = Float64Array.from(named.values(), (name) => names.indexOf(name));
  return { width: width ?? 0, versions, topics, largest };
}

const numberOf = (value: unknown): number =>
  typeof value === "number" ? value : typeof value === "string" && value.trim() !== "" ? Number(value) : Number.NaN;

function listOf(value: unknown): number[] {
  if (Array.isArray(value)) return value.map(numberOf);
  const text = typeof value === "string" ? value.trim().replace(/^\[|\]$/g, "") : "";
  return text === "" ? [] : text.split(",").map(numberOf);
}

/** Topics of items without any: each belongs to the nearest of `count` drawn items, by the cosine of the mean of its first two versions. */
export function nearestTopics({ width, versions }: TwoSourceItems, count: number, random: Random): Float64Array {
  const items = versions[HUMAN].length / width;
  const middles = Array.from({ length: items }, (_, item) =>
    Float64Array.from({ length: width }, (_, k) => versions[HUMAN][item * width + k] + versions[AI][item * width + k]),
  );
  const centres = randomOrder(items, random)
    .slice(0, count)
    .map((item) => middles[item]);
  return Float64Array.from(middles, (one) => {
    const near = centres.map((centre) => cosine(one, centre));
    return near.reduce((best, x, k) => (x > near[best] ? k : best), 0);
  });
}
