// Games of people at pages: what the server answers, and a seat that is taken in a real browser.

import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import type { GameLook, GameStanding, ListedGame } from "../src/lab/play/play-data.ts";
import type { EpisodeReplay } from "../src/lab/report/replay-data.ts";
import { openStore } from "../src/lab/store/store.ts";
import { openView } from "../src/server/view.ts";
import { agon, scratch } from "./cli/agon.ts";
import { chatServer } from "./fixtures/chat-server.ts";
import { chromiumHere } from "./fixtures/chromium-here.ts";
import { matrix } from "./fixtures/matrix.ts";
import { overflow } from "./fixtures/opened-page.ts";
import { inaccessible } from "./fixtures/screen-reader.ts";
import { viewBrowser } from "./fixtures/view-browser.ts";
import { words } from "./fixtures/words.ts";

const JSON_TYPE = { "Content-Type": "application/json" };

/** A view on a new store, and what it answers. */
async function viewed({ isReadOnly = false, folder = scratch() } = {}) {
  const store = openStore(join(folder, ".agon"));
  const view = await openView({ store, port: 0, isReadOnly });
  onTestFinished(() => view.close());
  const text = async (path: string, order?: object): Promise<string> => {
    const sent = order === undefined ? {} : { method: "POST", headers: JSON_TYPE, body: JSON.stringify(order) };
    const answer = await fetch(new URL(`api/games${path}`, view.url), sent);
    return `${answer.status} ${await answer.text()}`;
  };
  /** The body of an answer that is no refusal. */
  async function answerOf(path: "/saved"): Promise<ListedGame[]>;
  async function answerOf(path: "/look", order: object): Promise<GameLook>;
  async function answerOf(path: `/saved/${string}`): Promise<EpisodeReplay>;
  async function answerOf(path: `/open/${string}`, order?: object): Promise<GameStanding>;
  async function answerOf(path: string, order?: object): Promise<unknown> {
    const answer = await text(path, order);
    expect(answer).toMatch(/^200 /);
    return JSON.parse(answer.slice(4));
  }
  const begin = async (order: object): Promise<string> => JSON.parse((await text("", order)).slice(4)).game;
  /** The standing from the person's turn of this number on, or from the end. */
  const turn = async (game: string, number: number): Promise<GameStanding> => {
    for (let stamp = 0; ; ) {
      const standing = await answerOf(`/open/${game}?since=${stamp}`);
      if (standing.turn?.number === number || !["turn", "waiting"].includes(standing.state)) return standing;
      stamp = standing.stamp;
    }
  };
  const move = (game: string, number: number, given: object) =>
    answerOf(`/open/${game}/move`, { turn: number, move: given });
  return { store, url: view.url, close: () => view.close(), text, answerOf, begin, turn, move };
}

const POOL = { world: "commons/pool", set: ["horizon=3", "agents=2"], against: "{ policy: constant, level: 100 }" };

test("a seat is taken, played, saved, and replayed with the same steps", async () => {
  const { store, answerOf, begin, turn, move } = await viewed();
  const look = await answerOf("/look", { ...POOL, objective: "stock" });
  expect(look.agents.map(({ label, policy }) => [label, policy])).toEqual([
    ["agent 1", "constant"],
    ["agent 2", "constant"],
  ]);
  expect([look.pay, look.objective, look.channels[0]]).toEqual(["private", "stock", "payoff"]);
  const game = await begin({ ...POOL, objective: "stock", seat: "agent 2", seed: 4 });
  const first = await turn(game, 1);
  expect(first).toMatchObject({ seat: 1, seed: 4, steps: 0, horizon: 3, state: "turn", saved: null });
  expect(first.turn?.options).toMatchObject({ kind: "tools" });
  expect(first.turn?.seen).toEqual({ text: "The pool holds 0.5." });
  // A tool, a choice by its name, and a choice by its number.
  await move(game, 1, { name: "take", input: {} });
  expect((await turn(game, 2)).recent[0]).toMatchObject({ step: 1, deeds: ["take", "take"] });
  await move(game, 2, { line: "wait" });
  await turn(game, 3);
  await move(game, 3, { line: "1" });
  const last = await turn(game, 4);
  expect(last).toMatchObject({ state: "over", steps: 3, turn: null });
  const [paid, wanted] = last.rows;
  expect([paid.name, paid.values, wanted.name]).toEqual(["pay", [0.15000000000000002, 0.1], "stock"]);
  const { saved } = JSON.parse(JSON.stringify(await answerOf(`/open/${game}/save`, {})));
  expect(readdirSync(join(store, "games"))).toEqual([`${saved}.json`]);
  const kept = () => JSON.parse(readFileSync(join(store, "games", `${saved}.json`), "utf8"));
  const { steps } = kept();
  const [listed] = await answerOf("/saved");
  expect(listed).toMatchObject({ game: saved, seat: "agent 2", steps: 3, isOver: true, pay: paid.values[1] });
  const replay = await answerOf(`/saved/${saved}`);
  expect(replay.actions).toEqual(matrix("1 1 | 1 0 | 1 1"));
  expect(replay.agents.map(({ policy }) => policy)).toEqual(["constant", "you"]);
  const pay = replay.measures.find(({ name }) => name === "pay")?.values ?? [];
  expect(pay.reduce((sum, row) => sum + (row[1] ?? 0), 0)).toBe(paid.values[1]);
  expect(replay.scenes?.moments).toHaveLength(4);
  // The picture of a replay is the one that was seen.
  const { pool = [], moments = [] } = replay.scenes ?? {};
  expect(moments[3].shapes.map((shape) => pool[shape])).toEqual(last.scene?.shapes);
  // A game that is saved again has the same recording.
  expect(JSON.parse(JSON.stringify(await answerOf(`/open/${game}/save`, {}))).saved).toBe(saved);
  expect(kept().steps).toEqual(steps);
});

