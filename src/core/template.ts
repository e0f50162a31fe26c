// Texts with names in braces: `What is the capital of {country}?`. A name that is not known is refused where the text is read, before
// anything is asked. `{{country}}` writes the braces themselves; braces around anything but a name stand for themselves, as in JSON.

import { type Path, UserError, unknownName } from "./errors.ts";

/** A text with names, read. */
export interface Template {
  /** The names that it has, each once. */
  readonly names: readonly string[];
  /** The text with a value in the place of each name. */
  filled(value: (name: string) => string): string;
}

/** What stands in braces, once or twice; the longer form is tried first. */
const BRACES = /\{\{([^{}\n]+)\}\}|\{([^{}\n]+)\}/g;
/** What looks like a name: a slip in it is worth a word. */
const NAME = /^\s*[\p{L}\p{N}_][\p{L}\p{M}\p{N}_ .-]*$/u;

/**
 * Reads a text in which `known` names may stand in braces; `kind` is what one of them is, for messages. Throws a UserError at `path`
 * for another name.
 */
export function templateOf(text: string, known: readonly string[], kind: string, path: Path = []): Template {
  const nameIn = (inner: string): string | undefined => {
    const name = known.includes(inner) ? inner : inner.trim();
    return known.includes(name) || NAME.test(inner) ? name : undefined;
  };
  /** Texts as they stand, and between two of them a name. */
  const texts: string[] = [""];
  const names: string[] = [];
  const say = (more: string): void => {
    texts[texts.length - 1] += more;
  };
  let at = 0;
  for (const match of text.matchAll(BRACES)) {
    const [whole, doubled, single] = match;
    say(text.slice(at, match.index));
    at = match.index + whole.length;
    const name = nameIn(doubled ?? single);
    if (name === undefined) say(whole);
    else if (doubled !== undefined) say(whole.slice(1, -1));
    else {
      if (!known.includes(name)) {
        const problem = unknownName(kind, name, known);
        const hint = `${problem.hint ?? ""} ({{${name}}} writes the braces themselves)`;
        throw new UserError({ ...problem, hint, path });
      }
      names.push(name);
      texts.push("");
    }
  }
  say(text.slice(at));
  return {
    names: [...new Set(names)],
    filled: (value) => texts.map((said, k) => (k === 0 ? said : `${value(names[k - 1])}${said}`)).join(""),
  };
}

/** A text as a template that gives it back. */
export const literal = (text: string): string =>
  text.replace(/\{([^{}\n]+)\}/g, (whole, inner) => (NAME.test(inner) ? `{${whole}}` : whole));

/** Data as a text: texts as they are, lists with commas, nothing for what is empty, and other data as JSON. */
export function dataAsText(value: unknown): string {
  if (typeof value === "string") return value;
  if (value === null || value === undefined) return "";
  if (Array.isArray(value)) return value.map(dataAsText).join(", ");
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
