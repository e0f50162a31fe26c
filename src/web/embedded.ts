// The view without a server: what a server would answer is read from files beside the page, tables of episodes among them.

import { asyncBufferFromUrl, parquetReadObjects } from "hyparquet";
import { grouped } from "../core/grouped.ts";
import { EMBEDDED, EMBEDDED_RUN, type EmbeddedEpisodes, type EmbeddedRuns, replayFile } from "../lab/embedded-data.ts";
import type { GridRow } from "../lab/grid-data.ts";
import { gridQuery } from "../lab/grid-query.ts";
import { type GridRows, gridPage } from "../lab/grid-rows.ts";

/** Whether this page lies in a store as a file. */
export const isEmbedded = document.getElementById("page")?.dataset.embedded !== undefined;

/** The runs that are embedded. */
export async function embeddedRuns(): Promise<EmbeddedRuns> {
  return JSON.parse(await fileText(EMBEDDED.runs));
}

/** What a server would answer to an address of its interface; an Error says what is not embedded. */
export async function embeddedAnswer(address: string): Promise<string> {
  const { pathname, searchParams } = new URL(address, location.href);
  const [, run = "", what = ""] = /\/api\/runs\/([^/]+)\/([a-z]+)$/.exec(pathname) ?? [];
  switch (what) {
    case "report":
      return fileText(`${run}/${EMBEDDED_RUN.report}`);
    case "picked":
      return JSON.stringify((await episodesOf(run)).picked);
    case "episodes":
      return JSON.stringify(gridPage(await rowsOf(run), gridQuery(searchParams)));
    case "replay":
      return replay(run, searchParams);
    default:
      throw new Error("These pages do not hold that; `agon view` shows it.");
  }
}

async function replay(run: string, search: URLSearchParams): Promise<string> {
  const place = {
    variant: search.get("variant") ?? "",
    ...{ seed: Number(search.get("seed")), episode: Number(search.get("episode")) },
  };
  const variants = (await embeddedRuns()).find((one) => one.run === decodeURIComponent(run))?.variants ?? [];
  try {
    return await fileText(`${run}/${replayFile(variants, place)}`);
  } catch {
    throw new Error("These pages hold replays of the episodes that are worth a look; `agon view` replays every one.");
  }
}

const episodesOf = async (run: string): Promise<EmbeddedEpisodes> =>
  JSON.parse(await fileText(`${run}/${EMBEDDED_RUN.episodes}`));

const kept = new Map<string, Promise<GridRows>>();

/** All episodes of a run, read once. */
function rowsOf(run: string): Promise<GridRows> {
  const known = kept.get(run) ?? readRows(run);
  kept.set(run, known);
  return known;
}

async function readRows(run: string): Promise<GridRows> {
  const { measures, texts } = await episodesOf(run);
  const variants = (await embeddedRuns()).find((one) => one.run === decodeURIComponent(run))?.variants ?? [];
  const file = await asyncBufferFromUrl({ url: `./${run}/${EMBEDDED_RUN.table}` });
  const agents = await parquetReadObjects({ file });
  const places = grouped(agents, ({ variant, seed, episode }) => [variant, seed, episode].join("\n"));
  const rows = [...places.values()].map((of): GridRow => {
    const [{ variant, seed, episode }] = of;
    return {
      ...{ variant: String(variant), seed: Number(seed), episode: Number(episode) },
      failed: of.some(({ failed }) => failed === true),
      values: measures.map(({ name }) => meanOf(of.map((row) => row[name]))),
      texts: texts.map((name) => String(of[0][name] ?? "")),
      parted: null,
    };
  });
  rows.sort(
    (a, b) => variants.indexOf(a.variant) - variants.indexOf(b.variant) || a.seed - b.seed || a.episode - b.episode,
  );
  return { measures, texts, variants, rows };
}

/** Mean of what is there; null where nothing is. */
function meanOf(values: readonly unknown[]): number | null {
  const known = values.filter((value) => value !== null && value !== undefined).map(Number);
  const mean = known.reduce((sum, value) => sum + value, 0) / known.length;
  return Number.isFinite(mean) ? mean : null;
}

async function fileText(path: string): Promise<string> {
  if (location.protocol === "file:")
    throw new Error(
      "A browser reads no files beside a page that was opened from a folder: serve the folder, or open it with `agon view --store`. Each run's report.html opens by itself.",
    );
  const answer = await fetch(`./${path}`);
  if (!answer.ok) throw new Error(`${path} is not there: \`agon report RUN --embed\` writes it.`);
  return answer.text();
}
