// Templates with names in braces: `What is the capital of {country}?`. An unknown name is rejected when the template is parsed, before any
// request. `{{country}}` writes literal braces; braces around anything but a name are literal, as in JSON.

import { type Path, UserError, unknownName } from "./errors.ts";

export interface Template {
  /** The names in it, each once. */
  readonly names: readonly string[];
  /** Returns the text with each name replaced by its value. */
  filled(value: (name: string) => string): string;
}

/** Text in single or double braces; the longer form is tried first. */
const BRACES = /\{\{([^{}\n]+)\}\}|\{([^{}\n]+)\}/g;
/** Text that looks like a name, so that a misspelling of it is reported. */
const NAME = /^\s*[\p{L}\p{N}_][\p{L}\p{M}\p{N}_ .-]*$/u;

/**
 * Parses a text in which `known` names may be in braces. `kind` is a noun for them, for messages. Throws a UserError at `path` for another
 * name.
 */
export function templateOf(text: string, known: readonly string[], kind: string, path: Path = []): Template {
  const nameIn = (inner: string): string | undefined => {
    const name = known.includes(inner) ? inner : inner.trim();
    return known.includes(name) || NAME.test(inner) ? name : undefined;
  };
  /** Literal parts; between each two of them is a name. */
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

/** Escapes a text, so that the template that it forms yields the text itself. */
export const literal = (text: string): string =>
  text.replace(/\{([^{}\n]+)\}/g, (whole, inner) => (NAME.test(inner) ? `{${whole}}` : whole));

/** Formats data as text: strings unchanged, lists with commas, empty values as "", and other data as JSON. */
export function dataAsText(value: unknown): string {
  if (typeof value === "string") return value;
  if (value === null || value === undefined) return "";
  if (Array.isArray(value)) return value.map(dataAsText).join(", ");
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
