// The view without a server: the server's responses are read from files beside the page, including tables.

import { parquetReadObjects } from "hyparquet";
import { ownValue } from "../core/checked.ts";
import { messageOf } from "../core/errors.ts";
import { grouped } from "../core/grouped.ts";
import { count } from "../evaluation/number-format.ts";
import { noTexts, updateFrom, variantNamed, writtenUpdates } from "../lab/report/kept-texts.ts";
import type { EpisodePlace } from "../lab/report/replay-data.ts";
import type { KeptTexts, WrittenUpdate } from "../lab/report/text-data.ts";
import type { AnswerPage } from "../lab/view/answer-data.ts";
import { answerQuery } from "../lab/view/answer-query.ts";
import { answerPageOf, answerSheet } from "../lab/view/answer-rows.ts";
import {
  EMBEDDED,
  EMBEDDED_RUN,
  type EmbeddedAnswers,
  type EmbeddedEpisodes,
  type EmbeddedRuns,
  type EmbeddedSides,
  type EmbeddedTable,
  type EmbeddedTexts,
  replayFile,
  textsFile,
} from "../lab/view/embedded-data.ts";
import type { GridRow } from "../lab/view/grid-data.ts";
import { gridQuery } from "../lab/view/grid-query.ts";
import { type GridRows, gridPage } from "../lab/view/grid-rows.ts";
import { comparison, runNamed, sidesNamed } from "../lab/view/side-comparison.ts";
import type { SideBySide } from "../lab/view/side-data.ts";
import { crc32 } from "./crc32.ts";

/** Whether this page is a file in a store. */
export const isEmbedded = document.getElementById("page")?.dataset.embedded !== undefined;

export const embeddedRuns = (): Promise<EmbeddedRuns> => jsonAt(EMBEDDED.runs);

/** Returns the response to a path of the server's API, as JSON. Throws an Error for what is not embedded. */
export async function embeddedAnswer(address: string): Promise<string> {
  const { pathname, searchParams } = new URL(address, location.href);
  const [, run = "", what = ""] = /\/api\/(?:runs\/([^/]+)\/)?([a-z]+)$/.exec(pathname) ?? [];
  const answer = ownValue(ANSWERS, what);
  if (answer === undefined) throw new Error("These pages do not hold that; `agon view` shows it.");
  return JSON.stringify(await answer(decodeURIComponent(run), searchParams));
}

/** Responses by the last part of the path. */
const ANSWERS: Readonly<Record<string, ((run: string, search: URLSearchParams) => Promise<unknown>) | undefined>> = {
  report: (run) => jsonAt(fileOf(run, EMBEDDED_RUN.report)),
  picked: async (run) => (await episodesOf(run)).picked,
  episodes: async (run, search) => gridPage(await once(grids, run, () => readGrid(run)), gridQuery(search)),
  replay,
  texts,
  answers: (_, search) => answersOf(search),
  sides: (_, search) => sideBySide(search.getAll("side")),
};

const fileOf = (run: string, name: string): string => `${encodeURIComponent(run)}/${name}`;

async function variantsOf(run: string): Promise<readonly string[]> {
  return (await embeddedRuns()).find((one) => one.run === run)?.variants ?? [];
}

async function replay(run: string, search: URLSearchParams): Promise<unknown> {
  const place: EpisodePlace = {
    variant: search.get("variant") ?? "",
    ...{ seed: Number(search.get("seed")), episode: Number(search.get("episode")) },
  };
  const file = replayFile(await variantsOf(run), place);
  const { replays, total } = await episodesOf(run);
  if (replays.includes(file)) return jsonAt(fileOf(run, file));
  throw new Error(
    replays.length < total
      ? `These pages hold replays of ${replays.length} of ${count(total, "episode")}, and not of this one; \`agon view\` replays every one.`
      : `These pages know no episode ${place.episode} of ${place.variant} on seed ${place.seed}.`,
  );
}

async function texts(run: string, search: URLSearchParams): Promise<KeptTexts> {
  const place = fileOf(run, EMBEDDED_RUN.texts);
  const variants: readonly (Omit<EmbeddedTexts, "tables"> & Partial<EmbeddedTexts>)[] = await jsonAt(place);
  const seed = Number(search.get("seed"));
  const { name, key, tables } = variantNamed(variants, search.get("variant") ?? "");
  if (tables === undefined) throw ofEarlierVersion(place);
  const table = tables.find((one) => one.seed === seed);
  if (table === undefined) throw noTexts(run, name, seed);
  const file = textsFile(encodeURIComponent(key), seed);
  const written = await once(trainings, file, async () => writtenUpdates(seed, await rowsAt(file, table)));
  const updates = written.map(({ update }) => update);
  return { updates, written: written[updates.indexOf(updateFrom(updates, Number(search.get("update"))))] };
}

async function sideBySide(sides: readonly string[]): Promise<SideBySide> {
  const { runs, named } = await sidesHere(sides);
  const read = (run: string): Promise<EmbeddedSides> => jsonAt(fileOf(run, EMBEDDED_RUN.sides));
  const sources = (await Promise.all(named.map(read))).flat();
  const names = (run: string) => sources.filter((source) => source.run === run).map(({ variant }) => variant);
  return comparison(sidesNamed(sides, { where: "these pages", runs, variantsOf: names }), sources);
}

