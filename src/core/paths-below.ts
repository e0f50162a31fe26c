// Paths that may lead above the folder that they start from, as paths below another folder: they lie to each other as before.

import { join, normalize } from "node:path";

/** Paths in another folder. */
export interface PathsBelow {
  /** Where they start from there. */
  readonly start: string;
  readonly paths: readonly string[];
}

export function pathsBelow(paths: readonly string[]): PathsBelow {
  const above = Math.max(0, ...paths.map((path) => path.split(/[\\/]/).filter((part) => part === "..").length));
  const start = Array.from({ length: above }, () => "in").join("/");
  return { start, paths: paths.map((path) => normalize(join(start, path)).replaceAll("\\", "/")) };
}
