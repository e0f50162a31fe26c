// What a test leaves in the working folder where it has named no folder of its own for its store.

import { existsSync, readdirSync, statSync } from "node:fs";

const STRAY = ["store.json", ".agon"];

/** Names of stray files in the working folder; those in a folder have their paths in it. */
export const strayFiles = (): string[] =>
  STRAY.filter((name) => existsSync(name)).flatMap((name) => [
    name,
    ...(statSync(name).isDirectory() ? readdirSync(name, { recursive: true, encoding: "utf8" }) : []),
  ]);
