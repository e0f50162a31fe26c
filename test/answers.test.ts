// The page of answers in a real browser, served by a view and embedded in a store: what was written under each variant, what differs,
// and what of it stands in the address.

import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { openView, type ServedView } from "../src/server/view.ts";
import { agon, root } from "./cli/agon.ts";
import { chromiumHere } from "./fixtures/chromium-here.ts";
import { overflow } from "./fixtures/opened-page.ts";
import { viewBrowser } from "./fixtures/view-browser.ts";

const yaml = (noise: number) => `
title: Who writes what?
environment: { id: language/function, noise: ${noise} }
agents: { policy: oracle, name: expert }
objective: { name: right answers, channel: correct }
reward: { channel: visiblePassed }
variants: { knows: {}, errs: { agents.name: demonstrator }, by heart: { agents.name: by-heart } }
seeds: 2
episodes: 4
`;

const LONG = `
environment: { id: language/questions, file: ./long.csv }
agents: { policy: oracle, name: expert }
objective: correct
seeds: 1
`;

/** Two questions, each put six times, and two writers of a world of one's own. */
const AGAIN = `
environment: { id: language/questions, file: ./again.csv }
agents: { policy: oracle, name: expert }
objective: correct
variants: { knows: {}, random: { agents: random } }
seeds: 4
episodes: 3
`;
const DUET = `
environment: { id: ./duet.ts, letters: 1 }
agents: random
objective: payoff
variants: { one: {}, apart: { environment.apart: true } }
seeds: 2
`;

const NUMBERS = "{ environment: control/cart-pole, agents: random, objective: success, seeds: 1 }";

const folder = mkdtempSync(join(tmpdir(), "agon-answers-"));
const store = join(folder, ".agon");
const runs: string[] = [];
let view: ServedView;
/** The folder of the store as a site. */
const site = createServer(({ url = "/" }, answer) => {
  const { pathname } = new URL(url, "http://x");
  answer.end(readFileSync(join(store, pathname === "/" ? "index.html" : pathname)));
});
let embeddedAt = "";

beforeAll(async () => {
  const line = Array.from({ length: 60 }, (_, k) => `step ${k}`).join(", ");
  writeFileSync(join(folder, "long.csv"), `question,answer\nHow?,"${[line, line, line].join("\n")}"\n`);
  writeFileSync(join(folder, "again.csv"), "question,answer\nHow much?,42\nWho?,Ada\n");
  copyFileSync(join(root, "test/fixtures/duet.ts"), join(folder, "duet.ts"));
  for (const [k, text] of [yaml(0.6), yaml(0.9), LONG, AGAIN, DUET, NUMBERS].entries()) {
    writeFileSync(join(folder, `e${k}.yaml`), text);
    const printed = await agon(["run", `e${k}.yaml`, "--json"], { cwd: folder });
    const { run }: { run: string } = JSON.parse(printed.stdout);
    expect((await agon(["report", run, "--embed"], { cwd: folder })).code).toBe(0);
    runs.push(run);
  }
  view = await openView({ store, port: 0, isReadOnly: true });
  await new Promise<void>((resolve) => site.listen(0, "127.0.0.1", resolve));
  const { port }: Pick<AddressInfo, "port"> = JSON.parse(JSON.stringify(site.address()));
  embeddedAt = `http://127.0.0.1:${port}/`;
});
afterAll(async () => {
  await view?.close();
  site.close();
  rmSync(folder, { recursive: true });
});

const grid = (page: Page) => page.locator(".answer-grid[aria-busy=false]");
const answers = (page: Page) => grid(page).locator("td > pre");

