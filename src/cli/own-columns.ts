// What a user's file calls the columns of a log, as it is said on the command line: NAME=OWN, again and again.

import { UserError } from "../core/errors.ts";

/** The file's names by the schema's; a UserError where a text is no pair. */
export function ownColumns(option: string, texts: readonly string[] = []): Record<string, string> {
  return Object.fromEntries(
    texts.map((text) => {
      const at = text.indexOf("=");
      if (at > 0 && at < text.length - 1) return [text.slice(0, at), text.slice(at + 1)];
      throw new UserError({
        code: "no-pair",
        what: `is ${JSON.stringify(text)}`,
        where: option,
        hint: `write NAME=OWN, as in ${option} time=when where the file calls the time when`,
      });
    }),
  );
}
