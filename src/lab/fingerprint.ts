// What decides a variant's results, as a hash: the variant as resolved, the user's own files that it names, and the code that
// computes. Cells have this key, so that runs share them. A run of one name is always the same run, and more seeds make it longer.

import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { isMap } from "../core/checked.ts";
import type { Experiment, Variant } from "./experiment.ts";
import { isFile } from "./plugins.ts";
import { mentionsIn } from "./setting.ts";

/** Folders of the code that a cell's numbers depend on, relative to this one. */
const COMPUTING = [
  ...["core", "math", "logs", "nn", "clients", "mechanisms", "play"],
  ...["environments", "rewards", "feedback", "agents", "algorithms", "study", "systems"],
];
const LAB_FILES = [
  "cell",
  "setting",
  "variants",
  "seated-policies",
  "lessons",
  "cell-lessons",
  "judged-pay",
  "untrained-tries",
];

/** Keys of an experiment's variants, in their order: the world's name, and the first half of a SHA-256 in sixteen digits. */
export async function cellKeys(experiment: Experiment): Promise<string[]> {
  const keys: string[] = [];
  for (const variant of experiment.variants) keys.push(await cellKey(experiment, variant));
  return keys;
}

async function cellKey(experiment: Experiment, variant: Variant): Promise<string> {
  const { objective, episodes, directory } = experiment;
  const { description } = variant;
  const hash = createHash("sha256");
  hash.update(canonical({ objective, episodes, description }));
  hash.update(codeFingerprint());
  const { code, inputs } = await filesOf(variant, objective, directory);
  for (const file of [...code, ...inputs]) hash.update(readFileSync(file));
  const world = String(description.environment.id).split("/").at(-1) ?? "";
  return `${slug(world.replace(/\.m?[jt]s$/, ""))}-${hash.digest("hex").slice(0, 16)}`;
}

/** Files of the user that decide what a variant computes: its code and programs with what they import, and what agents are given. */
export async function filesOf(
  { description, setting }: Pick<Variant, "description" | "setting">,
  objective: unknown,
  directory: string,
): Promise<{ readonly code: readonly string[]; readonly inputs: readonly string[] }> {
  const own = mentionsIn(description, objective).flatMap(({ name }) =>
    isFile(name) ? [resolve(directory, name)] : [],
  );
  const named = [...own, ...programsOf({ setting }, directory)];
  const inputs = inputsOf({ setting }, directory);
  if (named.length === 0) return { code: [], inputs };
  const { withImports } = await import("./file-imports.ts");
  return { code: await withImports(named), inputs };
}

/** The run's name: the file's name, and a hash of its variants by name and key. */
export function runName({ name, record, variants }: Experiment, keys: readonly string[]): string {
  const named = variants.map((variant, k) => ({ name: variant.name, key: keys[k] }));
  const hash = createHash("sha256").update(canonical({ record, variants: named }));
  return `${slug(name)}-${hash.digest("hex").slice(0, 8)}`;
}

const slug = (name: string): string => name.replaceAll(/[^A-Za-z0-9._-]+/g, "-");

/** Files besides code that decide what agents do. */
function inputsOf({ setting }: Pick<Variant, "setting">, directory: string): string[] {
  const inputs = [...setting.remotes.flatMap((remote) => remote.inputs), ...(setting.feedback?.files ?? [])];
  return [...new Set(inputs.map((input) => resolve(directory, input)))];
}

/** Files that agents of other languages are made of, or are given. */
function programsOf({ setting }: Pick<Variant, "setting">, directory: string): string[] {
  const words = setting.agents.flatMap(({ kind, plan }) => (kind === "agent" ? (plan.files ?? []) : []));
  return [...new Set(words.map((word) => resolve(directory, word)))].filter(
    (file) => statSync(file, { throwIfNoEntry: false })?.isFile() === true,
  );
}

/** Scripts of an experiment's programs in languages that are not followed: what they load is not part of a key. */
export function unfollowedIn({ variants, directory }: Pick<Experiment, "variants" | "directory">): string[] {
  const files = variants.flatMap((variant) => programsOf(variant, directory));
  return [...new Set(files)].filter((file) => SCRIPT.test(file));
}

const SCRIPT = /\.(py|rb|pl|lua|php|sh|bash|r|jl|ex|exs|clj|scm|rkt|hs|tcl|[jt]sx)$/i;

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
