// Texts down to the character in a real browser: by click and by keyboard, in a replay and in the texts of a training. What is told is
// what the server answers, and the address opens it again.

import { basename, dirname } from "node:path";
import type { Page } from "playwright-core";
import { describe, expect, onTestFinished, test } from "vitest";
import { number } from "../src/evaluation/number-format.ts";
import type { EpisodeReplay } from "../src/lab/report/replay-data.ts";
import type { KeptTexts } from "../src/lab/report/text-data.ts";
import { openView } from "../src/server/view.ts";
import { chromiumHere } from "./fixtures/chromium-here.ts";
import { overflow } from "./fixtures/opened-page.ts";
import { ran } from "./fixtures/ran.ts";
import { inaccessible } from "./fixtures/screen-reader.ts";
import { viewBrowser } from "./fixtures/view-browser.ts";

const WRITER = `
environment: { id: language/sort, digits: 2 }
agents:
  { policy: grpo, updates: 2, questions: 2, answers: 4, model: { width: 8, layers: 1, heads: 1 }, sft: { steps: 40, texts: 8 } }
objective: correct
seeds: 1
episodes: 1
`;

describe.skipIf(chromiumHere === undefined)("a text", () => {
  const seen = viewBrowser();

  test("is walked through character by character, and the address opens the same", async () => {
    const { folder } = await ran(WRITER);
    const view = await openView({ store: dirname(folder), port: 0 });
    onTestFinished(() => view.close());
    const { page, complaints } = await seen(view.url, { width: 380 });
    const run = basename(folder);
    const place = { variant: "base", seed: "0" };
    const read = async (what: string) => {
      const query = new URLSearchParams({ ...place, episode: "0" });
      return JSON.parse(await (await fetch(new URL(`api/runs/${run}/${what}?${query}`, view.url))).text());
    };
    const open = (show: object) => page.goto(`${view.url}?${new URLSearchParams({ run, ...place, ...show })}`);
    const waitFor = (text: string) => page.locator("output", { hasText: text }).waitFor();
    const isForEverybody = async (page: Page) => {
      expect(await overflow(page)).toBe(0);
      expect(await inaccessible(page)).toEqual([]);
    };

    const { text, measures, steps }: EpisodeReplay = await read("replay");
    if (text === null) throw new Error("the episode is no text");
    // Where the address has no step, a text is shown whole.
    await open({ show: "replay", episode: "0" });
    const conversation = page.getByRole("listbox", { name: "Conversation" });
    const characters = conversation.getByRole("option");
    await characters.nth(text.characters.length - 1).waitFor();
    const first = text.steps.indexOf(0);
    const said = (name: string) => measures.findLast((one) => one.name === name)?.values[0][0];
    const chance = `, step 1: pay ${number(said("pay"))}, probability ${number(said("probability"), 3)}, entropy ${number(said("entropy"), 2)}`;
    await conversation.focus();
    await page.keyboard.press("Home");
    await waitFor("s (the world wrote it)");
    for (let k = 0; k < first; k++) await page.keyboard.press("ArrowRight");
    await waitFor(chance);
    // The keys belonged to the text, and the clock stood still; elsewhere they belong to the clock.
    await waitFor(`step ${steps} of ${steps}`);
    await isForEverybody(page);
    await page.goto(page.url());
    await waitFor(chance);
    await page.keyboard.press("ArrowLeft");
    await waitFor(`step ${steps - 1} of ${steps}`);

    const { written }: KeptTexts = await read("texts");
    await open({ show: "texts" });
    const texts = page.getByRole("listbox");
    await texts.nth(written.texts.length - 1).waitFor();
    // One stop of Tab for each text.
    expect(await page.locator("td [tabindex]").count()).toBe(written.texts.length);
    const [{ turns, credit }] = written.texts;
    const own = turns.findIndex((turn) => turn >= 0);
    await texts.first().getByRole("option").nth(own).click();
    await waitFor(`in turn 1: credit ${number(credit[own], 2)}, probability`);
    await page.keyboard.press("ArrowLeft");
    const world = "(the world wrote it: no step of learning counts it)";
    // The pointer still rests on the character that was clicked.
    await page.mouse.move(0, 0);
    await waitFor(world);
    await isForEverybody(page);
    const { searchParams } = new URL(page.url());
    expect([searchParams.get("text"), searchParams.get("place")]).toEqual(["0", String(own - 1)]);
    await page.goto(page.url());
    await waitFor(world);
    await page.getByLabel("heat").selectOption("surprise");
    await waitFor(world);
    // Texts of another update are others.
    await page.getByRole("slider").press("End");
    await page.waitForURL((address) => !address.searchParams.has("place"));
    await texts.getByRole("option", { selected: true }).waitFor({ state: "detached" });
    expect(complaints).toEqual([]);
  }, 60_000);
});
