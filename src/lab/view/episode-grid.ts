// All episodes of a run as a table that is queried page by page: sorted and filtered, with a selection of notable episodes.

import { join } from "node:path";
import { UserError, unknownName } from "../../core/errors.ts";
import { identifier, quoted } from "../../core/sql.ts";
import { measuredBeside } from "../report/failures.ts";
import type { EpisodePlace } from "../report/replay-data.ts";
import type { Measure } from "../report/report-data.ts";
import { type Database, openDatabase, type Row } from "../store/database.ts";
import { readRecord, settingsOfRun } from "../store/run-record.ts";
import {
  type GridPage,
  type GridQuery,
  type GridRow,
  PAGE_ROWS,
  type PairedPlace,
  type Picked,
  type SameMeasure,
} from "./grid-data.ts";
import { partners, placeKey } from "./grid-partner.ts";

export interface EpisodeGrid {
  /** Returns a page. Throws a UserError where the query names an unknown measure or variant. */
  page(query: GridQuery): Promise<GridPage>;
  readonly measures: readonly Measure[];
  readonly same: readonly SameMeasure[];
  readonly texts: readonly string[];
  /** Returns notable episodes of each variant. */
  picked(): Promise<readonly Picked[]>;
  /** Drops the table once pending requests are answered. */
  close(): void;
}

const THREADS = 2;

/** Opens all episodes of the run `name`. */
export async function openGrid(store: string, name: string): Promise<EpisodeGrid> {
  const folder = join(store, name);
  const record = readRecord(folder);
  const settings = await settingsOfRun(folder, record);
  const database = await openDatabase([folder], THREADS, { tables: ["episodes"], sorted: false });
  try {
    const { columns } = await database.query("SELECT * FROM episodes LIMIT 0");
    const declared = measuresOf(settings, columns);
    const texts = textsOf(settings, columns);
    const variants = record.variants.map((variant) => variant.name);
    if (!columns.includes("episode")) return emptyGrid(database, { measures: declared, same: [], texts, variants });
    await tabulate(database, columns, { measures: declared, texts, variants });
    const { measures, same } = await inOrder(database, declared);
    const [{ total }] = (await database.query("SELECT count(*) AS total FROM grid")).rows;
    const hasSteps = record.record === "steps";
    const known = { measures, same, texts, variants, total: Number(total), replays: hasSteps ? Number(total) : 0 };
    return answering(database, {
      ...{ measures, same, texts },
      page: (query) => page(database, known, query),
      picked: () => pickedOf(database, variants),
    });
  } catch (error) {
    database.close();
    throw error;
  }
}

type Shown = Pick<GridPage, "measures" | "same" | "texts" | "variants">;

function emptyGrid(database: Database, { measures, ...shown }: Shown): EpisodeGrid {
  const none = { measures, ...shown, rows: [], matched: 0, total: 0, replays: 0, page: 1, pages: 1 };
  return answering(database, {
    measures,
    same: none.same,
    texts: none.texts,
    page: async () => none,
    picked: async () => [],
  });
}

/** Returns a grid that keeps its table until all pending requests are answered. */
function answering(database: Database, grid: Omit<EpisodeGrid, "close">): EpisodeGrid {
  const pending = new Set<Promise<unknown>>();
  const kept = <T>(answer: Promise<T>): Promise<T> => {
    pending.add(answer);
    const forget = () => pending.delete(answer);
    answer.then(forget, forget);
    return answer;
  };
  let picked: Promise<readonly Picked[]> | undefined;
  return {
    measures: grid.measures,
    same: grid.same,
    texts: grid.texts,
    page: (query) => kept(grid.page(query)),
    picked() {
      picked ??= kept(grid.picked());
      return picked;
    },
    close: () => void Promise.allSettled(pending).then(() => database.close()),
  };
}

type Settings = Awaited<ReturnType<typeof settingsOfRun>>;

/** Returns pay, the objective, the steps, the channels of all worlds, and counters and measures beside them, each name once. */
function measuresOf(settings: Settings, columns: readonly string[]): Measure[] {
  const [{ objective }] = settings;
  const all: Measure[] = [
    { name: "pay", unit: "", meaning: "what the episode paid" },
    { name: "objective", called: objective.name, unit: objective.unit, meaning: objective.meaning },
    { name: "steps", unit: "steps", meaning: "length of the episode" },
    ...settings.flatMap(({ spec }) => spec.channels.map(({ name, unit, meaning }) => ({ name, unit, meaning }))),
    ...settings.flatMap((setting) =>
      measuredBeside(setting).map(({ name, unit, meaning }) => ({ name, unit, meaning })),
    ),
  ];
  const seen = new Map(all.map((measure) => [measure.name, measure]));
  return [...seen.values()].filter(({ name }) => columns.includes(name) && name !== "failed");
}

