// YAML files with positions: a problem at a path of keys is reported with file, line and column.

import { readdirSync } from "node:fs";
import { basename, dirname } from "node:path";
import {
  type Alias,
  type Document,
  isAlias,
  isMap,
  isNode,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  type Pair,
  parseDocument,
  visit,
  type YAMLMap,
} from "yaml";
import { messageOf, nearest, type Path, type Problem, UserError } from "./errors.ts";
import { reasonOf } from "./files.ts";
import { withOrder } from "./key-order.ts";
import { readNamedText } from "./named-files.ts";

/** Maximum number of aliases that one alias may expand to, and of aliases in a file. */
const MOST_ALIASES = 100;
const ALIASES = 1000;
/** Maximum nesting of maps and lists. */
export const DEEPEST = 100;

/** Maximum characters of a file. */
const LONGEST = 1_000_000;

export interface YamlFile {
  readonly file: string;
  readonly text: string;
  readonly value: unknown;
  /** Adds `file:line:column` to a problem whose path is in the file. */
  locate(problem: Problem): Problem;
}

/** Reads a YAML 1.2 file. Throws a UserError for a missing file, or for the first syntax error with its position. */
export const readYaml = (file: string): YamlFile => parseYaml(file, readText(file));

/** Parses text as the contents of `file`. */
export function parseYaml(file: string, text: string): YamlFile {
  if (text.length > LONGEST) {
    const what = `${file === "" ? "the text" : file} has ${text.length} characters; at most ${LONGEST} are read`;
    throw new UserError({ code: "too-long", what, hint: "tables and long lists belong in files that it names" });
  }
  const lines = new LineCounter();
  const at = (offset: number): string => {
    const { line, col } = lines.linePos(Math.min(offset, text.length));
    return `${file}:${Math.max(1, line)}:${Math.max(1, col)}`;
  };
  const document = parseDocument(text, {
    lineCounter: lines,
    prettyErrors: false,
    logLevel: "error",
    merge: true,
    resolveKnownTags: false,
    // The parser's check compares each key with all earlier ones; `oddity` uses a lookup.
    uniqueKeys: false,
  });
  // A name is what was written: 007 and 1e3 are no numbers as keys.
  visit(document, {
    Pair(_, { key }) {
      if (isScalar(key) && typeof key.value !== "string" && (key.source ?? "") !== "") key.value = key.source;
    },
  });
  // Later errors mostly follow from the first; errors after a stack overflow are useless.
  const faults = [...document.errors, ...document.warnings];
  const fault = faults.find(({ message }) => message.includes("call stack")) ?? faults[0];
  if (fault !== undefined) {
    throw new UserError({ code: "yaml-syntax", ...words(fault.code, fault.message), where: at(fault.pos[0]) });
  }
  const odd = oddity(document);
  if (odd !== undefined) {
    throw new UserError({ code: "yaml-syntax", what: odd.what, where: at(odd.offset), hint: odd.hint });
  }
  let value: unknown;
  try {
    value = withoutMaps(document.toJS({ maxAliasCount: MOST_ALIASES, mapAsMap: true }));
  } catch (error) {
    const reason = messageOf(error);
    const what = reason.includes("alias count") ? "its aliases stand for too much" : reason;
    throw new UserError({ code: "yaml-syntax", what, where: at(0), hint: "write it out without anchors" });
  }
  const pairsOf = pairsByKey();
  return {
    file,
    text,
    value,
    locate(problem) {
      const offset = offsetOf(document.contents, problem.path ?? [], problem.code === "unknown-key", pairsOf);
      return { ...problem, where: at(offset ?? 0) };
    },
  };
}

/** Converts parsed Map objects to plain objects in the order of their keys. A part that aliases repeat stays one object. */
function withoutMaps(value: unknown, made = new Map<unknown, unknown>()): unknown {
  if (typeof value !== "object" || value === null) return value;
  const before = made.get(value);
  if (before !== undefined) return before;
  if (Array.isArray(value)) {
    const list = value.map((part) => withoutMaps(part, made));
    made.set(value, list);
    return list;
  }
  if (!(value instanceof Map)) return value;
  const entries = [...value].map(([key, part]) => [String(key ?? ""), withoutMaps(part, made)] as const);
  const map = withOrder(
    Object.fromEntries(entries),
    entries.map(([key]) => key),
  );
  made.set(value, map);
  return map;
}

/** Returns the parser's message, or a plainer one where it is written for programmers. */
function words(code: string, message: string): { what: string; hint?: string } {
  const line = message.split("\n")[0].trimEnd().replace(/\.$/, "");
  if (line.includes("call stack")) return { what: "this is nested too deeply", hint: `at most ${DEEPEST} levels` };
  const [, closing] = /end with a ([\]}])$/.exec(line) ?? [];
  if (closing !== undefined) {
    const opening = closing === "]" ? "[" : "{";
    return {
      what: `"${opening}" is not closed before this`,
      hint: `end it with "${closing}" and indent the lines between`,
    };
  }
  if (code === "TAG_RESOLVE_FAILED") {
    return { what: line.replace("Unresolved", "unknown"), hint: "leave the tag out" };
  }
  const implicit = line.startsWith("Implicit map keys") ? ["this key has no colon", "write key: value"] : [line];
  const [what, hint] = FAULTS.get(code) ?? implicit;
  return { what, ...(hint !== undefined && { hint }) };
}

