// Judging by hand: the server tells no name before a vote, and keeps each vote once; people judge in a real browser, by the keyboard alone,
// two at a time, wide and narrow; and `agon rate` reads what they said.

import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import type { CastVote } from "../src/feedback/votes/vote-record.ts";
import { votesFile } from "../src/feedback/votes/votes-file.ts";
import type { NextToJudge, VoteBoard, WrittenVote } from "../src/lab/judging/judging-data.ts";
import type { EpisodeReplay } from "../src/lab/report/replay-data.ts";
import { openDatabase } from "../src/lab/store/database.ts";
import { openStore } from "../src/lab/store/store.ts";
import { openView, type ViewOptions } from "../src/server/view.ts";
import { agon, root, scratch, scratchFolder } from "./cli/agon.ts";
import { start } from "./cli/process.ts";
import { environments } from "./fixtures/at-hand/environments.ts";
import { chromiumHere } from "./fixtures/chromium-here.ts";
import { overflow } from "./fixtures/opened-page.ts";
import { inaccessible } from "./fixtures/screen-reader.ts";
import { viewBrowser } from "./fixtures/view-browser.ts";

const VARIANTS = ["trembling-hand", "wandering-mind"];
const QUESTION = "Which player looks for the goal?";
const EXPERIMENT = `
title: Two players of the maze
environment: { id: gridworld/maze, horizon: 12 }
agents: random
objective: success
record: steps
judging: { question: ${JSON.stringify(QUESTION)}, also: [Does it turn back?] }
variants: { ${VARIANTS[0]}: { environment.horizon: 12 }, ${VARIANTS[1]}: { environment.horizon: 9 } }
seeds: 4
`;

/** A run of two variants, of whose folder each test has a copy. */
const ran = { ...scratchFolder(), run: "" };
beforeAll(async () => {
  writeFileSync(join(ran.folder, "e.yaml"), EXPERIMENT);
  const { code, stdout, stderr } = await agon(["run", "e.yaml", "--json"], { cwd: ran.folder });
  expect(code, stderr).toBe(0);
  ({ run: ran.run } = JSON.parse(stdout));
});
afterAll(ran.gone);

/** The run, and a view on its store. */
async function judged(options: Partial<ViewOptions> = {}) {
  const folder = scratch();
  cpSync(ran.folder, folder, { recursive: true, preserveTimestamps: true });
  const { run } = ran;
  const store = join(folder, ".agon");
  const view = await openView({ store, port: 0, ...options });
  onTestFinished(() => view.close());
  const headers = { "Content-Type": "application/json" };
  const post = async (deed: string, order: object, more: Readonly<Record<string, string>> = headers) => {
    const address = new URL(`api/runs/${run}/judging/${deed}`, view.url);
    const answer = await fetch(address, { method: "POST", headers: more, body: JSON.stringify(order) });
    return { status: answer.status, text: await answer.text() };
  };
  const get = async (path: string) => (await fetch(new URL(`api/runs/${run}/judging/${path}`, view.url))).text();
  return { folder, run, store, url: view.url, post, get, votes: join(store, run, "votes.jsonl") };
}