/** Returns the names of texts that worlds store of their episodes. */
function textsOf(settings: Settings, columns: readonly string[]): string[] {
  const kept = settings.flatMap((setting) => setting.makeEnvironment().keeps ?? []);
  return [...new Set(kept)].filter((name) => columns.includes(name));
}

/** Creates the table `grid`, with a row per episode. It includes the spread of the objective over the variants, the most frequent query. */
async function tabulate(
  database: Database,
  columns: readonly string[],
  { measures, texts, variants }: Omit<Shown, "same">,
): Promise<void> {
  const failed = columns.includes("failed") ? "coalesce(bool_or(failed), false)" : "false";
  const values = [
    ...measures.map(({ name }) => `avg(${identifier(name)}::DOUBLE) AS ${identifier(name)}`),
    ...texts.map((name) => `any_value(${identifier(name)}) AS ${identifier(name)}`),
  ];
  const place = variants.map((variant, k) => `WHEN ${quoted(variant)} THEN ${k}`).join(" ");
  await database.query(`
    CREATE TABLE grid AS
    SELECT *, max(objective) OVER pair - min(objective) OVER pair AS "objective parted" FROM (
      SELECT variant, CASE variant ${place} END AS "variant place", seed, episode, ${failed} AS failed, ${values.join(", ")}
      FROM episodes GROUP BY variant, seed, episode)
    WINDOW pair AS (PARTITION BY seed, episode) ORDER BY "variant place", seed, episode`);
}

/** Returns measures in order of relevance, and those with one value in all episodes, or with the values of pay or of the objective. */
async function inOrder(database: Database, measures: readonly Measure[]): Promise<Pick<GridPage, "measures" | "same">> {
  const each = (of: (column: string, k: number) => string) =>
    measures.map(({ name }, k) => of(identifier(name), k)).join(", ");
  const main = (["objective", "pay"] as const).filter((name) => measures.some((measure) => measure.name === name));
  const { rows } = await database.query(`
    SELECT ${main.map((name) => `${each((column, k) => `bool_and(${column} IS NOT DISTINCT FROM ${name}) AS "${name} ${k}"`)}, `).join("")}
      ${each((column, k) => `min(${column}) AS "low ${k}", max(${column}) AS "high ${k}", count(${column}) = count(*) AS "whole ${k}"`)},
      ${each((_, k) => `avg("parted ${k}") AS "parted ${k}"`)}
    FROM grid JOIN (
      SELECT seed, episode, ${each((column, k) => `(max(${column}) > min(${column}))::INTEGER AS "parted ${k}"`)} FROM grid GROUP BY seed, episode
    ) USING (seed, episode)`);
  const [row] = rows;
  const ranked = measures.map((measure, k) => {
    const [low, high] = [finite(row[`low ${k}`]), finite(row[`high ${k}`])];
    const isSame = low === high && (low === null || row[`whole ${k}`] === true);
    const isMain = measure.name === "pay" || measure.name === "objective";
    const repeats = isSame ? undefined : main.find((name) => row[`${name} ${k}`] === true);
    const rank = isMain ? 3 : isSame || repeats !== undefined ? 0 : Number(row[`parted ${k}`]) > 0 ? 2 : 1;
    const same = repeats === undefined ? { value: low } : { value: null, repeats };
    return { measure, rank, same: rank === 0 ? [{ name: measure.name, ...same }] : [] };
  });
  // Sorting is stable: measures of equal rank keep the order of their declaration.
  const ordered = ranked.toSorted((a, b) => b.rank - a.rank);
  return { measures: ordered.map(({ measure }) => measure), same: ordered.flatMap(({ same }) => same) };
}

interface Known extends Shown, Pick<GridPage, "total" | "replays"> {}

