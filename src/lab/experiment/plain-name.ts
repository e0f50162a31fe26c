// Names of which tables and pictures are made: they are shown everywhere, and so they hold nothing that cannot be shown.

import { type Path, UserError } from "../../core/errors.ts";
import { commandIn } from "../../core/visible.ts";

/** Throws a UserError where a name, of `kind` in words, holds a control character or half of a character. */
export function plainName(kind: string, name: string, path: Path): void {
  const odd = commandIn(name) ?? (/\p{Cs}/u.test(name) ? "half a character" : undefined);
  if (odd === undefined) return;
  const what = `${kind} holds ${odd}`;
  throw new UserError({ code: "unprintable-name", what, path, hint: "a name is made of characters that can be shown" });
}
