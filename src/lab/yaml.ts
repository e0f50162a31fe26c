// YAML files with positions: a problem at a path of keys is told with file, line and column.

import { readdirSync, readFileSync } from "node:fs";
import { basename, dirname } from "node:path";
import { isMap, isNode, isScalar, isSeq, LineCounter, parseDocument } from "yaml";
import { nearest, type Problem, UserError } from "../core/errors.ts";

type Path = readonly (string | number)[];

/** A file as it was read. */
export interface YamlFile {
  readonly file: string;
  readonly text: string;
  readonly value: unknown;
  /** Adds `file:line:column` to a problem whose path leads into the file. */
  locate(problem: Problem): Problem;
}

/** Reads a YAML 1.2 file. A UserError tells a missing file, or the first syntax error with its position. */
export function readYaml(file: string): YamlFile {
  return parseYaml(file, readText(file));
}

/** Parses text as if it stood in `file`. */
export function parseYaml(file: string, text: string): YamlFile {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const at = (offset: number): string => {
    const { line, col } = lines.linePos(offset);
    return `${file}:${line}:${col}`;
  };
  if (document.errors.length > 0) {
    throw new UserError(
      document.errors.slice(0, 3).map((error) => ({
        code: "yaml-syntax",
        what: error.message.replace(/\.?\s*$/, ""),
        where: at(error.pos[0]),
      })),
    );
  }
  let value: unknown;
  try {
    value = document.toJS({ maxAliasCount: 100 });
  } catch (error) {
    throw new UserError({
      code: "yaml-syntax",
      what: error instanceof Error ? error.message : String(error),
      where: at(0),
    });
  }
  return {
    file,
    text,
    value,
    locate(problem) {
      const offset = offsetOf(document.contents, problem.path ?? [], problem.code === "unknown-key");
      return { ...problem, where: offset === undefined ? file : at(offset) };
    },
  };
}

/** Offset of the node at `path`, or of the nearest node above it; with `key`, of the last key itself. */
function offsetOf(root: unknown, path: Path, key: boolean): number | undefined {
  let node: unknown = root;
  let offset = isNode(root) ? root.range?.[0] : undefined;
  for (const [depth, name] of path.entries()) {
    if (isMap(node)) {
      const pair = node.items.find((item) => isScalar(item.key) && String(item.key.value) === String(name));
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

function readText(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    throw new UserError({ code: "no-file", what: `${file} cannot be read: ${reasonOf(error)}`, ...hintFor(file) });
  }
}

function hintFor(file: string): { hint?: string } {
  try {
    const close = nearest(basename(file), readdirSync(dirname(file)));
    return close === undefined ? {} : { hint: `did you mean "${close}"?` };
  } catch {
    return {};
  }
}

/** The operating system's reason in words, without code and path. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = "code" in error ? error.code : undefined;
  const known: Record<string, string> = {
    ENOENT: "there is no such file",
    EISDIR: "it is a folder",
    ENOTDIR: "a part of the path is not a folder",
    EACCES: "permission denied",
    EPERM: "not permitted",
    EROFS: "the disk is read-only",
    ENOSPC: "the disk is full",
    EDQUOT: "the disk quota is used up",
    EMFILE: "too many open files",
  };
  return (typeof code === "string" ? known[code] : undefined) ?? error.message;
}
