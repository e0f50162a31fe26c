// The whole way of a new user in a real browser, by the keyboard alone: from an empty folder to a run that is watched, to the episode
// in which variants part, to a changed number, and to the link that shows what it bought. Every page on the way is checked for a
// screen reader, and again on a narrow dark screen.

import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { liveIn } from "../src/lab/run/live-record.ts";
import { runsOf } from "../src/lab/store/store.ts";
import type { GridPage } from "../src/lab/view/grid-data.ts";
import type { SideBySide } from "../src/lab/view/side-data.ts";
import { agon, filesOfCells, finishedCells } from "./cli/agon.ts";
import { start } from "./cli/process.ts";
import { chromiumHere } from "./fixtures/chromium-here.ts";
import { endProcesses } from "./fixtures/ended-runs.ts";
import { overflow } from "./fixtures/opened-page.ts";
import { inaccessible } from "./fixtures/screen-reader.ts";
import { sharedBrowser } from "./fixtures/shared.ts";
import { until } from "./fixtures/until.ts";

const VARIANTS = 4;
const SEEDS = 2;
const EPISODES = 4;

describe.skipIf(chromiumHere === undefined)("from an empty folder to a link", () => {
  const home = mkdtempSync(join(tmpdir(), "agon-walk-"));
  const folder = join(home, "desk");
  const store = join(folder, ".agon");
  const file = join(folder, "desk.yaml");
  const complaints: string[] = [];
  let view: ReturnType<typeof start>["process"] | undefined;
  let url = "";
  let browser: Browser;
  /** The page that is walked through, wide and light. */
  let page: Page;
  /** Where the same address is opened, narrow and dark. */
  let other: Page;
  let run = "";
  /** The variants of a replay: that of the grid's first row, and the one that differs most from it. */
  const parted: (string | null)[] = [];

  beforeAll(async () => {
    browser = await sharedBrowser();
    page = await newPage(1300, "light");
    other = await newPage(380, "dark");
  });
  afterAll(async () => {
    endProcesses(store);
    view?.kill("SIGKILL");
    await browser?.close();
    rmSync(home, { recursive: true, force: true });
  });

  async function newPage(width: number, colorScheme: "light" | "dark"): Promise<Page> {
    const context = await browser.newContext({ viewport: { width, height: 900 }, colorScheme });
    const opened = await context.newPage();
    opened.on("console", (message) => complaints.push(message.text()));
    opened.on("pageerror", (error) => complaints.push(String(error)));
    return opened;
  }

  /** Goes on with Tab until what has the focus is called so. */
  async function reach(name: string): Promise<void> {
    for (let k = 0; k < 60; k++) {
      await page.keyboard.press("Tab");
      const focused = await page.evaluate<string>(
        "(({ activeElement: it }) => (it.getAttribute('aria-label') ?? it.labels?.[0]?.textContent ?? it.textContent).trim())(document)",
      );
      if (focused === name) return;
    }
    throw new Error(`${name} cannot be reached by the keyboard`);
  }

  async function press(name: string, key = "Enter"): Promise<void> {
    await reach(name);
    await page.keyboard.press(key);
  }

  /** Nothing is wrong for a screen reader, and the address alone shows the same on a narrow dark screen. */
  async function isForEverybody(shown: (page: Page) => Locator): Promise<void> {
    await shown(page).first().waitFor();
    await other.goto(page.url());
    await shown(other).first().waitFor();
    for (const one of [page, other]) {
      expect(await overflow(one), page.url()).toBe(0);
      expect(await inaccessible(one), page.url()).toEqual([]);
    }
    expect(complaints).toEqual([]);
  }

  const figures = (where: Locator): Promise<number[]> =>
    where.evaluateAll((all) => all.map((one) => Number(one.getAttribute("value"))));

  test("a folder is begun, and its view waits for a run", async () => {
    expect((await agon(["init", "desk", "--javascript"], { cwd: home })).code).toBe(0);
    const text = readFileSync(file, "utf8");
    const small = text.replace("steps: 40000", "steps: 4000").replace("seeds: 5", `seeds: ${SEEDS}`);
    writeFileSync(file, small.replace("episodes: 20", `episodes: ${EPISODES}`));
    const { process: serving } = start(["view", "--json", "--port", "0"], { cwd: folder });
    view = serving;
    const line = await new Promise<string>((resolve) => view?.stdout?.once("data", (chunk) => resolve(String(chunk))));
    ({ url } = JSON.parse(line));
    await page.goto(url);
    await isForEverybody((one) => one.getByText("This store holds no run yet"));
  });

  test("a run appears, is watched while it learns, and becomes its report", async () => {
    const { process: running, done, over } = start(["run", "desk.yaml", "--workers", "1", "--json"], { cwd: folder });
    const listed = page.getByRole("link", { name: "Which assistant solves the most tickets?" });
    await listed.waitFor();
    // It stands still while the page is looked at, and goes on by little once it computes: a machine may be as quick as it likes.
    running.kill("SIGSTOP");
    await press("Which assistant solves the most tickets?");
    await isForEverybody((one) => one.getByRole("region", { name: "Progress" }).getByText(/\d of 8 cells/));
    const learning = page.getByRole("listitem").filter({ hasText: /, seed \d/ });
    const isLearning = () => liveIn(join(store, runsOf(store)[0])).some(({ trainings }) => trainings.length > 0);
    const isShown = async () => (await learning.count()) > 0;
    running.kill("SIGCONT");
    await until(() => filesOfCells(store, /\/checkpoints\//).length > 0, over);
    do {
      expect(over()).toBeUndefined();
      running.kill("SIGCONT");
      await page.waitForTimeout(20);
      running.kill("SIGSTOP");
      await until(async () => !isLearning() || isShown(), over);
    } while (!(await isShown()));
    running.kill("SIGCONT");
    const printed = JSON.parse((await done).stdout);
    ({ run } = printed);
    await page.locator(".finding", { hasText: printed.finding.text }).waitFor();
    await page.getByRole("region", { name: "Progress" }).waitFor({ state: "detached" });
    const shown = await figures(page.locator("#variants data"));
    for (const { pay, objective } of printed.variants)
      for (const { mean, low } of [pay, objective]) expect(shown).toEqual(expect.arrayContaining([mean, low]));
    expect(await page.title()).toBe("Which assistant solves the most tickets? · Agon");
    await isForEverybody((one) => one.locator(".finding"));
  }, 60_000);

  test("a measure that is chosen stands in the address", async () => {
    await page.getByRole("region", { name: "Effects" }).getByRole("combobox", { name: "Measure" }).focus();
    await page.keyboard.type("closed");
    await page.waitForURL((address) => address.searchParams.get("effect") === "closed");
    await other.goto(page.url());
    await other.getByRole("region", { name: "Paired effects on closed" }).waitFor();
  });

  test("the episode in which variants part most is found in the grid", async () => {
    await press("Episodes");
    await page.getByText(`${VARIANTS * SEEDS * EPISODES} rows of`).waitFor();
    await press("differs between variants under the same seed", "Space");
    await isForEverybody((one) => one.locator("main[aria-busy=false]", { hasText: "variants part by" }));
    const response = await fetch(new URL(`api/runs/${run}/episodes?differs=objective`, url));
    const { rows, measures, same }: GridPage = JSON.parse(await response.text());
    const isObjective = (k: number) => Number(measures[k].name === "objective");
    // The objective stands first.
    const shown = [...measures.keys()]
      .filter((k) => same.every(({ name }) => name !== measures[k].name))
      .toSorted((a, b) => isObjective(b) - isObjective(a))
      .map((k) => rows[0].values[k]);
    expect(await figures(page.locator("table.grid tbody tr:first-child data"))).toEqual(shown);
    [{ variant: parted[0], partner: parted[1] }] = rows;
    await page.locator("table.grid tbody tr").first().getByText(`beside ${parted[1]}`).waitFor();
    // There is one page, and nowhere else to go.
    expect(await page.getByRole("button", { name: /Before|Next/ }).count()).toBe(0);
  });

  test("its variants are replayed in step", async () => {
    await press("replay");
    const sides = new URL(page.url()).searchParams.getAll("variant");
    expect(sides).toEqual(parted);
    for (const name of sides) await page.getByRole("region", { name }).locator("canvas").waitFor();
    await isForEverybody((one) => one.getByRole("region", { name: sides[1] }).locator("canvas"));
    // Also on a narrow screen the run's title can be read beside its views.
    expect(await other.locator(".view-bar .here").evaluate((title) => title.clientWidth)).toBeGreaterThan(200);
    const drawn = page.locator("canvas").evaluateAll((all) =>
      all.map((one) => {
        const { data } = one.getContext("2d").getImageData(0, 0, one.width, one.height);
        return data.some((value: number) => value !== 0);
      }),
    );
    expect(await drawn).toEqual([true, true]);
    await page.getByText(/^\d+ steps a second, \d+ seconds? in all$/).waitFor();
    const scales = (name: string) =>
      page
        .getByRole("region", { name })
        .locator(".step-curve:not(.axis)")
        .evaluateAll((all) =>
          all.map((one) => [one.querySelector("svg").ariaLabel, one.querySelector(".ends").textContent].join(": ")),
        );
    // Learners say more of themselves; what both sides have is on the same scales.
    const [fewer, more] = [await scales(sides[0]), await scales(sides[1])].sort((a, b) => a.length - b.length);
    expect(more).toEqual(expect.arrayContaining(fewer));
    expect(fewer.length).toBeGreaterThan(3);
    const output = page.getByRole("region", { name: "Player" }).getByRole("status");
    const at = (step: number | string) => output.getByText(new RegExp(`^step ${step} of \\d+$`)).waitFor();
    await at(0);
    for (const key of ["ArrowRight", "ArrowRight", "ArrowRight", "ArrowLeft"]) await page.keyboard.press(key);
    await at(2);
    await page.keyboard.press("Space");
    await page.getByRole("button", { name: "Pause" }).waitFor();
    await page.keyboard.press("Space");
    await page.getByRole("button", { name: "Play" }).waitFor();
    await page.keyboard.press("End");
    await output.getByText(/^step (\d+) of \1$/).waitFor();
    // Arrows step also while a button has the focus, and a speed that is chosen stands in the address.
    await press("One step back");
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("ArrowUp");
    const link = page.url();
    const { searchParams } = new URL(link);
    expect(searchParams.get("speed")).toBe("2");
    await other.goto(link);
    await other
      .getByRole("region", { name: "Player" })
      .getByText(`step ${searchParams.get("step")} of`)
      .waitFor();
    await other.getByRole("definition").nth(1).waitFor();
  });

  test("a number is changed and run again: only what changed is computed", async () => {
    await press("File");
    const editor = page.getByRole("textbox", { name: "Experiment in YAML" });
    await isForEverybody((one) => one.getByRole("textbox", { name: "Experiment in YAML" }));
    await reach("Experiment in YAML");
    const lines = readFileSync(file, "utf8").split("\n");
    const line = lines.findIndex((one) => one.includes("bonus: 1"));
    const { keyboard } = page;
    await keyboard.press("Control+Home");
    for (let k = 0; k < line; k++) await keyboard.press("ArrowDown");
    await keyboard.press("End");
    for (const _ of lines[line].split("bonus: 1")[1]) await keyboard.press("ArrowLeft");
    await keyboard.press("Backspace");
    await keyboard.type("9");
    expect(await editor.textContent()).toContain("bonus: 9");
    const check = page.getByRole("status", { name: "Check" });
    await check.getByText("6 of them are in the store already, 2 will be computed").waitFor();
    const before = finishedCells(store).map((cell) => [cell, statSync(cell).mtimeMs]);
    await press("Run");
    await page.waitForURL(/run=desk-2-[0-9a-f]{8}$/);
    await page.locator("dd", { hasText: "8 of 8" }).waitFor();
    const after = finishedCells(store).map((cell) => [cell, statSync(cell).mtimeMs]);
    expect(after).toHaveLength(before.length + SEEDS);
    expect(after).toEqual(expect.arrayContaining(before));
  }, 60_000);

  test("both runs are compared side by side, and the link shows the same to others", async () => {
    await press("All runs");
    for (const name of runsOf(store)) {
      await press(`compare Which assistant solves the most tickets?, ${name}`, "Space");
      await page.waitForURL((address) => address.searchParams.getAll("compare").includes(name));
    }
    await isForEverybody((one) => one.getByRole("link", { name: "Side by side: 2 runs" }));
    await press("Side by side: 2 runs");
    await isForEverybody((one) => one.locator("tr", { hasText: "bonus" }).getByRole("cell", { name: "9" }));
    // Both have one title: the names of the runs tell them apart.
    const heads = await page
      .getByRole("region", { name: "Settings that differ" })
      .locator("th code.of")
      .allTextContents();
    expect(heads).toEqual(runsOf(store).flatMap((name) => Array.from({ length: VARIANTS }, () => name)));
    const { search } = new URL(page.url());
    const { measures }: SideBySide = JSON.parse(await (await fetch(new URL(`api/sides${search}`, url))).text());
    for (const one of [page, other])
      expect(await figures(one.getByRole("region", { name: "Measures that differ" }).locator("td > data"))).toEqual(
        measures.flatMap(({ estimates }) => estimates.map((estimate) => estimate?.mean)),
      );
    // What is compared stays in sight while columns go by.
    const left = await other.getByRole("region", { name: "Measures that differ" }).evaluate((box) => {
      box.scrollLeft = 150;
      const { left } = box.getBoundingClientRect();
      const first = [...box.querySelectorAll("tr > :first-child")].map((cell) => cell.getBoundingClientRect().left);
      return [box.scrollLeft, Math.min(...first) - left, Math.max(...first) - left];
    });
    expect(left).toEqual([150, 1, 1]);
    await press("leave out diligent");
    await page.waitForURL((address) => address.searchParams.getAll("side").length === 2 * VARIANTS - 1);
    await page.goBack();
    await page.goBack();
    const listed = page.getByRole("listitem").filter({ hasText: run });
    await listed.getByText("done", { exact: true }).waitFor();
    await listed.getByRole("checkbox", { checked: true }).waitFor();
    expect(complaints).toEqual([]);
  });
});
