// What learners wrote, for people to look at, character by character: in a report of each variant the texts of one seed at the
// beginning, in the middle and at the end of what was kept; on demand, all that was kept of any update.

import { existsSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { UserError, unknownName } from "../core/errors.ts";
import { grouped } from "../core/grouped.ts";
import { quoted } from "../core/sql.ts";
import type { WrittenText } from "../core/written-text.ts";
import { readAddress } from "./address.ts";
import { type Database, openDatabase, type Row } from "./database.ts";
import type { KeptTexts, WrittenUpdate } from "./report-data.ts";
import { readRecord } from "./run-record.ts";
import { cellFile } from "./store.ts";

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
  return updates.map((update) => writtenUpdate(seed, update, rows));
}

function writtenUpdate(seed: number, update: number, rows: readonly Row[]): WrittenUpdate {
  const answers = grouped(
    rows.filter((row) => row.update === update),
    ({ answer }) => answer,
  );
  return { seed, update, texts: [...answers.values()].map(written) };
}

/** Which texts of a run an address asks for; `update` is the first that was kept from there on. */
const asked = z.object({
  variant: z.string(),
  seed: z.coerce.number().int(),
  update: z.coerce.number().int().min(0).default(0),
});

/** Reads which texts an address asks for; a UserError where it does not say. */
export const textsPlace = (search: URLSearchParams): z.output<typeof asked> => readAddress(asked, search);

/** All texts that were kept of one update of a training. A UserError where the run has no such variant, or its cell has none. */
export async function keptTexts(store: string, run: string, place: z.output<typeof asked>): Promise<KeptTexts> {
  const { variants } = readRecord(join(store, run));
  const { variant, seed } = place;
  const key = variants.find(({ name }) => name === variant)?.key;
  const names = variants.map(({ name }) => name);
  if (key === undefined) throw new UserError(unknownName("variant of this run", variant, names));
  const file = cellFile(store, { key, seed }, "texts");
  if (!existsSync(file)) {
    const what = `${run} has no texts of ${variant} on seed ${seed}`;
    const hint = "its cell may not be done yet, or its agents learn no writing";
    throw new UserError({ code: "no-texts", what, hint });
  }
  const database = await openDatabase([], 1);
  try {
    const from = `FROM read_parquet(${quoted(file)})`;
    const { rows: kept } = await database.query(`SELECT DISTINCT update ${from} ORDER BY update`);
    const updates = kept.map((row) => Number(row.update));
    const update = updates.find((one) => one >= place.update) ?? updates[updates.length - 1];
    const { rows } = await database.query(`SELECT * ${from} WHERE update = ${update} ORDER BY answer, place`);
    return { updates, written: writtenUpdate(seed, update, rows) };
  } finally {
    database.close();
  }
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
