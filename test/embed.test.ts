// A store with its pages, served by a web server that knows nothing of Agon: they show what `agon view` shows of the same store.

import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DuckDBInstance } from "@duckdb/node-api";
import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { checksumOf } from "../src/core/checksum.ts";
import { quoted } from "../src/core/sql.ts";
import { breakSeal } from "../src/lab/store/cell-files.ts";
import { readRecord } from "../src/lab/store/run-record.ts";
import { cellFile } from "../src/lab/store/store.ts";
import { replayFile } from "../src/lab/view/embedded-data.ts";
import { openView } from "../src/server/view.ts";
import { agon } from "./cli/agon.ts";
import { chromiumHere } from "./fixtures/chromium-here.ts";
import { overflow } from "./fixtures/opened-page.ts";
import { sharedBrowser } from "./fixtures/shared.ts";

const FEW = `
title: What is in the folder?
environment: { id: coopetition/trust-dilemma, horizon: 10 }
agents: random
objective: joint.value
variants: { private: { reward: private }, steady: { agents: { policy: constant, level: 80 } } }
seeds: 3
`;

/** More episodes than have all replays held. */
const WRITING = `
title: Who sorts?
environment: { id: language/sort, digits: 2 }
agents: { policy: grpo, updates: 2, questions: 2, answers: 4, sft: { steps: 10 }, model: { width: 8, layers: 1, heads: 1 } }
objective: correct
variants: { all: {}, half: { reward: { channel: correct, weight: 0.5 } } }
seeds: 1
episodes: 501
`;