/** Messages and hints by the parser's error code. */
const FAULTS = new Map([
  [
    "BLOCK_AS_IMPLICIT_KEY",
    ["a second key follows here", "put text with a colon in quotes, and indent keys of one map alike"],
  ],
  [
    "MULTILINE_IMPLICIT_KEY",
    ["a key ends without a colon on its line", "write key: value, and indent keys of one map alike"],
  ],
  ["MULTIPLE_DOCS", ["the file holds a second document", "write one experiment in a file"]],
  ["TAB_AS_INDENT", ["a tab indents this line", "indent with spaces"]],
]);

/** Returns the first construct in the document that YAML allows and an experiment does not. */
function oddity(document: Document.Parsed): { what: string; offset: number; hint: string } | undefined {
  let problem: { what: string; offset: number; hint: string } | undefined;
  const tell = (node: unknown, what: string, hint: string): symbol => {
    problem = { what, hint, offset: (isNode(node) ? node.range?.[0] : undefined) ?? 0 };
    return visit.BREAK;
  };
  const anchors = new Map<string, Node>();
  const meant = new Map<Alias, Node | undefined>();
  visit(document, {
    Node(_, node) {
      if (isAlias(node)) meant.set(node, anchors.get(node.source));
      else if (node.anchor !== undefined) anchors.set(node.anchor, node);
      return meant.size > ALIASES ? tell(node, "there are too many aliases", `at most ${ALIASES}`) : undefined;
    },
  });
  if (problem !== undefined) return problem;
  visit(document, {
    Alias(_, node, path) {
      const anchored = meant.get(node);
      if (anchored === undefined)
        return tell(node, `no anchor &${node.source} stands before this alias`, "define it first");
      if (path.some((above) => above === anchored))
        return tell(node, "the alias stands within its own anchor", "write it out");
      return undefined;
    },
    Map(_, { items }) {
      const keys = new Set<string>();
      for (const { key } of items) {
        if (!isScalar(key) || key.value === "<<") continue;
        if (keys.has(String(key.value))) return tell(key, "this key is there twice", "keep one");
        keys.add(String(key.value));
      }
      return undefined;
    },
    Pair(_, { key }) {
      if (isNode(key) && !isScalar(key)) return tell(key, "a key is no text", "write a name before the colon");
      if (isScalar(key) && key.value === "__proto__")
        return tell(key, 'no key may be called "__proto__"', "take another name");
      return undefined;
    },
    Collection(_, node, path) {
      const above = path.length < DEEPEST ? 0 : path.filter((part) => isMap(part) || isSeq(part)).length;
      return above < DEEPEST ? undefined : tell(node, "this is nested too deeply", `at most ${DEEPEST} levels`);
    },
  });
  return problem;
}

type Pairs = (map: YAMLMap) => ReadonlyMap<string, Pair>;

/** Indexes the pairs of maps by key, so that many problems in a large map are located in one pass. */
function pairsByKey(): Pairs {
  const known = new WeakMap<YAMLMap, ReadonlyMap<string, Pair>>();
  return (map) => {
    const before = known.get(map);
    if (before !== undefined) return before;
    const pairs = new Map(map.items.flatMap((pair) => (isScalar(pair.key) ? [[String(pair.key.value), pair]] : [])));
    known.set(map, pairs);
    return pairs;
  };
}

/** Returns the offset of the node at `path`, or of its nearest existing parent; with `key`, of the last key itself. */
function offsetOf(root: unknown, path: Path, key: boolean, pairsOf: Pairs): number | undefined {
  let node: unknown = root;
  let offset = isNode(root) ? root.range?.[0] : undefined;
  for (const [depth, name] of path.entries()) {
    if (isMap(node)) {
      const pair = pairsOf(node).get(String(name));
      if (pair === undefined) return offset;
      const keyOffset = isNode(pair.key) ? pair.key.range?.[0] : undefined;
      const valueOffset = isNode(pair.value) ? pair.value.range?.[0] : undefined;
      offset = (key && depth === path.length - 1 ? keyOffset : valueOffset) ?? keyOffset ?? offset;
      node = pair.value;
    } else if (isSeq(node)) {
      const item: unknown = node.items[Number(name)];
      if (!isNode(item)) return offset;
      offset = item.range?.[0] ?? offset;
      node = item;
    } else return offset;
  }
  return offset;
}

/** Reads a text file. Throws a UserError with the nearest file name where it cannot be read. */
export function readText(file: string): string {
  try {
    return readNamedText(file);
  } catch (error) {
    if (error instanceof UserError) throw error;
    throw new UserError({ code: "no-file", what: `${file} cannot be read: ${reasonOf(error)}`, ...hintFor(file) });
  }
}

function hintFor(file: string): { hint?: string } {
  try {
    const close = nearest(basename(file), readdirSync(dirname(file)));
    // If a file of exactly this name exists but is unreadable, another name is not suggested.
    return close === undefined || close === basename(file) ? {} : { hint: `did you mean "${close}"?` };
  } catch {
    return {};
  }
}
