// Which tests of trainings have to run. Tests of algorithms, test beds and systems depend on nothing but code, and they are most of the
// suite's time: `npm test` leaves out those whose code is as it was when they last passed. `npm run test:all` leaves out none.

import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Reporter, TestModule, Vitest } from "vitest/node";
import { agonModules } from "../src/lab/store/module-graph.ts";
import { files } from "./fixtures/source.ts";

/** Tests that depend on nothing but code. */
export const ROOMS = /^(algorithms|study|systems)\/.*\.test\.ts$/;

/** By test file, the hash of the code with which it passed. */
const RECORD = fileURLToPath(new URL("trainings.json", import.meta.url));

type Hashes = Readonly<Record<string, string>>;

const read = (): Hashes => JSON.parse(readFileSync(RECORD, "utf8"));

/** A file of the sources by its path from `src/`. */
export const sourceOf = (file: string): string => fileURLToPath(new URL(`../src/${file}`, import.meta.url));

/** Hashes of what each of these tests imports, directly or not, itself among it; also of the golden words, where it compares with some. */
export function trainingHashes(): Hashes {
  const modules = agonModules();
  const tests = files.filter((file) => ROOMS.test(file)).sort();
  const words = goldenWords();
  return Object.fromEntries(
    tests.map((file) => {
      const roots = [sourceOf(file)];
      const hash = modules.hash(roots, "all");
      return [file, modules.closure(roots, "all").has(WORDS) ? `${hash}${words}` : hash];
    }),
  );
}

/** The module that compares sentences with the files of `test/words`. */
const WORDS = fileURLToPath(new URL("fixtures/words.ts", import.meta.url));

function goldenWords(): string {
  const folder = fileURLToPath(new URL("words/", import.meta.url));
  const texts = readdirSync(folder)
    .sort()
    .map((name) => readFileSync(`${folder}${name}`, "utf8"));
  return createHash("sha256").update(JSON.stringify(texts)).digest("hex").slice(0, 16);
}

/** Tests that have passed with the code that they have now, as vitest excludes them. */
export function passedTrainings(hashes: Hashes): string[] {
  const passed = read();
  return Object.entries(hashes).flatMap(([file, hash]) => (passed[file] === hash ? [`src/${file}`] : []));
}

/** Keeps the hashes of tests that have passed; what has failed has to run again. */
export class TrainingRecord implements Reporter {
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