/** Serves the files of a folder. */
async function served(folder: string): Promise<{ readonly address: string; close(): void }> {
  const types: Readonly<Record<string, string>> = { html: "text/html", json: "application/json" };
  const server = createServer(({ url = "/" }, answer) => {
    const { pathname } = new URL(url, "http://x");
    const path = pathname === "/" ? "index.html" : decodeURIComponent(pathname);
    try {
      const bytes = readFileSync(join(folder, path));
      const type = types[path.split(".").at(-1) ?? ""] ?? "application/octet-stream";
      answer.writeHead(200, { "Content-Type": type, "Content-Length": bytes.length }).end(bytes);
    } catch {
      answer.writeHead(404).end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port }: Pick<AddressInfo, "port"> = JSON.parse(JSON.stringify(server.address()));
  return { address: `http://127.0.0.1:${port}/`, close: () => void server.close() };
}

/** Writes a table again with other columns. */
async function rewritten(file: string, columns: string): Promise<void> {
  const instance = await DuckDBInstance.create(":memory:");
  const connection = await instance.connect();
  await connection.run(`CREATE TABLE own AS SELECT ${columns} FROM read_parquet(${quoted(file)})`);
  await connection.run(`COPY own TO ${quoted(file)} (FORMAT parquet)`);
  connection.closeSync();
  instance.closeSync();
}

/** What `agon report --embed --json` prints. */
interface Embedded {
  readonly run: string;
  readonly embedded: string;
  readonly finding: { readonly text: string };
}

describe.skipIf(chromiumHere === undefined)("an embedded store", () => {
  const folder = mkdtempSync(join(tmpdir(), "agon-embed-"));
  const store = join(folder, ".agon");
  let browser: Browser;
  let files: Awaited<ReturnType<typeof served>>;
  const runs: Embedded[] = [];
  let [few, writing] = ["", ""];

  async function embedded(name: string, yaml: string): Promise<Embedded> {
    writeFileSync(join(folder, `${name}.yaml`), yaml);
    const { run }: { run: string } = JSON.parse(
      (await agon(["run", `${name}.yaml`, "--json"], { cwd: folder })).stdout,
    );
    return JSON.parse((await agon(["report", run, "--embed", "--json"], { cwd: folder })).stdout);
  }

  beforeAll(async () => {
    for (const [name, yaml] of [
      ["few", FEW],
      ["writing", WRITING],
    ] as const)
      runs.push(await embedded(name, yaml));
    [few, writing] = runs.map(({ run }) => run);
    files = await served(store);
    browser = await sharedBrowser();
  }, 60_000);
  afterAll(async () => {
    await browser?.close();
    files?.close();
    rmSync(folder, { recursive: true });
  });

  async function open(width = 380): Promise<{ page: Page; complaints: string[] }> {
    const page = await browser.newPage({ viewport: { width, height: 800 } });
    onTestFinished(() => page.close());
    const complaints: string[] = [];
    page.on("console", (message) => complaints.push(message.text()));
    page.on("pageerror", (error) => complaints.push(String(error)));
    return { page, complaints };
  }

  test("is read by a browser alone", async () => {
    const [{ embedded: path, finding }] = runs;
    expect(path).toBe(join(store, "index.html"));
    const { page, complaints } = await open();
    await page.goto(files.address);
    // The manual is served by `agon view` alone.
    await page.getByRole("link", { name: "What is in the folder?" }).waitFor();
    expect(await page.getByRole("link", { name: "Manual" }).count()).toBe(0);
    await page.getByRole("link", { name: "What is in the folder?" }).click();
    await page.locator(".finding", { hasText: finding.text }).waitFor();
    await page.getByRole("link", { name: "Episodes", exact: true }).first().click();
    await page.getByLabel("differs between variants under the same seed").check();
    await page.locator("main[aria-busy=false]", { hasText: "variants part by" }).waitFor();
    // The objective stands first, and pay after it.
    const shown = await page
      .locator("table.grid tbody tr")
      .evaluateAll((rows) => rows.map((row) => Number(row.querySelectorAll("data")[1].getAttribute("value"))));
    const sql = "SELECT avg(pay) AS pay FROM episodes GROUP BY variant, seed, episode ORDER BY pay";
    const query = await agon(["query", sql, "--run", few, "--json"], { cwd: folder });
    const stored: readonly { pay: number }[] = JSON.parse(query.stdout);
    expect(shown).toHaveLength(6);
    for (const [k, pay] of [...shown].sort((a, b) => a - b).entries()) expect(pay).toBeCloseTo(stored[k].pay, 9);
    expect(await overflow(page)).toBe(0);
    // There are few episodes: the replay of each is held.
    expect(await page.locator("table.grid tbody").getByRole("link", { name: "replay" }).count()).toBe(6);
    await page.locator("table.grid").getByRole("link", { name: "replay" }).last().click();
    await page.locator("canvas").nth(1).waitFor();
    expect(complaints).toEqual([]);
    // Another run of the store is not offered, and the file is on the server's machine.
    await page.goto(`${files.address}?run=another-00000000&show=file`);
    await page.getByText("These pages hold no run another-00000000").waitFor();
    expect(await page.getByRole("link").allTextContents()).toEqual(["All runs"]);
    await page.goto(`${files.address}?run=${few}&show=replay&seed=77&episode=0`);
    await page.getByText("These pages know no episode 0 of private on seed 77.").waitFor();
  }, 60_000);

  test("shows texts, sides and replays as a server does, and says what it does not hold", async () => {
    const { address } = files;
    const view = await openView({ store, port: 0, isReadOnly: true });
    onTestFinished(() => view.close());
    const [{ page, complaints }, { page: server }] = [await open(), await open()];
    const main = (of: Page) => of.locator("main[aria-busy=false]").innerHTML();
    for (const [query, says] of [
      [`run=${writing}&show=texts&variant=half&seed=0&update=1&heat=entropy`, "texts of this update"],
      [`run=${writing}&show=texts&variant=halv`, 'did you mean "half"?'],
      [`run=${writing}&show=texts&seed=9`, `${writing} has no texts of all on seed 9`],
      [`side=${few}`, "paired difference from private"],
      [`side=${writing}/half&side=${few}&side=${writing}/all`, "their objectives differ"],
    ]) {
      await page.goto(`${address}?${query}`);
      await server.goto(`${view.url}?${query}`);
      await server.locator("main", { hasText: says }).waitFor();
      await server.getByText("Curves are being read").waitFor({ state: "detached" });
      await expect.poll(() => main(page), { message: query }).toBe(await main(server));
      expect(await overflow(page)).toBe(0);
    }
    // Runs are marked in the list and compared.
    await page.getByRole("link", { name: "All runs" }).click();
    for (const title of ["Who sorts?", "What is in the folder?"]) await page.getByLabel(`compare ${title}`).check();
    await page.getByRole("link", { name: "Side by side: 2 runs" }).click();
    await page.getByText("What differs in their results").waitFor();
    await page.getByRole("region", { name: "Over steps" }).waitFor();
    expect(complaints).toEqual([]);
    await page.goto(`${address}?side=${few}&side=nowhere`);
    await page.getByText(/no run of these pages is called "nowhere"/).waitFor();

    // Of many episodes those that are worth a look have a replay.
    const { replays }: { replays: readonly string[] } = JSON.parse(
      readFileSync(join(store, writing, "episodes.json"), "utf8"),
    );
    await page.goto(`${address}?run=${writing}&show=episodes`);
    await page.getByText(`These pages hold replays of ${replays.length} of 1\u202f002 episodes`).waitFor();
    const held = (row: number) => replays.includes(replayFile(["all"], { variant: "all", seed: 0, episode: row }));
    const linked = await page
      .locator("table.grid tbody tr")
      .evaluateAll((rows) => rows.map((row) => row.querySelector("td a") !== null));
    expect(linked).toEqual(linked.map((_, row) => held(row)));
    const alone = linked.indexOf(false);
    await page.locator("table.picked a").first().click();
    await page.getByRole("region", { name: "half" }).locator(".conversation").waitFor();
    // Both sides have one axis of steps, one range of each measure and one scale of heat; a character of one is told on both.
    const shown = new URL(page.url());
    for (const [name, value] of [
      ["step", "99"],
      ["text", "half"],
      ["place", "1"],
    ])
      shown.searchParams.set(name, value);
    await page.goto(shown.href);
    const sides = [page.getByRole("region", { name: "all" }), page.getByRole("region", { name: "half" })];
    for (const side of sides) await side.locator(".conversation output", { hasText: "(the world wrote it)" }).waitFor();
    const scales = (side: Locator) =>
      side.evaluate((one) => [
        ...[...one.querySelectorAll(".step-curve svg")].map((curve) => curve.ariaLabel),
        one.querySelector(".step-curve.axis").textContent,
        one.querySelector("figcaption").textContent,
      ]);
    const [one, other] = [await scales(sides[0]), await scales(sides[1])];
    expect(one).toEqual(other);
    expect(one.at(-1)).toMatch(/^heat: .* in nats0[\d.]+$/);
    expect(one.find((label) => label.startsWith("pay over"))).toMatch(/^pay over steps 1 to \d+, (from|always) /);
    await page.goto(`${address}?run=${writing}&show=replay&variant=all&seed=0&episode=${alone}`);
    await page.getByText("and not of this one; agon view replays every one.").waitFor();
  }, 60_000);

  test("says in a sentence what is missing or of an earlier version", async () => {
    const { address } = files;
    // Of a run that is not done, episodes that are there are held.
    const [, steady] = readRecord(join(store, few)).variants;
    breakSeal({ store, key: steady.key, seed: 1 });
    expect((await agon(["report", few, "--embed"], { cwd: folder })).code).toBe(0);
    expect(JSON.parse(readFileSync(join(store, few, "episodes.json"), "utf8"))).toMatchObject({ total: 5 });
    expect(readdirSync(join(store, few)).filter((name) => name.startsWith("replay-"))).toHaveLength(5);
    const [{ key }, half] = readRecord(join(store, writing)).variants;
    const file = (name: string) => join(store, few, name);
    // As a run that an earlier version embedded: without sides and texts, and without a list of replays.
    const { measures, texts, picked, ...now } = JSON.parse(readFileSync(file("episodes.json"), "utf8"));
    expect(now.table).toEqual(checksumOf(readFileSync(file("episodes.parquet"))));
    writeFileSync(file("episodes.json"), JSON.stringify({ measures, texts, picked }));
    for (const name of ["sides.json", "texts.json"]) rmSync(file(name));
    rmSync(cellFile(store, { key, seed: 0 }, "texts"));
    // A table that can be read, with other numbers.
    const changed = cellFile(store, { key: half.key, seed: 0 }, "texts");
    await rewritten(changed, "* REPLACE (credit + 1 AS credit)");
    rmSync(join(store, writing, "episodes.parquet"));
    writeFileSync(join(store, writing, "report.json"), "<html>");
    const { page } = await open();
    for (const [query, says] of [
      [`side=${few}&side=${writing}`, `${few}/sides.json is not there (404): \`agon report RUN --embed\` writes it.`],
      [`run=${few}&show=texts`, `${few}/texts.json is not there (404): \`agon report RUN --embed\` writes it.`],
      [`run=${few}&show=episodes`, `${few}/episodes.json is of an earlier version`],
      [`run=${few}&show=replay&seed=0&episode=0`, `${few}/episodes.json is of an earlier version`],
      [
        `run=${writing}&show=texts&seed=0`,
        `cells/${key}/texts/0.parquet is not there (404): it is a table of the store`,
      ],
      [`run=${writing}&show=texts&variant=half`, `cells/${half.key}/texts/0.parquet was cut or changed: \`agon report`],
      [`run=${writing}&show=episodes`, `${writing}/episodes.parquet is not there (404)`],
      [`run=${writing}`, `${writing}/report.json is damaged: \`agon report RUN --embed\` writes it anew.`],
    ]) {
      await page.goto(`${address}?${query}`);
      await page.getByText(says.replaceAll("`", "")).first().waitFor();
    }
    // The other run is embedded again, and then its table is changed.
    expect((await agon(["report", few, "--embed"], { cwd: folder })).code).toBe(0);
    await page.goto(`${address}?run=${few}&show=episodes`);
    await page.getByText("5 rows of 5 episodes").waitFor();
    await rewritten(file("episodes.parquet"), "* REPLACE (pay + 1 AS pay)");
    await page.reload();
    await page.getByText(`${few}/episodes.parquet was cut or changed`).waitFor();
  }, 60_000);
});
