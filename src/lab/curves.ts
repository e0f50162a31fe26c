// Measures over the steps of an episode, with intervals over seeds. Long episodes are thinned to a few hundred points by
// averaging neighbours, so that a page stays small.

import { qt } from "lib-r-math.js";
import { type Database, identifier, quoted } from "./database.ts";
import type { Curve } from "./report-data.ts";

const MOST_POINTS = 400;

/** Curves of one variant by measure, averaged over agents and episodes within a seed first. */
export async function curvesOf(
  database: Database,
  variant: string,
  measures: readonly string[],
  seeds: readonly number[],
): Promise<Record<string, Curve>> {
  const { columns } = await database.query("SELECT * FROM steps LIMIT 0");
  if (!columns.includes("step")) return {};
  const known = measures.filter((measure) => columns.includes(measure));
  const where = `variant = ${quoted(variant)} AND seed IN (${seeds.join(", ")})`;
  const { rows: lengths } = await database.query(`SELECT max(step) + 1 AS length FROM steps WHERE ${where}`);
  const length = Number(lengths[0]?.length ?? 0);
  const width = Math.max(1, Math.ceil(length / MOST_POINTS));
  const { rows } = await database.query(`
    WITH cell AS (
      SELECT seed, step // ${width} AS bucket ${known.map((name, k) => `, avg(${identifier(name)}) AS m${k}`).join("")}
      FROM steps WHERE ${where} GROUP BY seed, bucket
    )
    SELECT bucket, count(*)::INTEGER AS n ${known.map((_, k) => `, avg(m${k}) AS mean${k}, stddev_samp(m${k}) AS sd${k}`).join("")}
    FROM cell GROUP BY bucket ORDER BY bucket`);
  const halves = new Map<number, number>();
  const factor = (n: number): number => {
    const half = halves.get(n) ?? qt(0.975, n - 1) / Math.sqrt(n);
    halves.set(n, half);
    return half;
  };
  return Object.fromEntries(
    known.map((name, k) => {
      const means = rows.map((row) => Number(row[`mean${k}`]));
      const margins = rows.map((row) => {
        const n = Number(row.n);
        const sd = row[`sd${k}`];
        return n > 1 && typeof sd === "number" ? factor(n) * sd : null;
      });
      const curve: Curve = {
        step: rows.map((row) => Number(row.bucket) * width),
        mean: means,
        low: margins.map((margin, at) => (margin === null ? null : means[at] - margin)),
        high: margins.map((margin, at) => (margin === null ? null : means[at] + margin)),
      };
      return [name, curve];
    }),
  );
}
