// Contests in `agon view`, in a real browser: found in the list, read as a leaderboard, and looked at game by game.

import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { listedContests } from "../src/lab/contest/kept-contests.ts";
import { openView } from "../src/server/view.ts";
import { agon, root, scratch } from "./cli/agon.ts";
import { chromiumHere } from "./fixtures/chromium-here.ts";
import { overflow } from "./fixtures/opened-page.ts";
import { inaccessible } from "./fixtures/screen-reader.ts";
import { viewBrowser } from "./fixtures/view-browser.ts";

describe.skipIf(chromiumHere === undefined)("contests", () => {
  const seen = viewBrowser();

  test("from the list to a game, which the keyboard steers; wide and narrow", async () => {
    const store = join(scratch(), ".agon");
    const words = ["contest", join(root, "examples/warriors/five.yaml"), "--store", store, "--set", "games=4"];
    expect((await agon([...words, "--resamples", "20"], { cwd: root })).code).toBe(0);
    const view = await openView({ store, port: 0 });
    onTestFinished(() => view.close());
    for (const width of [1300, 390]) {
      const { page, complaints } = await seen(view.url, { width });
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
    }
    const { status } = await fetch(new URL("/api/contests/five", view.url));
    expect(status).toBe(404);
  }, 60_000);

  test("edit and compete: shares by round, both programs' changes, and games again; games beyond the fortieth by number", async () => {
    const store = join(scratch(), ".agon");
    const sets = ["--set", "games=60", "--set", "schedule.rounds=3", "--resamples", "20"];
    const words = ["contest", join(root, "examples/warriors/edited.yaml"), "--store", store, ...sets];
    expect((await agon(words, { cwd: root })).code).toBe(0);
    const view = await openView({ store, port: 0 });
    onTestFinished(() => view.close());
    for (const width of [1300, 390]) {
      const { page, complaints } = await seen(view.url, { width });
      const sound = async () => {
        expect(await overflow(page)).toBe(0);
        expect(await inaccessible(page)).toEqual([]);
      };
      await page.getByRole("link", { name: "Edited warriors" }).click();
      const rounds = page.getByRole("table", { name: "Rounds of blind against static" });
      await rounds.waitFor();
      expect(await page.getByRole("img", { name: /^Share of .* by round$/ }).count()).toBe(6);
      expect(await rounds.locator("tbody tr").count()).toBe(4);
      // The one that changes at random loses by it, and that is seen.
      expect(await rounds.getByLabel("a change beyond luck").count()).toBeGreaterThan(0);
      await sound();
      await rounds.getByRole("link", { name: "Round 1" }).click();
      const changes = page.getByRole("table", { name: "Changes of blind since round 0" });
      await changes.waitFor();
      const size = /\+(\d+) −(\d+) lines/.exec((await page.getByLabel("Program of blind").textContent()) ?? "");
      const signs = await changes.locator("td.sign").allTextContents();
      expect(signs.filter((sign) => sign === "+")).toHaveLength(Number(size?.[1]));
      expect(signs.filter((sign) => sign === "−")).toHaveLength(Number(size?.[2]));
      await page.getByLabel("Program of static").getByText("As in round 0").waitFor();
      await sound();
      expect(await page.locator(".games a").count()).toBe(40);
      await page.getByLabel("Game of blind against static, round 1").fill("60");
      await page.getByRole("button", { name: "Show" }).click();
      await page.getByRole("heading", { name: "blind against static, round 1, game 60" }).waitFor();
      await page.getByText("step 0 of").waitFor();
      await page.keyboard.press("End");
      expect(await page.locator("output").textContent()).toMatch(/^step (\d+) of \1$/);
      await page.getByText("blind, as of round 1").waitFor();
      await sound();
      await page.getByRole("link", { name: "Game 59" }).click();
      await page.getByRole("heading", { name: "game 59" }).waitFor();
      await page.getByRole("link", { name: "Round 1" }).click();
      await changes.waitFor();
      await page.getByRole("link", { name: "All tournaments" }).click();
      await rounds.waitFor();
      expect(complaints).toEqual([]);
    }
    const [{ contest }] = listedContests(store);
    const refused = await fetch(new URL(`/api/contests/${contest}/round?match=none&round=0`, view.url));
    expect(refused.status).toBe(422);
    expect(await refused.text()).toContain("Edited warriors has no round 0 of such a tournament");
  }, 90_000);
});
