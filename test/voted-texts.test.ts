// Votes on a run whose world is one of text: a person reads both texts without names in a real browser, wide and narrow, by day and by night,
// and `agon preferences` reads what was judged.

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { openView } from "../src/server/view.ts";
import { agon, scratch } from "./cli/agon.ts";
import { chromiumHere } from "./fixtures/chromium-here.ts";
import { overflow } from "./fixtures/opened-page.ts";
import { inaccessible } from "./fixtures/screen-reader.ts";
import { viewBrowser } from "./fixtures/view-browser.ts";

const WRITERS = ["careful-writer", "hasty-writer"];
const EXPERIMENT = `
title: Two writers that sort digits
environment: { id: language/sort, digits: 4 }
agents: random
objective: correct
record: steps
variants:
  ${WRITERS[0]}: { agents: { policy: oracle, name: expert } }
  ${WRITERS[1]}: {}
seeds: 3
`;

describe.skipIf(chromiumHere === undefined)("a person that reads", () => {
  const seen = viewBrowser();

  test("votes on texts of a run, which preferences are read from", async () => {
    const folder = scratch();
    writeFileSync(join(folder, "e.yaml"), EXPERIMENT);
    const ran = await agon(["run", "e.yaml", "--json"], { cwd: folder });
    expect(ran.code, ran.stderr).toBe(0);
    const { run }: { run: string } = JSON.parse(ran.stdout);
    const store = join(folder, ".agon");
    const view = await openView({ store, port: 0 });
    onTestFinished(() => view.close());
    const looks = [
      { width: 1300, colorScheme: "light", key: "1" },
      { width: 390, colorScheme: "dark", key: "2" },
      { width: 390, colorScheme: "light", key: "4" },
    ] as const;
    for (const [k, { width, colorScheme, key }] of looks.entries()) {
      const { page, complaints } = await seen(`${view.url}?run=${run}&show=judge`, { width, colorScheme });
      await page.getByLabel("Your name").fill(`reader ${k}`);
      await page.getByRole("button", { name: "Begin" }).click();
      await page.locator(".ballot button.left:enabled").waitFor();
      expect(await page.locator("main").textContent()).not.toMatch(/careful|hasty|expert|random/);
      expect([await overflow(page), k < 2 ? await inaccessible(page) : []]).toEqual([0, []]);
      await page.keyboard.press(key);
      await page.getByRole("heading", { name: /^Left was \S+, right was/ }).waitFor();
      expect([await overflow(page), await inaccessible(page)]).toEqual([0, []]);
      expect(complaints).toEqual([]);
    }
    const votes = join(store, run, "votes.jsonl");
    const lines = readFileSync(votes, "utf8").trim().split("\n");
    const cast = lines.map((line) => JSON.parse(line));
    const verdicts = cast.map(({ winner, left, right }) =>
      winner === left ? "left" : winner === right ? "right" : winner,
    );
    expect(verdicts).toEqual(["left", "right", "cannot tell"]);
    const [first, second, unclear] = cast;
    for (const vote of [first, second]) {
      expect(vote.prompt).toMatch(/^s\d{4}=$/);
      const careful = vote.left === WRITERS[0] ? vote.response_a : vote.response_b;
      const sorted = [...vote.prompt.slice(1, -1)].sort().join("");
      expect(careful).toBe(`${sorted}$`);
      expect([vote.outcomes.left.correct, vote.outcomes.right.correct]).toEqual(
        vote.left === WRITERS[0] ? [[1], [0]] : [[0], [1]],
      );
    }
    expect([unclear.prompt, unclear.outcomes]).toEqual([null, undefined]);
    const read = await agon(["preferences", votes, "--json"], { cwd: folder });
    expect(read.code, read.stderr).toBe(0);
    expect(JSON.parse(read.stdout)).toMatchObject({ layout: "shown", pairs: 2 });
    expect(JSON.parse((await agon(["rate", votes, "--json"], { cwd: folder })).stdout)).toMatchObject({ games: 2 });
  }, 120_000);
});
