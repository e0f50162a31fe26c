// Episodes that were aborted because an agent got no answer, or an unusable one. They are counted and listed. Only means of counts (tokens,
// requests) include them.

import type { Channel } from "../../core/channel.ts";
import { quoted } from "../../core/sql.ts";
import { countsOf, mayFail, type Setting } from "../experiment/setting.ts";
import type { Database } from "../store/database.ts";
import type { RunRecord } from "../store/run-record.ts";
import type { Failure } from "./report-data.ts";

/** Share of the episodes that were aborted. */
export const FAILED: Channel = {
  name: "failed",
  unit: "share of episodes",
  low: 0,
  high: 1,
  over: "last",
  state: false,
  meaning:
    "1 where the episode was broken off: no answer came, or none that can be read. Only counts include such episodes",
};

/** Returns the measures beside the world's channels: counters of agents, and measures that are taken once per seed. */
export function measuredBeside(setting: Setting): readonly Channel[] {
  return [
    ...(mayFail(setting) ? [FAILED] : []),
    ...countsOf(setting),
    ...setting.measures.map(({ channel }) => channel),
  ];
}

/** Returns those of them that are columns of a table. A column is missing while no cell of the run has counted. */
export const columnsBeside = (setting: Setting, columns: readonly string[]): readonly string[] =>
  measuredBeside(setting).flatMap(({ name }) => (columns.includes(name) ? [name] : []));

/** Returns SQL that is true for an episode's row if the episode was played to its end. */
export const playedOut = (columns: readonly string[]): string =>
  columns.includes("failed") ? "(failed IS NOT TRUE)" : "true";

/** Returns why episodes failed, by variant, the most frequent reasons first. */
export async function failuresIn(database: Database, { variants, seeds }: RunRecord): Promise<Failure[]> {
  const { columns } = await database.query("SELECT * FROM episodes LIMIT 0");
  if (!columns.includes("failure")) return [];
  const { rows } = await database.query(`
    SELECT variant, failure, count(DISTINCT (seed, episode))::INTEGER AS episodes FROM episodes
    WHERE failed AND variant IN (${variants.map(({ name }) => quoted(name)).join(", ")}) AND seed IN (${seeds.join(", ")})
    GROUP BY variant, failure ORDER BY episodes DESC, variant, failure`);
  return rows.map((row) => ({
    variant: String(row.variant),
    reason: String(row.failure),
    episodes: Number(row.episodes),
  }));
}