async function page(database: Database, known: Known, query: GridQuery): Promise<GridPage> {
  const { measures, texts, variants } = known;
  const names = measures.map(({ name }) => name);
  const called = (name: string): string => {
    if (!names.includes(name)) throw new UserError(unknownName("measure", name, names));
    return identifier(name);
  };
  for (const variant of query.variants)
    if (!variants.includes(variant)) throw new UserError(unknownName("variant", variant, variants));
  const among = query.variants.length === 0 ? "true" : `variant IN (${query.variants.map(quoted).join(", ")})`;
  const { differs } = query;
  const from =
    differs === null
      ? "(SELECT *, NULL AS parted FROM grid)"
      : differs === "objective" && query.variants.length === 0
        ? `(SELECT *, "objective parted" AS parted FROM grid WHERE "objective parted" > 0)`
        : `(SELECT grid.*, parted FROM grid JOIN (
          SELECT seed, episode, max(${called(differs)}) - min(${called(differs)}) AS parted FROM grid
          WHERE ${among} GROUP BY seed, episode HAVING max(${called(differs)}) > min(${called(differs)})) USING (seed, episode))`;
  const conditions = [
    among,
    ...(query.seed === null ? [] : [`seed = ${query.seed}`]),
    ...(query.failed === null ? [] : [query.failed ? "failed" : "NOT failed"]),
    ...query.bounds.flatMap(({ measure, low, high }) => [
      ...(low === null ? [] : [`${called(measure)} >= ${low}`]),
      ...(high === null ? [] : [`${called(measure)} <= ${high}`]),
    ]),
  ].join(" AND ");
  const [{ matched }] = (await database.query(`SELECT count(*) AS matched FROM ${from} WHERE ${conditions}`)).rows;
  const pages = Math.max(1, Math.ceil(Number(matched) / PAGE_ROWS));
  const number = Math.min(query.page, pages);
  const order = [
    ...(query.sort === null ? [] : [`${called(query.sort)} ${query.descending ? "DESC" : "ASC"} NULLS LAST`]),
    ...(query.sort === null && differs !== null ? ["parted DESC"] : []),
    ...(differs === null ? [`"variant place"`, "seed", "episode"] : ["seed", "episode", `"variant place"`]),
  ];
  const { rows } = await database.query(`
    SELECT variant, seed, episode, failed, parted, ${[...names, ...texts].map(identifier).join(", ")} FROM ${from}
    WHERE ${conditions} ORDER BY ${order.join(", ")} LIMIT ${PAGE_ROWS} OFFSET ${(number - 1) * PAGE_ROWS}`);
  const beside = await partnersIn(database, rows.map(placeOf), called(differs ?? "objective"));
  return {
    ...known,
    rows: rows.map((row) => rowOf(row, beside, names, known)),
    ...{ matched: Number(matched), page: number, pages },
  };
}

type Partners = ReadonlyMap<string, string>;

/** Returns the variants that episodes are replayed beside, by episode key; `by` is the column in which they should differ. */
async function partnersIn(database: Database, places: readonly EpisodePlace[], by: string): Promise<Partners> {
  if (places.length === 0) return new Map();
  const pairs = [...new Set(places.map(({ seed, episode }) => `(${seed}, ${episode})`))].join(", ");
  const { rows } = await database.query(`
    SELECT variant, seed, episode, ${by} AS "by", pay FROM grid
    WHERE (seed, episode) IN (${pairs}) ORDER BY "variant place"`);
  return partners(rows.map((row) => ({ ...placeOf(row), by: finite(row.by), pay: finite(row.pay) })));
}

const paired = (row: Row, beside: Partners): PairedPlace => {
  const place = placeOf(row);
  return { ...place, partner: beside.get(placeKey(place)) ?? null };
};

const rowOf = (row: Row, beside: Partners, names: readonly string[], { texts, replays }: Known): GridRow => ({
  ...paired(row, beside),
  failed: row.failed === true,
  replayed: replays > 0,
  values: names.map((name) => finite(row[name])),
  texts: texts.map((name) => String(row[name] ?? "")),
  parted: finite(row.parted),
});

const placeOf = (row: Row): EpisodePlace => ({
  variant: String(row.variant),
  seed: Number(row.seed),
  episode: Number(row.episode),
});

const finite = (value: unknown): number | null => (typeof value === "number" && Number.isFinite(value) ? value : null);

/** Returns the notable episodes of each variant; ties go to the lowest seed and episode. */
async function pickedOf(database: Database, variants: readonly string[]): Promise<Picked[]> {
  const { rows } = await database.query(`
    WITH ranked AS (
      SELECT variant, seed, episode, count(*) OVER own AS episodes,
        row_number() OVER (own ORDER BY objective, seed, episode) AS place,
        percent_rank() OVER (own ORDER BY pay) - percent_rank() OVER (own ORDER BY objective) AS gap
      FROM grid WHERE NOT failed WINDOW own AS (PARTITION BY variant)
    ), chosen AS (
      SELECT *, row_number() OVER (PARTITION BY variant ORDER BY gap DESC, seed, episode) AS "gap place" FROM ranked
    )
    SELECT * FROM chosen WHERE place = 1 OR place = (episodes + 1) // 2 OR ("gap place" = 1 AND gap > 0)`);
  const beside = await partnersIn(database, rows.map(placeOf), "objective");
  return variants.flatMap((variant) => {
    const own = rows.filter((row) => row.variant === variant);
    const worst = own.find((row) => row.place === 1);
    const typical = own.find((row) => row.place === Math.floor((Number(row.episodes) + 1) / 2));
    if (worst === undefined || typical === undefined) return [];
    const gap = own.find((row) => row["gap place"] === 1 && Number(row.gap) > 0);
    return [
      {
        ...{ variant, typical: paired(typical, beside), worst: paired(worst, beside) },
        gap: gap === undefined ? null : paired(gap, beside),
      },
    ];
  });
}
