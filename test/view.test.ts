// The live view in a real browser: a run is watched from its first cell to its report, stopped, and found again by its address.

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Browser, chromium, type Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import type { GridPage } from "../src/lab/grid-data.ts";
import type { SideBySide } from "../src/lab/side-data.ts";
import { openStore } from "../src/lab/store.ts";
import { openView } from "../src/server/view.ts";
import { agon, finishedCells, root, scratch, start } from "./cli/agon.ts";
import { chromiumHere, overflow } from "./fixtures/opened-page.ts";

const WAITING = join(root, "test/fixtures/waiting-agent.ts");
const experiment = (title: string, agents = "random") => `
title: ${JSON.stringify(title)}
environment: { id: coopetition/trust-dilemma, horizon: 10 }
agents: ${agents}
objective: joint.value
variants: { private: { reward: private }, cooperative: { reward: cooperative } }
seeds: 3
`;

/** A folder with a store, and a view on it. */
async function viewed() {
  const folder = scratch();
  const store = openStore(join(folder, ".agon"));
  const view = await openView({ store, port: 0 });
  onTestFinished(() => view.close());
  const placed = (name: string, text: string) => writeFileSync(join(folder, name), text);
  return { folder, store, url: view.url, placed };
}

describe.skipIf(chromiumHere === undefined)("the live view", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await chromium.launch({ executablePath: chromiumHere ?? "", args: ["--no-sandbox"] });
  });
  afterAll(() => browser?.close());

  async function open(url: string, width = 1300): Promise<{ page: Page; complaints: string[] }> {
    const context = await browser.newContext({ viewport: { width, height: 900 } });
    onTestFinished(() => context.close());
    const page = await context.newPage();
    const complaints: string[] = [];
    page.on("console", (message) => complaints.push(message.text()));
    page.on("pageerror", (error) => complaints.push(String(error)));
    page.on("dialog", (dialog) => complaints.push(`dialog: ${dialog.message()}`));
    await page.goto(url);
    return { page, complaints };
  }

  test("a run is watched from an empty store to its report, whose figures are those of --json", async () => {
    const { folder, store, url, placed } = await viewed();
    const { page, complaints } = await open(url);
    await page.getByText("This store holds no run yet").waitFor();
    placed("e.yaml", experiment("Who gives more?", WAITING));
    const { done } = start(["run", "e.yaml", "--workers", "1", "--json"], { cwd: folder });
    await page.getByRole("link", { name: "Who gives more?" }).click();
    expect(new URL(page.url()).searchParams.get("run")).toMatch(/^e-[0-9a-f]{8}$/);
    await page
      .locator(".live")
      .getByText(/\d of 6 cells/)
      .waitFor();
    await page.locator("h1", { hasText: "Who gives more?" }).waitFor();
    writeFileSync(join(folder, "go"), "");
    const { finding, variants } = JSON.parse((await done).stdout);
    await page.locator(".finding", { hasText: finding.text }).waitFor();
    expect(await page.locator(".live").count()).toBe(0);
    const shown = await page
      .locator("#variants data")
      .evaluateAll((all) => all.map((one) => Number(one.getAttribute("value"))));
    for (const { pay, objective } of variants)
      for (const { mean, low } of [pay, objective]) expect(shown).toEqual(expect.arrayContaining([mean, low]));
    expect(await page.title()).toBe("Who gives more? · Agon");

    // The address is a link to it, and the way back leads to the list.
    const address = page.url();
    await page.goBack();
    await page.getByRole("heading", { name: "Runs" }).waitFor();
    const listed = page.getByRole("listitem").filter({ hasText: "Who gives more?" });
    await listed.getByText("done", { exact: true }).waitFor();
    await listed.getByText(finding.text).waitFor();
    await page.goto(address);
    await page.locator(".finding", { hasText: finding.text }).waitFor();
    expect(finishedCells(store)).toHaveLength(6);
    expect(complaints).toEqual([]);
  }, 60_000);

  test("a run is stopped from its page, by the keyboard alone, and goes on by the same command", async () => {
    const { folder, url, placed } = await viewed();
    placed("e.yaml", experiment("Stop me", WAITING));
    const { done } = start(["run", "e.yaml", "--workers", "1"], { cwd: folder });
    const { page } = await open(url);
    await page.getByRole("link", { name: "Stop me" }).waitFor();
    const reach = async (name: string) => {
      for (let k = 0; k < 20; k++) {
        await page.keyboard.press("Tab");
        if ((await page.evaluate<string>("document.activeElement.textContent")) === name)
          return page.keyboard.press("Enter");
      }
      throw new Error(`${name} cannot be reached by the keyboard`);
    };
    await reach("Stop me");
    await page.getByRole("button", { name: "Stop" }).waitFor();
    await reach("Stop");
    writeFileSync(join(folder, "go"), "");
    expect((await done).code).toBe(130);
    await page.getByText(/Stopped with \d of 6 cells/).waitFor();
    expect((await agon(["run", "e.yaml", "--json"], { cwd: folder })).code).toBe(0);
    await page.locator("dd", { hasText: "6 of 6" }).waitFor();
  }, 60_000);

  test("the episode in which variants part most is found, and both are replayed, by the keyboard and by its address", async () => {
    const { folder, url, placed } = await viewed();
    const parted = "reward: cooperative, agents: { policy: constant, level: 80 }";
    placed("e.yaml", experiment("Which episodes part?").replace("reward: cooperative", parted));
    const { run } = JSON.parse((await agon(["run", "e.yaml", "--json"], { cwd: folder })).stdout);
    const { page, complaints } = await open(`${url}?run=${run}`);
    await page.getByRole("link", { name: "Episodes", exact: true }).last().click();
    await page.getByText("6 rows of 6 episodes, page 1 of 1").waitFor();
    await page.getByLabel("differs between variants under the same seed").check();
    await page.locator("main[aria-busy=false]", { hasText: "variants part by" }).waitFor();
    const figures = await page
      .locator("table.grid tbody tr:first-child data")
      .evaluateAll((all) => all.map((one) => Number(one.getAttribute("value"))));
    const asked = await fetch(new URL(`api/runs/${run}/episodes?differs=objective`, url));
    const { rows }: GridPage = JSON.parse(await asked.text());
    expect(figures).toEqual(rows[0].values);
    expect(await overflow(page)).toBe(0);
    await page.getByRole("link", { name: "replay" }).first().click();
    for (const variant of ["private", "cooperative"])
      await page.getByRole("region", { name: variant }).locator("canvas").waitFor();
    const drawn = page.locator("canvas").evaluateAll((all) =>
      all.map((one) => {
        const { data } = one.getContext("2d").getImageData(0, 0, one.width, one.height);
        return data.some((value: number) => value !== 0);
      }),
    );
    expect(await drawn).toEqual([true, true]);
    const output = page.locator(".controls output");
    await output.getByText(/step 0 of \d+/).waitFor();
    for (const key of ["ArrowRight", "ArrowRight", "ArrowRight", "ArrowLeft"]) await page.keyboard.press(key);
    await output.getByText(/step 2 of/).waitFor();
    const address = page.url();
    expect(Object.fromEntries(new URL(address).searchParams)).toMatchObject({ run, show: "replay", step: "2" });
    await page.keyboard.press("Space");
    await page.getByRole("button", { name: "Pause" }).waitFor();
    await output.getByText(new RegExp(`step ${rows[0].values[2]} of`)).waitFor();
    // Arrows step also while a button has the focus, and a speed that is chosen stands in the address.
    await page.getByRole("button", { name: "One step back" }).click();
    await page.keyboard.press("ArrowLeft");
    await output.getByText(new RegExp(`step ${Number(rows[0].values[2]) - 2} of`)).waitFor();
    await page.getByLabel("speed").selectOption("2");
    expect(new URL(page.url()).searchParams.get("speed")).toBe("2");
    const other = await open(address, 380);
    await other.page
      .locator(".controls output")
      .getByText(/step 2 of/)
      .waitFor();
    await other.page.getByRole("definition").nth(3).waitFor();
    expect(await overflow(other.page)).toBe(0);
    expect([...complaints, ...other.complaints]).toEqual([]);
  }, 60_000);

  test("runs are marked and compared side by side, and the address is a link to it", async () => {
    const { folder, url, placed } = await viewed();
    const runs: string[] = [];
    for (const [title, level] of [
      ["Few", 20],
      ["Many", 70],
    ] as const) {
      placed(`${title}.yaml`, experiment(title, `{ policy: constant, noise: 3, level: ${level} }`));
      runs.push(JSON.parse((await agon(["run", `${title}.yaml`, "--json"], { cwd: folder })).stdout).run);
    }
    const { page, complaints } = await open(url, 380);
    await page.getByLabel("compare Few").check();
    await page.getByLabel("compare Many").check();
    await page.getByRole("link", { name: "Side by side: 2 runs" }).click();
    await page.locator("tr", { hasText: "agents.level" }).getByRole("cell", { name: "70" }).first().waitFor();
    const asked = await fetch(new URL(`api/sides?side=${runs[0]}&side=${runs[1]}`, url));
    const { measures }: SideBySide = JSON.parse(await asked.text());
    const shown = await page
      .getByRole("region", { name: "Measures that differ" })
      .locator("td > data")
      .evaluateAll((all) => all.map((one) => Number(one.getAttribute("value"))));
    expect(shown).toEqual(measures.flatMap(({ estimates }) => estimates.map((one) => one?.mean)));
    expect(await overflow(page)).toBe(0);
    await page.goto(page.url());
    await page.getByRole("button", { name: "leave out cooperative" }).first().click();
    await page.waitForURL((address) => address.searchParams.getAll("side").length === 3);
    expect(complaints).toEqual([]);
  }, 60_000);

  test("names never run, narrow screens do not overflow, and what is not there is told", async () => {
    const { folder, url, placed } = await viewed();
    const attack = `<img src=x onerror="alert(1)"><script>alert(2)</script>`;
    placed("e.yaml", experiment(attack).replace("private:", `${JSON.stringify(attack)}:`));
    expect((await agon(["run", "e.yaml"], { cwd: folder })).code).toBe(0);
    const { page, complaints } = await open(url, 380);
    await page.getByRole("link", { name: attack }).waitFor();
    expect(await overflow(page)).toBe(0);
    await page.getByRole("link", { name: attack }).click();
    await page.locator("#variants").waitFor();
    expect(await page.locator("h1").textContent()).toBe(attack);
    expect(await overflow(page)).toBe(0);
    const run = new URL(page.url()).searchParams.get("run") ?? "";
    for (const [view, shows] of [
      [{ run, show: "episodes" }, page.locator("table.grid")],
      [{ run, show: "replay", seed: "0", episode: "0" }, page.locator("canvas").first()],
      [{ run, show: "file" }, page.locator(".cm-content")],
      [{ side: run }, page.getByRole("heading", { name: "What differs in their results" })],
    ] as const) {
      await page.goto(`${url}?${new URLSearchParams(view)}`);
      await shows.waitFor();
      await page.getByText(attack).first().waitFor();
      expect(await overflow(page), JSON.stringify(view)).toBe(0);
      expect(await page.locator("img").count()).toBe(0);
    }
    expect(complaints).toEqual([]);
    await page.goto(`${url}?run=nothing-00000000`);
    await page.getByText("The store has no run nothing-00000000.").waitFor();
    const inline = page.evaluate<boolean>(
      "(() => { const s = document.createElement('script'); s.textContent = 'window.ran = true'; document.body.append(s); return 'ran' in window; })()",
    );
    expect(await inline).toBe(false);
  }, 60_000);
});

