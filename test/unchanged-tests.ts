// Which tests `npm test` leaves out. What most rooms compute depends on code alone, and so do their tests: one that has passed passes again
// until something that it imports has changed. `npm run test:all` leaves out none.

import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Reporter, TestModule, Vitest } from "vitest/node";
import { agonModules } from "../src/lab/store/module-graph.ts";
import { files, textOf } from "./fixtures/source.ts";

/** Rooms that touch no file, process or network but through what a test gives them. */
const ROOMS =
  /^(algorithms|environments|evaluation|feedback|math|mechanisms|nn|play|rewards|study|systems)\/.*\.test\.ts$/;

/** What a test depends on beside code: what is built, the machine, and other processes. */
const BEYOND_CODE = /\/dist\/|"node:(child_process|os|worker_threads)"|process\.(env\.(?!LONG\b)|cwd)/;

/** By test file, the hash of the code with which it passed. */
const RECORD = fileURLToPath(new URL("passed.json", import.meta.url));

type Hashes = Readonly<Record<string, string>>;

const read = (): Hashes => JSON.parse(readFileSync(RECORD, "utf8"));

/** A file of the sources by its path from `src/`. */
export const sourceOf = (file: string): string => fileURLToPath(new URL(`../src/${file}`, import.meta.url));

/** Tests that depend on code alone, and on the data of the tests. */
const codeTests = files.filter((file) => ROOMS.test(file) && !BEYOND_CODE.test(textOf(file))).sort();

/** Of each of these tests a hash of what it imports, directly or not, itself among it; of the tests' data, where it can read some; of Node's version. */
export function codeHashes(): Hashes {
  const modules = agonModules();
  const [node] = process.versions.node.split(".");
  const data = dataHash();
  const readers = new Map<string, boolean>();
  const reads = (file: string): boolean => {
    const known = readers.get(file) ?? readFileSync(file, "utf8").includes('"node:fs');
    readers.set(file, known);
    return known;
  };
  return Object.fromEntries(
    codeTests.map((file) => {
      const roots = [sourceOf(file)];
      const ofTests = [...modules.closure(roots, "all").keys()].filter(
        (one) => one.includes("/test/") || one === roots[0],
      );
      const parts = [modules.hash(roots, "all"), node, ofTests.some(reads) ? data : ""];
      return [file, parts.filter(Boolean).join(" ")];
    }),
  );
}

/** A hash of the files that tests read: golden words, logs, tables of numbers. */
function dataHash(): string {
  const hash = createHash("sha256");
  for (const folder of ["words/", "fixtures/"]) {
    const place = fileURLToPath(new URL(folder, import.meta.url));
    const names = readdirSync(place, { recursive: true, withFileTypes: true }).flatMap((entry) =>
      entry.isFile() && !entry.name.endsWith(".ts") ? [`${entry.parentPath}/${entry.name}`] : [],
    );
    for (const name of names.sort()) hash.update(name.slice(place.length)).update(readFileSync(name));
  }
  return hash.digest("hex").slice(0, 16);
}

/** Tests that have passed with the code that they have now, as vitest excludes them. */
export function unchangedTests(hashes: Hashes): string[] {
  const passed = read();
  return Object.entries(hashes).flatMap(([file, hash]) => (passed[file] === hash ? [`src/${file}`] : []));
}

/** Keeps the hashes of tests that have passed; what has failed has to run again. */
export class PassedTests implements Reporter {
  readonly #hashes: Hashes;
  #isWhole = true;

  constructor(hashes: Hashes) {
    this.#hashes = hashes;
  }

  onInit({ config }: Vitest): void {
    this.#isWhole = config.testNamePattern === undefined;
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    if (!this.#isWhole) return;
    const states = new Map(modules.map((module) => [module.moduleId, module.state()]));
    const before = read();
    const rows = Object.entries(this.#hashes).flatMap(([file, hash]) => {
      const state = states.get(sourceOf(file));
      const kept = state === undefined ? before[file] : state === "passed" ? hash : undefined;
      return kept === undefined ? [] : [[file, kept] as const];
    });
    writeFileSync(RECORD, `${JSON.stringify(Object.fromEntries(rows), undefined, 2)}\n`);
  }
}
