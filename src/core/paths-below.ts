// Moves paths, which may lead above their starting folder, below another folder. Their positions relative to each other stay the same.

import { join, normalize } from "node:path";

export interface PathsBelow {
  /** The starting folder within the new folder. */
  readonly start: string;
  readonly paths: readonly string[];
}

export function pathsBelow(paths: readonly string[]): PathsBelow {
  const above = Math.max(0, ...paths.map((path) => path.split(/[\\/]/).filter((part) => part === "..").length));
  const start = Array.from({ length: above }, () => "in").join("/");
  return { start, paths: paths.map((path) => normalize(join(start, path)).replaceAll("\\", "/")) };
}
