// The page of every example, run in small, in a real browser, wide and narrow: titles are words, ticks stand beside lines of the
// grid, and axes fit what they show. Needs `vite build` before. A page that has passed passes until what makes it changes.

import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, describe, expect, onTestFinished, test } from "vitest";
import { isScalar, parseDocument, visit } from "yaml";
import { exampleFiles } from "../src/lab/examples/examples.ts";
import { type Experiment, parseExperiment } from "../src/lab/experiment/experiment.ts";
import { keptIn } from "../src/lab/experiment/store-place.ts";
import { buildReport } from "../src/lab/report/report.ts";
import type { ReportData } from "../src/lab/report/report-data.ts";
import { runExperiment } from "../src/lab/run/run.ts";
import { chromiumHere } from "./fixtures/chromium-here.ts";
import { overflow, reportBrowser } from "./fixtures/opened-page.ts";
import { PassedPages, pageHash } from "./unchanged-pages.ts";

/** The most of what makes a run long that is left of it. */
const SMALL: Readonly<Record<string, number>> = {
  seeds: 2,
  episodes: 2,
  horizon: 100,
  steps: 200,
  updates: 2,
  rounds: 3,
  questions: 2,
  tries: 4,
  users: 60,
  heldOut: 20,
  gradientSteps: 25,
  demonstrations: 100,
  observations: 4,
  group: 4,
  samples: 50,
  fakeStart: 5,
  passes: 2,
};

/** What a writer learns before it is paid, as many texts at a time as it imitates of its own answers. */
const SHORT_SCHOOL = { steps: 2, texts: 32 };

/** A model of texts whose programs are compiled quickly. */
const SMALL_WRITER = { width: 16, layers: 1 };

/** The example with everything that makes it long cut down. */
function inSmall(text: string): string {
  const document = parseDocument(text);
  visit(document, {
    Map(_, map) {
      if (map.get("policy") === "grpo") map.set("sft", SHORT_SCHOOL);
      if (map.get("policy") === "grpo" || map.get("use") === "cooper") map.set("model", SMALL_WRITER);
      if (map.get("use") === "rejection-sampling") map.set("steps", 2);
      if (map.has("study")) map.set("study", { steps: 2 });
    },
    Pair(_, { key, value }) {
      if (!isScalar(key)) return;
      const most = SMALL[String(key.value)];
      if (most !== undefined && isScalar(value) && typeof value.value === "number")
        value.value = Math.min(value.value, most);
    },
  });
  return document.toString();
}

interface Example {
  readonly name: string;
  readonly experiment: Experiment;
  readonly hash: string;
}

const stores = mkdtempSync(join(tmpdir(), "agon-example-pages-"));
afterAll(() => rmSync(stores, { recursive: true, force: true }));

/** What a page depends on beside its run's cells. */
const MAKERS = ["src/lab/run/run.ts", "src/lab/report/report.ts", "test/example-pages.test.ts"];

async function example(name: string, file: string): Promise<Example> {
  const text = inSmall(readFileSync(file, "utf8"));
  const experiment = await parseExperiment(text, file, { cache: keptIn(stores) });
  return { name, experiment, hash: await pageHash(text, experiment, MAKERS) };
}

async function reportOf({ experiment }: Example): Promise<ReportData> {
  const store = mkdtempSync(join(stores, "store-"));
  onTestFinished(() => rmSync(store, { recursive: true }));
  const { folder } = await runExperiment(experiment, { store, workers: 0 });
  return buildReport(folder);
}

