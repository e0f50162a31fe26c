// Measures over the steps of an episode, with intervals over seeds. Long episodes are thinned to a few hundred points by
// averaging neighbours, so that a page stays small.

import { qt } from "lib-r-math.js";
import { identifier, quoted } from "../../core/sql.ts";
import { cutAround, type Range, type Replicates, spreadOfMean } from "../../evaluation/statistics/interval.ts";
import type { Ranges } from "../experiment/channel-range.ts";
import type { Database, Row } from "../store/database.ts";
import { playedOut } from "./failures.ts";
import type { Lengths } from "./lengths.ts";
import type { Curve } from "./report-data.ts";

const MOST_POINTS = 400;

export interface CurvesOf {
  readonly variant: string;
  /** Longest possible episode, in steps. */
  readonly horizon: number;
  readonly measures: readonly string[];
  /** What the variant's seeds are replicates of, where they resample a log. */
  readonly replicates?: Replicates | undefined;
  /** Ranges of the values of one step. */
  readonly ranges?: Ranges;
}

/** Number of steps or updates that are averaged to a point, for a curve of this length. */
const widthOf = (length: number): number => Math.max(1, Math.ceil(length / MOST_POINTS));

type Curves = ReadonlyMap<string, Readonly<Record<string, Curve>>>;

/** Returns curves over the steps of an episode, by variant and measure. Agents and episodes are averaged within a seed first. */
export async function episodeCurves(
  database: Database,
  wanted: readonly CurvesOf[],
  seeds: readonly number[],
): Promise<Curves> {
  const columns = await columnsOf(database, "steps", "step");
  const measures = [...new Set(wanted.flatMap((w) => w.measures))].filter((measure) => columns.includes(measure));
  const widths = new Map(wanted.map(({ variant, horizon }) => [variant, widthOf(horizon)]));
  const drawn = new Map(wanted.map(({ variant, replicates }) => [variant, replicates]));
  const ranges = new Map(wanted.map((one) => [one.variant, one.ranges ?? new Map()]));
  const axis: Axis = { table: "steps", by: "step", at: "step" };
  const all = await bucketed(database, axis, widths, measures, seeds, ranges, drawn);
  return new Map(
    wanted.map(({ variant, measures: own }) => [
      variant,
      Object.fromEntries(Object.entries(all.get(variant) ?? {}).filter(([name]) => own.includes(name))),
    ]),
  );
}

/** Returns curves over the environment steps of training, by variant and measure; empty where no agent learnt. */
export async function trainingCurves(
  database: Database,
  variants: readonly string[],
  seeds: readonly number[],
  ranges: ReadonlyMap<string, Ranges> = new Map(),
): Promise<Curves> {
  const columns = await columnsOf(database, "training", "update");
  if (columns.length === 0) return new Map();
  const measures = columns.filter((name) => !["run", "variant", "seed", "update", "steps"].includes(name));
  const { rows } = await database.query("SELECT variant, max(update)::INTEGER AS last FROM training GROUP BY variant");
  const widths = new Map(rows.map((row) => [String(row.variant), widthOf(Number(row.last))]));
  const known = new Map([...widths].filter(([variant]) => variants.includes(variant)));
  return bucketed(
    database,
    { table: "training", by: "update", at: "steps", carried: true },
    known,
    measures,
    seeds,
    ranges,
  );
}

/** Returns the lengths of the episodes that were played to their end, by variant. */
export async function episodeLengths(
  database: Database,
  seeds: readonly number[],
): Promise<ReadonlyMap<string, Lengths>> {
  const { columns } = await database.query("SELECT * FROM episodes LIMIT 0");
  if (!columns.includes("episode")) return new Map();
  const { rows } = await database.query(`
    WITH one AS (SELECT DISTINCT variant, seed, episode, steps FROM episodes
      WHERE seed IN (${seeds.join(", ")}) AND ${playedOut(columns)})
    SELECT variant, steps::INTEGER AS steps, count(*)::INTEGER AS episodes FROM one GROUP BY variant, steps ORDER BY variant, steps`);
  const lengths = new Map<string, [number, number][]>();
  for (const { variant, steps, episodes } of rows) {
    const own = lengths.get(String(variant)) ?? [];
    own.push([Number(steps), Number(episodes)]);
    lengths.set(String(variant), own);
  }
  return lengths;
}

/** Returns the columns of a table; none where no file of it was read. */
async function columnsOf(database: Database, table: string, needed: string): Promise<readonly string[]> {
  const { columns } = await database.query(`SELECT * FROM ${table} LIMIT 0`);
  return columns.includes(needed) ? columns : [];
}

