// The page of a weighing in a real browser, wide and narrow, light and dark: it says what the weighing says, fits its window, and opens
// texts by what they share. Needs `vite build` before.

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { weighPage } from "../src/lab/weigh/weigh-page.ts";
import { weighedLog } from "../src/lab/weigh/weighed-log.ts";
import type { WeighedLog } from "../src/lab/weigh/weighing-data.ts";
import { scratchFolder } from "./cli/agon.ts";
import { chromiumHere } from "./fixtures/chromium-here.ts";
import { overflow } from "./fixtures/opened-page.ts";
import { sharedBrowser } from "./fixtures/shared.ts";

const CAPPED = "accuracy_reward + 0.02 * length";

describe.skipIf(chromiumHere === undefined)("the page of a weighing", () => {
  let browser: Browser;
  let page: Page;
  let weighed: WeighedLog;
  const complaints: string[] = [];
  const { folder, gone } = scratchFolder();

  beforeAll(async () => {
    browser = await sharedBrowser();
    const pays = ["format_reward", "accuracy_reward", CAPPED];
    weighed = await weighedLog({ file: "examples/rollouts.csv", want: "gold", pays, by: "step" });
    const [texts] = weighed.pays;
    // Markup in a text is text.
    const broken = { ...texts.texts[0], prompt: `</script><script>document.title = "broken"</script>` };
    const pay = { ...texts, texts: [broken, ...texts.texts.slice(1)] };
    writeFileSync(join(folder, "w.html"), weighPage({ ...weighed, pays: [pay, ...weighed.pays.slice(1)] }));
    const context = await browser.newContext({ offline: true });
    page = await context.newPage();
    page.on("console", (message) => complaints.push(message.text()));
    page.on("pageerror", (error) => complaints.push(String(error)));
    await page.goto(pathToFileURL(join(folder, "w.html")).href);
    await page.waitForSelector("#texts");
  });
  afterAll(async () => {
    await browser?.close();
    gone();
  });

  test("begins with the finding, and names pays in the order of merit", async () => {
    expect(await page.locator(".finding").textContent()).toBe(weighed.finding);
    expect(await page.locator("#pays tbody th .name").allTextContents()).toEqual([
      "accuracy_reward",
      CAPPED,
      "format_reward",
    ]);
    expect(await page.locator("nav a").allTextContents()).toEqual([
      "Pays",
      "Optimised harder",
      "Wanted and paid",
      "First step",
      "One against another",
      "By step",
      "Texts",
    ]);
    expect(await page.title()).toBe("What pays buy of gold · Agon");
  });

  test.each([
    [1280, "light"],
    [390, "dark"],
  ] as const)(
    "fits a window of %s pixels, %s: titles are words, and ticks stand beside lines",
    async (width, colorScheme) => {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 900 });
      await expect.poll(() => overflow(page)).toBeLessThanOrEqual(0);
      const said = await page.locator("h1, h2, h3, .axis-label, figcaption, th, td.number, .says").allTextContents();
      for (const text of said) expect(text).not.toMatch(/[{}]|NaN|undefined|null|\[object/);
      const figures = page.locator("main svg[role=img]");
      // All pays over KL and n, two for each of three pays, the first step, pairs, and steps: two for each pay, and the terms of one.
      expect(await figures.count()).toBe(2 + 2 * 3 + 3 + 2 * 3 + 1);
      for (const figure of await figures.all()) {
        const ticks = await figure.locator('g[aria-label="x-axis tick label"] text').allTextContents();
        expect(ticks.length).toBeGreaterThan(1);
        expect(new Set(ticks).size).toBe(ticks.length);
        expect(await figure.locator('g[aria-label="x-grid"] line').count()).toBe(ticks.length);
      }
      // Where the log cannot tell.
      expect(await page.locator('#wanted-and-paid g[aria-label="rect"] rect').count()).toBe(2 * 3);
    },
  );

  test("marks what differs from the wanted answer, and shows the texts that share what is chosen", async () => {
    const panel = page.locator("#texts details").filter({ hasText: CAPPED });
    const shares = (text: string) => panel.getByRole("button", { name: text });
    const rows = panel.locator("tbody");
    expect(await rows.count()).toBe(12);
    expect(await rows.first().locator("ins").count()).toBeGreaterThan(0);
    const capped = weighed.pays.find(({ id }) => id === CAPPED);
    const among = capped?.texts.filter((pair) => pair.shares.includes("lacks “so”")).length ?? 0;
    await shares("lacks “so”").click();
    expect(await rows.count()).toBe(among);
    await shares("lacks “so”").click();
    expect(await rows.count()).toBe(12);
    const ids = await page.locator("#texts tbody").evaluateAll((all) => all.map(({ id }) => id));
    expect(new Set(ids).size).toBe(24);
    expect(await page.locator(`a[href="#${ids[3]}"]`).count()).toBe(1);
  });

  test("an anchor leads to its text, also in a panel that would be closed", async () => {
    const [pay] = weighed.pays.filter(({ texts }) => texts.length > 0);
    const five = ["a", "b", "c", "d", "e"].map((id) => ({ ...pay, id }));
    writeFileSync(join(folder, "five.html"), weighPage({ ...weighed, pays: five, comparisons: [], trends: [] }));
    await page.goto(`${pathToFileURL(join(folder, "five.html")).href}#text-5-3`);
    await page.waitForSelector("#text-5-3");
    expect(await page.locator("#texts details[open]").count()).toBe(4);
    await expect.poll(() => page.evaluate<number>("scrollY")).toBeGreaterThan(1000);
    await expect
      .poll(() => page.locator("#text-5-3").evaluate((row) => Math.abs(row.getBoundingClientRect().top)))
      .toBeLessThan(900);
  });

  test("of two answers to a prompt nothing is forecast, names have no course over steps, and long names fit", async () => {
    const lines = Array.from({ length: 80 }, (_, k) => {
      return `q${k >> 1},a ${"b ".repeat(k % 7)},${k % 2},${(k * 3) % 5},${k % 4 < 2 ? "maths" : "code"}`;
    });
    writeFileSync(join(folder, "two.csv"), ["prompt,completion,gold,pay,subject", ...lines].join("\n"));
    const long = `pay + 0 * ${"gold * ".repeat(40)}1`;
    const request = { file: "two.csv", want: "gold", pays: ["pay", long], by: "subject" };
    const two = await weighedLog(request, { directory: folder });
    writeFileSync(join(folder, "two.html"), weighPage(two, "Two"));
    await page.goto(pathToFileURL(join(folder, "two.html")).href);
    await page.waitForSelector("#texts");
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 900 });
      await expect.poll(() => overflow(page)).toBeLessThanOrEqual(0);
    }
    expect(await page.locator("#wanted-and-paid").count()).toBe(0);
    expect(await page.locator("#curves svg[role=img]").count()).toBe(1);
    expect(await page.locator("#over svg[role=img]").count()).toBe(0);
    expect(await page.locator("#over tbody th").allTextContents()).toEqual(["code", "maths"]);
    expect(await page.locator("main").textContent()).not.toMatch(/NaN|Infinity|undefined/);
  });

  test("asks for nothing, and holds no more of a long text than is read", async () => {
    expect(complaints).toEqual([]);
    const [pay] = weighed.pays;
    const long = { ...pay.texts[0], paid: { ...pay.texts[0].paid, text: "word ".repeat(100_000) } };
    const size = (pairs: typeof pay.texts) => weighPage({ ...weighed, pays: [{ ...pay, texts: pairs }] }).length;
    expect(size([long])).toBeLessThan(size([pay.texts[0]]) + 7000);
    expect(readFileSync(join(folder, "w.html"), "utf8")).not.toContain("</script><script>document");
  });
});
