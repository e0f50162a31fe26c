// The pages of `agon view` as static files in the store, for a shared folder behind a web server: tables stay where they are, and
// pages read them there.

import { existsSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { writeWhole, writing } from "../core/files.ts";
import { EMBEDDED, EMBEDDED_RUN, type EmbeddedEpisodes, type EmbeddedRuns, replayFile } from "../lab/embedded-data.ts";
import { openGrid } from "../lab/episode-grid.ts";
import { episodeReplay } from "../lab/episode-replay.ts";
import { buildReport } from "../lab/report.ts";
import { readRecord } from "../lab/run-record.ts";
import { toldRun } from "./live-feed.ts";
import { policyOf } from "./policy.ts";
import { runIndex } from "./run-index.ts";
import { viewPage } from "./view-page.ts";

/**
 * Writes what the pages need of a run whose report was written, replays of the episodes that are worth a look, and the page of the store,
 * which lists every run that was embedded. Gives the page. A UserError where the disk refuses.
 */
export async function embed(store: string, run: string): Promise<string> {
  const folder = join(store, run);
  const files = new Map<string, string>([[EMBEDDED_RUN.report, JSON.stringify(await buildReport(folder))]]);
  const grid = await openGrid(store, run);
  try {
    const { measures, texts } = grid;
    const picked = await grid.picked();
    const episodes: EmbeddedEpisodes = { measures, texts, picked };
    files.set(EMBEDDED_RUN.episodes, JSON.stringify(episodes));
    const { variants, record } = readRecord(folder);
    const names = variants.map(({ name }) => name);
    const places = picked.flatMap(({ typical, worst, gap }) => [typical, worst, ...(gap === null ? [] : [gap])]);
    for (const place of record === "steps" ? places : []) {
      // Both sides of a seed, so that variants can be seen beside each other.
      for (const variant of names) {
        const file = replayFile(names, { ...place, variant });
        if (files.has(file)) continue;
        files.set(file, JSON.stringify(await episodeReplay(store, run, { ...place, variant })));
      }
    }
  } finally {
    grid.close();
  }
  const page = join(store, EMBEDDED.page);
  writing(folder, () => {
    for (const name of readdirSync(folder))
      if (/^replay-.*\.json$/.test(name) && !files.has(name)) rmSync(join(folder, name));
    for (const [name, text] of files) writeWhole(join(folder, name), text);
    const runs: EmbeddedRuns = runIndex(store)
      .look()
      .filter(({ summary }) => existsSync(join(store, summary.run, EMBEDDED_RUN.report)))
      .map((one) => ({ ...toldRun(one), live: [] }));
    writeWhole(join(store, EMBEDDED.runs), JSON.stringify(runs));
    writeWhole(page, embeddedPage());
  });
  return page;
}

/** The view's page that knows that it has no server, with its policy in its head. */
function embeddedPage(): string {
  const { html } = viewPage(true);
  // What frames it may stand in only a server can say; there is no editor, and what else lies in the folder is no script of its own.
  const own = policyOf(html, "one file").replace(/; frame-ancestors [^;]*/, "");
  return html
    .replace("<head>", `<head>\n    <meta http-equiv="Content-Security-Policy" content="${own}" />`)
    .replace('<div id="page">', '<div id="page" data-embedded>');
}
