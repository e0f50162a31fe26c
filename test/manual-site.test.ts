// The manual as a site, as it was built: its pages, its links, and its search inside `agon view`.

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { request } from "node:http";
import { join } from "node:path";
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { placeOf } from "../docs/.vitepress/sources.ts";
import { openStore } from "../src/lab/store/store.ts";
import { openView } from "../src/server/view.ts";
import { root, scratch } from "./cli/agon.ts";
import { chromiumHere } from "./fixtures/chromium-here.ts";
import { read, pages as sources } from "./fixtures/manual.ts";
import { overflow } from "./fixtures/opened-page.ts";
import { sharedBrowser } from "./fixtures/shared.ts";

const site = join(root, "dist-manual");
const pages = new Map<string, string>();

beforeAll(() => {
  if (!existsSync(join(site, "index.html"))) throw new Error("dist-manual is missing: npm run docs");
  for (const name of readdirSync(site, { recursive: true, encoding: "utf8" }).filter((one) => one.endsWith(".html")))
    pages.set(name.replaceAll("\\", "/"), readFileSync(join(site, name), "utf8"));
});

test("every page of the manual is there, with the title that it has", () => {
  const places = sources.map((source) => placeOf(source).replace(/\.md$/, ".html"));
  expect([...pages.keys()].sort(), "dist-manual is stale: npm run docs").toEqual(["404.html", ...places].sort());
  for (const source of sources) {
    const [, title] = /^# (.+)$/m.exec(read(source)) ?? [];
    const [, head] =
      /<title>(.+?)( \| Agon)?<\/title>/.exec(pages.get(placeOf(source).replace(/\.md$/, ".html")) ?? "") ?? [];
    expect(unescaped(head ?? ""), source).toBe(title?.replaceAll("`", ""));
  }
});

const unescaped = (html: string): string =>
  html.replaceAll("&#39;", "'").replaceAll("&quot;", '"').replaceAll("&lt;", "<").replaceAll("&amp;", "&");

test("links of its pages lead to pages, headings and files of the site", () => {
  const headings = new Map([...pages].map(([page, html]) => [page, new Set(attributes(html, "id"))]));
  const dead: string[] = [];
  for (const [page, html] of pages)
    for (const link of attributes(html, "href")) {
      if (/^(https?|data):/.test(link) || link === "/manual/../") continue;
      const [path, anchor] = decodeURI(link).split("#");
      const file = path === "" ? page : path.replace(/^\/manual\//, "").replace(/(^|\/)$/, "$1index.html");
      const isThere = path.startsWith("/manual/") || path === "" ? existsSync(join(site, file)) : false;
      if (!isThere || (anchor !== undefined && !headings.get(file)?.has(anchor))) dead.push(`${page}: ${link}`);
    }
  expect(dead).toEqual([]);
});

/** Values of an attribute in a page. */
const attributes = (html: string, name: string): string[] =>
  [...html.matchAll(new RegExp(`<[a-z]\\w*(?: [^>]*)? ${name}="([^"]*)"`, "g"))].map(([, value]) => unescaped(value));

test("a page loads nothing from elsewhere", () => {
  const loaded = [...pages].flatMap(([page, html]) =>
    [...html.matchAll(/<(?:script|link|img|iframe|source)[^>]* (?:src|href)="([^"]*)"/g)]
      .filter(([, address]) => !/^(\/manual\/|data:)/.test(address))
      .map(([, address]) => `${page}: ${address}`),
  );
  expect(loaded).toEqual([]);
});

test("every page holds the same scripts, which the policy of the first one lets run", () => {
  const scripts = (html: string) =>
    [...html.matchAll(/<script(?![^>]* src=)[^>]*>(.*?)<\/script>/gs)].map(([, one]) => one);
  const first = scripts(pages.get("index.html") ?? "");
  expect(first.length).toBeGreaterThan(0);
  for (const [page, html] of pages) expect(scripts(html), page).toEqual(first);
});

async function viewed(): Promise<string> {
  const view = await openView({ store: openStore(join(scratch(), ".agon")), port: 0 });
  onTestFinished(() => view.close());
  return view.url;
}

test("agon view answers it through its guard, and a path as it was written leads out of nothing", async () => {
  const { port } = new URL(await viewed());
  /** As a program sends it: `fetch` would shorten the path. */
  const send = (path: string, headers: Readonly<Record<string, string>> = {}) =>
    new Promise<{ status: number; text: string; headers: Readonly<Record<string, unknown>> }>((done, failed) => {
      request({ host: "127.0.0.1", port, path, headers }, (answer) => {
        const chunks: Buffer[] = [];
        answer.on("data", (chunk: Buffer) => chunks.push(chunk));
        answer.on("end", () =>
          done({ status: answer.statusCode ?? 0, text: Buffer.concat(chunks).toString(), headers: answer.headers }),
        );
      })
        .on("error", failed)
        .end();
    });
  const first = await send("/manual/");
  expect(first.text).toBe(pages.get("index.html"));
  expect(first.headers).toMatchObject({
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "content-security-policy": expect.stringMatching(/^default-src 'none'; script-src 'self' 'sha256-/),
  });
  const [, asset] = /src="(\/manual\/assets\/[^"]+)"/.exec(first.text) ?? [];
  expect((await send(asset ?? "")).headers["cache-control"]).toBe("public, max-age=31536000, immutable");
  expect((await send("/manual/", { host: "evil.example" })).status).toBe(403);
  expect((await send("/manual/", { origin: "http://evil.example" })).status).toBe(403);
  for (const path of [
    "/manual/../package.json",
    "/manual/assets/../../package.json",
    "/manual/%2e%2e%2fpackage.json",
  ]) {
    const { status, text } = await send(path);
    expect(status, path).toBe(404);
    expect(text, path).not.toContain("agonlab");
  }
});

