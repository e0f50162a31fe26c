// The version in package.json, which lies two folders up from here both in the sources and when built.

import { readFileSync } from "node:fs";

/** Version of this Agon. Every command asks for it, so that no schema library is loaded for one field. */
export function version(): string {
  const about: unknown = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8"));
  if (typeof about !== "object" || about === null || !("version" in about))
    throw new Error("package.json has no version");
  return String(about.version);
}
