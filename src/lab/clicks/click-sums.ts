// Sums over the rows of a log of clicks, computed in SQL. They are sums of whole numbers, so that their order changes no digit.

import { identifier } from "../../core/sql.ts";
import type { ClickCells } from "../../feedback/clicks/position-effects.ts";
import { type ClickTable, PAGE_GROUPS } from "../../logs/clicks.ts";
import { piecesOf } from "../../logs/row-pieces.ts";

/** Fractions are summed as whole multiples of 1/UNIT. */
const UNIT = 2 ** 20;
const unit = (sql: string): string => `(${sql} * ${UNIT})::HUGEINT`;

/** Runs a query and returns its rows as numbers, NaN where NULL. */
export async function numbersFrom({ file }: ClickTable, sql: string): Promise<number[][]> {
  const reader = await file.ask((connection) => connection.runAndReadAll(sql));
  return reader.getRowsJS().map((row) => row.map((value) => (value === null ? Number.NaN : Number(value))));
}

/** Positions in which items were shown, in order; at most `most`, and one more where there are more. */
export async function positionsOf(log: ClickTable, most: number): Promise<number[]> {
  const sql = `SELECT DISTINCT position FROM ${log.table} WHERE position IS NOT NULL ORDER BY position LIMIT ${most + 1}`;
  return (await numbersFrom(log, sql)).map(([position]) => position);
}

/** Number of pages in each group, [groups]. */
export async function pagesByGroup({ table, paged, ...log }: ClickTable): Promise<Float64Array> {
  const pages = paged ? `SELECT page, grp FROM ${table} GROUP BY page, grp` : `SELECT grp FROM ${table}`;
  const sums = new Float64Array(PAGE_GROUPS);
  const sql = `SELECT grp, count(*) FROM (${pages}) GROUP BY grp`;
  for (const [group, count] of await numbersFrom({ table, paged, ...log }, sql)) sums[group] = count;
  return sums;
}

/** Views and clicks by position, position by another ranking, and group. */
export interface PlaceSums {
  /** NaN for items that were not shown. */
  readonly position: number;
  /** NaN for items that the other ranking does not show, or where there is none. */
  readonly other: number;
  readonly group: number;
  readonly rows: number;
  readonly clicks: number;
}

export async function placeSums({ own, ...log }: ClickTable): Promise<PlaceSums[]> {
  const other = own.has("other") || own.has("score") ? "other" : "NULL::USMALLINT AS other";
  const rows = `SELECT position, ${other}, grp, click FROM ${log.table}`;
  const sql = `SELECT position, other, grp, count(*), sum(click) FROM (${rows}) GROUP BY ALL ORDER BY ALL`;
  const sums = await numbersFrom({ own, ...log }, sql);
  return sums.map(([position, other, group, rows, clicks]) => ({ position, other, group, rows, clicks }));
}

/** Sums of weights by group, with propensities. */
export interface WeightSums {
  readonly group: number;
  readonly weights: number;
  readonly clicks: number;
  readonly squares: number;
  readonly largest: number;
}

/** SQL of a row's weight: probability under the other ranking divided by the propensity. */
const weightIn = ({ own }: ClickTable): string =>
  own.has("chance") ? "chance / propensity" : "(CASE WHEN other = position THEN 1.0 ELSE 0.0 END) / propensity";

export async function weightSums(log: ClickTable): Promise<WeightSums[]> {
  const rows = `SELECT grp, click, ${weightIn(log)} AS w FROM ${log.table} WHERE position IS NOT NULL`;
  const sums = `${unit("w")}), sum(${unit("w * click")}), sum(${unit("w * w")}`;
  const sql = `SELECT grp, sum(${sums}), max(w) FROM (${rows}) WHERE w > 0 GROUP BY grp ORDER BY grp`;
  return (await numbersFrom(log, sql)).map(([group, weights, clicks, squares, largest]) => ({
    ...{ group, weights: weights / UNIT, clicks: clicks / UNIT, squares: squares / UNIT, largest },
  }));
}

