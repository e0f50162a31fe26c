// The code that a result depends on: the modules that its job imports, directly or transitively. Of lists of named parts, only the parts
// that it names count. A build stores the graph of all modules; when run from sources, modules are parsed on demand.

import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, relative, resolve, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import { ownValue } from "../../core/checked.ts";
import { contentHash } from "../../core/checksum.ts";
import { type CodeModule, codeModuleSchema } from "./code-module.ts";

/** Names of parts; "all" where any part may be used. */
export type PartNames = ReadonlySet<string> | "all";

/** Parses a module; undefined where there is no such file. */
export type ReadModule = (file: string) => CodeModule | undefined;

const ending = import.meta.url.slice(-3);
/** The source folder. */
const ROOMS = fileURLToPath(new URL("../..", import.meta.url));
/** The stored graph, which only a build has. */
const WRITTEN = join(ROOMS, "modules.json");

/** Modules of code and their imports. */
export class ModuleGraph {
  readonly #known = new Map<string, CodeModule | undefined>();
  readonly #hashes = new Map<string, string>();
  readonly #read: ReadModule;

  constructor(read: ReadModule) {
    this.#read = read;
  }

  module(file: string): CodeModule | undefined {
    if (!this.#known.has(file)) this.#known.set(file, this.#read(file));
    return this.#known.get(file);
  }

  /**
   * Returns the modules that `roots` depend on, including themselves, each with the parts of its list that count. For systems and test beds
   * all parts of a list count, since an experiment does not state which they use.
   */
  closure(roots: readonly string[], names: PartNames): ReadonlyMap<string, ReadonlySet<string>> {
    const closure = new Map<string, Set<string>>();
    const waiting = roots.map((file) => ({ file, chosen: names }));
    for (let one = waiting.pop(); one !== undefined; one = waiting.pop()) {
      const { file, chosen } = one;
      const module = file === DOOR ? undefined : this.module(file);
      if (module === undefined) continue;
      const before = closure.get(file);
      const counted = before ?? new Set<string>();
      closure.set(file, counted);
      const further = names === "all" || choosesAll(file) ? "all" : names;
      const follow = (imports: readonly string[]): void => {
        for (const next of imports) waiting.push({ file: next, chosen: further });
      };
      if (before === undefined) follow(module.imports);
      for (const [name, part] of Object.entries(module.listed)) {
        if (counted.has(name) || (chosen !== "all" && !chosen.has(name))) continue;
        counted.add(name);
        follow(part.imports);
      }
    }
    return closure;
  }

  /** Returns a hash of everything that `roots` depend on. */
  hash(roots: readonly string[], names: PartNames): string {
    const id = JSON.stringify([roots, names === "all" ? names : [...names].sort()]);
    const before = this.#hashes.get(id);
    if (before !== undefined) return before;
    const shallow = (file: string): string => this.module(file)?.hash ?? "";
    const lines: string[] = [];
    for (const [file, counted] of this.closure(roots, names)) {
      const module = this.module(file);
      if (module === undefined) continue;
      const { hash, imports, packages, listed } = module;
      const parts = [...counted].sort().map((name) => [name, listed[name].hash, ...listed[name].imports.map(shallow)]);
      lines.push(JSON.stringify([hash, imports.map(shallow), packages, parts]));
    }
    const made = contentHash(lines.sort());
    this.#hashes.set(id, made);
    return made;
  }

  /** Returns the modules that export these names from the package, for a user's file that imports them; of all names for "all". */
  behindDoor(names: readonly string[] | "all"): string[] {
    const passes = this.module(DOOR)?.passes ?? {};
    const files = names === "all" ? Object.values(passes) : names.flatMap((name) => ownValue(passes, name) ?? []);
    return [...new Set(files)].sort();
  }
}

/** The package's entry module, which user files import. Only the names that they import count. */
const DOOR = join(ROOMS, `index${ending}`);

/** Whether a module uses parts of lists that no experiment names. Systems do, but for the lists of their own parts. */
function choosesAll(file: string): boolean {
  const [room, ...rest] = relative(ROOMS, file).split(sep);
  return room === "study" || (room === "systems" && rest.length > 1);
}

/** The parser of sources, which a build does not need. */
const sources = existsSync(WRITTEN) ? undefined : (await import("./module-reader.ts")).readModule;

let graph: ModuleGraph | undefined;

/** Returns the modules of this Agon, from the build's stored graph or from sources. */
export function agonModules(): ModuleGraph {
  graph ??= new ModuleGraph(sources ?? writtenModules());
  return graph;
}

function writtenModules(): ReadModule {
  const rows = new Map(
    Object.entries(z.record(z.string(), z.unknown()).parse(JSON.parse(readFileSync(WRITTEN, "utf8")))),
  );
  // Rebasing is lazy, since most modules are never needed.
  return (file) => {
    const row = rows.get(pathFromRooms(file));
    return row === undefined ? undefined : rebased(codeModuleSchema.parse(row), (path) => join(ROOMS, path));
  };
}

const pathFromRooms = (file: string): string => relative(ROOMS, file).split(sep).join("/");

/** Returns the path of a file of this Agon from its path below the source folder, without extension. */
export const roomFile = (path: string): string => join(ROOMS, `${path}${ending}`);

/** Build step that stores the graph of all modules. */
export async function writeModules(): Promise<void> {
  const { readModule } = await import("./module-reader.ts");
  const names = readdirSync(ROOMS, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(ending));
  const files = new Set(names.sort().map((name) => resolve(ROOMS, name)));
  const rows: (readonly [string, CodeModule])[] = [];
  // The set grows during the loop: data files that a module names are added.
  for (const file of files) {
    const module = readModule(file);
    if (module === undefined) continue;
    for (const one of module.imports) files.add(one);
    rows.push([pathFromRooms(file), rebased(module, pathFromRooms)]);
  }
  writeFileSync(WRITTEN, JSON.stringify(Object.fromEntries(rows)));
}

/** Returns the module with its file paths mapped by `path`. */
function rebased({ imports, listed, passes, ...module }: CodeModule, path: (file: string) => string): CodeModule {
  const parts = Object.entries(listed).map(([name, part]) => [name, { ...part, imports: part.imports.map(path) }]);
  const from = Object.entries(passes).map(([name, file]) => [name, path(file)]);
  return { ...module, imports: imports.map(path), listed: Object.fromEntries(parts), passes: Object.fromEntries(from) };
}
