// Collects the labels of a column of winners: names of players of their rows, and other labels.

import type { DuckDBConnection } from "@duckdb/node-api";
import type { ComparedSide } from "../core/side-words.ts";
import { type LabelColumn, MOST_LABELS } from "./side-words.ts";

/** SQL names of a winner's label in lower case, and of the side of the player whose name it is, NULL where it names none. */
export const [LABEL, NAMED] = ["agon_label", "agon_named"];

/** SQL of rows with `winner`, with the columns `LABEL` and `NAMED`. `players` are SQL of the names of a row's players, or empty. */
export function labelled(rows: string, players: readonly string[]): string {
  const names = players.map((player, k) => `WHEN winner = ${player} THEN ${k}`);
  const named = names.length === 0 ? "NULL" : `CASE ${names.join(" ")} END`;
  return `SELECT *, lower(winner) AS ${LABEL}, ${named} AS ${NAMED} FROM (${rows})`;
}

/** The distinct labels of rows with the columns `LABEL` and `NAMED`; those that name no player come first. */
export async function winnerLabels(
  connection: DuckDBConnection,
  rows: string,
): Promise<Required<Pick<LabelColumn, "labels" | "players">>> {
  const facts = `bool_or(${NAMED} IS NULL), bool_or(${NAMED} = 0), bool_or(${NAMED} = 1)`;
  const sql = `SELECT ${LABEL}, ${facts} FROM ${rows} WHERE ${LABEL} IS NOT NULL GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT ${MOST_LABELS}`;
  const labels: string[] = [];
  const players = new Map<string, readonly ComparedSide[]>();
  for (const [label, isOther, isFirst, isSecond] of (await connection.runAndReadAll(sql)).getRowsJS()) {
    if (isOther === true) labels.push(String(label));
    const sides = [isFirst === true ? (["first"] as const) : [], isSecond === true ? (["second"] as const) : []].flat();
    if (sides.length > 0) players.set(String(label), sides);
  }
  return { labels, players };
}
