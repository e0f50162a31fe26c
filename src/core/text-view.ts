// What a world tells of itself in words.

import type { NumericEnvironment } from "./environment.ts";
import { type Problem, UserError } from "./errors.ts";

/** Returns the text view `name` of a world, which `reader` needs. Throws a UserError that lists the world's views where it has no such. */
export function textView(
  { texts = {} }: Pick<NumericEnvironment, "texts">,
  name: string,
  reader: string,
  path: Problem["path"] = [],
): () => string {
  const view = texts[name];
  if (view !== undefined) return view;
  const what = `${reader} reads the text view "${name}" of a world, and this world has none of that name`;
  const views = Object.keys(texts);
  const hint = `${views.length === 0 ? "it has no text views" : `it has ${views.join(", ")}`}; language/lookup has text and answer`;
  throw new UserError({ code: "no-text-view", what, path, hint });
}
