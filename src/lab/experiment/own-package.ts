// Paths of the package's own files, and its version. The package root is three folders up, in sources and in a build.

import { readFileSync } from "node:fs";
import { relative, sep } from "node:path";
import { fileURLToPath } from "node:url";

/** The folder of examples, in the package as in the repository. */
export const EXAMPLES = fileURLToPath(new URL("../../../examples", import.meta.url));

/** The folder of published systems, in the package as in the repository. */
export const SYSTEMS = fileURLToPath(new URL("../../systems", import.meta.url));

/** Returns whether a folder has built-in experiments, so that nothing may be written to it. */
export const isShippedFolder = (folder: string): boolean =>
  [EXAMPLES, SYSTEMS].some((own) => !relative(own, folder).split(sep).includes(".."));

/** The published schema of experiment files. */
export const SCHEMA = fileURLToPath(new URL("../../../schema/experiment.schema.json", import.meta.url));

/** Returns the version of this Agon. It reads package.json without a schema library, since every command calls it. */
export function version(): string {
  const about: unknown = JSON.parse(readFileSync(new URL("../../../package.json", import.meta.url), "utf8"));
  if (typeof about !== "object" || about === null || !("version" in about))
    throw new Error("package.json has no version");
  return String(about.version);
}
