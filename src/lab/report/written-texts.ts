// Texts that learners wrote, for inspection character by character. A report has, of each variant, the texts of one seed at the beginning,
// in the middle and at the end of training; all stored texts of any update can be requested.

import { join } from "node:path";
import { z } from "zod";
import { quoted, quotedFile } from "../../core/sql.ts";
import { wholeFile } from "../store/cell-files.ts";
import { type Database, openDatabase } from "../store/database.ts";
import { readRecord } from "../store/run-record.ts";
import { allCells } from "../store/store.ts";
import { readAddress } from "./address.ts";
import { noTexts, updateFrom, variantNamed, writtenUpdates } from "./kept-texts.ts";
import type { KeptTexts, WrittenUpdate } from "./text-data.ts";

/** Returns texts of the first seed that has any; empty where the variant's agents do not learn to write. */
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
    SELECT * FROM texts WHERE variant = ${quoted(variant)} AND seed = ${seed} AND update IN (${updates.join(", ")})`);
  return writtenUpdates(seed, rows);
}

/** The texts that a URL requests; `update` selects the first stored update from there on. */
const query = z.object({
  variant: z.string(),
  seed: z.coerce.number().int(),
  update: z.coerce.number().int().min(0).default(0),
});

/** Parses which texts a URL requests. Throws a UserError where a parameter is missing. */
export const textsPlace = (search: URLSearchParams): z.output<typeof query> => readAddress(query, search);

/** Returns all stored texts of one update of a training. Throws a UserError where the run has no such variant, or its cell has no texts. */
export async function keptTexts(store: string, run: string, place: z.output<typeof query>): Promise<KeptTexts> {
  const { variant, seed } = place;
  const { key } = variantNamed(readRecord(join(store, run)).variants, variant);
  const file = wholeFile({ store, key, seed }, "texts");
  if (file === undefined) throw noTexts(run, variant, seed);
  const database = await openDatabase([], 1, { folders: [allCells(store)] });
  try {
    const from = `FROM read_parquet(${quotedFile(file)})`;
    const { rows: kept } = await database.query(`SELECT DISTINCT update ${from} ORDER BY update`);
    const updates = kept.map((row) => Number(row.update));
    const update = updateFrom(updates, place.update);
    const { rows } = await database.query(`SELECT * ${from} WHERE update = ${update}`);
    const [written] = writtenUpdates(seed, rows);
    return { updates, written };
  } finally {
    database.close();
  }
}
