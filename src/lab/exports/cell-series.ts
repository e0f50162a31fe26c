// What is exported of a cell: its numbers over environment steps, of the training and of the episodes, and its final measures, which
// are those of the report. A trainer's dashboard calls a cell a run.

import { statSync } from "node:fs";
import { dirname } from "node:path";
import { grouped } from "../../core/grouped.ts";
import { identifier, quotedFile } from "../../core/sql.ts";
import type { Setting } from "../experiment/setting.ts";
import type { MeasureSamples } from "../report/effects.ts";
import { measuredBeside } from "../report/failures.ts";
import { samplesOf } from "../report/samples.ts";
import { findCell } from "../store/cell-files.ts";
import { type Damage, type Database, openDatabase, type Row } from "../store/database.ts";
import { type RunRecord, readRecord, settingsOfRun } from "../store/run-record.ts";
import { cellFile, type TableName } from "../store/store.ts";

/** Numbers by their tags, `training/pay`, after so many environment steps. */
export interface SeriesPoint {
  /** Of the training, or of the cell's episodes one after the other. */
  readonly steps: number;
  readonly values: Readonly<Record<string, number>>;
}

export interface CellSeries {
  readonly record: RunRecord;
  readonly variant: RunRecord["variants"][number];
  readonly seed: number;
  /** When the cell was done, in milliseconds since 1970; the store keeps no other time. */
  readonly doneAt: number;
  /** Measures of the report, `final/pay`, of this seed. */
  readonly final: Readonly<Record<string, number>>;
  /** The training, then episode by episode the steps and what became of the episode. */
  points(): AsyncGenerator<SeriesPoint>;
  /** Pages that the world keeps of its episodes, as its text `html`; undefined where it keeps none. */
  pages(): Promise<readonly KeptPage[] | undefined>;
}

/** The page of an episode. */
export interface KeptPage {
  readonly episode: number;
  readonly pay: number;
  readonly html: string;
}

/** The finished cells of a run, to be read while it is open. */
export interface SeriesSource {
  /** Those whose episodes are there and whole, in the order of variants and seeds. */
  readonly cells: readonly CellSeries[];
  /** Files that were left out. */
  readonly damaged: readonly Damage[];
  close(): void;
}

/** Opens a run's cells; with `steps` their points are also every step of an episode, where the run kept them. */
export async function openSeries(folder: string, { steps }: { readonly steps: boolean }): Promise<SeriesSource> {
  const record = readRecord(folder);
  const settings = await settingsOfRun(folder, record);
  const tables = (["episodes", "training", "steps"] as const).filter((table) => steps || table !== "steps");
  const database = await openDatabase([folder], 1, { tables });
  const cells: CellSeries[] = [];
  try {
    for (const [k, variant] of record.variants.entries()) {
      const setting = settings[k];
      const { samples } = await samplesOf(database, variant.name, setting, record.seeds);
      for (const seed of record.seeds) {
        const cell = { store: dirname(folder), key: variant.key, seed };
        const files = findCell(cell, tables);
        const fileOf = (table: TableName) => (files?.whole.has(table) ? cellFile(cell.store, cell, table) : undefined);
        const episodes = fileOf("episodes");
        if (episodes === undefined) continue;
        cells.push({
          ...{ record, variant, seed },
          doneAt: Math.round(statSync(episodes).mtimeMs),
          final: finalOf(samples, seed, setting),
          async *points() {
            const training = fileOf("training");
            if (training !== undefined) yield* trainingPoints(await rowsOf(database, training, identifier("update")));
            const rows = await rowsOf(database, episodes, "episode, length(agent), agent");
            yield* episodePoints(database, setting, rows, steps ? fileOf("steps") : undefined);
          },
          async pages() {
            if (setting.makeEnvironment().keeps?.includes("html") !== true) return undefined;
            const rows = await rowsOf(database, episodes, "episode, length(agent), agent");
            return endsOf(rows).flatMap(({ episode, rows: [row] }) =>
              typeof row.html === "string" ? [{ episode, pay: Number(row.pay), html: row.html }] : [],
            );
          },
        });
      }
    }
  } catch (error) {
    database.close();
    throw error;
  }
  return { cells, damaged: database.damaged, close: () => database.close() };
}

/** Inequality is no measure of one agent alone. */
function finalOf(samples: MeasureSamples, seed: number, { spec }: Setting): Record<string, number> {
  const final: Record<string, number> = {};
  for (const [name, bySeed] of samples) {
    const value = bySeed.get(seed);
    if (value !== undefined && (name !== "inequality" || spec.agents.length > 1)) final[`final/${name}`] = value;
  }
  return final;
}

const rowsOf = async (database: Database, file: string, order: string): Promise<readonly Row[]> =>
  (await database.query(`SELECT * FROM read_parquet(${quotedFile(file)}) ORDER BY ${order}`)).rows;

/** An episode, its length in steps, and its rows, one for each agent. */
interface EpisodeEnd {
  readonly episode: number;
  readonly length: number;
  readonly rows: readonly Row[];
}

const endsOf = (rows: readonly Row[]): EpisodeEnd[] =>
  [...grouped(rows, (row) => Number(row.episode))].map(([episode, own]) => ({
    episode,
    length: Number(own[0].steps),
    rows: own,
  }));

function* trainingPoints(rows: readonly Row[]): Generator<SeriesPoint> {
  for (const { cell: _, seed: __, update: ___, steps, ...measures } of rows)
    yield { steps: Number(steps), values: numbersOf(measures, "training/") };
}

async function* episodePoints(
  database: Database,
  setting: Setting,
  rows: readonly Row[],
  stepFile: string | undefined,
): AsyncGenerator<SeriesPoint> {
  const { channels, agents } = setting.spec;
  const counts = measuredBeside(setting).map(({ name }) => name);
  const measured = ["pay", "objective", ...channels.map(({ name }) => name)];
  let before = 0;
  for (const { episode, length, rows: own } of endsOf(rows)) {
    if (stepFile !== undefined) {
      const means = measured.map((name) => `avg(${identifier(name)}) AS ${identifier(name)}`);
      const { rows: all } = await database.query(`
        SELECT step AS ${identifier("step of the episode")}, ${means.join(", ")} FROM read_parquet(${quotedFile(stepFile)})
        WHERE episode = ${episode} GROUP BY step ORDER BY step`);
      for (const { "step of the episode": step, ...means } of all)
        yield { steps: before + Number(step) + 1, values: numbersOf(means, "step/") };
    }
    before += length;
    // Of an episode that was broken off, only counts mean something.
    const names = own.some((row) => row.failed === true) ? counts : ["steps", ...measured, ...counts];
    const values = new Map<string, number>();
    for (const name of names) {
      const known = own.flatMap((row) => numberIn(row[name]) ?? []);
      if (known.length > 0) values.set(`episode/${name}`, known.reduce((sum, value) => sum + value, 0) / known.length);
      if (agents.length === 1 || !measured.includes(name)) continue;
      for (const row of own) {
        const value = numberIn(row[name]);
        if (value !== undefined) values.set(`episode/${name}/${String(row.label)}`, value);
      }
    }
    yield { steps: before, values: Object.fromEntries(values) };
  }
}

const numbersOf = (row: Row, prefix: string): Record<string, number> =>
  Object.fromEntries(
    Object.entries(row).flatMap(([name, cell]) => {
      const value = numberIn(cell);
      return value === undefined ? [] : [[`${prefix}${name}`, value]];
    }),
  );

const numberIn = (value: unknown): number | undefined =>
  typeof value === "number" ? value : typeof value === "boolean" ? Number(value) : undefined;
