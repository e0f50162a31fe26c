// A shipped example as the beginning of one's own: its file and those that it needs, in a folder that may be changed.

import { copyFileSync, existsSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { parse } from "yaml";
import { UserError } from "../core/errors.ts";
import { makeFolder, writing } from "../core/files.ts";
import { EXAMPLES, type Example, exampleOf } from "./examples.ts";
import { withImports } from "./file-imports.ts";

const SCHEMA = fileURLToPath(new URL("../../schema/experiment.schema.json", import.meta.url));

/** The files of an example: its own first, then those that its values name, and what these import. */
export async function filesOfExample({ file, text }: Example): Promise<string[]> {
  const values: string[] = [];
  const visit = (value: unknown): void => {
    if (typeof value === "string") values.push(value);
    else if (typeof value === "object" && value !== null) Object.values(value).forEach(visit);
  };
  visit(parse(text, { merge: true }));
  const files = values
    .map((value) => join(dirname(file), value))
    .filter((path) => statSync(path, { throwIfNoEntry: false })?.isFile() === true);
  const modules = await withImports(files.filter((path) => /\.m?[jt]s$/.test(path)));
  return [...new Set([file, ...files, ...modules])];
}

/**
 * Copies an example and gives the copies, its own first. They go to `folder`; without one to the working folder, or to a
 * folder in it where the example has its own. A UserError where a file is there already; nothing is copied then.
 */
export async function copyExample(id: string, folder?: string): Promise<string[]> {
  const example = exampleOf(id);
  const from = dirname(example.file);
  const to = resolve(folder ?? relative(EXAMPLES, from));
  const sources = await filesOfExample(example);
  const copies = sources.map((source) => join(to, relative(from, source)));
  const taken = copies.find((copy) => existsSync(copy));
  if (taken !== undefined) {
    throw new UserError({
      code: "file-exists",
      what: `${taken} is there already`,
      hint: `name another folder: agon examples copy ${id} FOLDER`,
    });
  }
  return writing(to, () => {
    for (const [k, copy] of copies.entries()) {
      makeFolder(dirname(copy));
      if (k === 0) writeFileSync(copy, withSchema(example.text, to));
      else copyFileSync(sources[k], copy);
    }
    return copies;
  });
}

/** The text of an example in `folder`, from where its editor finds the package's schema. */
function withSchema(text: string, folder: string): string {
  return text.replace(/(yaml-language-server: \$schema=).*/, `$1${relative(folder, SCHEMA).replaceAll(sep, "/")}`);
}
