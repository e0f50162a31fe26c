// Studies in `agon view`, in a real browser: found in the list, read with paper, verdicts and figures, and kept as a file.

import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { keepRecord, shippedRecords } from "../src/lab/studies/kept-records.ts";
import type { StudyPageData } from "../src/lab/studies/study-data.ts";
import { lacking } from "../src/server/rights.ts";
import { openView } from "../src/server/view.ts";
import { studies } from "../src/systems/index.ts";
import { root, scratch } from "./cli/agon.ts";
import { chromiumHere } from "./fixtures/chromium-here.ts";
import { overflow } from "./fixtures/opened-page.ts";
import { inaccessible } from "./fixtures/screen-reader.ts";
import { viewBrowser } from "./fixtures/view-browser.ts";

async function opened(store: string): Promise<string> {
  const view = await openView({ store, port: 0 });
  onTestFinished(() => view.close());
  return view.url;
}

const newStore = (): string => {
  const store = join(scratch(), ".agon");
  mkdirSync(store);
  return store;
};

describe.skipIf(chromiumHere === undefined)("studies", () => {
  const seen = viewBrowser();

  test("from the list to a page; wide and narrow, light and dark", async () => {
    const url = await opened(newStore());
    for (const [width, colorScheme] of [
      [1300, "light"],
      [390, "dark"],
    ] as const) {
      const { page, complaints } = await seen(url, { width, colorScheme });
      const requests: string[] = [];
      page.on("request", (request) => requests.push(request.url()));
      const sound = async () => {
        expect(await overflow(page)).toBe(0);
        expect(await inaccessible(page)).toEqual([]);
      };
      await page.getByRole("link", { name: "Studies" }).click();
      await page.getByText(`${studies.ids().length} studies`).waitFor();
      await sound();
      await page.getByLabel("Search").fill("golrezaei");
      await page.getByText(`1 of ${studies.ids().length} studies`).waitFor();
      expect(new URL(page.url()).searchParams.get("search")).toBe("golrezaei");
      await page.getByRole("link", { name: "Multi-channel Autobidding" }).click();
      await page.getByRole("heading", { level: 1, name: "Multi-channel Autobidding with Budget" }).waitFor();
      await page.getByText("Deng, Golrezaei, Jaillet, Liang and Mirrokni, 2023, ICML 2023, arXiv 2302.01523").waitFor();
      expect(await page.title()).toContain("Multi-channel Autobidding");
      const { full } = shippedRecords("autobidding");
      if (full === undefined) throw new Error("no record of autobidding ships");
      const facts = full.facts?.length ?? 0;
      expect(facts).toBeGreaterThan(0);
      expect(await page.locator(".results li").count()).toBe(full.results.length + facts);
      await page.getByText("shown by tests").first().waitFor();
      const headlines = full.results.filter(({ kind, headline }) => kind === "claim" && headline);
      const held = headlines.filter(({ verdict }) => verdict === "holds").length;
      expect(headlines.length).toBeGreaterThan(0);
      await page.getByText(`${held} of ${headlines.length} headline claims hold`).first().waitFor();
      // A figure over the arms of a table, with a dot for each.
      const table = full.tables.find(({ rows }) => rows.length > 1);
      if (table === undefined) throw new Error("no table of several arms");
      const figure = page.getByRole("img", { name: `${table.title}: ${table.columns[0]}` });
      expect(await figure.locator("g[aria-label='dot'] > *").count()).toBe(table.rows.length);
      await sound();
      await page.getByRole("button", { name: "Copy BibTeX" }).click();
      await page.getByText(/^(copied|selected: Ctrl-C copies it)$/).waitFor();
      await page.getByRole("radio", { name: "short", exact: true }).check({ force: true });
      const { short } = shippedRecords("autobidding");
      await expect.poll(() => page.locator(".results li").count()).toBe((short?.results.length ?? 0) + facts);
      expect(requests.filter((address) => new URL(address).origin !== new URL(url).origin)).toEqual([]);
      expect(complaints).toEqual([]);
    }
  }, 60_000);

  test("a damaged record is told in the list and on its page, and the others are shown", async () => {
    const store = newStore();
    mkdirSync(join(store, "studies/short"), { recursive: true });
    writeFileSync(join(store, "studies/short/spark.jsonl"), "{}");
    const { page } = await seen(`${await opened(store)}?show=studies&status=damaged`);
    await page.getByText(`1 of ${studies.ids().length} studies`).waitFor();
    await page.getByText("spark.jsonl is not as it was written; remove it").waitFor();
    await page.getByRole("link", { name: "SPARK" }).click();
    await page.getByText("spark.jsonl is not as it was written; remove it").waitFor();
  }, 60_000);
});

test("the record is the file itself, the store's before the one that ships; a name that is none is refused", async () => {
  const store = newStore();
  const url = await opened(store);
  const get = async (path: string) => fetch(new URL(path, url));
  const files = async (): Promise<StudyPageData["files"]> => {
    const page: StudyPageData = JSON.parse(await (await get("/api/studies/coopetition-gym")).text());
    return page.files;
  };
  const shipped = readFileSync(join(root, "docs/systems/results/short/coopetition-gym.jsonl"));
  const hash = (bytes: Uint8Array | string) => createHash("sha256").update(bytes).digest("hex");
  expect((await files())[0]).toEqual({
    ...{ form: "short", name: "coopetition-gym.short.jsonl", sha256: hash(shipped), isShipped: true },
  });
  const answer = await get("/api/studies/coopetition-gym/records/short");
  expect(answer.headers.get("content-disposition")).toBe('attachment; filename="coopetition-gym.short.jsonl"');
  expect(await answer.text()).toBe(shipped.toString("utf8"));
  const { short } = shippedRecords("coopetition-gym");
  if (short === undefined) throw new Error("no record of coopetition-gym ships");
  keepRecord(join(store, "studies"), { ...short, seconds: 1 });
  const own = await (await get("/api/studies/coopetition-gym/records/short")).text();
  expect(own).toContain('"seconds":1,');
  expect((await files())[0]).toMatchObject({ sha256: hash(own), isShipped: false });
  for (const [path, said] of [
    ["coopetition-gim", 'did you mean \\"coopetition-gym\\"?'],
    ["..%2f..%2fpackage", "no study is called"],
    ["coopetition-gym/records/middle", "no form of a study is called"],
    ["coopetition-gym/records/..%2fshort", "no form of a study is called"],
  ]) {
    const refused = await get(`/api/studies/${path}`);
    expect([refused.status, await refused.text()]).toEqual([404, expect.stringContaining(said)]);
  }
});

test("who may look at runs may look at studies; a judge may not, and nothing is changed there", () => {
  const may = (role: "judge" | "read" | "write", method: string, path: string) =>
    lacking(role, { method, path }, "/api/texts/judging") === undefined;
  for (const path of ["/api/studies", "/api/studies/spark", "/api/studies/spark/records/full"]) {
    expect((["judge", "read", "write"] as const).map((role) => may(role, "GET", path))).toEqual([false, true, true]);
    expect(may("read", "POST", path)).toBe(false);
  }
});
