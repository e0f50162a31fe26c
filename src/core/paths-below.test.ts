// Relocated paths: none leads out of the new folder, and their positions relative to each other are the same.

import { join, relative } from "node:path";
import { expect, test } from "vitest";
import { pathsBelow } from "./paths-below.ts";

test("paths that stay in their folder are as they were", () => {
  expect(pathsBelow(["a.js", "b/c.js"])).toEqual({ start: "", paths: ["a.js", "b/c.js"] });
});

test("paths that lead above it stay below the other one, in the same places to each other", () => {
  const sources = ["own.js", "../lib/x.js", "../../y.js"];
  const { start, paths } = pathsBelow(sources);
  for (const [k, path] of paths.entries()) {
    expect(path.startsWith("..")).toBe(false);
    expect(relative(start, path)).toBe(join(sources[k]));
  }
});
