// Parses a code module for the keys of results: its tokens, its imports, and the parts that it lists by name.

import { existsSync, readFileSync, statSync } from "node:fs";
import { builtinModules } from "node:module";
import { dirname, join, resolve } from "node:path";
import { transformSync } from "@swc/wasm-typescript";
import { type Node, parse, type Token } from "acorn";
import { contentHash } from "../../core/checksum.ts";
import type { CodeModule } from "./code-module.ts";

interface Span {
  readonly start: number;
  readonly end: number;
}

/** A position in a module at which a file is imported, with the file. */
interface Load extends Span {
  readonly specifier: string;
}

/**
 * Reads a module. A file of another kind is data, which counts with its bytes. Undefined where there is no file. Throws the parser's
 * errors.
 */
export function readModule(file: string): CodeModule | undefined {
  if (statSync(file, { throwIfNoEntry: false })?.isFile() !== true) return undefined;
  const bytes = readFileSync(file);
  if (!/\.[jt]s$/.test(file)) return { hash: contentHash([bytes]), imports: [], packages: [], listed: {}, passes: {} };
  const text = bytes.toString("utf8");
  return codeModule(
    file,
    file.endsWith(".ts") ? transformSync(text, { mode: "strip-only", filename: file }).code : text,
  );
}

/** Parses JavaScript. Throws the parser's SyntaxError. */
export function codeModule(file: string, code: string): CodeModule {
  const tokens: Token[] = [];
  const tree = parse(code, { ecmaVersion: "latest", sourceType: "module", onToken: tokens });
  const loads: Load[] = [];
  const passes: Record<string, string> = {};
  const lists: (Span & { readonly names: readonly string[] })[] = [];
  const constants: string[] = [];
  visit(tree, undefined);
  const texts = new Map(loads.map((load) => [load.start, load]));
  const inLists = (at: number) => lists.find(({ start, end }) => at >= start && at < end);
  const own: string[] = [];
  const parts = new Map(lists.map((list) => [list, [] as string[]]));
  for (const { start, end } of tokens) {
    // Import paths do not count, so that moving files does not change the hash.
    const text = texts.has(start) ? "" : code.slice(start, end);
    const list = inLists(start);
    if (list !== undefined) parts.get(list)?.push(text);
    else if (lists.length === 0 || text !== ",") own.push(text);
  }
  const inside = loads.filter(({ start }) => inLists(start) === undefined);
  return {
    hash: contentHash(own),
    imports: filesOf(inside),
    packages: packagesOf([...loads.map(({ specifier }) => specifier), ...constants]),
    listed: Object.fromEntries(
      lists.flatMap((list) => {
        const imports = filesOf(loads.filter(({ start }) => inLists(start) === list));
        const part = { hash: contentHash(parts.get(list) ?? []), imports };
        return list.names.map((name) => [name, part] as const);
      }),
    ),
    passes,
  };

  function filesOf(places: readonly Load[]): string[] {
    const relative = places.filter(({ specifier }) => specifier.startsWith("."));
    return relative.map(({ specifier }) => fileAt(resolve(dirname(file), specifier)));
  }

  function packagesOf(specifiers: readonly string[]): string[] {
    const names = specifiers.flatMap((specifier) => /^(?:@[\w-]+\/)?[\w-]+(?:\.[\w-]+)*/.exec(specifier)?.[0] ?? []);
    const versions = names.flatMap((name) => versionOf(name, dirname(file)) ?? []);
    return [...new Set(versions)].sort();
  }

  function visit(node: Node, parent: Node | undefined): void {
    const { start, end } = node;
    const whole = parent?.type === "SpreadElement" ? parent : node;
    if (isPart(node)) {
      const name = nameOf(node.key);
      if (name !== undefined) lists.push({ start, end, names: [name] });
    } else if (isTogether(node)) {
      const [names] = node.arguments;
      lists.push({ start: whole.start, end: whole.end, names: names.elements.map(({ value }) => value) });
    }
    if ("source" in node && isText(node.source)) {
      loads.push({ start: node.source.start, end, specifier: node.source.value });
      if (node.type === "ExportNamedDeclaration" && "specifiers" in node && Array.isArray(node.specifiers))
        for (const { exported } of node.specifiers)
          if (isNode(exported)) passes[nameOf(exported) ?? ""] = resolve(dirname(file), node.source.value);
    }
    const address = addressIn(node);
    if (address !== undefined) loads.push({ start: address.start, end, specifier: address.value });
    if (isText(node) && SCOPED.test(node.value)) constants.push(node.value);
    for (const child of childrenOf(node)) visit(child, node);
  }
}

