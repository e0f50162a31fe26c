// What several commands are told: flags, columns of a file, and where things are read and kept.

import { UserError } from "../core/errors.ts";
import type { Preparation } from "../core/registry.ts";
import { keptIn } from "../lab/experiment/store-place.ts";
import { note } from "./output.ts";

export interface JsonFlag {
  readonly json?: boolean;
}
export interface SetFlag {
  readonly set?: readonly string[];
}
export interface StoreFlag {
  readonly store: string;
}

/** How a log is read. */
export interface LogFlags extends StoreFlag {
  readonly column?: readonly string[];
  readonly where?: string;
  readonly skipBadRows?: boolean;
}

/** Where a world is made ready: paths start from the working folder, what was read lies in the store, `.agon` by default. */
export function place(store = ".agon"): Preparation {
  const told = new Set<string>();
  return {
    directory: process.cwd(),
    cache: keptIn(store),
    // Variants read the same log.
    onNotice(text) {
      if (!told.has(text)) note(`agon: ${text}`);
      told.add(text);
    },
  };
}

/** The file's names of columns by the schema's, from texts NAME=OWN; a UserError where a text is no pair. */
export const ownColumns = (option: string, texts: readonly string[] = []): Record<string, string> =>
  Object.fromEntries(
    texts.map((text) => {
      const at = text.indexOf("=");
      if (at > 0 && at < text.length - 1) return [text.slice(0, at), text.slice(at + 1)];
      const hint = `write NAME=OWN, as in ${option} time=when where the file calls the time when`;
      throw new UserError({ code: "no-pair", what: `is ${JSON.stringify(text)}`, where: option, hint });
    }),
  );
