// One value per seed of every measure of a variant: episodes and agents are averaged within a cell, since each seed counts once.

import { identifier, quoted } from "../../core/sql.ts";
import type { Setting } from "../experiment/setting.ts";
import type { Database } from "../store/database.ts";
import type { MeasureSamples } from "./effects.ts";
import { columnsBeside, playedOut } from "./failures.ts";
import { HEADLINE } from "./report-data.ts";

/** MeasureSamples of a variant, and the seeds that have any episode, even a failed one. */
export interface Gathered {
  readonly samples: MeasureSamples;
  readonly cells: number;
}

/** Returns one value per seed of every measure: headline measures, channels, and counters of agents. The database contains one run. */
export async function samplesOf(
  database: Database,
  variant: string,
  setting: Setting,
  seeds: readonly number[],
): Promise<Gathered> {
  const { channels } = setting.spec;
  // Welfare sums payoffs, so it is not computed from pay in another unit. Inequality of shares of pay is meaningful in any unit.
  const hasPayoff = channels.some((channel) => channel.name === "payoff");
  const payoff = identifier(hasPayoff ? "payoff" : "pay");
  const names = channels.map((channel) => channel.name);
  const { columns } = await database.query("SELECT * FROM episodes LIMIT 0");
  const counts = columnsBeside(setting, columns);
  const all = [...names, ...counts];
  const empty: MeasureSamples = new Map([...HEADLINE, ...all].map((name) => [name, new Map<number, number>()]));
  if (!columns.includes("episode")) return { samples: empty, cells: 0 };
  const { rows } = await database.query(`
    WITH ranked AS (
      SELECT *, ${playedOut(columns)} AS "played out", row_number() OVER (PARTITION BY seed, episode ORDER BY ${payoff}) AS place, count(*) OVER (PARTITION BY seed, episode) AS agents
      FROM episodes WHERE variant = ${quoted(variant)}
    ), episode AS (
      SELECT seed, episode, bool_and("played out") AS "played out", avg(pay) AS pay, avg(objective) AS objective, ${hasPayoff ? "sum(payoff)" : "NULL::DOUBLE"} AS welfare,
        CASE WHEN min(${payoff}) < 0 THEN NULL WHEN sum(${payoff}) = 0 THEN 0
          ELSE sum((2 * place - agents - 1) * ${payoff}) / (max(agents) * sum(${payoff})) END AS inequality,
        avg(steps) AS steps, avg(terminated::DOUBLE) AS terminated
        ${all.map((name) => `, avg(${identifier(name)}::DOUBLE) AS ${identifier(`channel ${name}`)}`).join("")}
      FROM ranked GROUP BY seed, episode
    )
    SELECT seed, ${HEADLINE.map((name) => `avg(${name}) FILTER (WHERE "played out") AS ${name}`).join(", ")}
      ${names.map((name) => `, avg(${identifier(`channel ${name}`)}) FILTER (WHERE "played out") AS ${identifier(`channel ${name}`)}`).join("")}
      ${counts.map((name) => `, avg(${identifier(`channel ${name}`)}) AS ${identifier(`channel ${name}`)}`).join("")}
    FROM episode GROUP BY seed ORDER BY seed`);
  const wanted = new Set(seeds);
  const column = (name: string) =>
    new Map(
      rows.flatMap((row): [number, number][] => {
        const { seed } = row;
        const value = row[name];
        return typeof seed === "number" && typeof value === "number" && wanted.has(seed) ? [[seed, value]] : [];
      }),
    );
  const samples = new Map([
    ...HEADLINE.map((name) => [name, column(name)] as const),
    ...all.map((name) => [name, column(`channel ${name}`)] as const),
  ]);
  return { samples, cells: rows.filter((row) => typeof row.seed === "number" && wanted.has(row.seed)).length };
}