test("other origins, unknown names and paths get nothing", async () => {
  const { folder, url, placed } = await viewed();
  placed("e.yaml", experiment("One"));
  const { run } = JSON.parse((await agon(["run", "e.yaml", "--json"], { cwd: folder })).stdout);
  const asked = async (path: string, headers: Readonly<Record<string, string>> = {}) => {
    const answer = await fetch(new URL(path, url), { headers });
    return [answer.status, await answer.text()] as const;
  };
  expect((await asked("api/runs"))[1]).toContain(run);
  expect(JSON.parse((await asked(`api/runs/${run}/report`))[1])).toMatchObject({ run, cells: { done: 6 } });
  expect(await asked("api/runs", { origin: "http://evil.example" })).toEqual([403, expect.not.stringContaining(run)]);
  const unknown = run.replace("e-", "f-");
  expect(await asked(`api/runs/${unknown}/report`)).toEqual([
    404,
    expect.stringContaining(`did you mean \\"${run}\\"?`),
  ]);
  for (const path of [
    "api/runs/..%2F..%2Fetc/report",
    "api/runs/cells/report",
    "api/runs/latest/report",
    "store.json",
    "api/runs//report",
  ])
    expect((await asked(path))[0], path).toBe(404);
  const socket = (headers: Readonly<Record<string, string>>) =>
    fetch(new URL("live", url), { headers: { connection: "upgrade", upgrade: "websocket", ...headers } }).then(
      ({ status }) => status,
      () => 0,
    );
  expect(await socket({ origin: "http://evil.example" })).not.toBe(101);
});