/** A word of one page. */
const RARE = "turbulence";

describe.skipIf(chromiumHere === undefined)("in a browser", () => {
  async function opened(width: number, colorScheme: "light" | "dark") {
    const url = await viewed();
    const browser = await sharedBrowser();
    onTestFinished(() => browser.close());
    const page = await browser.newPage({ viewport: { width, height: 900 }, colorScheme });
    const complaints: string[] = [];
    page.on("console", (message) => complaints.push(message.text()));
    page.on("pageerror", (error) => complaints.push(String(error)));
    page.on("request", (sent) => {
      if (!sent.url().startsWith(url)) complaints.push(`asked ${sent.url()}`);
    });
    return { url, page, complaints };
  }

  test("a word is searched for, and the page that holds it is opened", async () => {
    expect(sources.filter((source) => read(source).includes(RARE))).toEqual(["docs/reference/worlds/control.md"]);
    const { url, page, complaints } = await opened(1300, "light");
    await page.goto(url);
    await page.getByRole("link", { name: "Manual" }).click();
    await page.getByRole("heading", { name: "Agon", level: 1 }).waitFor();
    // A button that is pressed before the page's scripts are there does nothing.
    await page.waitForLoadState("networkidle");
    await page.getByRole("button", { name: "Search" }).click();
    await page.getByRole("searchbox").fill(RARE);
    await page.locator(".result", { hasText: "Classic control" }).first().click();
    await page.waitForURL(`${url}manual/reference/worlds/control.html#**`);
    await page.getByRole("cell", { name: RARE }).first().waitFor();
    await page.getByRole("link", { name: "Runs" }).click();
    await page.getByRole("heading", { name: "Runs" }).waitFor();
    expect(page.url()).toBe(url);
    expect(complaints).toEqual([]);
  }, 60_000);

  test("on a narrow screen at night no page is wider than the screen", async () => {
    const { url, page, complaints } = await opened(380, "dark");
    for (const name of ["", "guides/compare-incentives.html", "reference/worlds/markets.html", "systems/spark.html"]) {
      await page.goto(`${url}manual/${name}`);
      await page.locator("h1").waitFor();
      expect(await overflow(page), name).toBe(0);
    }
    expect(await page.evaluate<boolean>("document.documentElement.classList.contains('dark')")).toBe(true);
    expect(complaints).toEqual([]);
  }, 60_000);
});
