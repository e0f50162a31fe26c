// The live view in a real browser: a run is stopped from its page, and nothing that a store holds runs as markup. The whole way of a user is
// test/walk.test.ts.

import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { openStore, runsOf } from "../src/lab/store/store.ts";
import { openView } from "../src/server/view.ts";
import { agon, root, scratch } from "./cli/agon.ts";
import { start } from "./cli/process.ts";
import { chatServer } from "./fixtures/chat-server.ts";
import { chromiumHere } from "./fixtures/chromium-here.ts";
import { overflow } from "./fixtures/opened-page.ts";
import { viewBrowser } from "./fixtures/view-browser.ts";

const WAITING = join(root, "test/fixtures/waiting-agent.js");
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
  const open = viewBrowser();

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
    // Progress, report and finding speak of one count: the report itself is a little behind.
    await page.locator("#variants").waitFor();
    const lines = await page
      .locator("main, .live")
      .getByText(/\d+ of \d+/)
      .allTextContents();
    const counts = lines.map((text) => /\d+ of \d+/.exec(text)?.[0]);
    expect([lines.length, new Set(counts).size], lines.join("; ")).toEqual([2, 1]);
    const signalled = page.waitForResponse(/\/stop$/);
    await reach("Stop");
    await signalled;
    await page.getByText("cells in flight come to their end, and trainings to the end of their segment").waitFor();
    writeFileSync(join(folder, "go"), "");
    expect((await done).code).toBe(130);
    await page.getByText(/Stopped with \d of 6 cells done; the same command goes on from there/).waitFor();
    expect((await agon(["run", "e.yaml", "--json"], { cwd: folder })).code).toBe(0);
    await page.locator("dd", { hasText: "6 of 6" }).waitFor();
    // The process that was stopped; the one that went on may end before its first sample.
    const load = page.getByRole("region", { name: "Load of the machine" });
    await load
      .getByRole("img", { name: /^cores used over .* of \d+ on average$/ })
      .last()
      .waitFor();
    await load
      .getByRole("img", { name: /^memory over .* GiB at most$/ })
      .last()
      .waitFor();
  }, 60_000);

  test("names never run, narrow screens do not overflow, and what is not there is told", async () => {
    const { folder, store, url, placed } = await viewed();
    const attack = `<img src=x onerror="alert(1)"><script>alert(2)</script>`;
    placed("e.yaml", experiment(attack).replace("private:", `${JSON.stringify(attack)}:`));
    expect((await agon(["run", "e.yaml", "--seeds", "2"], { cwd: folder })).code).toBe(0);
    const { page, complaints } = await open(url, { width: 380 });
    await page.getByRole("link", { name: attack }).waitFor();
    expect(await overflow(page)).toBe(0);
    await page.getByRole("link", { name: attack }).click();
    await page.locator("#variants").waitFor();
    expect(await page.locator("h1").textContent()).toBe(attack);
    const flags = page.getByText("Run with --seeds 2, beside what the file says.");
    await flags.waitFor();
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
      expect(await flags.count()).toBe("show" in view && view.show === "file" ? 1 : 0);
    }
    expect(complaints).toEqual([]);
    await page.goto(`${url}?${new URLSearchParams({ run, show: "episodes" })}`);
    await page.getByLabel("at least").fill("5");
    await page.getByLabel("at most").fill("3");
    await page.getByText("No episode can fit objective from 5 to 3: its least value is above its largest.").waitFor();
    expect(await page.getByRole("button", { name: "Filter" }).isDisabled()).toBe(true);
    await page.goto(`${url}?${new URLSearchParams({ run, show: "episodes", where: "reputationDamage:5..3" })}`);
    await page.getByText("No episode can fit reputation damage from 5 to 3").waitFor();
    await page.goto(`${url}?run=nothing-00000000`);
    await page.getByText("The store has no run nothing-00000000.").waitFor();
    const { url: endpoint } = await chatServer(() => ({ status: 401 }));
    placed("f.yaml", experiment("Refused", `{ policy: llm, model: none, endpoint: "${endpoint}" }`));
    const { code, complaint } = await agon(["run", "f.yaml"], { cwd: folder });
    expect(code).toBe(2);
    const why = complaint.slice("agon: ".length).trim();
    expect((await agon(["list", "runs"], { cwd: folder })).stdout).toContain(why);
    for (const place of [url, `${url}?${new URLSearchParams({ run: runsOf(store)[0] })}`]) {
      await page.goto(place);
      await page.getByText(why, { exact: true }).waitFor();
      await page
        .locator(".run-state.failed, .live .cells", { hasText: /^(failed|Failed with 0 of 6 cells)/ })
        .waitFor();
    }
    await page.goto(`${url}?${new URLSearchParams({ run: runsOf(store)[0], show: "episodes" })}`);
    await page.getByText("The run failed before its first cell was done:").waitFor();
    await page.getByRole("link", { name: "Report" }).click();
    // A note is kept, found by a search, and the search stands in the address.
    await page.getByRole("button", { name: "Add a note or tags" }).click();
    await page.getByLabel("Note").fill("the key was missing");
    await page.getByLabel("Tags, with commas between them").fill("keys, to do");
    await page.getByRole("button", { name: "Keep" }).click();
    await page.getByText("the key was missing").waitFor();
    await page.goto(url);
    const rows = page.locator(".runs ol li");
    await page.getByText("2 runs", { exact: true }).waitFor();
    await page.getByLabel("Search").fill("key to");
    await page.getByText("1 of 2 runs").waitFor();
    await page.reload();
    await page.getByText("1 of 2 runs").waitFor();
    expect(await rows.allTextContents()).toEqual([expect.stringContaining("Refused")]);
    expect(await rows.locator(".run-tag").allTextContents()).toEqual(["keys", "to do"]);
    await page.getByLabel("State").selectOption("done");
    await page.getByText("No run fits.").waitFor();
    await page.getByLabel("Search").fill("");
    await page.getByText("1 of 2 runs").waitFor();
    expect(await rows.locator(".run-state").allTextContents()).toEqual(["done"]);
    await page.getByLabel("State").selectOption("");
    await page.getByLabel("Sort by").selectOption("finding");
    await expect.poll(() => rows.locator(".run-state").allTextContents()).toEqual(["done", "failed"]);
    expect(new URL(page.url()).search).toBe("?sort=finding");
    expect(await overflow(page)).toBe(0);
    const inline = page.evaluate<boolean>(
      "(() => { const s = document.createElement('script'); s.textContent = 'window.ran = true'; document.body.append(s); return 'ran' in window; })()",
    );
    expect(await inline).toBe(false);
  }, 60_000);
});

