// The manual under /manual/: files of its site are served, and no others.

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { manual } from "./manual.ts";

const PAGE = '<script type="module" src="/manual/assets/app.1a2b.js"></script><script id="a">dark()</script>';

/** Creates a folder with a secret file, and the site in a subfolder. */
function site(): (path: string, init?: RequestInit) => Promise<Response> {
  const folder = mkdtempSync(join(tmpdir(), "agon-manual-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const files = {
    "secret.txt": "a secret",
    "site/index.html": `first ${PAGE}`,
    "site/404.html": `no page ${PAGE}`,
    "site/guides/index.html": `guides ${PAGE}`,
    "site/guides/add.html": `add ${PAGE}`,
    "site/assets/app.1a2b.js": "go()",
    "site/assets/style.3c4d.css": "a {}",
    "site/hashmap.json": "{}",
  };
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  const app = manual(join(folder, "site"));
  return async (path, init) => app.request(path, init);
}

test.each([
  ["/manual/", "first", "text/html; charset=utf-8"],
  ["/manual/?token=abc", "first", "text/html; charset=utf-8"],
  ["/manual/guides/", "guides", "text/html; charset=utf-8"],
  ["/manual/guides/add.html", "add", "text/html; charset=utf-8"],
  ["/manual/assets/app.1a2b.js", "go()", "text/javascript; charset=utf-8"],
  ["/manual/assets/style.3c4d.css", "a {}", "text/css; charset=utf-8"],
  ["/manual/hashmap.json", "{}", "application/json"],
])("%s is answered", async (path, text, type) => {
  const answer = await site()(path);
  expect(answer.status).toBe(200);
  expect(answer.headers.get("content-type")).toBe(type);
  expect(await answer.text()).toContain(text);
});

test("a page runs the scripts that it was built with, and no others", async () => {
  const policy = (await site()("/manual/guides/add.html")).headers.get("content-security-policy") ?? "";
  const directives = new Map(policy.split("; ").map((one) => [one.split(" ")[0], one.split(" ").slice(1)]));
  expect(directives.get("default-src")).toEqual(["'none'"]);
  expect(directives.get("script-src")).toEqual(["'self'", "'sha256-fNefTR34fI4AKL70MFDWngBjZzPD/E9oLjTl18ee/nA='"]);
  expect(directives.get("connect-src")).toEqual(["'self'"]);
});

test("files named by their content hash are cached by the browser", async () => {
  const get = site();
  const kept = async (path: string) => (await get(path)).headers.get("cache-control");
  expect(await kept("/manual/assets/app.1a2b.js")).toBe("public, max-age=31536000, immutable");
  for (const path of ["/manual/", "/manual/guides/add.html", "/manual/assets/none.js"])
    expect(await kept(path), path).toBeNull();
});

test("an address without its trailing slash is redirected", async () => {
  const get = site();
  for (const path of ["/manual", "/manual/guides"]) {
    const answer = await get(path);
    expect([answer.status, answer.headers.get("location")]).toEqual([302, `${path}/`]);
  }
});

test("a missing page gets the site's 404 page", async () => {
  const answer = await site()("/manual/guides/none.html");
  expect(answer.status).toBe(404);
  expect(answer.headers.get("content-type")).toMatch(/^text\/html/);
  expect(answer.headers.get("content-security-policy")).toContain("script-src 'self'");
  expect(await answer.text()).toContain("no page");
});

test.each([
  "/manual/../secret.txt",
  "/manual/%2e%2e/secret.txt",
  "/manual/..%2fsecret.txt",
  "/manual/%2e%2e%2fsecret.txt",
  "/manual/..%5csecret.txt",
  "/manual/assets/..%2f..%2fsecret.txt",
  "/manual/%252e%252e%252fsecret.txt",
  "/manual//secret.txt",
  "/manual/assets/",
  "/manualsecret.txt",
])("%s leads out of the folder, and nowhere", async (path) => {
  const answer = await site()(path);
  expect(answer.status).toBe(404);
  expect(await answer.text()).not.toContain("secret");
});

test("methods other than GET and HEAD have no route", async () => {
  const get = site();
  for (const method of ["POST", "PUT", "DELETE"]) expect((await get("/manual/", { method })).status).toBe(404);
  expect(await (await get("/manual/", { method: "HEAD" })).text()).toBe("");
});

test("where the site is not built, one sentence says how to build it", async () => {
  const folder = mkdtempSync(join(tmpdir(), "agon-manual-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const answer = await manual(join(folder, "none")).request("/manual/");
  expect(answer.status).toBe(404);
  expect(await answer.text()).toBe(
    "The manual is not built: `npm run docs`, in the folder that holds Agon, builds it.\n",
  );
});
