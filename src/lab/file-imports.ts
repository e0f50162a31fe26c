// The files that a user's file imports by a relative path, and those that they import.

import { existsSync, readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { transformSync } from "@swc/wasm-typescript";
import { init, parse } from "es-module-lexer";

/** The files and everything they import by a relative path, each once. */
export async function withImports(files: readonly string[]): Promise<string[]> {
  await init;
  const found = new Set<string>();
  const visit = (file: string): void => {
    if (found.has(file) || !existsSync(file)) return;
    found.add(file);
    const text = readFileSync(file, "utf8");
    const code = /\.m?ts$/.test(file) ? transformSync(text, { mode: "strip-only", filename: file }).code : text;
    const [imports] = parse(code);
    for (const { specifier } of imports) if (specifier?.startsWith(".")) visit(resolve(dirname(file), specifier));
  };
  for (const file of files) visit(file);
  return [...found];
}
