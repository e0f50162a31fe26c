// What decides a run's results, as a hash: the resolved experiment without its number of seeds, the user's own files, and
// the code that computes. A run of that name is therefore always the same run, and more seeds make it longer.

import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { isMap } from "../core/checked.ts";
import type { Experiment } from "./experiment.ts";
import { remoteOf } from "./setting.ts";

/** Folders of the code that a cell's numbers depend on, relative to this one. */
const COMPUTING = [
  ...["core", "math", "logs", "nn", "clients", "mechanisms", "play"],
  ...["environments", "rewards", "feedback", "agents", "algorithms", "study", "systems"],
];
const LAB_FILES = ["cell", "setting", "variants"];

/** The run's name: the file's name, and the first half of a SHA-256 in eight digits. */
export async function runName(experiment: Experiment): Promise<string> {
  const hash = createHash("sha256");
  hash.update(
    canonical({
      objective: experiment.objective,
      episodes: experiment.episodes,
      record: experiment.record,
      variants: experiment.variants.map(({ name, description }) => ({ name, description })),
    }),
  );
  hash.update(codeFingerprint());
  const { files } = experiment.parts;
  if (files.length > 0) {
    const { withImports } = await import("./file-imports.ts");
    for (const file of await withImports(files)) hash.update(readFileSync(file));
  }
  for (const file of inputsOf(experiment)) hash.update(readFileSync(file));
  return `${experiment.name.replaceAll(/[^A-Za-z0-9._-]+/g, "-")}-${hash.digest("hex").slice(0, 8)}`;
}

/** Files besides code that decide what agents do. */
function inputsOf({ variants, directory }: Experiment): string[] {
  const inputs = variants.flatMap(({ setting }) => setting.agents.flatMap((policy) => remoteOf(policy)?.inputs ?? []));
  return [...new Set(inputs.map((input) => resolve(directory, input)))];
}

/** JSON with sorted keys, so that the order in which something was written does not matter. */
export const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) =>
    isMap(part) ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1))) : part,
  );

const known = new Map<string, string>();

/** Hash of Agon's own computing code, and that of further rooms. */
export function codeFingerprint(further: readonly string[] = []): string {
  const rooms = [...COMPUTING, ...further];
  const before = known.get(rooms.join());
  if (before !== undefined) return before;
  const here = dirname(fileURLToPath(import.meta.url));
  const ending = import.meta.url.slice(-3);
  const folders = rooms.map((room) => resolve(here, "..", room)).filter((folder) => existsSync(folder));
  const files = folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(ending) && !name.endsWith(`.test${ending}`))
      .sort()
      .map((name) => join(folder, name)),
  );
  const hash = createHash("sha256");
  for (const file of [...files, ...LAB_FILES.map((name) => join(here, `${name}${ending}`))])
    hash.update(readFileSync(file));
  const code = hash.digest("hex");
  known.set(rooms.join(), code);
  return code;
}