describe.skipIf(chromiumHere === undefined)("answers", () => {
  const open = viewBrowser();

  test("are read by question and variant, chosen from the keyboard, and found again by their address", async () => {
    const { url } = view;
    const { page, complaints } = await open(`${url}?run=${runs[0]}`);
    await page.getByRole("link", { name: "Answers", exact: true }).click();
    await page.getByText("8 questions", { exact: true }).waitFor();
    expect(await page.title()).toBe("Answers: Who writes what? · Agon");
    const heads = await grid(page).locator("thead th").allTextContents();
    // Each head has the variant's settings, and the means of its answers.
    expect(heads).toEqual([
      "knowspay1right answers1tests passed1visible tests passed1gamed answers0of8 answers",
      expect.stringMatching(/^errsagents\.name: demonstratorpay0\.438right answers0\.25tests/),
      expect.stringMatching(/^by heartagents\.name: by-heartpay1right answers0tests.*of8 answers$/),
    ]);
    expect(await answers(page).count()).toBe(24);
    const [whole] = await answers(page).allTextContents();
    expect(whole).toMatch(/^function solve[\s\S]*}$/);
    // A cell that differs says so by a sign with a name, and not by its colour alone.
    const heart = grid(page).locator("tbody").first().locator("td").nth(2);
    expect(await heart.getAttribute("class")).toBe("below");
    await heart.getByRole("img", { name: "below the first variant" }).first().waitFor();
    await page.getByText("The same in all answers:").waitFor();

    await page.getByRole("searchbox", { name: "words" }).fill("JSON.stringify");
    await page.keyboard.press("Enter");
    await page.waitForURL(/find=JSON.stringify/);
    await page.getByRole("searchbox", { name: "words" }).fill("no such words");
    await page.keyboard.press("Tab");
    await page.getByText("0 of 8 questions fit").waitFor();
    await page.getByRole("searchbox", { name: "words" }).fill("");
    await page.getByRole("combobox", { name: "questions" }).selectOption("objective");
    await page.waitForURL(/differs=objective/);
    await page.getByLabel("mark words that differ from knows").check();
    await grid(page).locator("td ins").first().waitFor({ state: "attached" });
    expect(await page.getByText("few words in common with the first").count()).toBeGreaterThan(0);
    const { page: other, complaints: others } = await open(page.url(), { width: 390, colorScheme: "dark" });
    const { page: embedded } = await open(page.url().replace(url, embeddedAt));
    const html = await grid(page).innerHTML();
    for (const one of [other, embedded]) await expect.poll(() => grid(one).innerHTML()).toBe(html);
    expect(await overflow(other)).toBe(0);

    await grid(page).locator("td").nth(1).getByRole("link", { name: "letter by letter" }).click();
    for (const name of ["knows", "errs"]) await page.getByRole("region", { name }).locator(".conversation").waitFor();
    await page.goBack();
    await grid(page).locator("td ins").first().waitFor({ state: "attached" });
    expect([...complaints, ...others]).toEqual([]);
  }, 60_000);

  test("are commented, saved as CSV with all that fit, and episodes have columns by choice", async () => {
    const own = await openView({ store, port: 0 });
    onTestFinished(() => own.close());
    const { page, complaints } = await open(`${own.url}?run=${runs[0]}&show=answers`);
    await grid(page).locator("td").first().getByRole("button", { name: "comment" }).click();
    await page.getByRole("textbox", { name: /^Comment on / }).fill("as expected");
    await page.getByRole("button", { name: "Keep" }).click();
    await page.getByText("as expected").waitFor();
    const [saved] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Save as CSV" }).click(),
    ]);
    await saved.saveAs(join(folder, "answers.csv"));
    const text = readFileSync(join(folder, "answers.csv"), "utf8");
    expect(text.slice(0, 50)).toMatch(/^\uFEFFseed,episode,times,question,right answer,knows,/);
    await page.goto(`${own.url}?run=${runs[0]}&show=episodes&column=objective&column=pay`);
    await page.locator("table.grid").waitFor();
    const heads = await page.locator("table.grid th[scope=col].number").allTextContents();
    expect(heads.map((head) => head.replace(/right answers$/, ""))).toEqual(["seed", "episode", "objective", "pay"]);
    await page.getByText("Columns", { exact: true }).click();
    await page.getByRole("checkbox", { name: "steps" }).check();
    await page.locator("table.grid th", { hasText: "steps" }).waitFor();
    expect(complaints).toEqual([]);
  });

  test("that arrive while words are typed leave the words as they are", async () => {
    const { page } = await open(`${view.url}?run=${runs[0]}&show=answers`);
    await grid(page).waitFor();
    let arrive = () => {};
    const isTyped = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    await page.route("**/api/answers?*", async (route) => {
      await isTyped;
      await route.continue();
    });
    const field = page.getByRole("searchbox", { name: "words" });
    await field.fill("JSON.stringify");
    await page.keyboard.press("Enter");
    await page.locator(".answer-grid[aria-busy=true]").waitFor();
    await field.fill("no such words");
    arrive();
    await grid(page).waitFor();
    expect(await field.inputValue()).toBe("no such words");
    await page.goBack();
    await expect.poll(() => field.inputValue()).toBe("");
  });

  test("that are long are shown in part, and as a whole on demand", async () => {
    const { page } = await open(`${view.url}?run=${runs[2]}&show=answers`, { width: 390 });
    const text = answers(page).first();
    const height = () => text.evaluate((one) => [one.clientHeight, one.scrollHeight]);
    await page.getByRole("button", { name: "show all" }).focus();
    const [before, hidden] = await height();
    expect(hidden).toBeGreaterThan(2 * before);
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "show less", expanded: true }).waitFor();
    await expect.poll(height).toEqual([hidden, hidden]);
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "show all", expanded: false }).waitFor();
    await page.getByLabel("whole texts").check();
    await expect.poll(height).toEqual([hidden, hidden]);
    await page.getByText("right: ").waitFor();
    expect(await overflow(page)).toBe(0);
  }, 60_000);

  test("of two runs stand side by side, with the words that differ", async () => {
    const { url } = view;
    const sides = new URLSearchParams(runs.slice(0, 2).map((run): [string, string] => ["side", `${run}/errs`]));
    sides.set("differs", "any");
    const { page, complaints } = await open(`${url}?${sides}`, { width: 390 });
    await page.getByRole("heading", { name: "What they answered" }).waitFor();
    await grid(page).locator("td ins").first().waitFor({ state: "attached" });
    // What the second has, and what it has of the first, read off the marks.
    const [row] = await grid(page)
      .locator("tbody")
      .filter({ has: page.locator("ins") })
      .all();
    const [first, second] = await row.locator("td > pre").all();
    const left = await second.evaluate((text) => {
      const copy = text.cloneNode(true);
      for (const added of copy.querySelectorAll("ins")) added.remove();
      return copy.textContent;
    });
    expect(left).toBe(await first.textContent());
    expect(await overflow(page)).toBe(0);
    const { page: embedded } = await open(`${embeddedAt}?${sides}`);
    const html = await grid(page).innerHTML();
    await expect.poll(() => grid(embedded).innerHTML()).toBe(html);
    expect(complaints).toEqual([]);
    // Each side leads to its own run.
    await grid(page).locator("td").last().getByRole("link", { name: "letter by letter" }).click();
    await page.locator(".conversation").waitFor();
    expect(new URL(page.url()).searchParams.get("run")).toBe(runs[1]);
  }, 60_000);
});