/** Cells that the fit of positions holds at most; of more those of some items, which are drawn by a hash. */
const MOST_CELLS = 400_000;

/** Views and clicks by item, position and group, for the fit of positions. */
export interface GroupedCells {
  readonly cells: ClickCells;
  /** Returns the cells of all groups but one. */
  without(group: number): ClickCells;
}

export async function groupedCells(
  log: ClickTable,
  positions: readonly number[],
  stop: { readonly signal?: AbortSignal },
): Promise<GroupedCells> {
  const shown = `FROM ${log.table} WHERE position IS NOT NULL`;
  const [[cells = 0] = []] = await numbersFrom(log, `SELECT approx_count_distinct(hash(pair, position, grp)) ${shown}`);
  const every = Math.max(1, Math.ceil(cells / MOST_CELLS));
  const grouped = `SELECT pair, position, grp, count(*) AS shown, sum(click) AS clicks ${shown} AND pair % ${every} = 0 GROUP BY ALL`;
  // The number of a pair, in halves that a DOUBLE holds.
  const columns = [
    { name: "high", sql: "(pair >> 32)::DOUBLE" },
    { name: "low", sql: "(pair & 4294967295)::DOUBLE" },
    ...["position", "grp", "shown", "clicks"].map((name) => ({ name, sql: `${identifier(name)}::DOUBLE` })),
  ];
  const place = new Map(positions.map((position, k) => [position, k]));
  const starts: number[] = [];
  const [position, views, clicks]: [number[], number[], number[]] = [[], [], []];
  /** Entries of groups: cell, views and clicks. */
  const groups = Array.from({ length: PAGE_GROUPS }, (): [number, number, number][] => []);
  let [lastHigh, lastLow, lastPosition] = [Number.NaN, Number.NaN, Number.NaN];
  for await (const piece of await piecesOf(
    log.file,
    { columns, from: `(${grouped}) ORDER BY pair, position, grp` },
    stop,
  )) {
    const [high, low, positions, group, shown, clicked] = columns.map(({ name }) => piece.numbers(name));
    for (let row = 0; row < piece.rows; row++) {
      const isNew = high[row] !== lastHigh || low[row] !== lastLow;
      if (isNew) starts.push(position.length);
      if (isNew || positions[row] !== lastPosition) {
        position.push(place.get(positions[row]) ?? 0);
        views.push(0);
        clicks.push(0);
      }
      [lastHigh, lastLow, lastPosition] = [high[row], low[row], positions[row]];
      const cell = position.length - 1;
      views[cell] += shown[row];
      clicks[cell] += clicked[row];
      groups[group[row]].push([cell, shown[row], clicked[row]]);
    }
  }
  starts.push(position.length);
  const whole = { starts, position, shown: Float64Array.from(views), clicks: Float64Array.from(clicks) };
  return {
    cells: whole,
    without(group) {
      const [shown, clicks] = [whole.shown.slice(), whole.clicks.slice()];
      for (const [cell, n, c] of groups[group]) {
        shown[cell] -= n;
        clicks[cell] -= c;
      }
      return { ...whole, shown, clicks };
    },
  };
}

/** Sums of the click model's predictions by group. */
export interface ModelSums {
  readonly group: number;
  /** Predicted clicks of the other ranking: of all its items, and of those that the page did not show. */
  readonly other: number;
  readonly unshown: number;
  /** Weighted predictions for the items that were shown, where they were shown. */
  readonly made: number;
}

/** SQL of effects of positions as whole numbers: a row for each position whose effect is known. */
function effectTable(positions: readonly number[], effects: ArrayLike<number>): string {
  const known = positions.flatMap((position, k) =>
    Number.isNaN(effects[k]) ? [] : [`(${position}::USMALLINT, ${Math.round(UNIT * effects[k])}::BIGINT)`],
  );
  return `(VALUES ${known.join(", ")})`;
}

