// Writes the pages of `agon view` as static files into the store, for a shared folder behind a web server. Pages read the store's tables in
// place.

import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { checksumOfFile } from "../core/checksum.ts";
import { UserError } from "../core/errors.ts";
import { writeWhole, writing } from "../core/files.ts";
import { keepWhole, keptFile } from "../core/kept-files.ts";
import type { EpisodePlace } from "../lab/report/replay-data.ts";
import { buildReport } from "../lab/report/report.ts";
import { sealedFile, seedsSealed } from "../lab/store/cell-files.ts";
import { type RunRecord, readRecord } from "../lab/store/run-record.ts";
import { heldAnswers } from "../lab/view/answer-grid.ts";
import {
  ALL_REPLAYS,
  EMBEDDED,
  EMBEDDED_RUN,
  type EmbeddedAnswers,
  type EmbeddedEpisodes,
  type EmbeddedRuns,
  type EmbeddedSides,
  type EmbeddedTexts,
  replayFile,
} from "../lab/view/embedded-data.ts";
import { type EpisodeGrid, openGrid } from "../lab/view/episode-grid.ts";
import { episodeReplay } from "../lab/view/episode-replay.ts";
import { gridQuery } from "../lab/view/grid-query.ts";
import { sideSources } from "../lab/view/side-by-side.ts";
import { runRow } from "./live-feed.ts";
import { policyOf } from "./policy.ts";
import { runIndex } from "./run-index.ts";
import { viewPage } from "./view-page.ts";

/**
 * Writes what pages need of a run that has a report, and the store's page, which lists all embedded runs. Returns the path of the page.
 * Throws a UserError where the system refuses.
 */
export async function embed(store: string, run: string): Promise<string> {
  const folder = join(store, run);
  const record = readRecord(folder);
  const sides: EmbeddedSides = await sideSources(store, run);
  const answers: EmbeddedAnswers = await heldAnswers(store, run, ALL_REPLAYS);
  const texts = record.variants.map(
    ({ name, key }): EmbeddedTexts => ({ name, key, tables: tablesWithTexts(store, key) }),
  );
  const files = new Map<string, string>([
    [EMBEDDED_RUN.report, JSON.stringify(await buildReport(folder))],
    [EMBEDDED_RUN.answers, JSON.stringify(answers)],
    [EMBEDDED_RUN.sides, JSON.stringify(sides)],
    [EMBEDDED_RUN.texts, JSON.stringify(texts)],
  ]);
  const place = join(folder, EMBEDDED_RUN.table);
  const table = checksumOfFile(store, place);
  if (table === undefined) throw new UserError({ code: "no-table", what: `${place} cannot be read` });
  const grid = await openGrid(store, run);
  try {
    const replays = await replaysOf(store, record, grid);
    for (const [name, text] of replays) files.set(name, text);
    const { total } = await grid.page(gridQuery(new URLSearchParams()));
    const episodes: EmbeddedEpisodes = {
      ...{ measures: grid.measures, same: grid.same, texts: grid.texts, picked: await grid.picked() },
      ...{ replays: [...replays.keys()], total, table },
    };
    files.set(EMBEDDED_RUN.episodes, JSON.stringify(episodes));
  } finally {
    grid.close();
  }
  const page = join(store, EMBEDDED.page);
  writing(folder, () => {
    for (const name of readdirSync(folder))
      if (/^replay-.*\.json$/.test(name) && !files.has(name)) rmSync(join(folder, name));
    for (const [name, text] of files) keepWhole(store, join(folder, name), text);
    const runs: EmbeddedRuns = runIndex(store)
      .look()
      .filter(({ summary }) => keptFile(store, join(store, summary.run, EMBEDDED_RUN.report)) !== undefined)
      .map((one) => ({ ...runRow(one), live: [] }));
    writeWhole(join(store, EMBEDDED.runs), JSON.stringify(runs));
    writeWhole(page, embeddedPage());
  });
  return page;
}

function tablesWithTexts(store: string, key: string): EmbeddedTexts["tables"] {
  const seeds = [...seedsSealed(store, key, ["texts"])].sort((a, b) => a - b);
  return seeds.flatMap((seed) => {
    const sealed = sealedFile({ store, key, seed }, "texts");
    return sealed === undefined ? [] : [{ seed, ...sealed }];
  });
}

/** Returns replays by file: of all episodes where these are few and small, otherwise of the notable episodes of every variant. */
async function replaysOf(store: string, { run, variants, record }: RunRecord, grid: EpisodeGrid) {
  const held = new Map<string, string>();
  if (record !== "steps") return held;
  const names = variants.map(({ name }) => name);
  let bytes = 0;
  const hold = async (replays: Map<string, string>, place: EpisodePlace): Promise<void> => {
    const file = replayFile(names, place);
    const text = replays.has(file) ? undefined : await replayText(store, run, place);
    if (text === undefined) return;
    replays.set(file, text);
    bytes += Buffer.byteLength(text);
  };
  for (const { typical, worst, gap } of await grid.picked())
    for (const place of [typical, worst, ...(gap === null ? [] : [gap])])
      for (const variant of names) await hold(held, { ...place, variant });
  const all = new Map(held);
  for (let page = 1, pages = 1; page <= pages; page++) {
    const gridPage = await grid.page(gridQuery(new URLSearchParams({ page: String(page) })));
    if (gridPage.total > ALL_REPLAYS.episodes) return held;
    for (const place of gridPage.rows) {
      await hold(all, place);
      if (bytes > ALL_REPLAYS.bytes) return held;
    }
    pages = gridPage.pages;
  }
  return all;
}

/** Returns the replay of an episode as JSON; undefined where the run does not have the episode yet. */
async function replayText(store: string, run: string, { variant, seed, episode }: EpisodePlace) {
  try {
    return JSON.stringify(await episodeReplay(store, run, { variant, seed, episode }));
  } catch (error) {
    if (error instanceof UserError && error.problems[0].code === "no-episode") return undefined;
    throw error;
  }
}

/** Returns the page of the view, marked as having no server, with its Content-Security-Policy in its head. */
function embeddedPage(): string {
  const html = viewPage().html({ isReadOnly: true });
  // `frame-ancestors` only works as a header. There is no editor, and no other file in the folder may be a script.
  const own = policyOf(html, "one file").replace(/; frame-ancestors [^;]*/, "");
  return html
    .replace("<head>", `<head>\n    <meta http-equiv="Content-Security-Policy" content="${own}" />`)
    .replace('<div id="page">', '<div id="page" data-embedded>');
}