test("numbers, documents and texts with limits are moves as well, and a person sits among language models", async () => {
  const { begin, turn, move, answerOf } = await viewed();
  const box = await begin({ world: "coopetition/slcd", against: "tit-for-tat", seat: "Sony" });
  expect((await turn(box, 1)).turn?.options).toMatchObject({ kind: "numbers", ranges: [[0, 100]] });
  await move(box, 1, { line: "40.5" });
  expect((await turn(box, 2)).recent[0].deeds[1]).toBe("40.50");
  await answerOf(`/open/${box}/leave`, {});
  expect(await turn(box, 3)).toMatchObject({ state: "left", steps: 1 });
  const tasks =
    "tasks=[{ statement: twice a, shown: [{ given: [1], result: 2 }], hidden: [{ given: [4], result: 8 }] }]";
  const program = await begin({ world: "language/function", set: [tasks] });
  expect((await turn(program, 1)).turn?.options).toEqual({ kind: "text", isDocument: true });
  await move(program, 1, { line: "function solve(a) {\n  return 2 * a;\n}" });
  const solved = await turn(program, 2);
  expect(solved.rows.find(({ name }) => name === "correct")?.values).toEqual([1]);
  const { url, requests } = await chatServer(() => ({
    calls: [{ name: "decline", arguments: { customer: "customer_0001", text: "We are closed." } }],
  }));
  const seats = `{ customers: shopper, others: { policy: llm, model: small, endpoint: "${url}", retries: 0 } }`;
  const set = ["customers=1", "search=ideal", "limit=1", "letters=40"];
  const market = await begin({ world: "marketplace/talk", set, against: seats });
  await turn(market, 1);
  await move(market, 1, { name: "ask", input: { business: "1", text: "Are you open on Sunday?" } });
  let seen = "";
  for (let number = 2; number < 6 && !seen.includes("declines"); number++) {
    seen = JSON.stringify((await turn(market, number)).turn?.seen);
    await move(market, number, { name: "wait", input: {} });
  }
  expect(JSON.stringify(requests[0].messages)).toContain("Are you open on Sunday?");
  expect(seen).toContain("We are closed.");
});

test("a person plays among the players that a run has trained", async () => {
  const folder = scratch();
  writeFileSync(
    join(folder, "e.yaml"),
    `
title: Takers
environment: { id: commons/pool, agents: 2, horizon: 4 }
agents: { policy: q-learning, tables: [[{ field: stock, bins: 4 }]], episodes: 4 }
objective: stock
variants: { private: { reward: private }, other: { environment.rate: 0.2, reward: private } }
seeds: [3, 5]
`,
  );
  const { code, stdout, stderr } = await agon(["run", "e.yaml", "--json"], { cwd: folder });
  expect(code, stderr).toBe(0);
  const { run } = JSON.parse(stdout);
  const { begin, turn, move, text } = await viewed({ folder });
  const game = await begin({ run, variant: "other", seat: "agent 2" });
  expect(await turn(game, 1)).toMatchObject({ title: "Takers: other", seed: 3, objective: "stock" });
  for (let number = 1; number <= 4; number++) {
    await turn(game, number);
    await move(game, number, { name: "wait", input: {} });
  }
  expect(await turn(game, 5)).toMatchObject({ state: "over", steps: 4 });
  expect(await text("", { run, seed: 4 })).toContain("have learnt on other seeds than 4");
}, 60_000);

