// Decks in whole runs: a language model that makes one by calls of tools, briefs of a file, a model that recovers the brief, and decks
// that are exported as pages.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { exportRun } from "../src/lab/exports/export.ts";
import { episodeReplay } from "../src/lab/view/episode-replay.ts";
import { scratch } from "./cli/agon.ts";
import { type Answer, chatServer, type ReceivedRequest } from "./fixtures/chat-server.ts";
import { ran } from "./fixtures/ran.ts";

const BRIEFS = `topic,audience,slides,words,sections,research
Wind turbines in Denmark,city planners,2,6,1,offshore farms; grid; storage; noise limits
Tea & coffee,bakers,1,6,1,
`;

const made = ({ messages }: ReceivedRequest) => messages.filter(({ role }) => role === "assistant").length;
const call = (name: string, given: object = {}): Answer => ({ calls: [{ name, arguments: given }] });
const slide = (slide_index: number, body: string) =>
  call("generate_slide", { slide_index, title: "Wind & turbines", sections: [{ heading: "Denmark", body }] });

/** A model that makes a deck of two slides; its first call has a slide that cannot be there. */
const designer = (request: ReceivedRequest): Answer =>
  [
    call("generate_slide", { index: 3, title: "", sections: [] }),
    call("web_search", { q: "wind" }),
    call("create_outline", { titles: ["one", "two"] }),
    call("set_theme", { theme: "dark" }),
    slide(1, "offshore farms, grid, storage"),
    slide(2, "noise limits, farms, “grid” <b>"),
  ][made(request)] ?? call("finalize");

const described = (url: string, more = "") => `
environment: { id: tools/slide-deck, file: ./briefs.csv, calls: 20${more} }
agents: { policy: llm, model: small, endpoint: "${url}", retries: 0, memory: 50 }
reward: { channel: payoff }
objective: quality
episodes: 2
seeds: 1
`;

test("a model makes decks of a file's briefs, the replay draws them, and they are exported as a page", async () => {
  const server = await chatServer(designer);
  const { folder, database } = await ran(described(server.url), { "briefs.csv": BRIEFS });
  const { rows } = await database.query("SELECT * FROM episodes ORDER BY episode");
  expect(rows).toMatchObject([
    {
      brief: "2 slides on Wind turbines in Denmark for city planners",
      calls: 7,
      failedCalls: 1,
      finished: 1,
      slides: 2,
    },
    { brief: "1 slides on Tea & coffee for bakers", slides: 2 },
  ]);
  const [{ quality, payoff, contentQuality }] = rows;
  // Steps pay the change of quality; six calls succeed, one fails, and the deck is finished.
  expect(Number(payoff)).toBeCloseTo(Number(quality) + 6 * 0.01 - 0.02 + 0.1, 9);
  // Both slides share more than three words with what was found.
  expect(Number(contentQuality)).toBeCloseTo(1, 9);
  const [first] = server.requests;
  expect(first.messages.at(-1)?.content).toContain("Topic: Wind turbines in Denmark\nAudience: city planners");
  expect(first.tools?.map(({ function: { name } }) => name)).toContain("generate_slide");
  expect(server.requests[1].messages.at(-1)).toMatchObject({
    role: "tool",
    content: expect.stringContaining("the next slide is 1"),
  });
  const [run, store] = [folder.split("/").at(-1) ?? "", join(folder, "..")];
  const { scenes } = await episodeReplay(store, run, { variant: "base", seed: 0, episode: 0 });
  expect(JSON.stringify(scenes)).toContain("Wind & turbines");
  const out = scratch();
  const { cells } = await exportRun(folder, { format: "html", out });
  const page = readFileSync(cells[0].file, "utf8");
  expect(page.match(/<iframe/g)).toHaveLength(2);
  expect(page).toContain("&lt;h1&gt;Wind &amp;amp; turbines&lt;/h1&gt;");
});

test("a model recovers the brief of a finished deck; a failed one fails the episode, and its quality is not 0", async () => {
  const isReader = ({ messages }: ReceivedRequest) => messages[0].content.startsWith("You see the slides");
  const server = await chatServer((request): Answer => {
    if (!isReader(request)) return designer(request);
    return messagesOf(request).includes("2. Wind")
      ? 'So: {"topic": "wind turbines", "audience": "planners", "num_slides": "2", "key_themes": ["Denmark"]}'
      : "none";
  });
  const judge = (url: string) => `, judge: { endpoint: "${url}", model: reader, retries: 0, tries: 2 }`;
  const { database } = await ran(described(server.url, judge(server.url)), { "briefs.csv": BRIEFS });
  const { rows } = await database.query("SELECT * FROM episodes ORDER BY episode");
  // .4 · 2/3 + .25 · .7 + .15 · min/max + .2 · min(1.5 · 1/3, 1); both decks have the same slides.
  expect(Number(rows[0].briefReconstruction)).toBeCloseTo(0.4 * (2 / 3) + 0.175 + 0.15 + 0.1, 9);
  expect(rows[0]).toMatchObject({ failed: false, judgeCalls: 1 });
  expect(rows[0]).toHaveProperty("conveyed");
  const silent = await chatServer((request): Answer => (isReader(request) ? "I cannot tell." : designer(request)));
  const lost = await ran(described(silent.url, judge(silent.url)), { "briefs.csv": BRIEFS });
  const { rows: failed } = await lost.database.query("SELECT failed, failure, quality, judgeCalls FROM episodes");
  expect(failed).toMatchObject(
    Array(2).fill({
      failed: true,
      failure: "no guess at the brief could be read of what the reader answered",
      judgeCalls: 2,
    }),
  );
  expect(failed.map(({ quality }) => quality)).not.toContain(0);
});

const messagesOf = ({ messages }: ReceivedRequest): string => messages.map(({ content }) => content).join("\n");

test.each([
  ["no topic", "audience,slides\na,2\n", "column"],
  ["a number of slides that is none", "topic,audience,slides\nx,a,many\n", 'slides is "many"'],
  ["only stop words", "topic,audience,slides\nof the,a,2\n", "has no word but stop words"],
])("a file of briefs with %s is refused", async (_, file, what) => {
  await expect(ran(described("http://localhost:1/v1"), { "briefs.csv": file })).rejects.toThrow(what);
});
