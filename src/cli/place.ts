// Where things are read and kept, and how flags say that a file is read.

import { UserError } from "../core/errors.ts";
import type { Preparation } from "../core/registry.ts";
import { keptIn } from "../lab/experiment/store-place.ts";
import { remark } from "./output.ts";

/** Where a world is made ready: paths start from the working folder, what was read lies in the store, `.agon` by default. */
export function place(store = ".agon"): Preparation & { readonly onNotice: (text: string) => void } {
  const shown = new Set<string>();
  return {
    directory: process.cwd(),
    cache: keptIn(store),
    // Variants read the same log.
    onNotice(text) {
      if (!shown.has(text)) remark(text);
      shown.add(text);
    },
  };
}

/** The file's names of columns by the schema's, from texts NAME=OWN; a UserError where a text is no pair. */
export const ownColumns = (
  option: string,
  texts: readonly string[],
  example = "time=when where the file calls the time when",
): Record<string, string> =>
  Object.fromEntries(
    texts.map((text) => {
      const at = text.indexOf("=");
      if (at > 0 && at < text.length - 1) return [text.slice(0, at), text.slice(at + 1)];
      const hint = `write NAME=OWN, as in ${option} ${example}`;
      throw new UserError({ code: "no-pair", what: `is ${JSON.stringify(text)}`, where: option, hint });
    }),
  );

/** What labels mean, from texts LABEL=SIDE, several with commas between them; a UserError where one is no pair. */
export const saidLabels = (texts: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    texts
      .flatMap((text) => text.split(","))
      .map((text) => {
        const at = text.lastIndexOf("=");
        if (at > 0 && at < text.length - 1) return [text.slice(0, at).trim(), text.slice(at + 1).trim()];
        const hint = "write LABEL=SIDE, as in --labels 0=first,1=second,2=tie";
        throw new UserError({ code: "no-pair", what: `is ${JSON.stringify(text)}`, where: "--labels", hint });
      }),
  );

/** How the rows of a file are read. */
interface RowFlags {
  readonly columns: readonly string[];
  readonly labels?: readonly string[];
  readonly where?: string;
  readonly skipBadRows: boolean;
}

export const rowsOf = (file: string, { columns, labels, where, skipBadRows }: RowFlags) => ({
  ...{ file, columns: ownColumns("--columns", columns), skipBadRows },
  ...(labels === undefined ? {} : { labels: saidLabels(labels) }),
  ...(where === undefined ? {} : { where }),
});

/** How a message names the column that a flag says. */
export const columnFlag = { path: ["--columns"], words: (name: string, own: string) => `--columns ${name}=${own}` };