describe.skipIf(chromiumHere === undefined)("the page of", async () => {
  const passed = new PassedPages();
  afterAll(() => passed.keep());
  const examples: Example[] = [];
  for (const [name, file] of exampleFiles()) examples.push(await example(name, file));
  const open = reportBrowser();

  test("an example is left out only where its text, its cells and what makes it have not changed", async () => {
    const [{ experiment, hash, name }, other] = examples;
    const hashes = [
      await pageHash("", experiment, MAKERS),
      await pageHash("", other.experiment, MAKERS),
      await pageHash("", experiment, ["src/lab/report/report.ts"]),
    ];
    expect(new Set([hash, ...hashes]).size).toBe(4);
    expect(passed.isUnchanged(name, hashes[0])).toBe(false);
  });

  const changed = examples.filter(({ name, hash }) => !passed.isUnchanged(name, hash));
  test.each(changed.map((one) => [one.name, one] as const))("%s", async (_name, one) => {
    const { page, complaints } = await open(await reportOf(one), { width: 1280 });
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 900 });
      await expect.poll(() => overflow(page)).toBeLessThanOrEqual(0);
      // Columns of a prompt stand in braces.
      for (const text of await titles(page))
        expect(text.replaceAll(/\{\w+\}/g, ""), `at ${width}`).not.toMatch(/[{}"]|NaN|undefined|null|\[object/);
      const drawn = await plots(page);
      expect(drawn.length).toBeGreaterThan(0);
      for (const plot of drawn) {
        expect(plot.ticks.length, plot.label).toBeGreaterThan(1);
        expect(plot.lines, plot.label).toBeGreaterThan(1);
        expect(new Set(plot.ticks).size, `${plot.label}: ticks ${plot.ticks.join(" ")}`).toBe(plot.ticks.length);
        expect(plot.beside, `${plot.label}: ticks beside their lines`).toEqual([]);
        expect(plot.outside, `${plot.label}: marks outside`).toBe(0);
        expect(plot.cut, `${plot.label}: texts cut by the screen at ${width}`).toEqual([]);
        expect(plot.filled, `${plot.label}: share of the width that marks fill`).toBeGreaterThan(0.25);
      }
      const curves = await axes(page);
      expect(curves).toHaveLength(await page.locator("#curves, #training").count());
      for (const { name, low, high, least, most } of curves) {
        expect(low, name).toBeLessThanOrEqual(least);
        expect(high, name).toBeGreaterThanOrEqual(most);
        // A line that moves fills half of the axis; one that is flat is not lost on it.
        if (most > least) expect((most - least) / (high - low), name).toBeGreaterThan(0.5);
        else expect(high - low, name).toBeLessThanOrEqual(Math.max(1, 0.2 * Math.abs(most)));
      }
    }
    expect(complaints).toEqual([]);
    passed.add(one.name, one.hash);
  });
});

/** What is read first: headings, the finding, titles of axes and captions. */
const titles = (page: Page): Promise<string[]> =>
  page
    .locator("h1, h2, h3, .finding, .axis-label, figcaption, main svg[role=img] > g[aria-label$=label] text, th")
    .allTextContents();

/** Drawings of dots and lines on axes: their ticks, and where the marks lie. */
const plots = (page: Page) =>
  page.locator("main svg[role=img]").evaluateAll(
    (all, screen) =>
      all.map((svg) => {
        const box = svg.getBoundingClientRect();
        const centre = (element: typeof svg) => {
          const { x, y, width, height } = element.getBoundingClientRect();
          return { x: x + width / 2, y: y + height / 2 };
        };
        const under = (name: string, tag: string) => [...svg.querySelectorAll(`g[aria-label="${name}"] ${tag}`)];
        const ticks = under("x-axis tick label", "text");
        const lines = [...under("x-grid", "line"), ...under("rule", "line")].map((line) => centre(line).x);
        const marks = [...under("dot", "path, circle"), ...under("dot", "circle")].map(centre);
        const places = marks.map(({ x }) => x);
        const spread = Math.max(...places) - Math.min(...places);
        const bounds = [...under("rule", "line"), ...under("link", "path")].map((one) => one.getBoundingClientRect());
        const ends = bounds.filter(({ width }) => width > 1).flatMap(({ left, right }) => [left, right]);
        const covered = Math.max(...places, ...ends) - Math.min(...places, ...ends);
        return {
          label: svg.getAttribute("aria-label") ?? "",
          ticks: ticks.map(({ textContent }) => textContent ?? ""),
          lines: lines.length,
          beside: ticks
            .filter((tick) => lines.every((x) => Math.abs(x - centre(tick).x) > 2))
            .map(({ textContent }) => textContent ?? ""),
          outside: marks.filter(({ x, y }) => x < box.left || x > box.right || y < box.top || y > box.bottom).length,
          cut: [...svg.querySelectorAll("text")]
            .filter((text) => text.getBoundingClientRect().left < 0 || text.getBoundingClientRect().right > screen)
            .map(({ textContent }) => textContent),
          filled: marks.length === 0 || (spread < 1 && covered < 1) ? 1 : covered / box.width,
        };
      }),
    page.viewportSize()?.width ?? 0,
  );

/** Axes of curves, with the least and the most that is drawn on them. */
const axes = (page: Page) =>
  page.locator("[data-axis]").evaluateAll((all) =>
    all.map((element) => {
      const [low, high, least, most] = (element.getAttribute("data-axis") ?? "").split(" ").map(Number);
      return { name: element.getAttribute("aria-label") ?? "", low, high, least, most };
    }),
  );
