// The files that a user's file imports or requires by relative paths, transitively.

import { readFileSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, resolve } from "node:path";
import { transformSync } from "@swc/wasm-typescript";
import { init, parse } from "es-module-lexer";
import { importedNames } from "./module-reader.ts";

/** Whether the imports of a file can be followed. */
const isModule = (file: string): boolean => /\.[mc]?[jt]s$/.test(file);

const isThere = (file: string): boolean => statSync(file, { throwIfNoEntry: false })?.isFile() === true;

/** Returns the files and everything that they import or require by a relative path, transitively, each once. */
export async function withImports(files: readonly string[]): Promise<string[]> {
  await init;
  const visited = new Set<string>();
  const visit = (file: string): void => {
    if (visited.has(file) || !isThere(file)) return;
    visited.add(file);
    if (isModule(file)) for (const other of loadedBy(file)) visit(other);
  };
  for (const file of files) visit(file);
  return [...visited];
}

/** A call of `require` with a relative path. A call within a comment is matched as well, which does no harm. */
const REQUIRED = /\brequire\s*\(\s*["'`](\.[^"'`]*)["'`]\s*\)/g;

function codeOf(file: string): string {
  const text = readFileSync(file, "utf8");
  return /\.[mc]?ts$/.test(file) ? transformSync(text, { mode: "strip-only", filename: file }).code : text;
}

/** Returns the names that files import from this package; "all" where any of it may be used. */
export function namesOfPackage(files: readonly string[]): readonly string[] | "all" {
  const names: string[] = [];
  for (const file of files.filter(isModule)) {
    const own = importedNames(codeOf(file), ["agonlab", "agon"]);
    if (own === "all") return own;
    names.push(...own);
  }
  return names;
}

function loadedBy(file: string): string[] {
  const code = codeOf(file);
  const required = Array.from(code.matchAll(REQUIRED), ([, path]) => requiredFile(file, path));
  return [...importsIn(code).map((path) => resolve(dirname(file), path)), ...required.flatMap((path) => path ?? [])];
}

function importsIn(code: string): string[] {
  try {
    const [imports] = parse(code);
    return imports.flatMap(({ specifier }) => (specifier?.startsWith(".") ? [specifier] : []));
  } catch {
    // The file is no valid module; the error is reported where it is loaded.
    return [];
  }
}

/** Resolves a path as `require` does, with an optional file extension; undefined where there is no file. */
function requiredFile(file: string, path: string): string | undefined {
  try {
    return createRequire(file).resolve(path);
  } catch {
    return undefined;
  }
}
