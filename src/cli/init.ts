// `agon init`: a folder to begin with.

import { relative } from "node:path";
import { beginFolder } from "../lab/examples/beginning.ts";
import type { JsonFlag } from "./flags.ts";
import { print, printJson } from "./output.ts";

/** Writes the files, and says what to do next. */
export async function init(
  folder: string | undefined,
  flags: JsonFlag & { readonly javascript?: boolean },
): Promise<number> {
  const files = await beginFolder(folder ?? ".", flags.javascript === true);
  const shown = files.map((file) => relative(process.cwd(), file));
  if (flags.json === true) return printJson({ files: shown });
  const [experiment, ...parts] = shown;
  const own = parts.filter((file) => /^(?!.*\.json$).*\.[jt]s$/.test(file));
  return print(
    ...shown,
    "",
    `run it:     agon run ${experiment}`,
    "watch it:   agon view",
    ...own.map((part, k) => `${k === 0 ? "check it:  " : "           "} agon check ${part}`),
  );
}