/** Returns the names that code imports from packages; "all" where any may be used. Code that is no module imports none. */
export function importedNames(code: string, packages: readonly string[]): readonly string[] | "all" {
  const names: string[] = [];
  const takesAll = (node: Node): boolean => {
    if (!("source" in node && isText(node.source) && packages.includes(node.source.value)))
      return childrenOf(node).some(takesAll);
    for (const one of "specifiers" in node && Array.isArray(node.specifiers) ? node.specifiers : [undefined]) {
      const name = isNode(one)
        ? nameOf("imported" in one ? one.imported : "exported" in one && "local" in one ? one.local : undefined)
        : undefined;
      if (name === undefined) return true;
      names.push(name);
    }
    return false;
  };
  try {
    return takesAll(parse(code, { ecmaVersion: "latest", sourceType: "module" })) ? "all" : names;
  } catch {
    // Named imports of CommonJS code are not analysed.
    return packages.some((name) => code.includes(name)) ? "all" : names;
  }
}

/** Returns the path of a source file under the name that its build has. */
const fileAt = (path: string): string =>
  path.endsWith(".js") && !existsSync(path) && existsSync(path.replace(/js$/, "ts")) ? path.replace(/js$/, "ts") : path;

/** A scoped package whose name is in a constant, by which it is loaded. */
const SCOPED = /^@[\w-]+\/[\w-]+$/;

const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && "type" in value && typeof value.type === "string";

type Text = Node & { readonly value: string };

const isText = (value: unknown): value is Text =>
  isNode(value) && value.type === "Literal" && "value" in value && typeof value.value === "string";

function childrenOf(node: Node): Node[] {
  const children: Node[] = [];
  for (const value of Object.values(node)) {
    if (!Array.isArray(value)) {
      if (isNode(value)) children.push(value);
    } else for (const one of value) if (isNode(one)) children.push(one);
  }
  return children;
}

/** Returns the name of an identifier, or the value of a string literal. */
function nameOf(node: unknown): string | undefined {
  if (isText(node)) return node.value;
  return isNode(node) && "name" in node && typeof node.name === "string" ? node.name : undefined;
}

/** `async () => … import("./file.js") …`, which is loaded when it is called. */
const isSource = (node: unknown): boolean =>
  isNode(node) &&
  node.type === "ArrowFunctionExpression" &&
  "params" in node &&
  Array.isArray(node.params) &&
  node.params.length === 0 &&
  hasImport(node);

const hasImport = (node: Node): boolean => node.type === "ImportExpression" || childrenOf(node).some(hasImport);

const isPart = (node: Node): node is Node & { readonly key: unknown } =>
  node.type === "Property" && "value" in node && isSource(node.value);

type Together = Node & { readonly arguments: readonly [{ readonly elements: readonly Text[] }, unknown] };

/** `together(["one", "two"], async () => …)`: several parts of one module. */
const isTogether = (node: Node): node is Together =>
  node.type === "CallExpression" &&
  "arguments" in node &&
  Array.isArray(node.arguments) &&
  isNode(node.arguments[0]) &&
  "elements" in node.arguments[0] &&
  Array.isArray(node.arguments[0].elements) &&
  node.arguments[0].elements.every(isText) &&
  isSource(node.arguments[1]);

/** Returns the literal in `new URL("./file.js", import.meta.url)`, or in `require("package")`. */
function addressIn(node: Node): Text | undefined {
  if (!("callee" in node && "arguments" in node && Array.isArray(node.arguments))) return undefined;
  const [text, base] = node.arguments;
  if (!isText(text)) return undefined;
  if (node.type === "NewExpression") return nameOf(node.callee) === "URL" && base !== undefined ? text : undefined;
  return nameOf(node.callee) === "require" ? text : undefined;
}

const builtin = new Set(builtinModules);
const versions = new Map<string, string | undefined>();

/** Returns `name@version` of an installed package; undefined where it is not installed. */
function versionOf(name: string, from: string): string | undefined {
  if (name === "" || builtin.has(name)) return undefined;
  if (!versions.has(name)) versions.set(name, installed(name, from));
  return versions.get(name);
}

function installed(name: string, folder: string): string | undefined {
  const file = join(folder, "node_modules", name, "package.json");
  if (existsSync(file)) {
    const about: unknown = JSON.parse(readFileSync(file, "utf8"));
    return typeof about === "object" && about !== null && "version" in about ? `${name}@${about.version}` : undefined;
  }
  const above = dirname(folder);
  return above === folder ? undefined : installed(name, above);
}
