// Contests in `agon view`, in a real browser: found in the list, read as a leaderboard, and looked at game by game.

import { join } from "node:path";
import { type Browser, chromium } from "playwright-core";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { openView } from "../src/server/view.ts";
import { agon, root, scratch } from "./cli/agon.ts";
import { chromiumHere, overflow } from "./fixtures/opened-page.ts";

describe.skipIf(chromiumHere === undefined)("contests", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await chromium.launch({ executablePath: chromiumHere ?? "", args: ["--no-sandbox"] });
  });
  afterAll(() => browser?.close());

  test("from the list to a game, which the keyboard steers; wide and narrow", async () => {
    const store = join(scratch(), ".agon");
    const words = ["contest", join(root, "examples/warriors/five.yaml"), "--store", store, "--set", "games=4"];
    expect((await agon([...words, "--resamples", "20"], { cwd: root })).code).toBe(0);
    const view = await openView({ store, port: 0 });
    onTestFinished(() => view.close());
    for (const width of [1300, 390]) {
      const context = await browser.newContext({ viewport: { width, height: 900 } });
      const page = await context.newPage();
      const complaints: string[] = [];
      page.on("console", (message) => complaints.push(message.text()));
      page.on("pageerror", (error) => complaints.push(String(error)));
      await page.goto(view.url);
      await page.getByRole("link", { name: "Five warriors" }).click();
      const board = page.getByRole("table", { name: "Leaderboard" });
      await board.waitFor();
      expect(await board.locator("tbody tr").count()).toBe(5);
      const matches = page.getByRole("table", { name: "Matches" });
      expect(await matches.locator("tbody tr").count()).toBe(10);
      expect(await matches.getByRole("link").count()).toBe(40);
      expect(await overflow(page)).toBe(0);
      await matches.getByRole("link").nth(5).click();
      await page.getByText("step 0 of").waitFor();
      await page.getByText("After 0 steps of each: 1 and 1 tasks").waitFor();
      await page.keyboard.press("End");
      const output = await page.locator("output").textContent();
      expect(output).toMatch(/^step (\d+) of \1$/);
      expect(new URL(page.url()).searchParams.get("step")).toBe(/\d+/.exec(output ?? "")?.[0]);
      expect(await overflow(page)).toBe(0);
      await page.getByRole("link", { name: "All matches" }).click();
      await board.waitFor();
      expect(complaints).toEqual([]);
      await context.close();
    }
    const { status } = await fetch(new URL("/api/contests/five", view.url));
    expect(status).toBe(404);
  }, 60_000);
});
