// Thoughts that a server has left in a model's text, between marks of its template.

/** What begins and ends a thought in the templates of models: those of DeepSeek and Qwen, of Seed, of Magistral, of Kimi, and of gpt-oss. */
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

/** A text without its thoughts. */
export interface Unthought {
  readonly text: string;
  /** Whether there were thoughts. */
  readonly thought: boolean;
  /** Whether the last of them has no end. */
  readonly open: boolean;
}

/**
 * Takes the thoughts out of a text. What stands before a closing mark without an opening one is a thought as well, since the template may
 * have opened it. What stands behind the opening mark of a thought without an end is a part of it.
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

/** A text without empty lines at its beginning; its first line keeps its indentation, unless it stands in the line of a mark. */
function fromFirstLine(text: string): string {
  const blank = text.length - text.trimStart().length;
  return text.slice(text.slice(0, blank).includes("\n") ? text.lastIndexOf("\n", blank - 1) + 1 : blank);
}
