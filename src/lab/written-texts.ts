// What learners wrote, for people to look at: of each variant the texts of one seed at the beginning, in the middle and at the
// end of what was kept, character by character.

import { quoted } from "../core/sql.ts";
import type { WrittenText } from "../core/written-text.ts";
import type { Database, Row } from "./database.ts";
import type { WrittenUpdate } from "./report-data.ts";

/** Texts of the first seed that has any; empty where the variant's agents learn no writing. */
export async function writtenTexts(
  database: Database,
  variant: string,
  seeds: readonly number[],
): Promise<WrittenUpdate[]> {
  const { columns } = await database.query("SELECT * FROM texts LIMIT 0");
  if (!columns.includes("character")) return [];
  const { rows: kept } = await database.query(`
    SELECT DISTINCT seed, update FROM texts WHERE variant = ${quoted(variant)} AND seed = (
      SELECT min(seed) FROM texts WHERE variant = ${quoted(variant)} AND seed IN (${seeds.join(", ")})
    ) ORDER BY update`);
  const [first] = kept;
  if (first === undefined) return [];
  const seed = Number(first.seed);
  const places = new Set([0, Math.floor((kept.length - 1) / 2), kept.length - 1]);
  const updates = [...places].map((place) => Number(kept[place].update));
  const { rows } = await database.query(`
    SELECT * FROM texts WHERE variant = ${quoted(variant)} AND seed = ${seed} AND update IN (${updates.join(", ")})
    ORDER BY update, answer, place`);
  return updates.map((update) => {
    const own = rows.filter((row) => row.update === update);
    const answers = [...new Set(own.map(({ answer }) => answer))];
    return { seed, update, texts: answers.map((answer) => written(own.filter((row) => row.answer === answer))) };
  });
}

function written(rows: readonly Row[]): WrittenText {
  const [first] = rows;
  const column = (name: string) => rows.map((row) => rounded(Number(row[name])));
  return {
    question: Number(first.question),
    pay: Number(first.pay),
    objective: Number(first.objective),
    characters: rows.map(({ character }) => String(character)),
    turns: column("turn"),
    credit: column("credit"),
    logProbabilities: column("log_probability"),
    entropies: column("entropy"),
  };
}

/** Four digits are as many as anybody reads; more would only swell the page. */
const rounded = (value: number): number => Number(value.toPrecision(4));
