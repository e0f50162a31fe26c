// Requests that are answered, and requests that are refused.

import { expect, test } from "vitest";
import { type Asked, isLoopback, refusal } from "./guard.ts";

const asked = (headers: Readonly<Record<string, string>>, query = "", method = "GET"): Asked => ({
  method,
  header: (name) => headers[name],
  query: new URLSearchParams(query),
});
const own = { host: "127.0.0.1:7411" };

test("pages of its own on this machine are answered, and so are programs", () => {
  for (const host of ["127.0.0.1:7411", "localhost:80", "localhost", "[::1]:7411"])
    expect(refusal(asked({ host }), undefined)).toBeUndefined();
  const page = { ...own, origin: "http://127.0.0.1:7411", "sec-fetch-site": "same-origin" };
  expect(refusal(asked(page, "", "POST"), undefined)).toBeUndefined();
});

test.each([
  ["a name that was made to point here", { host: "evil.example:7411" }],
  ["no name", {}],
  ["a page of another origin", { ...own, origin: "https://evil.example" }],
  ["a page on another port", { ...own, origin: "http://127.0.0.1:3000" }],
  ["a page whose origin is hidden", { ...own, origin: "null" }],
  ["an image or a script on another page", { ...own, "sec-fetch-site": "cross-site", "sec-fetch-mode": "no-cors" }],
  ["a form on another page", { ...own, "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate", method: "POST" }],
])("%s is refused", (_, { method = "GET", ...headers }: Readonly<Record<string, string>>) => {
  expect(refusal(asked(headers, "", method), undefined)?.status).toBe(403);
});

test("a link from elsewhere opens the page", () => {
  const link = { ...own, "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate" };
  expect(refusal(asked(link), undefined)).toBeUndefined();
});

test("on another address a request with the token is answered, by any name", () => {
  const host = { host: "box.lan:7411" };
  expect(refusal(asked(host), "abc")?.status).toBe(401);
  expect(refusal(asked(host, "token=abd"), "abc")?.status).toBe(401);
  expect(refusal(asked(host, "token=abcd"), "abc")?.status).toBe(401);
  expect(refusal(asked({ ...host, cookie: "other=1; agon-token=ab" }), "abc")?.status).toBe(401);
  expect(refusal(asked(host, "token=abc"), "abc")).toBeUndefined();
  expect(refusal(asked({ ...host, cookie: "other=1; agon-token=abc" }), "abc")).toBeUndefined();
  expect(refusal(asked({ ...host, authorization: "Bearer abc" }), "abc")).toBeUndefined();
  expect(refusal(asked({ ...host, origin: "http://evil.example", cookie: "agon-token=abc" }), "abc")?.status).toBe(403);
});

test("which addresses are this machine's alone", () => {
  expect(["127.0.0.1", "localhost", "::1"].every(isLoopback)).toBe(true);
  expect(["0.0.0.0", "192.168.0.2", "::", "box.lan"].some(isLoopback)).toBe(false);
});