words("games-of-people", [
  ["an unknown world", async () => (await viewed()).text("", { world: "commons/pol" })],
  ["an unknown seat", async () => (await viewed()).text("", { ...POOL, seat: "agent 3" })],
  ["an unknown run", async () => (await viewed()).text("/look", { run: "takers" })],
  ["a learner that has learnt nothing", async () => brokenGame("ppo")],
  ["a game that is not there", async () => (await viewed()).text("/open/none")],
  ["a saved game that is not there", async () => (await viewed()).text("/saved/none")],
  ["an unknown tool", async () => refusedMove({ name: "steal", input: {} })],
  ["wrong arguments", async () => refusedMove({ name: "take", input: { parts: 9 } }, ["amounts=2"])],
  ["a wrong choice", async () => refusedMove({ line: "steal" })],
  ["a turn that was played in another tab", async () => refusedMove({ name: "wait", input: {} }, [], 2)],
  ["a move after the end", async () => refusedMove({ line: "wait" }, [], 1, true)],
  ["what is no move", async () => refusedMove({ shout: "wait" })],
  ["a page that may only look", async () => (await viewed({ isReadOnly: true })).text("", POOL)],
]);

async function brokenGame(against: string): Promise<string> {
  const { begin, turn } = await viewed();
  const { state, failure } = await turn(await begin({ ...POOL, against }), 1);
  return `${state}: ${failure}`;
}

async function refusedMove(given: object, set: readonly string[] = [], number = 1, isOver = false): Promise<string> {
  const { begin, turn, answerOf, text } = await viewed();
  const game = await begin({ ...POOL, set: [...POOL.set, ...set] });
  await turn(game, 1);
  if (isOver) await answerOf(`/open/${game}/leave`, {});
  if (isOver) await turn(game, 2);
  return text(`/open/${game}/move`, { turn: number, move: given });
}

describe.skipIf(chromiumHere === undefined)("in a browser", () => {
  const seen = viewBrowser();

  test.each([
    [1280, "light"],
    [390, "dark"],
  ] as const)(
    "a seat is played to the end and saved, %i wide and %s",
    async (width, colorScheme) => {
      const { url, close } = await viewed();
      const address = `${url}?${new URLSearchParams({ show: "play", world: "commons/pool", set: POOL.set.join("\n"), objective: "stock" })}`;
      const { page, complaints } = await seen(url, { width, colorScheme });
      await page.getByRole("link", { name: "Play", exact: true }).click();
      await page.getByText("Paid: private. Wanted: private.").waitFor();
      await page.goto(address);
      await page.getByText("Paid: private. Wanted: stock.").waitFor();
      await page.getByLabel("Your seat").selectOption({ label: "agent 2, in place of random" });
      expect(await inaccessible(page)).toEqual([]);
      await page.getByRole("button", { name: "Take the seat" }).click();
      await page.getByText("Your turn 1: 0 steps of at most 3 are over.").waitFor();
      expect([await overflow(page), await inaccessible(page)]).toEqual([0, []]);
      // A second tab shows the same game, and follows it.
      const { page: other } = await seen(page.url(), { width });
      await other.getByText("Your turn 1").waitFor();
      await page.getByRole("button", { name: "take", exact: true }).click();
      await other.getByText("Your turn 2").waitFor();
      for (const [turn, tool] of [
        [2, "wait"],
        [3, "take"],
      ] as const) {
        await page.getByText(`Your turn ${turn}`).waitFor();
        await page.getByRole("button", { name: tool, exact: true }).click();
      }
      await page.getByText("The episode is over after 3 steps.").waitFor();
      const paid = page.getByRole("row", { name: /^paid / });
      expect(await paid.locator("td").first().textContent()).toBe("0.1000");
      await page.getByRole("row", { name: /^wanted: stock / }).waitFor();
      await page.getByRole("button", { name: "Save the episode" }).click();
      await page.getByRole("link", { name: /^commons-pool-/ }).click();
      await page.getByText("step 0 of 3").waitFor();
      await page.getByText("Seed 0, agent 1: random; agent 2: you.").waitFor();
      expect([await overflow(page), complaints]).toEqual([0, []]);
      await page.goBack();
      await page.getByText("The episode is over after 3 steps.").waitFor();
      await close();
      await page.getByText("The server does not answer").waitFor();
    },
    60_000,
  );
});