/** SQL of relevances by pair and group, each from the clicks of all other groups; an item begins with one view at the mean. */
const relevance = (sums: string): string => `SELECT *,
  (sum(c) OVER w - c + ${UNIT} * sum(c) OVER () / sum(e) OVER ()) / (sum(e) OVER w - e + ${UNIT}) AS gamma
  FROM (${sums}) WINDOW w AS (PARTITION BY pair)`;

/** Predictions of the position-based model for the other ranking, each row's from the pages of other groups. */
export async function modelSums(
  log: ClickTable,
  positions: readonly number[],
  effects: ArrayLike<number>,
): Promise<ModelSums[]> {
  const table = effectTable(positions, effects);
  const weight = log.own.has("propensity") ? `coalesce(${weightIn(log)}, 0)` : "0";
  const rows = `SELECT pair, grp, click, position, coalesce(a.e, 0) AS seen, coalesce(b.e, 0) AS moved,
      (${weight} * coalesce(a.e, 0))::HUGEINT AS made
    FROM ${log.table} LEFT JOIN ${table} AS a(place, e) ON position = a.place LEFT JOIN ${table} AS b(place, e) ON other = b.place`;
  const sums = `SELECT pair, grp, sum(click) AS c, sum(seen) AS e, sum(moved) AS o,
    coalesce(sum(moved) FILTER (position IS NULL), 0) AS u, sum(made) AS m FROM (${rows}) GROUP BY pair, grp`;
  const predicted = ["o", "u", "m"].map((name) => `sum(round(gamma * ${name} * ${UNIT})::HUGEINT)`).join(", ");
  const sql = `SELECT grp, ${predicted} FROM (${relevance(sums)}) GROUP BY grp ORDER BY grp`;
  return (await numbersFrom(log, sql)).map(([group, other, unshown, made]) => ({
    ...{ group, other: other / UNIT, unshown: unshown / UNIT, made: made / UNIT },
  }));
}

/** Clicks and predicted clicks of a part of the pages, of items below a click on their page and of others. */
export interface BelowSums {
  readonly part: number;
  readonly below: boolean;
  readonly clicks: number;
  readonly predicted: number;
}

/** Rows that are looked at for what a click above changes, about. */
const BELOW_ROWS = 2_000_000;

/** Sums of some of the pages, in `PAGE_GROUPS` parts; a row's prediction is from the other pages. */
export async function belowSums(
  log: ClickTable,
  { positions, effects, rows }: { positions: readonly number[]; effects: ArrayLike<number>; rows: number },
): Promise<BelowSums[]> {
  const groups = Math.min(PAGE_GROUPS, Math.max(1, Math.ceil((PAGE_GROUPS * BELOW_ROWS) / rows)));
  const table = effectTable(positions, effects);
  const joined = `FROM ${log.table} JOIN ${table} AS a(place, e) ON position = a.place`;
  const gammas = `SELECT pair, grp, gamma FROM (${relevance(`SELECT pair, grp, sum(click) AS c, sum(e) AS e ${joined} GROUP BY pair, grp`)}) WHERE grp < ${groups}`;
  const above =
    "max(click) OVER (PARTITION BY page ORDER BY position ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING)";
  const seen = `SELECT page, pair, grp, click, e, coalesce(${above}, 0) AS below ${joined} WHERE grp < ${groups}`;
  const sql = `SELECT page % ${PAGE_GROUPS}, below, sum(click), sum(round(gamma * e * ${UNIT})::HUGEINT)
    FROM (${seen}) JOIN (${gammas}) USING (pair, grp) GROUP BY ALL ORDER BY ALL`;
  return (await numbersFrom(log, sql)).map(([part, below, clicks, predicted]) => ({
    ...{ part, below: below === 1, clicks, predicted: predicted / UNIT },
  }));
}
