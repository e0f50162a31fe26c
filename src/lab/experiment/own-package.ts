// Where this package has its own files, and its version: three folders up from here both in the sources and when built.

import { readFileSync } from "node:fs";
import { relative, sep } from "node:path";
import { fileURLToPath } from "node:url";

/** The folder of examples, in the package as in the repository. */
export const EXAMPLES = fileURLToPath(new URL("../../../examples", import.meta.url));

/** The folder of published systems, in the package as in the repository. */
export const SYSTEMS = fileURLToPath(new URL("../../systems", import.meta.url));

/** Whether a folder has experiments that ship with Agon: it is no place to write into. */
export const isShippedFolder = (folder: string): boolean =>
  [EXAMPLES, SYSTEMS].some((own) => !relative(own, folder).split(sep).includes(".."));

/** The published schema of experiment files. */
export const SCHEMA = fileURLToPath(new URL("../../../schema/experiment.schema.json", import.meta.url));

/** Version of this Agon. Every command asks for it, so that no schema library is loaded for one field. */
export function version(): string {
  const about: unknown = JSON.parse(readFileSync(new URL("../../../package.json", import.meta.url), "utf8"));
  if (typeof about !== "object" || about === null || !("version" in about))
    throw new Error("package.json has no version");
  return String(about.version);
}
