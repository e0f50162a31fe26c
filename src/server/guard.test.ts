// Requests from pages of other sites, and host names of this machine.

import { expect, test } from "vitest";
import { isCalledLoopback, isForeign, isLoopback, type PlainRequest } from "./guard.ts";

const request = (headers: Readonly<Record<string, string>>, path = "/", method = "GET"): PlainRequest => ({
  method,
  path,
  header: (name) => headers[name],
  query: new URLSearchParams(),
});
const isPage = (path: string) => path === "/";
const own = { host: "127.0.0.1:7411" };
const link = { ...own, "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate", "sec-fetch-dest": "document" };

test("own pages, programs, and links to a page are not foreign requests", () => {
  const page = { ...own, origin: "http://127.0.0.1:7411", "sec-fetch-site": "same-origin" };
  expect(isForeign(request(page, "/api", "POST"), isPage)).toBe(false);
  expect(isForeign(request(own, "/api", "POST"), isPage)).toBe(false);
  expect(isForeign(request({ ...own, "sec-fetch-site": "none" }, "/api"), isPage)).toBe(false);
  expect(isForeign(request(link), isPage)).toBe(false);
});

test.each([
  ["a page of another origin", { ...own, origin: "https://evil.example" }],
  ["a page on another port", { ...own, origin: "http://127.0.0.1:3000" }],
  ["a page whose origin is hidden", { ...own, origin: "null" }],
  ["an image or a script", { ...own, "sec-fetch-site": "cross-site", "sec-fetch-mode": "no-cors" }],
  ["a page of this machine under another name", { ...own, "sec-fetch-site": "same-site", "sec-fetch-mode": "cors" }],
  ["a hidden frame", { ...link, "sec-fetch-dest": "iframe" }],
  ["a form", { ...link, method: "POST" }],
  ["a link to what is no page", { ...link, path: "/env/pole/metadata" }],
])(
  "%s of another site is foreign",
  (_, { path = "/", method = "GET", ...headers }: Readonly<Record<string, string>>) => {
    expect(isForeign(request(headers, path, method), isPage)).toBe(true);
  },
);

test("which addresses and names are local", () => {
  expect(["127.0.0.1", "localhost", "::1"].every(isLoopback)).toBe(true);
  expect(["0.0.0.0", "192.168.0.2", "::", "box.lan"].some(isLoopback)).toBe(false);
  const called = (host: string) => isCalledLoopback(request({ host }));
  expect(["127.0.0.1:7411", "localhost:80", "localhost", "[::1]:7411"].every(called)).toBe(true);
  expect(["evil.example:7411", "127.0.0.1.evil.example", ""].some(called)).toBe(false);
});
