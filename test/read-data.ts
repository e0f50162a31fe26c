// Which data a test reads by its path: golden words, logs, tables of numbers, examples, descriptions of studies. What a module names by a
// URL is part of its code already. A folder counts where the test, or a module that it imports, names it.

import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";

/** A file by its path from the project's folder. */
export const placeOf = (file: string): string => fileURLToPath(new URL(`../${file}`, import.meta.url));

/** Files below a folder that are no code, by their paths from the project's folder. */
function dataIn(folder: string): string[] {
  return readdirSync(placeOf(folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && (folder === "examples" || !/\.(tsx?|md)$/.test(entry.name)))
    .map(({ parentPath, name }) => relative(placeOf(""), join(parentPath, name)).split(sep).join("/"))
    .sort();
}

const OWN_PACKAGE = placeOf("src/lab/experiment/own-package.ts");
const WORDS = dataIn("test/words");
const FIXTURES = dataIn("test/fixtures");
const ROOMS = dataIn("src");

/** Data with the words by which a module names it: a folder's path, or the constant of the module that finds it in the package. */
const FOLDERS: readonly (readonly [RegExp, readonly string[]])[] = [
  [/\bEXAMPLES\b|"examples"|\/examples[/"`]/, dataIn("examples")],
  [/\bSCHEMA\b|"schema"\)|\/schema\//, dataIn("schema")],
  [/"experiment\.yaml"/, ROOMS.filter((file) => file.startsWith("src/systems/"))],
  [/CHANGELOG\.md"/, ["CHANGELOG.md"]],
  [/"help\.txt"/, ["test/cli/help.txt"]],
  [/docs\/systems\/results"/, dataIn("docs/systems/results")],
];

/** Data that a module of the tests names; of the rooms' modules, what those name that find the package's own files. */
function namedIn(module: string): readonly string[] {
  const text = readFileSync(module, "utf8");
  if (module === OWN_PACKAGE || !/\.[jt]sx?$/.test(module)) return [];
  const folders = FOLDERS.flatMap(([names, data]) => (names.test(text) ? data : []));
  if (!/\/test\/|\.test\.ts$/.test(module)) return folders;
  const subjects = new Set(
    [...text.matchAll(/\b(?:words|refusals|refusedCommands|refusedFiles)\(\s*"([^"]+)"/g)].map(
      ([, subject]) => subject,
    ),
  );
  return [
    ...folders,
    ...WORDS.filter((file) => subjects.has(basename(file, ".txt"))),
    ...FIXTURES.filter((file) => text.includes(file.split("/")[2])),
  ];
}

/** What lies in a folder of `src/` or below. */
const below = (folder: string): readonly string[] =>
  ROOMS.filter((file) => file.startsWith(`${relative(placeOf(""), folder).split(sep).join("/")}/`));

const cached = <T>(make: (key: string) => T): ((key: string) => T) => {
  const made = new Map<string, T>();
  return (key) => {
    const before = made.get(key) ?? make(key);
    made.set(key, before);
    return before;
  };
};

const named = cached(namedIn);
const belowFolder = cached(below);
const hashOf = cached((file) =>
  createHash("sha256")
    .update(readFileSync(placeOf(file)))
    .digest("hex"),
);

/**
 * The data that modules, by their whole paths, may read, by paths from the project's folder: what their texts name, and what lies in their
 * folders of `src/` or below.
 */
export function dataOf(modules: readonly string[]): string[] {
  const lists = new Set(modules.flatMap((module) => [named(module), belowFolder(dirname(module))]));
  return [...new Set([...lists].flat())].sort();
}

/** A hash of these files and their names. */
export function dataHash(files: readonly string[]): string {
  const hash = createHash("sha256");
  for (const file of files) hash.update(file).update(hashOf(file));
  return hash.digest("hex").slice(0, 16);
}