const lines = (file: string) =>
  readFileSync(file, "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));

/** What votes say that episodes came to is what the store has of them, in every channel. */
async function expectOutcomes(store: string, run: string, votes: string): Promise<void> {
  const { spec } = environments.get("gridworld/maze").make();
  const database = await openDatabase([join(store, run)], 1);
  try {
    for (const { vote, side } of cast(votes).flatMap((vote) => SIDES.map((side) => ({ vote, side })))) {
      const where = `variant = '${vote[side]}' AND seed = ${vote.seed} AND episode = ${vote.episode}`;
      const { rows } = await database.query(`SELECT * FROM episodes WHERE ${where}`);
      expect(rows).toHaveLength(1);
      expect(vote.objective?.[side]).toBe(rows[0].objective);
      const stored = spec.channels.map(({ name }) => [name, [rows[0][name]]]);
      expect(vote.outcomes?.[side]).toEqual(Object.fromEntries(stored));
    }
  } finally {
    database.close();
  }
}

const SIDES = ["left", "right"] as const;
const cast = (file: string): readonly CastVote[] => votesFile(file).read().all;

test("nothing that is told before a vote says whose a side is, and each vote is written once", async () => {
  const { folder, run, store, post, get, votes, url } = await judged();
  const response = await post("pair", { judge: "eve" });
  const { next }: NextToJudge = JSON.parse(response.text);
  if (next === null) throw new Error("there is no pair");
  expect(next).toMatchObject({ question: QUESTION, also: ["Does it turn back?"], texts: null });
  const { pair } = next;
  const sides = await Promise.all(["left", "right"].map((side) => get(`replay?pair=${pair}&side=${side}`)));
  for (const text of [response.text, ...sides])
    for (const name of [...VARIANTS, "random"]) expect(text).not.toContain(name);
  const replays: EpisodeReplay[] = sides.map((text) => JSON.parse(text));
  expect(replays.map(({ variant, seed, episode }) => [variant, seed, episode])).toEqual([
    ["left", next.seed, next.episode],
    ["right", next.seed, next.episode],
  ]);
  for (const { measures, scenes, asked: requests } of replays) {
    expect([measures, requests]).toEqual([[], null]);
    expect(scenes?.moments.length).toBeGreaterThan(1);
  }
  // What cannot be shown is told without a name too.
  const far = await get(`replay?pair=${pair}&side=left&from=x`);
  for (const name of VARIANTS) expect(far).not.toContain(name);

  const said = { answers: { "Does it turn back?": "left" }, reason: "it goes on" };
  const ballot = { judge: "eve", pair, better: "right", ...said };
  const twice = await Promise.all([post("vote", ballot), post("vote", { ...ballot, better: "left" })]);
  const [vote, second]: WrittenVote[] = twice.map(({ text }) => JSON.parse(text));
  expect(second).toEqual(vote);
  expect([vote.left, vote.right].sort()).toEqual(VARIANTS);
  expect(lines(votes)).toEqual([
    {
      ...{ id: pair, date: expect.any(String), judge: "eve", left: vote.left, right: vote.right, winner: vote.right },
      ...{ run, seed: next.seed, prompt: null, episode: next.episode, takes_back: null, ...said },
      objective: { left: expect.any(Number), right: expect.any(Number) },
      outcomes: { left: expect.any(Object), right: expect.any(Object) },
    },
  ]);
  await expectOutcomes(store, run, votes);
  // Each side shows the variant that is named after the vote.
  for (const [k, variant] of [vote.left, vote.right].entries()) {
    const { seed, episode } = next;
    const query = new URLSearchParams({ variant, seed: String(seed), episode: String(episode) });
    const open: EpisodeReplay = JSON.parse(await (await fetch(new URL(`api/runs/${run}/replay?${query}`, url))).text());
    expect([open.variant, open.actions, open.scenes]).toEqual([variant, replays[k].actions, replays[k].scenes]);
  }
  const stranger = await post("vote", { ...ballot, judge: "kim" });
  expect([stranger.status, stranger.text]).toEqual([409, expect.stringContaining("no longer yours")]);
  for (const name of VARIANTS) expect(stranger.text).not.toContain(name);

  const foreign = { "Content-Type": "application/json", origin: "http://evil.example" };
  expect((await post("pair", { judge: "eve" }, foreign)).status).toBe(403);
  expect((await post("pair", { judge: "eve" }, { "Content-Type": "text/plain" })).status).toBe(415);
  expect((await post("pair", { judge: "" })).status).toBe(422);
  expect((await post("pair", { judge: "eve", reason: "x".repeat(70_000) })).status).toBe(413);
  expect((await post("vote", { ...ballot, better: "both" })).status).toBe(422);
  expect((await fetch(new URL("api/texts/judging/board", url))).status).toBe(404);

  const text = await get("board");
  const again = await openView({ store, port: 0 });
  onTestFinished(() => again.close());
  expect(await (await fetch(new URL(`api/runs/${run}/judging/board`, again.url))).text()).toBe(text);
  const board: VoteBoard = JSON.parse(text);
  // A judge need not know where the store lies.
  expect([text.includes(folder), board.file]).toEqual([false, relative(folder, votes)]);
  const rated = JSON.parse((await agon(["rate", votes, "--json"], { cwd: folder })).stdout);
  expect(rated).toMatchObject({ games: 1, rows: 1, sides: { won: { n: 1 } }, judges: [] });
  for (const [k, { skill: _, ...player }] of board.players.entries()) expect(rated.players[k]).toMatchObject(player);

  writeFileSync(votes, `${readFileSync(votes, "utf8")}{"left":"cut off`);
  const damaged = await post("pair", { judge: "eve" });
  expect(damaged.status).toBe(422);
  const [{ where, what }, ...others] = JSON.parse(damaged.text).problems;
  expect([where, what, others]).toEqual([`${relative(folder, votes)}:2`, expect.stringContaining("is no JSON"), []]);
});

test("a view that is read only hands out nothing, and what cannot be judged is told", async () => {
  const { post, url, folder, store } = await judged({ isReadOnly: true });
  expect(await post("pair", { judge: "eve" })).toMatchObject({ status: 403 });
  const single = EXPERIMENT.replace(/variants: .*/, "").replace("record: steps", "record: episodes");
  writeFileSync(join(folder, "one.yaml"), single);
  const { run } = JSON.parse((await agon(["run", "one.yaml", "--json"], { cwd: folder })).stdout);
  const open = await openView({ store, port: 0 });
  onTestFinished(() => open.close());
  const answer = await fetch(new URL(`api/runs/${run}/judging/board`, open.url));
  expect([answer.status, await answer.text()]).toEqual([
    422,
    expect.stringContaining("kept whole episodes and no steps"),
  ]);
  expect((await fetch(new URL("api/runs/none/judging/board", url))).status).toBe(404);
});

describe.skipIf(chromiumHere === undefined)("people at a page", () => {
  const person = viewBrowser();

  /** Both sides are there, and can be voted on. */
  const ready = (page: Page) => page.locator(".ballot button.left:enabled").waitFor();
  test("episodes are judged by the keyboard alone, by two at once, and a vote is taken back", async () => {
    const { run, url, votes } = await judged();
    const eve = await person(`${url}?run=${run}`);
    await eve.page.getByRole("link", { name: "Judge" }).click();
    await eve.page.getByLabel("Your name").waitFor();
    expect(await inaccessible(eve.page)).toEqual([]);
    await eve.page.keyboard.press("Tab");
    while ((await eve.page.evaluate<string>("document.activeElement.tagName")) !== "INPUT")
      await eve.page.keyboard.press("Tab");
    await eve.page.keyboard.type("eve");
    await eve.page.keyboard.press("Enter");
    const question = eve.page.getByRole("heading", { name: QUESTION });
    await question.waitFor();
    await eve.page.locator("h2:focus", { hasText: QUESTION }).waitFor();
    await ready(eve.page);
    expect(await eve.page.locator("canvas").count()).toBe(2);
    const before = await eve.page.locator("main").textContent();
    for (const name of [...VARIANTS, "objective", "pay"]) expect(before?.toLowerCase()).not.toContain(name);
    expect(await inaccessible(eve.page)).toEqual([]);
    // One clock for both sides.
    await eve.page.keyboard.press("End");
    await eve.page.getByText(/^step (\d+) of \1$/).waitFor();
    // Letters of a reason are no votes.
    await eve.page.getByRole("radio", { name: "both" }).check();
    await eve.page.getByLabel("Why, if you like").fill("1 2 3 4");
    await eve.page.getByLabel("Why, if you like").press("1");
    expect(await question.count()).toBe(1);

    const kim = await person(`${url}?run=${run}&show=judge`, { width: 390 });
    await kim.page.getByLabel("Your name").fill("kim");
    await kim.page.getByRole("button", { name: "Begin" }).click();
    await ready(kim.page);
    expect(await overflow(kim.page)).toBe(0);
    const seedOf = async (page: Page) => /Seed \d+/.exec((await page.locator("main").textContent()) ?? "")?.[0];
    expect(await seedOf(kim.page)).not.toBe(await seedOf(eve.page));
    // A reload shows the same pair again.
    const first = await seedOf(kim.page);
    await kim.page.reload();
    await ready(kim.page);
    expect(await seedOf(kim.page)).toBe(first);

    await question.focus();
    await eve.page.keyboard.press("1");
    await eve.page.getByRole("heading", { name: /^Left was \S+, right was/ }).waitFor();
    await eve.page.locator("button:focus", { hasText: "Next pair" }).waitFor();
    await eve.page.getByRole("table", { name: "Leaderboard" }).waitFor();
    expect(await inaccessible(eve.page)).toEqual([]);
    const [vote, ...others] = lines(votes);
    expect(others).toEqual([]);
    expect(vote).toMatchObject({ judge: "eve", answers: { "Does it turn back?": "both" }, reason: "1 2 3 41" });
    expect(vote.winner).toBe(vote.left);
    await eve.page.getByRole("heading", { name: `Left: ${vote.left}` }).waitFor();

    await kim.page.getByRole("button", { name: /^About the same/ }).dblclick();
    await kim.page.getByRole("table", { name: "Leaderboard" }).waitFor();
    await kim.page.getByText("2 votes of 2 judges").waitFor();
    expect(await overflow(kim.page)).toBe(0);
    expect(await inaccessible(kim.page)).toEqual([]);
    expect(lines(votes).map(({ judge, winner }) => [judge, winner])).toEqual([
      ["eve", vote.left],
      ["kim", "tie"],
    ]);

    // Back and forth: no vote is cast again.
    await kim.page.goBack();
    await kim.page.goForward();
    await ready(kim.page);
    expect(lines(votes)).toHaveLength(2);

    await eve.page.keyboard.press("u");
    await eve.page.getByText("Your vote is taken back").waitFor();
    await eve.page.getByText("1 vote of 1 judge").waitFor();
    expect(lines(votes)[2]).toMatchObject({ judge: "eve", takes_back: vote.id });
    await eve.page.keyboard.press("n");
    await eve.page.getByText("0 votes so far").waitFor();
    await ready(eve.page);
    await eve.page.keyboard.press("4");
    await eve.page.getByText("You could not tell, and so this vote counts for neither.").waitFor();
    await eve.page.getByText("In 1 more vote a judge could not tell.").waitFor();
    await eve.page.keyboard.press("Enter");
    await eve.page.getByText("1 vote so far").waitFor();
    // Two of four seeds are known, and two are left. Their names are told at the end.
    await eve.page.getByLabel("Tell names and ratings only at the end").check();
    for (const k of [2, 3]) {
      await ready(eve.page);
      await question.focus();
      await eve.page.keyboard.press("2");
      await eve.page.getByRole("heading", { name: "Your vote is written" }).waitFor();
      await eve.page.getByText("You found the right side better.").waitFor();
      const text = await eve.page.locator("main").textContent();
      for (const name of VARIANTS) expect(text).not.toContain(name);
      expect(await eve.page.getByRole("table", { name: "Leaderboard" }).count()).toBe(0);
      await eve.page.locator("button:focus", { hasText: "Next pair" }).waitFor();
      await eve.page.keyboard.press("Enter");
      await eve.page.getByText(`${k} votes so far`).waitFor();
    }
    await eve.page.getByText("You have seen every pair that there is.").waitFor();
    await eve.page.getByRole("table", { name: "Leaderboard" }).waitFor();
    const counted = lines(votes).filter(
      ({ id, left: name, winner }) => name !== undefined && id !== vote.id && winner !== "cannot tell",
    );
    expect(lines(votes).filter(({ winner }) => winner === "cannot tell")).toHaveLength(1);
    const onLeft = VARIANTS.map((name) => counted.filter((one) => one.left === name).length);
    expect(onLeft.sort()).toEqual([1, 2]);
    expect([eve.complaints, kim.complaints]).toEqual([[], []]);
  }, 120_000);

  test("agon vote serves texts of a file, and agon rate reads the votes", async () => {
    const folder = scratch();
    const words = ["vote", join(root, "examples/votes/explanations.csv"), "--json", "--port", "0"];
    const { process, done } = start([...words, "--also", "Is it right?", "--question", "Which explains more?"], {
      cwd: folder,
    });
    const line = await new Promise<string>((resolve) =>
      process.stdout?.once("data", (chunk) => resolve(String(chunk))),
    );
    const { url, votes }: { url: string; votes: string } = JSON.parse(line);
    for (const width of [1300, 390]) {
      const { page, complaints } = await person(url, { width });
      await page.getByLabel("Your name").fill(`judge ${width}`);
      await page.getByRole("button", { name: "Begin" }).click();
      await page.getByRole("heading", { name: "Which explains more?" }).waitFor();
      expect(await page.locator(".judged-text").count()).toBe(2);
      expect(await overflow(page)).toBe(0);
      await page.keyboard.press("2");
      await page.getByRole("heading", { name: /^Left was (short|example|exact), right was/ }).waitFor();
      await page.getByRole("table", { name: "Leaderboard" }).waitFor();
      expect(await overflow(page)).toBe(0);
      expect(complaints).toEqual([]);
    }
    process.kill("SIGINT");
    expect((await done).code).toBe(0);
    expect(lines(votes)).toMatchObject([
      { judge: "judge 1300", run: null, seed: null, prompt: expect.stringMatching(/^Why /) },
      { judge: "judge 390" },
    ]);
    const rated = await agon(["rate", votes], { cwd: folder });
    expect([rated.code, rated.stdout]).toEqual([0, expect.stringContaining("2 games of")]);
  }, 120_000);
});

test("agon vote tells what is wrong with its file", async () => {
  const folder = scratch();
  openStore(join(folder, ".agon"));
  const complain = async (text: string, ...flags: string[]): Promise<string> => {
    writeFileSync(join(folder, "texts.csv"), text);
    const { code, stderr } = await agon(["vote", "texts.csv", ...flags], { cwd: folder });
    expect(code).toBe(2);
    return stderr;
  };
  const texts = (rows: string) => `player,prompt,text\n${rows.replaceAll(" ", "\n")}\n`;
  expect(await complain(texts("a,p,t b,p,"))).toContain("texts.csv:3: text: is empty: a text needs a word");
  expect(await complain("player,prompt,words\na,p,t\n")).toContain('has no column "text"');
  expect(await complain(texts("a,p,t a,q,t"))).toContain("names 1 player; from 2 to 200 can be judged");
  expect(await complain(texts("a,p,t b,q,t"))).toContain("has no prompt to which two players wrote");
  expect(await complain(texts("a,p,t b,p,t"), "--question", "")).toContain("question: ");
});
