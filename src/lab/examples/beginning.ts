// A folder to begin with: an experiment whose world, reward and agent are files of one's own, in TypeScript or in JavaScript.

import { existsSync, readFileSync } from "node:fs";
import { basename, join, relative, resolve, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { transformSync } from "@swc/wasm-typescript";
import { UserError } from "../../core/errors.ts";
import { makeFolder, writeWhole, writing } from "../../core/files.ts";
import { exampleOf, filesOfExample, withSchema } from "./examples.ts";

/** The example that a new folder is a copy of. */
const MODEL = "desk";

/** What the package says of itself to editors. */
const TYPES = fileURLToPath(new URL("../../../dist/index.d.ts", import.meta.url));

/** Makes what is needed and gives the files, the experiment first. A UserError where one is there already; nothing is written then. */
export async function beginFolder(folder: string, javascript: boolean): Promise<string[]> {
  const to = resolve(folder);
  const example = exampleOf(MODEL);
  const [, ...parts] = await filesOfExample(example);
  const experiment = javascript ? example.text.replaceAll(/\.ts\b/g, ".js") : example.text;
  const files = new Map([[`${MODEL}.yaml`, withSchema(experiment, to)]]);
  for (const part of parts) {
    const text = readFileSync(part, "utf8");
    if (javascript) files.set(basename(part).replace(/\.ts$/, ".js"), plainJavaScript(text));
    else files.set(basename(part), text);
  }
  files.set("package.json", json({ name: packageName(to), private: true, type: "module" }));
  files.set(javascript ? "jsconfig.json" : "tsconfig.json", json({ compilerOptions: compilerOptions(to, javascript) }));
  files.set(".gitignore", ".agon/\nnode_modules/\n");
  const paths = [...files.keys()].map((name) => join(to, name));
  const taken = paths.find((path) => existsSync(path));
  if (taken !== undefined) {
    const hint = "name a folder that is not there yet: agon init FOLDER";
    throw new UserError({ code: "file-exists", what: `${taken} is there already`, hint });
  }
  return writing(to, () => {
    makeFolder(to);
    for (const [name, text] of files) writeWhole(join(to, name), text);
    return paths;
  });
}

const json = (value: unknown): string => `${JSON.stringify(value, undefined, 2)}\n`;

const packageName = (folder: string): string =>
  basename(folder)
    .toLowerCase()
    .replaceAll(/[^a-z0-9-]+/g, "-");

/** Agon finds itself in any folder; editors take its types and completion from where it lies. */
function compilerOptions(folder: string, javascript: boolean): Readonly<Record<string, unknown>> {
  const types = relative(folder, TYPES).replaceAll(sep, "/");
  const paths = { agonlab: [types.startsWith("../") ? types : `./${types}`] };
  const common = { module: "nodenext", target: "es2023", noEmit: true, skipLibCheck: true };
  return javascript ? { ...common, paths } : { ...common, strict: true, allowImportingTsExtensions: true, paths };
}

/** A file of TypeScript without its types, as a person would have written it. */
export function plainJavaScript(text: string): string {
  const { code } = transformSync(text, { mode: "strip-only" });
  const lines = code.split("\n").map((line) => {
    const rest = line.trimStart();
    const indent = line.slice(0, line.length - rest.length);
    return `${indent}${rest.replace(/ {2,}/g, " ").replace(/ ([),;])/g, "$1")}`.trimEnd();
  });
  return lines.join("\n").replace(/\n{3,}/g, "\n\n");
}