test("other origins, unknown names and paths get nothing, and what cannot be read is told", async () => {
  const { folder, url, placed } = await viewed();
  placed("e.yaml", experiment("One"));
  const { run } = JSON.parse((await agon(["run", "e.yaml", "--json"], { cwd: folder })).stdout);
  const get = async (path: string, headers: Readonly<Record<string, string>> = {}) => {
    const answer = await fetch(new URL(path, url), { headers });
    return [answer.status, await answer.text()] as const;
  };
  expect((await get("api/runs"))[1]).toContain(run);
  expect(JSON.parse((await get(`api/runs/${run}/report`))[1])).toMatchObject({ run, cells: { done: 6 } });
  expect(await get("api/runs", { origin: "http://evil.example" })).toEqual([403, expect.not.stringContaining(run)]);
  const table = join(folder, ".agon", run, "episodes.parquet");
  rmSync(table);
  mkdirSync(table);
  const [status, text] = await get(`api/runs/${run}/episodes.parquet`);
  expect([status, JSON.parse(text)]).toEqual([
    422,
    { problems: [expect.objectContaining({ what: "it is a folder" })] },
  ]);
  const unknown = run.replace("e-", "f-");
  expect(await get(`api/runs/${unknown}/report`)).toEqual([404, expect.stringContaining(`did you mean \\"${run}\\"?`)]);
  for (const path of [
    "api/runs/..%2F..%2Fetc/report",
    "api/runs/cells/report",
    "api/runs/latest/report",
    "store.json",
    "api/runs//report",
  ])
    expect((await get(path))[0], path).toBe(404);
  expect(await get("nothing%3Cb%3E", { accept: "text/html,*/*" })).toEqual([
    404,
    expect.stringMatching(
      /^<!doctype html>.*<p>There is no \/nothing(%3Cb%3E|&lt;b&gt;)\. <a href="\/">The view<\/a> begins at \/\.<\/p>$/,
    ),
  ]);
  expect(JSON.parse((await get("nothing"))[1])).toEqual({
    problems: [{ code: "no-page", what: "there is no /nothing" }],
  });
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
  expect(cookie).toMatch(/^agon-token-\d+=[\w-]{24}; Path=\/; HttpOnly; SameSite=Strict$/);
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
