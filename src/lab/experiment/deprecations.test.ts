// Old names are removed in the version that they declare, and the changelog lists them.

import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { DEPRECATIONS, type Deprecation, deprecated, noticesOf, writtenForms } from "./deprecations.ts";
import { version } from "./own-package.ts";

const numbers = (text: string): number[] => text.split(".").map(Number);

/** Returns whether one version precedes another. */
function isBefore(one: string, other: string): boolean {
  const [a, b] = [numbers(one), numbers(other)];
  const at = a.findIndex((number, k) => number !== b[k]);
  return at >= 0 && a[at] < b[at];
}

test("an old name is accepted from the version that renamed it to the next minor version", () => {
  for (const { old, since, removedIn } of DEPRECATIONS) {
    const [major, minor] = numbers(since);
    expect([old, removedIn]).toEqual([old, `${major}.${minor + 1}.0`]);
    expect([old, isBefore(version(), removedIn)], `${old} ends with ${removedIn}`).toEqual([old, true]);
  }
  const others = ["0.1.9", "0.2.0", "0.10.0"].map((one) => isBefore(one, "0.2.0"));
  expect(others).toEqual([true, false, false]);
});

test("an old name has one meaning, and no current name is deprecated", () => {
  const olds = DEPRECATIONS.map(({ kind, old }) => `${kind === "package" || kind === "policy" ? kind : "key"} ${old}`);
  expect(new Set(olds).size).toBe(olds.length);
  for (const { kind, now } of DEPRECATIONS) expect(deprecated(kind).has(now), now).toBe(false);
});

test("the changelog lists every old name with its current name", () => {
  const changelog = readFileSync(new URL("../../../CHANGELOG.md", import.meta.url), "utf8");
  for (const removedIn of new Set(DEPRECATIONS.map((one) => one.removedIn))) {
    const [, table] = changelog.split(`version ${removedIn} no longer takes them:\n\n| old | now |\n| --- | --- |\n`);
    const rows = DEPRECATIONS.filter((one) => one.removedIn === removedIn).map((one) => {
      const [old, now] = writtenForms(one);
      return `| \`${old}\` | \`${now}\` |`;
    });
    expect(table?.split("\n\n")[0].trimEnd().split("\n")).toEqual(rows);
  }
});

test("a notice names the file, the version, and each old name once with its current name", () => {
  const one = (old: string, removedIn: string): Deprecation => ({
    ...{ kind: "key", old, now: `${old}2`, since: "1.0.0", removedIn },
  });
  expect(noticesOf("x.yaml", new Set([one("a", "1.1.0"), one("b", "1.2.0"), one("c", "1.1.0")]))).toEqual([
    "x.yaml: old names, which version 1.1.0 no longer takes: a: is now a2:; c: is now c2:",
    "x.yaml: old names, which version 1.2.0 no longer takes: b: is now b2:",
  ]);
  expect(noticesOf("x.yaml", [])).toEqual([]);
});