async function answersOf(search: URLSearchParams): Promise<AnswerPage> {
  const { runs, named } = await sidesHere(search.getAll("side"));
  const read = (run: string) => once<EmbeddedAnswers>(answers, run, () => jsonAt(fileOf(run, EMBEDDED_RUN.answers)));
  const held = (await Promise.all(named.map(read))).flat();
  const variantsOf = (run: string) => held.filter((source) => source.run === run).map(({ variant }) => variant);
  const sides = sidesNamed(search.getAll("side"), { where: "these pages", runs, variantsOf }, 1);
  const matches = sides.flatMap(
    ({ run, variant }) => held.find((one) => one.run === run && one.variant === variant) ?? [],
  );
  const isText = matches.every((source) => source.isText);
  const sources = matches.map(({ episodes, ...source }) => {
    if (episodes !== null || !isText) return { ...source, episodes: episodes ?? [] };
    throw new Error(`These pages hold no answers of ${source.run}, which are too many; \`agon view\` shows them.`);
  });
  return answerPageOf(answerSheet(sources), answerQuery(search));
}

/** Returns the embedded runs, and those of them that sides name. */
async function sidesHere(sides: readonly string[]) {
  const runs = (await embeddedRuns()).map(({ run }) => run);
  return { runs, named: runs.filter((run) => sides.some((side) => runNamed(side) === run)) };
}

async function episodesOf(run: string): Promise<EmbeddedEpisodes> {
  const file = fileOf(run, EMBEDDED_RUN.episodes);
  const episodes: Partial<EmbeddedEpisodes> & Omit<EmbeddedEpisodes, "replays" | "total" | "table"> =
    await jsonAt(file);
  const { replays, total, table } = episodes;
  if (replays !== undefined && total !== undefined && table !== undefined)
    return { ...episodes, replays, total, table };
  throw ofEarlierVersion(file);
}

const ofEarlierVersion = (file: string): Error =>
  new Error(`${file} is of an earlier version: \`agon report RUN --embed\` writes it anew.`);

/** Caches of all episodes of runs, of all answers, and of all texts of trainings. */
const grids = new Map<string, Promise<GridRows>>();
const answers = new Map<string, Promise<EmbeddedAnswers>>();
const trainings = new Map<string, Promise<readonly WrittenUpdate[]>>();

/** Returns a cached value, which is read once; a failed read is repeated at the next call. */
function once<T>(known: Map<string, Promise<T>>, name: string, read: () => Promise<T>): Promise<T> {
  const reading = known.get(name) ?? read();
  known.set(name, reading);
  reading.catch(() => known.delete(name));
  return reading;
}

async function readGrid(run: string): Promise<GridRows> {
  const { measures, same = [], texts, replays, table } = await episodesOf(run);
  const variants = await variantsOf(run);
  const held = new Set(replays);
  const agents = await rowsAt(fileOf(run, EMBEDDED_RUN.table), table);
  const places = grouped(agents, ({ variant, seed, episode }) => [variant, seed, episode].join("\n"));
  const rows = [...places.values()].map((of): GridRow => {
    const [first] = of;
    const place = { variant: String(first.variant), seed: Number(first.seed), episode: Number(first.episode) };
    return {
      ...place,
      failed: of.some(({ failed }) => failed === true),
      replayed: held.has(replayFile(variants, place)),
      values: measures.map(({ name }) => meanOf(of.map((row) => row[name]))),
      texts: texts.map((name) => String(first[name] ?? "")),
      partner: null,
      parted: null,
    };
  });
  rows.sort(
    (a, b) => variants.indexOf(a.variant) - variants.indexOf(b.variant) || a.seed - b.seed || a.episode - b.episode,
  );
  return { measures, same, texts, variants, rows };
}

/** Returns the mean of the numbers; null where there are none. */
function meanOf(values: readonly unknown[]): number | null {
  const known = values.filter((value) => value !== null && value !== undefined).map(Number);
  const mean = known.reduce((sum, value) => sum + value, 0) / known.length;
  return Number.isFinite(mean) ? mean : null;
}

async function jsonAt<T>(path: string): Promise<T> {
  const text = await (await fetched(path, "`agon report RUN --embed` writes it")).text();
  try {
    return JSON.parse(text);
  } catch {
    throw new Error(`${path} is damaged: \`agon report RUN --embed\` writes it anew.`);
  }
}

/** Returns all rows of a table of the store. Throws where the table has changed since these pages were written. */
async function rowsAt(
  path: string,
  { bytes, crc }: EmbeddedTable,
): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const response = await fetched(path, "it is a table of the store, whose folder must be shared as a whole");
  const file = await response.arrayBuffer();
  if (file.byteLength !== bytes || crc32(new Uint8Array(file)) !== crc)
    throw new Error(`${path} was cut or changed: \`agon report RUN --embed\` writes it anew, or names it as damaged.`);
  try {
    return await parquetReadObjects({ file });
  } catch (error) {
    throw new Error(`${path} cannot be read: ${messageOf(error)}.`);
  }
}

/** Fetches a file beside the page. Throws an Error with a hint where it is missing. */
async function fetched(path: string, help: string): Promise<Response> {
  if (location.protocol === "file:")
    throw new Error(
      "A browser reads no files beside a page that was opened from a folder: serve the folder, or open it with `agon view --store`. Each run's report.html opens by itself.",
    );
  let answer: Response;
  try {
    answer = await fetch(`./${path}`);
  } catch {
    throw new Error("The web server of these pages does not answer.");
  }
  if (answer.ok) return answer;
  throw new Error(`${path} is not there (${answer.status}): ${help}.`);
}
