// Reasoning sections that a server has left in a model's text, between the delimiters of its template.

/**
 * Delimiters of reasoning in the templates of models and in usual prompts: those of DeepSeek and Qwen, of Seed, of Magistral, of Kimi, of
 * Gemini, of Cohere, of Sky-T1, and of Gemma.
 */
const MARKS: readonly (readonly [opening: string, closing: string])[] = [
  ["<think>", "</think>"],
  ["<thinking>", "</thinking>"],
  ["<thought>", "</thought>"],
  ["<reasoning>", "</reasoning>"],
  ["<reflection>", "</reflection>"],
  ["<seed:think>", "</seed:think>"],
  ["[THINK]", "[/THINK]"],
  ["◁think▷", "◁/think▷"],
  ["<|START_THINKING|>", "<|END_THINKING|>"],
  ["<|begin_of_thought|>", "<|end_of_thought|>"],
  ["<|channel>", "<channel|>"],
];

const escaped = (text: string): string => text.replaceAll(/[[\]|/]/g, String.raw`\$&`);
const alternatives = (marks: readonly string[]): string => marks.map(escaped).join("|");

/** Beginning of a message's header in the harmony format of gpt-oss, which the prompt may contain already. */
const BEGIN = String.raw`(?:<\|start\|>[^<]*)?<\|channel\|>\s*|^(?=(?:analysis|commentary|final)\b[^<]*(?:<\|constrain\|>[^<]*)?<\|message\|>)`;
/** A message's header: the channel "final" has the answer; the others have reasoning, calls and results. */
const HEADER = String.raw`(?:${BEGIN})(?<channel>\w*)[^<]*(?:<\|constrain\|>[^<]*)?(?:<\|message\|>)?`;
/** Sentences that begin and end reasoning where a text begins with the first: those of Ollama, Granite and Apriel. */
const SENTENCES: readonly (readonly [opening: RegExp, closing: RegExp])[] = [
  [/^Thinking\.\.\.\n/, /\n\.\.\.done thinking\./],
  [/^Here(?: is|['’]s) my thought process:/, /Here(?: is|['’]s) my response:/],
  [/^Here are my reasoning steps:/, /\[BEGIN FINAL RESPONSE\]/],
];

/** Ends of a message in that format. */
const END = String.raw`<\|(?:end|call|return)\|>`;
/** "assistantfinal" is a header of that format where special tokens are left out. */
const MARK = new RegExp(
  [
    HEADER,
    // A mark between backticks is spoken of.
    `(?<!\`)(?<opening>${alternatives(MARKS.map(([opening]) => opening))}|<think [^<>\n]{0,80}>)`,
    `(?<!\`)(?<closing>${alternatives(MARKS.map(([, closing]) => closing))}|assistantfinal)`,
    `(?<end>${END})`,
  ].join("|"),
  "gi",
);

/** Returns a text without the reasoning that it begins with between sentences of its template. */
function withoutBegun(text: string): string {
  const begun = text.trimStart();
  const end = SENTENCES.find(([opening]) => opening.test(begun))?.[1].exec(text);
  return end === undefined || end === null ? text : text.slice(end.index + end[0].length);
}

/** A text without its reasoning. */
export interface Unthought {
  readonly text: string;
  /** Whether the text contained reasoning. */
  readonly thought: boolean;
  /** Whether the last reasoning section is not closed. */
  readonly open: boolean;
}

/**
 * Removes reasoning sections from a text; in the harmony format, all messages that are not final. Text before a closing delimiter without an
 * opening one is reasoning as well, since the template may have opened it. Text after an opening delimiter that is never closed is
 * reasoning too.
 */
export function withoutThoughts(given: string): Unthought {
  const text = withoutBegun(given);
  let kept: string[] = [];
  let open = false;
  let thought = false;
  let from = 0;
  /** Whether the last delimiter is the header of a message, which ends with the message. */
  let isMessage = false;
  for (const { 0: mark, index, groups = {} } of text.matchAll(MARK)) {
    if (groups.end !== undefined && !(open && isMessage)) continue;
    isMessage = groups.channel !== undefined;
    const isOpening = groups.opening !== undefined || (isMessage && groups.channel !== "final");
    if (!open && isOpening) kept.push(text.slice(from, index));
    else if (!open) kept = [];
    open = isOpening;
    thought = true;
    from = index + mark.length;
  }
  if (!thought) return { text, thought: text !== given, open };
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
