// Relocated paths: none leads out of the new folder, and their positions relative to each other are the same.

import { join, relative } from "node:path";
import { expect, test } from "vitest";
import { pathsBelow } from "./paths-below.ts";

test("paths within their folder are unchanged", () => {
  expect(pathsBelow(["a.js", "b/c.js"])).toEqual({ start: "", paths: ["a.js", "b/c.js"] });
});

test("paths above their folder are moved below the other folder, with the same relative positions", () => {
  const sources = ["own.js", "../lib/x.js", "../../y.js"];
  const { start, paths } = pathsBelow(sources);
  for (const [k, path] of paths.entries()) {
    expect(path.startsWith("..")).toBe(false);
    expect(relative(start, path)).toBe(join(sources[k]));
  }
});
