// Stores data that a world reads from files under its content hash, as logs are stored. Changed content is always detected, and a report
// uses the data that was played even if a file has changed since.

import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { dirname, extname, join, relative, resolve } from "node:path";
import { checkedJson, parseChecked } from "../core/checksum.ts";
import { UserError } from "../core/errors.ts";
import { makeFolder, placeBeside, sweepLeftovers, writing } from "../core/files.ts";
import { checkPlace, keepWhole, keptFile, makeStore, readKeptText } from "../core/kept-files.ts";
import type { Preparation } from "../core/registry.ts";
import { checkContent } from "./content.ts";

/** Reference to data in an experiment: its file or folder, and its content hash. */
export interface DataSource {
  readonly file: string;
  readonly content?: string | undefined;
}

/** A kind of data. */
export interface DataKind<T extends object> {
  /** Part of the names of stored files: `table`. */
  readonly name: string;
  /** Version of the stored format; increase it when the same files yield different data. */
  readonly version: number;
  /** Paths of the files that `path`, which messages call `shown`, holds, in an order that depends on their names alone. Throws a UserError where there is none. */
  filesAt(path: string, shown: string): readonly string[];
  /** Reads the data at `path`, which messages call `shown`. `overflow` is a folder for what exceeds the memory. */
  read(path: string, shown: string, overflow: string): T | Promise<T>;
  /** Checks and returns stored data; throws for other values. */
  parse(stored: unknown): T;
}

/** Stored data of one kind. */
export interface DataShelf<T> {
  /** Makes data available and returns its content hash. Throws a UserError where a file is invalid or differs from `content`. */
  prepare(source: DataSource, place: Preparation): Promise<string>;
  /** Returns data that `prepare` has prepared in this thread. Throws a UserError otherwise. */
  atHand(source: DataSource): T;
}

/** Creates the shelf of a kind of data. */
export function dataShelf<T extends object>(kind: DataKind<T>): DataShelf<T> {
  /** Data available to this thread, by content. */
  const atHand = new Map<string, T>();
  const fileOf = (folder: string, content: string): string => join(folder, `${content}.${kind.name}.json`);

  /** Loads data from the folder; false where it is missing or damaged. */
  const loaded = (folder: string, content: string): boolean => {
    const file = fileOf(folder, content);
    if (keptFile(dirname(folder), file) === undefined) return false;
    try {
      atHand.set(content, kind.parse(parseChecked(readKeptText(dirname(folder), file))));
      return true;
    } catch {
      return false;
    }
  };

  /** Whether the folder holds the data; if so, it is loaded. */
  const isKept = (folder: string, content: string): boolean =>
    (atHand.has(content) && keptFile(dirname(folder), fileOf(folder, content)) !== undefined) ||
    loaded(folder, content);

  const contentOf = (path: string, shown: string): string => {
    const files = kind.filesAt(path, shown);
    const hash = createHash("sha256").update(JSON.stringify([kind.version, extname(path).toLowerCase()]));
    for (const file of files) {
      if (file !== path) hash.update(JSON.stringify(relative(path, file)));
      hash.update(readFileSync(file));
    }
    return hash.digest("hex").slice(0, 16);
  };

  return {
    async prepare({ file, content }, place) {
      const folder = resolve(place.cache);
      if (content !== undefined && isKept(folder, content)) return content;
      const path = resolve(place.directory, file);
      const digest = contentOf(path, file);
      checkContent(file, content, digest, "file");
      if (isKept(folder, digest)) return digest;
      writing(folder, () => {
        checkPlace(dirname(folder), fileOf(folder, digest));
        makeStore(dirname(folder));
        makeFolder(folder);
        sweepLeftovers(folder);
      });
      // Another store may already have loaded it in this thread.
      const data = atHand.get(digest) ?? (await kind.read(path, file, placeBeside(join(folder, digest))));
      writing(folder, () =>
        keepWhole(dirname(folder), fileOf(folder, digest), checkedJson(Object.fromEntries(Object.entries(data)))),
      );
      atHand.set(digest, data);
      return digest;
    },
    atHand({ file, content }) {
      const data = content === undefined ? undefined : atHand.get(content);
      if (data !== undefined) return data;
      const hint = "files are read by agon run, play, step and show, and by `prepare` of a registry's entry";
      throw new UserError({
        code: `unread-${kind.name}`,
        what: `the file ${file} was not read yet`,
        path: ["file"],
        hint,
      });
    },
  };
}
