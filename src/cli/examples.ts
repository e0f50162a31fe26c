// `agon examples`: lists, prints and copies the built-in examples.

import { relative } from "node:path";
import { hasWords } from "../core/has-words.ts";
import { copyExample, exampleFiles, exampleOf, filesOfExample, shippedExperiment } from "../lab/examples/examples.ts";
import type { Flags } from "./commands.ts";
import { answer, print, table } from "./output.ts";

/** Lists the examples, or prints the text of one or of a system's experiment. */
export async function examples(id: string | undefined, flags: Flags<"examples">): Promise<number> {
  if (id !== undefined) {
    const example = exampleFiles().has(id) ? exampleOf(id) : shippedExperiment(id);
    const files = flags.json ? await filesOfExample(example) : [];
    return answer(flags, { ...example, files }, ({ text }) => process.stdout.write(text));
  }
  return listExamples([], flags);
}

/** Lists the examples that have all these words. */
export function listExamples(words: readonly string[], flags: Pick<Flags<"examples">, "json">): number {
  const fits = hasWords(words.join(" "));
  const every = [...exampleFiles().keys()].map(exampleOf).map(({ text: _, ...example }) => example);
  const all = every.filter(({ id, kind, asks }) => fits([id, kind, asks]));
  const rows = all.map(({ id, kind, seconds, asks }) => [id, kind, `${seconds} s`, asks]);
  return answer(flags, all, () =>
    print(table(["id", "kind", "takes", "asks"], rows, 4), "", "run one from any folder: agon run alliance"),
  );
}

/** Copies an example, or a system's experiment, with the files that it needs. */
export async function copy(id: string, folder: string | undefined, flags: Flags<"examples copy">): Promise<number> {
  const files = (await copyExample(id, folder)).map((file) => relative(process.cwd(), file));
  return answer(flags, { id, files }, () => print(...files, "", `run it: agon run ${files[0]}`));
}
