// Base folder and cache of a command, and how flags describe a file.

import { UserError } from "../core/errors.ts";
import type { Preparation } from "../core/registry.ts";
import { keptIn } from "../lab/experiment/store-place.ts";
import { remark } from "./output.ts";

/** Returns the context for preparing a world: paths start from the working folder, and the cache is in the store, `.agon` by default. */
export function place(store = ".agon"): Preparation & { readonly onNotice: (text: string) => void } {
  const shown = new Set<string>();
  return {
    directory: process.cwd(),
    cache: keptIn(store),
    // Shown once, since several variants may read the same log.
    onNotice(text) {
      if (!shown.has(text)) remark(text);
      shown.add(text);
    },
  };
}

/** Parses texts NAME=OWN and returns the file's column names by the schema's. Throws a UserError where a text is no pair. */
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

/** Parses texts LABEL=SIDE, several separated by commas, and returns the meaning of labels. Throws a UserError where one is no pair. */
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

/** Flags for reading the rows of a file. */
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

/** How a message names a column that a flag sets. */
export const columnFlag = { path: ["--columns"], words: (name: string, own: string) => `--columns ${name}=${own}` };