/** The x axis: rows are grouped into buckets by column `by`, and a bucket is drawn at its smallest `at`. */
interface Axis {
  readonly table: "steps" | "training";
  readonly by: string;
  readonly at: string;
  /**
   * Whether a seed without a value in a bucket counts with its last one: a learner that has two kinds of updates measures each kind in some.
   * Buckets that less than half of the seeds reach are left out then.
   */
  readonly carried?: true;
}

/**
 * Averages all variants in one pass over the table, since there may be ten thousand files. Computed columns have names that no channel can
 * have.
 */
async function bucketed(
  database: Database,
  { table, by, at, carried }: Axis,
  widths: ReadonlyMap<string, number>,
  measures: readonly string[],
  seeds: readonly number[],
  ranges: ReadonlyMap<string, Ranges>,
  replicates: ReadonlyMap<string, Replicates | undefined> = new Map(),
): Promise<Curves> {
  if (measures.length === 0 || widths.size === 0) return new Map();
  const { rows } = await database.query(`
    WITH width(variant, "width of a bucket") AS (VALUES ${[...widths].map(([name, width]) => `(${quoted(name)}, ${width})`).join(", ")}),
    cell AS (
      SELECT variant, seed, ${by} // "width of a bucket" AS bucket, min(${at}) AS place ${measures.map((name, k) => `, avg(${identifier(name)}) AS m${k}`).join("")}
      FROM ${table} JOIN width USING (variant) WHERE seed IN (${seeds.join(", ")}) GROUP BY variant, seed, bucket
    ),
    known AS (
      SELECT variant, bucket, place ${measures.map((_, k) => `, ${carried === true ? `last_value(m${k} IGNORE NULLS) OVER before` : `m${k}`} AS m${k}`).join("")}
      FROM cell WINDOW before AS (PARTITION BY variant, seed ORDER BY bucket)
    )
    SELECT variant, min(place) AS place ${measures.map((_, k) => `, count(m${k})::INTEGER AS n${k}, avg(m${k}) AS mean${k}, ${deviationOf(`m${k}`)} AS sd${k}`).join("")}
    FROM known GROUP BY variant, bucket ORDER BY variant, bucket`);
  return new Map(
    [...widths].map(([variant, width]) => {
      const points = rows.filter((row) => row.variant === variant);
      return [
        variant,
        Object.fromEntries(
          measures.map((name, k) => [
            name,
            curve(
              carried === true ? reachedByHalf(points, `n${k}`) : points,
              ...([k, width, ranges.get(variant)?.get(name), replicates.get(variant)] as const),
            ),
          ]),
        ),
      ];
    }),
  );
}

/** Returns the points that at least half as many seeds reach as the best-known one. */
function reachedByHalf(points: readonly Row[], column: string): readonly Row[] {
  const most = points.reduce((max, row) => Math.max(max, Number(row[column])), 0);
  return points.filter((row) => 2 * Number(row[column]) >= most);
}

/** Returns SQL for a column's standard deviation. Squares of values beyond 1e150 overflow, so such values are scaled first. */
const deviationOf = (column: string): string =>
  `CASE WHEN max(abs(${column})) < 1e150 THEN stddev_samp(${column}) FILTER (WHERE abs(${column}) < 1e150)
    ELSE 1e200 * stddev_samp(${column} / 1e200) FILTER (WHERE isfinite(${column})) END`;

/**
 * Returns the points at which the measure has a value. A point of fewer than two seeds has no interval. An interval is clipped to the range
 * where the mean lies within it.
 */
function curve(
  rows: readonly Row[],
  k: number,
  width: number,
  range: Range | undefined,
  replicates?: Replicates,
): Curve {
  const points = rows.flatMap((row) => {
    const mean = row[`mean${k}`];
    const sd = row[`sd${k}`];
    const n = Number(row[`n${k}`]);
    if (typeof mean !== "number") return [];
    const half = halfWidth(n, replicates);
    const margin = half !== undefined && typeof sd === "number" ? half * sd : null;
    const [low, high] = margin === null ? [null, null] : [mean - margin, mean + margin];
    return [{ at: Number(row.place), ...cutAround({ mean, low, high }, range) }];
  });
  return {
    width,
    step: points.map(({ at }) => at),
    mean: points.map(({ mean }) => mean),
    low: points.map(({ low }) => low),
    high: points.map(({ high }) => high),
  };
}

const halves = new Map<string, number>();

/** Returns the half-width of the 95 % interval of a mean of n values, in standard deviations; undefined where there is none. */
function halfWidth(n: number, replicates: Replicates | undefined): number | undefined {
  const spread = spreadOfMean(n, replicates);
  if (spread === undefined) return undefined;
  const { size, freedom } = spread;
  const key = `${size} ${freedom}`;
  const half = halves.get(key) ?? qt(0.975, freedom) / Math.sqrt(size);
  halves.set(key, half);
  return half;
}
