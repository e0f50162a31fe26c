// The form of the manual: generated pages are those that the code writes today, pages are short, and sentences too.

import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { GENERATED, manualPages } from "../src/lab/manual/manual.ts";
import { isGenerated, pages, pagesBelow, read, rooms, root, sentences } from "./fixtures/manual.ts";

test("generated pages are those that `npm run manual` writes", async () => {
  const written = new Map((await manualPages()).map(({ file, text }) => [`docs/${file}`, text]));
  const folders = GENERATED.filter((folder) => existsSync(join(root, "docs", folder)));
  expect(folders.flatMap((folder) => pagesBelow(`docs/${folder}`)).sort()).toEqual([...written.keys()].sort());
  for (const [file, text] of written) expect(read(file) === text, `${file} is stale: npm run manual`).toBe(true);
});

/** Most words of a sentence in a page that is written by hand. */
const LONGEST = 25;

describe("sentences are short", () => {
  test.each(pages.filter((page) => !isGenerated(page)))("%s", (page) => {
    const long = sentences(read(page)).filter((sentence) => sentence.split(" ").length > LONGEST);
    expect(long).toEqual([]);
  });
});

const lines = (page: string) => read(page).trimEnd().split("\n").length;

test("the README and the architecture are one page each", () => {
  expect(lines("README.md")).toBeLessThanOrEqual(100);
  expect(lines("docs/architecture.md")).toBeLessThanOrEqual(120);
});

test.each(rooms)("the room %s has a page of at most 60 lines", (room) => {
  const page = `src/${room}/README.md`;
  expect(lines(page)).toBeLessThanOrEqual(60);
  for (const heading of ["## What it is not", "## How to add", "## Example"]) expect(read(page)).toContain(heading);
  expect(read("docs/architecture.md")).toContain(`../${page}`);
});

test.each(pagesBelow("docs/decisions").filter((page) => !page.endsWith("README.md")))("%s is whole", (page) => {
  const parts = [...read(page).matchAll(/^\*\*([^*]+)\.\*\*/gm)].map(([, part]) => part);
  expect(parts).toEqual(["Problem", "Refused", "Rule", "Where it holds", "Kept by"]);
  expect(read("docs/decisions/README.md")).toContain(page.slice("docs/decisions/".length));
});

test("a word is told once", () => {
  const words = [...read("docs/words.md").matchAll(/^\| \*\*([^*]+)\*\*/gm)].flatMap(([, term]) => term.split(", "));
  expect(words.length).toBeGreaterThan(60);
  expect(words.filter((word, k) => words.indexOf(word) !== k)).toEqual([]);
});
