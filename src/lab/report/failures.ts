// Episodes that were broken off because an agent got no answer, or none that can be read. They are counted and named, and
// no mean but those of counts (tokens, requests) includes them.

import type { Channel } from "../../core/channel.ts";
import { quoted } from "../../core/sql.ts";
import { countsOf, mayFail, type Setting } from "../experiment/setting.ts";
import type { Database } from "../store/database.ts";
import type { RunRecord } from "../store/run-record.ts";
import type { Failure } from "./report-data.ts";

const FAILED: Channel = {
  name: "failed",
  unit: "share of episodes",
  low: 0,
  high: 1,
  over: "last",
  state: false,
  meaning:
    "1 where the episode was broken off: no answer came, or none that can be read. Only counts include such episodes",
};

/** What is reported beside the world's channels: what agents count, and what is measured once a seed. */
export function measuredBeside(setting: Setting): readonly Channel[] {
  return [
    ...(mayFail(setting) ? [FAILED] : []),
    ...countsOf(setting),
    ...setting.measures.map(({ channel }) => channel),
  ];
}

/** Those of them that are among a table's columns: a run may have no cell yet that counts. */
export const columnsBeside = (setting: Setting, columns: readonly string[]): readonly string[] =>
  measuredBeside(setting).flatMap(({ name }) => (columns.includes(name) ? [name] : []));

/** SQL that is true of an episode's row if the episode was played to its end. */
export const playedOut = (columns: readonly string[]): string =>
  columns.includes("failed") ? "(failed IS NOT TRUE)" : "true";

/** Why episodes failed, by variant, the most frequent reasons first. */
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
