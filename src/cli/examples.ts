// `agon examples`: what is shipped to be run by name, listed, shown and copied.

import { relative } from "node:path";
import { copyExample, exampleFiles, exampleOf, filesOfExample } from "../lab/examples/examples.ts";
import type { JsonFlag } from "./flags.ts";
import { print, printJson, table } from "./output.ts";

/** Lists the examples, or prints the text of one. */
export async function examples(id: string | undefined, flags: JsonFlag): Promise<number> {
  if (id !== undefined) {
    const example = exampleOf(id);
    if (flags.json === true) printJson({ ...example, files: await filesOfExample(example) });
    else process.stdout.write(example.text);
    return 0;
  }
  const all = [...exampleFiles().keys()].map(exampleOf);
  if (flags.json === true) return printJson(all.map(({ text: _, ...example }) => example));
  const rows = all.map(({ id, kind, seconds, asks }) => [id, kind, `${seconds} s`, asks]);
  return print(table(["id", "kind", "takes", "asks"], rows, 4), "", "run one from any folder: agon run alliance");
}

/** Copies an example with the files that it needs. */
export async function copy(id: string, folder: string | undefined, flags: JsonFlag): Promise<number> {
  const files = (await copyExample(id, folder)).map((file) => relative(process.cwd(), file));
  return flags.json === true ? printJson({ id, files }) : print(...files, "", `run it: agon run ${files[0]}`);
}
