// Markdown in pieces. A page of the manual is a list of these.

/** A page of the manual, by its path below `docs/`. */
export interface Page {
  readonly file: string;
  /** One line for the index. */
  readonly title: string;
  readonly text: string;
}

/** A page that a command wrote, and that says so. */
export function page(file: string, title: string, pieces: readonly string[]): Page {
  const note = "<!-- Written by `npm run manual`. Change the code that it describes, not this page. -->";
  return { file, title, text: `${[note, `# ${title}`, ...pieces.filter((piece) => piece !== "")].join("\n\n")}\n` };
}

/** A text whose `<q>` is read as it stands, and not as a tag. Code is left as it is. */
const untagged = (text: string): string =>
  text.replaceAll(/`[^`]*`|<(?=[a-z/!?])/gi, (found) => (found === "<" ? "\\<" : found));

/** A text inside a cell of a table. */
export const cell = (text: string): string => untagged(text).replaceAll("|", "\\|").replaceAll("\n", " ").trim();

/** A table; nothing where it has no rows. A cell of several texts has a line for each. */
export function table(head: readonly string[], rows: readonly (readonly (string | readonly string[])[])[]): string {
  if (rows.length === 0) return "";
  const lines = (texts: string | readonly string[]) => [texts].flat().map(cell).join("<br>");
  const line = (cells: readonly (string | readonly string[])[]) => `| ${cells.map(lines).join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");
}

/** A block of code. */
export const code = (language: string, text: string): string => `\`\`\`${language}\n${text.trimEnd()}\n\`\`\``;

/** A name inside a sentence. */
export const name = (text: string): string => `\`${text}\``;

/** A clause as a sentence: a capital first, a full stop last. */
export function sentence(text: string): string {
  const plain = untagged(text);
  const begun = plain.startsWith("arXiv") ? plain : plain.charAt(0).toUpperCase() + plain.slice(1);
  return /[.!?]$/.test(begun) ? begun : `${begun}.`;
}
