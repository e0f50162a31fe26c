// Reasoning sections that a server has left in a model's text, between the delimiters of its template.

/** Delimiters of reasoning in the templates of models: those of DeepSeek and Qwen, of Seed, of Magistral, of Kimi, and of gpt-oss. */
const MARKS: readonly (readonly [opening: string, closing: string])[] = [
  ["<think>", "</think>"],
  ["<thinking>", "</thinking>"],
  ["<seed:think>", "</seed:think>"],
  ["[THINK]", "[/THINK]"],
  ["◁think▷", "◁/think▷"],
  ["<|channel|>analysis<|message|>", "<|channel|>final<|message|>"],
];

const OPENING = new Set(MARKS.map(([opening]) => opening));
const escaped = (text: string): string => text.replaceAll(/[[\]|/]/g, String.raw`\$&`);
const MARK = new RegExp(MARKS.flat().map(escaped).join("|"), "g");

/** A text without its reasoning. */
export interface Unthought {
  readonly text: string;
  /** Whether the text contained reasoning. */
  readonly thought: boolean;
  /** Whether the last reasoning section is not closed. */
  readonly open: boolean;
}

/**
 * Removes reasoning sections from a text. Text before a closing delimiter without an opening one is reasoning as well, since the template
 * may have opened it. Text after an opening delimiter that is never closed is reasoning too.
 */
export function withoutThoughts(text: string): Unthought {
  let kept: string[] = [];
  let open = false;
  let thought = false;
  let from = 0;
  for (const { 0: mark, index } of text.matchAll(MARK)) {
    const isOpening = OPENING.has(mark);
    if (!open && isOpening) kept.push(text.slice(from, index));
    else if (!open) kept = [];
    open = isOpening;
    thought = true;
    from = index + mark.length;
  }
  if (!thought) return { text, thought, open };
  const before = kept.map((part) => part.trimEnd());
  const parts = open ? before : [...before, text.slice(from)];
  return {
    text: parts
      .map(fromFirstLine)
      .filter((part) => part !== "")
      .join("\n"),
    thought,
    open,
  };
}

/** Removes empty lines at the beginning. The first line keeps its indentation, unless it follows a delimiter on the same line. */
function fromFirstLine(text: string): string {
  const blank = text.length - text.trimStart().length;
  return text.slice(text.slice(0, blank).includes("\n") ? text.lastIndexOf("\n", blank - 1) + 1 : blank);
}
