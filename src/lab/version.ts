// The version in package.json, which lies two folders up from here both in the sources and when built.

import { readFileSync } from "node:fs";
import { z } from "zod";

/** Version of this Agon. */
export function version(): string {
  const text = readFileSync(new URL("../../package.json", import.meta.url), "utf8");
  return z.object({ version: z.string() }).parse(JSON.parse(text)).version;
}
