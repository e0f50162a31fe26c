// Measures over the steps of an episode, with intervals over seeds. Long episodes are thinned to a few hundred points by
// averaging neighbours, so that a page stays small.

import { qt } from "lib-r-math.js";
import { type Database, identifier, quoted, type Row } from "./database.ts";
import type { Curve } from "./report-data.ts";

const MOST_POINTS = 400;

/** A variant whose curves are wanted. */
export interface CurvesOf {
  readonly variant: string;
  /** Longest possible episode, in steps. */
  readonly horizon: number;
  readonly measures: readonly string[];
}

/**
 * Curves by variant and measure, averaged over agents and episodes within a seed first. All variants in one pass over
 * the steps, as there may be ten thousand files.
 */
export async function curvesOf(
  database: Database,
  wanted: readonly CurvesOf[],
  seeds: readonly number[],
): Promise<ReadonlyMap<string, Readonly<Record<string, Curve>>>> {
  const { columns } = await database.query("SELECT * FROM steps LIMIT 0");
  if (!columns.includes("step")) return new Map();
  const measures = [...new Set(wanted.flatMap((w) => w.measures))].filter((measure) => columns.includes(measure));
  const widths = new Map(
    wanted.map(({ variant, horizon }) => [variant, Math.max(1, Math.ceil(horizon / MOST_POINTS))]),
  );
  const { rows } = await database.query(`
    WITH width(variant, width) AS (VALUES ${[...widths].map(([name, width]) => `(${quoted(name)}, ${width})`).join(", ")}),
    cell AS (
      SELECT variant, seed, step // width AS bucket ${measures.map((name, k) => `, avg(${identifier(name)}) AS m${k}`).join("")}
      FROM steps JOIN width USING (variant) WHERE seed IN (${seeds.join(", ")}) GROUP BY variant, seed, bucket
    )
    SELECT variant, bucket, count(*)::INTEGER AS n ${measures.map((_, k) => `, avg(m${k}) AS mean${k}, stddev_samp(m${k}) AS sd${k}`).join("")}
    FROM cell GROUP BY variant, bucket ORDER BY variant, bucket`);
  return new Map(
    wanted.map(({ variant, measures: own }) => {
      const points = rows.filter((row) => row.variant === variant);
      const curves = measures.flatMap((name, k) =>
        own.includes(name) && points.length > 0 ? [[name, curve(points, k, widths.get(variant) ?? 1)] as const] : [],
      );
      return [variant, Object.fromEntries(curves)];
    }),
  );
}

function curve(points: readonly Row[], k: number, width: number): Curve {
  const means = points.map((row) => Number(row[`mean${k}`]));
  const margins = points.map((row) => {
    const n = Number(row.n);
    const sd = row[`sd${k}`];
    return n > 1 && typeof sd === "number" ? halfWidth(n) * sd : null;
  });
  return {
    step: points.map((row) => Number(row.bucket) * width),
    mean: means,
    low: margins.map((margin, at) => (margin === null ? null : means[at] - margin)),
    high: margins.map((margin, at) => (margin === null ? null : means[at] + margin)),
  };
}

const halves = new Map<number, number>();

/** Half width of the 95 % interval of a mean of n values, in standard deviations. */
function halfWidth(n: number): number {
  const half = halves.get(n) ?? qt(0.975, n - 1) / Math.sqrt(n);
  halves.set(n, half);
  return half;
}
