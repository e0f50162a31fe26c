// Keys of cells: a hash of everything that determines a variant's results. These are the resolved variant, the user's files that it names,
// and the code that computes it, by the graph of imports. Runs share cells by key. A run's name includes its keys, so one name is always
// the same run; more seeds extend it.

import { createHash } from "node:crypto";
import { readFileSync, statSync } from "node:fs";
import { resolve } from "node:path";
import { isMap } from "../../core/checked.ts";
import { canonical } from "../../core/json.ts";
import { impliedParts } from "../experiment/algorithms.ts";
import { declaredParts } from "../experiment/declared-parts.ts";
import type { Experiment, Variant } from "../experiment/experiment.ts";
import { isFile } from "../experiment/plugins.ts";
import { agonModules, roomFile } from "./module-graph.ts";

/** Returns the keys of an experiment's variants, in order: the world's name, and the first 16 hexadecimal digits of a SHA-256. */
export async function cellKeys(experiment: Experiment): Promise<string[]> {
  const keys: string[] = [];
  for (const variant of experiment.variants) keys.push(await cellKey(experiment, variant));
  return keys;
}

async function cellKey(experiment: Experiment, variant: Variant): Promise<string> {
  const { objective, episodes, directory } = experiment;
  const { description, setting } = variant;
  const hash = createHash("sha256");
  hash.update(canonical({ objective, episodes, description }));
  const { code, inputs } = await filesOf(variant, objective, directory);
  const names = new Set(stringsIn([description, objective]));
  if (setting.lessons.length > 0) names.add("learnt");
  if (setting.measures.length > 0) names.add("measured");
  for (const name of await impliedParts(names)) names.add(name);
  hash.update(codeHash("lab/run/cell", names));
  if (code.length > 0) hash.update(await packageHash(code));
  for (const file of [...code, ...inputs]) hash.update(readFileSync(file));
  const world = String(description.environment.id).split("/").at(-1) ?? "";
  return `${slug(world.replace(/\.m?[jt]s$/, ""))}-${hash.digest("hex").slice(0, 16)}`;
}

/** Returns a hash of the modules of Agon that a module depends on. Of lists of parts, only those in `names` count. */
export const codeHash = (path: string, names: ReadonlySet<string>): string =>
  agonModules().hash([roomFile(path)], names);

/** Returns a hash of the parts of the package that a user's files import. */
async function packageHash(code: readonly string[]): Promise<string> {
  const { namesOfPackage } = await import("./file-imports.ts");
  const modules = agonModules();
  return modules.hash(modules.behindDoor(namesOfPackage(code)), "all");
}

/** Returns the user's files that determine a variant's results: its code and programs with their imports, and the agents' input files. */
export async function filesOf(
  { description, setting }: Pick<Variant, "description" | "setting">,
  objective: unknown,
  directory: string,
): Promise<{ readonly code: readonly string[]; readonly inputs: readonly string[] }> {
  const own = declaredParts(description, objective).flatMap(({ name }) =>
    isFile(name) ? [resolve(directory, name)] : [],
  );
  const named = [...own, ...programsOf({ setting }, directory)];
  const inputs = inputsOf({ setting }, directory);
  if (named.length === 0) return { code: [], inputs };
  const { withImports } = await import("./file-imports.ts");
  return { code: await withImports(named), inputs };
}

/** Returns the run's name: the experiment file's name, and a hash of the variants by name and key. */
export function runName({ name, record, variants }: Experiment, keys: readonly string[]): string {
  const named = variants.map((variant, k) => ({ name: variant.name, key: keys[k] }));
  const hash = createHash("sha256").update(canonical({ record, variants: named }));
  return `${slug(name)}-${hash.digest("hex").slice(0, 8)}`;
}

const slug = (name: string): string => name.replaceAll(/[^A-Za-z0-9._-]+/g, "-");

/** Files other than code that determine what agents do. */
function inputsOf({ setting }: Pick<Variant, "setting">, directory: string): string[] {
  const inputs = [...setting.remotes.flatMap((remote) => remote.inputs), ...(setting.feedback?.files ?? [])];
  return [...new Set(inputs.map((input) => resolve(directory, input)))];
}

/** Files that agents of other languages consist of or read. */
function programsOf({ setting }: Pick<Variant, "setting">, directory: string): string[] {
  const words = setting.agents.flatMap(({ kind, plan }) => (kind === "agent" ? (plan.files ?? []) : []));
  return [...new Set(words.map((word) => resolve(directory, word)))].filter(
    (file) => statSync(file, { throwIfNoEntry: false })?.isFile() === true,
  );
}

/** Returns the scripts of an experiment's programs in languages whose imports cannot be followed: what they load is not part of a key. */
export function unfollowedIn({ variants, directory }: Pick<Experiment, "variants" | "directory">): string[] {
  const files = variants.flatMap((variant) => programsOf(variant, directory));
  return [...new Set(files)].filter((file) => SCRIPT.test(file));
}

const SCRIPT = /\.(py|rb|pl|lua|php|sh|bash|r|jl|ex|exs|clj|scm|rkt|hs|tcl|[jt]sx)$/i;

/** Returns all strings in plain data. */
export function stringsIn(data: unknown, strings = new Set<string>()): ReadonlySet<string> {
  if (typeof data === "string") strings.add(data);
  else if (Array.isArray(data)) for (const part of data) stringsIn(part, strings);
  else if (isMap(data)) for (const part of Object.values(data)) stringsIn(part, strings);
  return strings;
}
