// A store with its pages, served by a web server that knows nothing of Agon: runs, reports, every episode, and replays of those that
// are worth a look.

import { readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { chromium } from "playwright-core";
import { expect, onTestFinished, test } from "vitest";
import { agon, scratch } from "./cli/agon.ts";
import { chromiumHere, overflow } from "./fixtures/opened-page.ts";

/** Serves the files of a folder, also parts of them; its address. */
async function served(folder: string): Promise<string> {
  const types: Readonly<Record<string, string>> = { html: "text/html", json: "application/json" };
  const server = createServer(({ url = "/", method, headers }, answer) => {
    const path = decodeURIComponent(new URL(url, "http://x").pathname);
    try {
      const bytes = readFileSync(join(folder, path === "/" ? "index.html" : path));
      const [, from, to] = /^bytes=(\d+)-(\d*)$/.exec(headers.range ?? "") ?? [];
      const part = from === undefined ? bytes : bytes.subarray(Number(from), to === "" ? undefined : Number(to) + 1);
      answer.writeHead(from === undefined ? 200 : 206, {
        "Content-Type":
          types[path.split(".").at(-1) ?? ""] ?? (path === "/" ? "text/html" : "application/octet-stream"),
        "Content-Length": part.length,
      });
      answer.end(method === "HEAD" ? undefined : part);
    } catch {
      answer.writeHead(404).end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const { port }: Pick<AddressInfo, "port"> = JSON.parse(JSON.stringify(server.address()));
  return `http://127.0.0.1:${port}/`;
}

test.skipIf(chromiumHere === undefined)(
  "an embedded store is read by a browser alone",
  async () => {
    const folder = scratch();
    writeFileSync(
      join(folder, "e.yaml"),
      `
title: What is in the folder?
environment: { id: coopetition/trust-dilemma, horizon: 10 }
agents: random
objective: joint.value
variants: { private: { reward: private }, steady: { agents: { policy: constant, level: 80 } } }
seeds: 3
`,
    );
    expect((await agon(["run", "e.yaml"], { cwd: folder })).code).toBe(0);
    const { stdout } = await agon(["report", "latest", "--embed", "--json"], { cwd: folder });
    const { run, embedded, finding }: { run: string; embedded: string; finding: { text: string } } = JSON.parse(stdout);
    expect(embedded).toBe(join(folder, ".agon", "index.html"));
    const address = await served(join(folder, ".agon"));
    const browser = await chromium.launch({ executablePath: chromiumHere ?? "", args: ["--no-sandbox"] });
    onTestFinished(() => browser.close());
    const page = await browser.newPage({ viewport: { width: 380, height: 800 } });
    const complaints: string[] = [];
    page.on("console", (message) => complaints.push(message.text()));
    page.on("pageerror", (error) => complaints.push(String(error)));
    await page.goto(address);
    // The manual is served by `agon view` alone.
    await page.getByRole("link", { name: "What is in the folder?" }).waitFor();
    expect(await page.getByRole("link", { name: "Manual" }).count()).toBe(0);
    await page.getByRole("link", { name: "What is in the folder?" }).click();
    await page.locator(".finding", { hasText: finding.text }).waitFor();
    await page.getByRole("link", { name: "Episodes", exact: true }).first().click();
    await page.getByLabel("differs between variants under the same seed").check();
    await page.locator("main[aria-busy=false]", { hasText: "variants part by" }).waitFor();
    const shown = await page
      .locator("table.grid tbody tr")
      .evaluateAll((rows) => rows.map((row) => Number(row.querySelector("data").getAttribute("value"))));
    const query = await agon(
      ["query", "SELECT avg(pay) AS pay FROM episodes GROUP BY variant, seed, episode ORDER BY pay", "--json"],
      { cwd: folder },
    );
    const stored: readonly { pay: number }[] = JSON.parse(query.stdout);
    expect(shown).toHaveLength(6);
    for (const [k, pay] of [...shown].sort((a, b) => a - b).entries()) expect(pay).toBeCloseTo(stored[k].pay, 9);
    expect(await overflow(page)).toBe(0);
    await page.locator("table.picked a").first().click();
    await page.locator("canvas").nth(1).waitFor();
    expect(complaints).toEqual([]);
    await page.goto(`${address}?run=${run}&show=replay&seed=77&episode=0`);
    await page.getByText("`agon view` replays every one").first().waitFor();
  },
  60_000,
);