describe.skipIf(chromiumHere === undefined)("answers that need a word more", () => {
  const open = viewBrowser();

  test("a question that was put several times stands once, and each time on demand, as embedded pages have it", async () => {
    const { url } = view;
    const { page, complaints } = await open(`${url}?run=${runs[3]}&show=answers`, { width: 390 });
    await page.getByText("2 questions", { exact: true }).waitFor();
    expect(await answers(page).count()).toBe(4);
    await grid(page).getByText("put 6 times:").first().waitFor();
    expect(await grid(page).locator("dd .of").count()).toBe(0);
    await grid(page).getByRole("link", { name: "each with its answers" }).last().click();
    await page.getByText("6 times", { exact: true }).waitFor();
    expect(await grid(page).locator(".question pre").allTextContents()).toEqual(Array(6).fill("Who?"));
    const { page: embedded } = await open(page.url().replace(url, embeddedAt));
    const html = await grid(page).innerHTML();
    await expect.poll(() => grid(embedded).innerHTML()).toBe(html);
    expect(await overflow(page)).toBe(0);
    await page.getByRole("link", { name: "All questions" }).click();
    await page.getByText("2 questions", { exact: true }).waitFor();
    expect(complaints).toEqual([]);
  }, 60_000);

  test("writers of a world of one's own are called by their seats; where agents write nothing, that is said", async () => {
    const { page, complaints } = await open(`${view.url}?run=${runs[4]}`, { width: 390, colorScheme: "dark" });
    await page.getByRole("link", { name: "Answers", exact: true }).click();
    await page.getByText("put 2 times:").waitFor();
    expect(await grid(page).locator(".seat").allTextContents()).toEqual(["Ann", "Bo", "Ann", "Bo"]);
    await grid(page).getByText("Marks are means over the writers.").waitFor();
    await page.goto(`${view.url}?run=${runs[5]}`);
    const views = page.getByRole("navigation", { name: "Views of the run" });
    await views.getByRole("link", { name: "Episodes", exact: true }).waitFor();
    expect(await page.getByRole("link", { name: "Answers", exact: true }).count()).toBe(0);
    await page.goto(`${view.url}?run=${runs[5]}&show=answers`);
    await page.getByText("There are no answers of “base”: agents choose numbers there and write no texts.").waitFor();
    expect(complaints).toEqual([]);
  }, 60_000);
});

test("answers of a run that is not there, and marks that are not there, are told", async () => {
  const ask = async (query: string) => {
    const answer = await fetch(new URL(`api/answers?${query}`, view.url));
    return [answer.status, await answer.text()] as const;
  };
  expect((await ask(`side=${runs[0]}`))[0]).toBe(200);
  expect(await ask("side=nothing-00000000")).toEqual([404, expect.stringContaining("run of this store")]);
  expect(await ask(`side=${runs[0]}/none`)).toEqual([404, expect.stringContaining("variant of")]);
  expect(await ask(`side=${runs[0]}&differs=pai`)).toEqual([404, expect.stringContaining('did you mean \\"pay\\"?')]);
  expect(await ask(`side=${runs[0]}&where=pay`)).toEqual([422, expect.stringContaining("is no condition")]);
  expect((await ask(""))[0]).toBe(422);
}, 60_000);
