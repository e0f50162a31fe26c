// All generated pages of the manual, as data: a command writes them, a test compares them, a server may show them.

import { environments } from "../../environments/index.ts";
import { measures } from "../../evaluation/measures/index.ts";
import { feedbackSources } from "../../feedback/sources/index.ts";
import { rewards } from "../../rewards/index.ts";
import { studies } from "../../systems/index.ts";
import { agents } from "../experiment/agents.ts";
import { algorithmsAtHand, textPartsAtHand } from "../experiment/algorithms.ts";
import { decidingRecord, shippedRecords } from "../studies/kept-records.ts";
import {
  agentPages,
  algorithmPages,
  arenaPage,
  feedbackPage,
  hostedPage,
  measurePage,
  ratingPage,
  rewardPage,
  textPartPages,
} from "./entry-pages.ts";
import { name, type Page, page, table } from "./markdown.ts";
import { answerPage, experimentPage, logPage, rulePage } from "./single-pages.ts";
import { snippetsIn } from "./snippets.ts";
import { indexPage as systemIndex, systemPage } from "./system-pages.ts";
import { worldPages } from "./world-pages.ts";
import { madeWorlds } from "./worlds.ts";

/** Folders below `docs/` that hold generated pages and nothing else. */
export const GENERATED = ["reference", "systems"] as const;

/** Every generated page, the index first. */
export async function manualPages(): Promise<Page[]> {
  const worlds = await madeWorlds();
  const snippets = snippetsIn(worlds);
  const pages = [
    ...worldPages(worlds),
    await rewardPage(snippets),
    ...(await agentPages(snippets)),
    ...(await algorithmPages(snippets)),
    ...(await textPartPages(snippets)),
    await feedbackPage(snippets),
    await measurePage(snippets),
    rulePage(),
    await hostedPage(),
    await arenaPage(),
    await ratingPage(),
    experimentPage(),
    logPage(),
    answerPage(),
  ];
  return [await indexPage(pages), ...pages, ...(await systemPages())];
}

/** Systems with a measured record among the files of the manual, and their index; nothing while there is no record. */
async function systemPages(): Promise<Page[]> {
  const all = (await studies.all()).map((study) => ({ study, records: shippedRecords(study.id) }));
  if (all.every(({ records }) => decidingRecord(records) === undefined)) return [];
  return [
    { file: "systems/README.md", title: "Published systems", text: systemIndex(all) },
    ...all.map(({ study, records }) => ({
      file: `systems/${study.id}.md`,
      title: study.title,
      text: systemPage(study, records),
    })),
  ];
}

async function indexPage(pages: readonly Page[]): Promise<Page> {
  const listed = (entries: readonly { readonly id: string; readonly summary: string }[], among = pages) =>
    table(
      ["name", "what it is"],
      entries.map(({ id, summary }) => [`[${name(id)}](${addressOf(id, among)})`, summary]),
    );
  // A preset may have the name of its method.
  const onPage = (file: string) => pages.filter((one) => one.file === `reference/${file}.md`);
  const parts = await textPartsAtHand();
  const other = ["experiment", "hosted", "rules", "arenas", "ratings", "logs", "answers"].map((file) =>
    pages.find((one) => one.file === `reference/${file}.md`),
  );
  return page("reference/README.md", "Reference", [
    "What has a name in Agon, written from the schemas that check it. `agon show NAME` prints the same at the terminal.",
    other
      .map((one) => (one === undefined ? "" : `- [${one.title}](${one.file.slice("reference/".length)})`))
      .join("\n"),
    ...Object.entries({
      Worlds: await environments.all(),
      Rewards: rewards.entries(),
      Agents: await agents.all(),
      Algorithms: (await algorithmsAtHand(parts)).entries(),
    }).flatMap(([kind, entries]) => [`## ${kind}`, listed(entries)]),
    "## Text methods",
    listed(parts.methods.entries(), onPage("text-methods")),
    "## Callbacks",
    listed(parts.callbacks.entries(), onPage("callbacks")),
    "## Sources of feedback",
    listed(await feedbackSources.all(), onPage("feedback")),
    "## Measures",
    listed(await measures.all(), onPage("measures")),
  ]);
}

/** Where an entry's section stands, seen from the index. */
function addressOf(id: string, pages: readonly Page[]): string {
  const page = pages.find(({ text }) => text.includes(`\n## ${name(id)}\n`));
  if (page === undefined) throw new Error(`"${id}" stands on no page of the manual`);
  return `${page.file.slice("reference/".length)}#${id.replaceAll("/", "")}`;
}
