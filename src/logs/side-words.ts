// Words by which files say that the first of two won, or the second, or neither.

import { quoted } from "../core/sql.ts";

const FIRST = ["a", "first", "left", "white", "home", "1", "1.0", "1-0", "player1", "player_1", "player_a", "model_a"];
const SECOND = [
  "b",
  "second",
  "right",
  "black",
  "away",
  "2",
  "0",
  "0.0",
  "0-1",
  "player2",
  "player_2",
  "player_b",
  "model_b",
];
const TIE = [
  "tie",
  "tied",
  "draw",
  "drawn",
  "both",
  "neither",
  "equal",
  "same",
  "0.5",
  "1/2",
  "1/2-1/2",
  "=",
  "tie (bothbad)",
  "tie (both bad)",
  "both bad",
  "bothbad",
];

/** SQL: 1 where a text says that the first side won, 0 where the second did, 0.5 for a tie, −1 for what is none of these. */
export function sideOf(sql: string): string {
  const among = (words: readonly string[]) => `lower(${sql}) IN (${words.map(quoted).join(", ")})`;
  return `(CASE WHEN ${among(FIRST)} THEN 1 WHEN ${among(SECOND)} THEN 0 WHEN ${among(TIE)} THEN 0.5 ELSE -1 END)::DOUBLE`;
}
