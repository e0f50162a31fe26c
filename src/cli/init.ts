// `agon init`: creates a folder with a first experiment.

import { relative } from "node:path";
import { beginFolder } from "../lab/examples/beginning.ts";
import type { Flags } from "./commands.ts";
import { answer, print } from "./output.ts";

/** Writes the files, and prints the next steps. */
export async function init(folder: string | undefined, flags: Flags<"init">): Promise<number> {
  const files = await beginFolder(folder ?? ".", flags.javascript);
  const shown = files.map((file) => relative(process.cwd(), file));
  const [experiment, ...parts] = shown;
  const own = parts.filter((file) => /\.[jt]s$/.test(file));
  return answer(flags, { files: shown }, () =>
    print(
      ...shown,
      "",
      `run it:     agon run ${experiment}`,
      "watch it:   agon view",
      ...own.map((part, k) => `${k === 0 ? "check it:  " : "           "} agon check ${part}`),
    ),
  );
}