test("an address that cannot be listened on is told, and another one asks for the token", async () => {
  const { store, url } = await viewed();
  const port = Number(new URL(url).port);
  await expect(openView({ store, port })).rejects.toThrow(
    `cannot listen on 127.0.0.1:${port}: another program listens there`,
  );
  await expect(openView({ store, host: "192.0.2.1" })).rejects.toThrow(
    "cannot listen on 192.0.2.1: this machine has no such address",
  );
  const open = await openView({ store, host: "0.0.0.0", port: 0 });
  onTestFinished(() => open.close());
  const address = new URL(open.url.replace("0.0.0.0", "127.0.0.1"));
  expect((await fetch(new URL("/api/runs", address))).status).toBe(401);
  const first = await fetch(address);
  expect(first.status).toBe(200);
  const cookie = first.headers.get("set-cookie") ?? "";
  expect(cookie).toMatch(/^agon-token=[\w-]{24}; Path=\/; HttpOnly; SameSite=Strict$/);
  expect((await fetch(new URL("/api/runs", address), { headers: { cookie } })).status).toBe(200);
});

test("agon view prints its address, and ends at Ctrl-C", async () => {
  const folder = scratch();
  const { process, done } = start(["view", "--json", "--port", "0"], { cwd: folder });
  const line = await new Promise<string>((resolve) => process.stdout?.once("data", (chunk) => resolve(String(chunk))));
  const { url }: { url: string } = JSON.parse(line);
  expect(await (await fetch(new URL("api/runs", url))).json()).toEqual([]);
  process.kill("SIGINT");
  expect((await done).code).toBe(0);
});
