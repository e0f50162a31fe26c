// An experiment is changed on the page of a run and run again, in a real browser and by the keyboard alone.

import { readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { agon, finishedCells, root, scratchFolder } from "./cli/agon.ts";
import { chromiumHere } from "./fixtures/chromium-here.ts";
import { endProcesses } from "./fixtures/ended-runs.ts";
import { overflow } from "./fixtures/opened-page.ts";
import { viewBrowser } from "./fixtures/view-browser.ts";

// What is built: it knows cells as the processes that it begins do.
const { openView }: typeof import("../src/server/view.ts") = await import(
  pathToFileURL(join(root, "dist/server/view.js")).href
);

/** More than all threads compute before they wait. */
const SEEDS = 6 * availableParallelism();
const TEXT = `environment: coopetition/trust-dilemma
agents: ${join(root, "test/fixtures/waiting-agent.js")}
objective: joint.value
seeds: ${SEEDS}
variants:
  short: { environment.horizon: 10 }
  long:
    environment.horizon: 20`;

describe.skipIf(chromiumHere === undefined)("an experiment on its page", () => {
  const seen = viewBrowser();
  const { folder, gone } = scratchFolder();
  const store = join(folder, ".agon");
  let run = "";

  /** A run that is done, which each test looks at. */
  beforeAll(async () => {
    for (const [name, text] of Object.entries({ "e.yaml": TEXT, go: "" })) writeFileSync(join(folder, name), text);
    run = JSON.parse((await agon(["run", "e.yaml", "--json"], { cwd: folder })).stdout).run;
  });
  afterAll(() => {
    endProcesses(store);
    gone();
  });

  /** The file of the run in a view. */
  async function viewed(isReadOnly: boolean, width: number, colorScheme: "light" | "dark") {
    const view = await openView({ store, port: 0, isReadOnly });
    onTestFinished(() => view.close());
    const { page, complaints } = await seen(`${view.url}?run=${run}`, { width, colorScheme });
    await page.getByRole("link", { name: "File", exact: true }).click();
    await editorOf(page).waitFor();
    return { page, complaints };
  }
  const editorOf = (page: Page) => page.getByRole("textbox", { name: "Experiment in YAML" });

  test("a number is changed, a mistake marked and mended, what changed is computed, stopped and resumed", async () => {
    const { page, complaints } = await viewed(false, 1300, "light");
    const { keyboard } = page;
    const press = async (key: string, times = 1) => {
      for (let k = 0; k < times; k++) await keyboard.press(key);
    };
    /** Goes on with Tab until what has the focus is called so. */
    const reach = async (name: string) => {
      for (let k = 0; k < 30; k++) {
        await press("Tab");
        const focused = await page.evaluate<string>(
          "(({ activeElement: it }) => it.getAttribute('aria-label') ?? it.textContent)(document)",
        );
        if (focused === name) return;
      }
      throw new Error(`${name} cannot be reached by the keyboard`);
    };
    await page.getByText(`All of them are in the store already`).waitFor();
    await reach("Experiment in YAML");
    for (const key of ["Control+Home", "Enter", "ArrowUp"]) await press(key);
    await keyboard.type("ma");
    await page.getByRole("option", { name: "margin" }).waitFor();
    for (const key of ["Escape", "Backspace", "Backspace", "Delete"]) await press(key);

    // A new line after a key stands within it.
    await press("Control+End");
    for (const key of ["ArrowUp", "End", "Enter"]) await press(key);
    expect(await page.locator(".cm-activeLine").textContent()).toBe("    ");
    await press("Control+z");

    await press("Control+End");
    await press("Backspace", 2);
    await keyboard.type("0");
    const check = page.getByRole("status", { name: "Check" });
    await check.getByText("variants.long.environment.horizon: is 0; it must be at least 1").waitFor();
    expect(await page.locator(".cm-lintRange-error").textContent()).toBe("0");
    expect(await page.getByRole("button", { name: "Run", exact: true }).getAttribute("aria-disabled")).toBe("true");
    await press("Backspace");
    await keyboard.type("30");
    await check.getByText(`${SEEDS} of them are in the store already, ${SEEDS} will be computed`).waitFor();
    expect(await page.locator(".cm-lintRange-error").count()).toBe(0);

    const before = finishedCells(store).map((file) => [file, statSync(file).mtimeMs]);
    rmSync(join(folder, "go"));
    await reach("Run");
    await press("Enter");
    await page.waitForURL(/run=e-2-[0-9a-f]{8}$/);
    await page.getByRole("button", { name: "Stop" }).waitFor();
    await reach("Stop");
    // Its cells go on once the run knows that it is stopped: they might all be done before.
    const isStopped = page.waitForResponse((response) => response.url().endsWith("/stop"));
    await press("Enter");
    await isStopped;
    writeFileSync(join(folder, "go"), "");
    await page.getByText(new RegExp(`Stopped with \\d+ of ${2 * SEEDS} cells`)).waitFor();
    // The button is another one now, and still has the focus.
    await page.locator("button:focus", { hasText: "Resume" }).press("Enter");
    await page.locator("dd", { hasText: `${2 * SEEDS} of ${2 * SEEDS}` }).waitFor();
    const after = finishedCells(store).map((file) => [file, statSync(file).mtimeMs]);
    expect(after).toHaveLength(3 * SEEDS);
    expect(after).toEqual(expect.arrayContaining(before));
    const written = ["e.yaml", "e-2.yaml"].map((name) => readFileSync(join(folder, name), "utf8"));
    expect(written).toEqual([TEXT, TEXT.replace("20", "30")]);
    expect(complaints).toEqual([]);
  }, 120_000);

  test("a view that only shows runs offers nothing to do, also on a narrow dark screen", async () => {
    const { page, complaints } = await viewed(true, 380, "dark");
    await page.getByText("This view only shows runs.").waitFor();
    await editorOf(page).click();
    await page.keyboard.type("x");
    expect(await editorOf(page).textContent()).toContain("environment: coopetition/trust-dilemma");
    expect(await page.getByRole("button").count()).toBe(0);
    expect(await overflow(page)).toBe(0);
    expect(complaints).toEqual([]);
  }, 60_000);
});
