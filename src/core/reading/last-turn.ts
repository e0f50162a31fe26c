// The model's own last turn in a text that may contain whole conversations: turns of users and results of tools are not the model's.

import { type Unthought, withoutThoughts } from "./thoughts.ts";

/**
 * Removes reasoning, calls of tools, and everything but the model's last turn, from a text. The text is empty where a tool's result comes
 * last, or a call alone.
 */
export function modelText(text: string): Unthought {
  const unthought = withoutThoughts(text);
  return { ...unthought, text: withoutCalls(afterResults(lastTurn(unthought.text))) };
}

/** Headers of turns, with their role, in the templates of ChatML, Llama, Gemma, gpt-oss, Phi, GLM and DeepSeek. */
const HEADER = new RegExp(
  [
    String.raw`(?:<\|im_start\|>|<start_of_turn>|<\|turn>)\s*(?<role>[\w.]+)[^\S\n]*(?:\n|<\|im_sep\|>|$)`,
    String.raw`(?:<\|start_header_id\|>|<\|start\|>)(?<named>[\w.]+)(?![\w.])[^\n<]*<\|(?:end_header_id|message)\|>\n*`,
    String.raw`(?<=^|\n|>)<\|(?<bare>user|assistant|system|tool|observation)\|>\n?`,
    "<｜(?<wide>User|Assistant)｜>",
  ].join("|"),
  "g",
);
/** Marks of a turn's end. */
const ENDS = [
  ...["im_end", "end", "return", "call", "eot_id", "eom_id", "endoftext", "end_of_text"].map((name) => `<|${name}|>`),
  ...["<|END_RESPONSE|>", "<|end_of_solution|>", "<end_of_turn>", "<turn|>", "<eos>", "<｜end▁of▁sentence｜>"],
  ...["<|endofturn|>", "<|END_OF_TURN_TOKEN|>", "<|eos|>", "<|end_of_turn|>", "[EOS]", "[|endofturn|]"],
  ...["<|user|>", "<|observation|>", "[END FINAL RESPONSE]"],
];
/** A mark of the end in Llama 2 and Mistral, which also closes what HTML strikes through. */
const END_OF_SEQUENCE = "</s>";
/** Marks of an answer's beginning, which follow reasoning. */
const BEGIN = /^\s*(?:<\|(?:START_RESPONSE|begin_of_solution)\|>|\[BEGIN FINAL RESPONSE\]\s*)/;

/** Returns whether a role is the model's, as servers and templates call it. */
export const isModel = (role: string): boolean => /^(?:assistant|model|ai|bot|chatbot)$/i.test(role);

/** The last turn of the model; the text before the first header is the model's. */
function lastTurn(text: string): string {
  let turn = "";
  let isOwn = true;
  let from = 0;
  for (const { 0: header, index, groups = {} } of text.matchAll(HEADER)) {
    if (isOwn) turn = text.slice(from, index);
    isOwn = isModel(groups.role ?? groups.named ?? groups.bare ?? groups.wide ?? "");
    from = index + header.length;
  }
  if (isOwn) turn = text.slice(from);
  return lastPlainTurn(withoutEnds(turn).replace(BEGIN, ""));
}

/** Removes marks of a turn's end from the end of a text. */
function withoutEnds(text: string): string {
  const ends = text.includes("<s>") ? ENDS : [...ENDS, END_OF_SEQUENCE];
  const endIn = (some: string) => ends.find((mark) => some.endsWith(mark));
  let kept = text;
  let rest = text.trimEnd();
  for (let mark = endIn(rest); mark !== undefined; mark = endIn(rest)) {
    kept = rest.slice(0, -mark.length);
    rest = kept.trimEnd();
  }
  return kept;
}

/** The model's last turn where special tokens are left out, so that roles are lines of their own. */
function lastPlainTurn(text: string): string {
  const header = "\nassistant\n";
  // The line may be the last one, behind which a thought was removed.
  const from = `${text}\n`.lastIndexOf(header);
  const other = /(?:^|\n)(?:user|tool|system)\n/;
  if (from < 0 || !other.test(text.slice(0, from + 1))) return afterPrompt(text);
  const [turn] = text.slice(from + header.length).split(other);
  return turn;
}

/** A prompt at the beginning of a text, in the templates of Llama 2 and Mistral, and of HH-RLHF. */
const PROMPTS: readonly (readonly [opening: RegExp, answer: string])[] = [
  [/^(?:<s>)? ?\[INST\]/, "[/INST]"],
  [/^(?:Human|User|USER): /, "\n\nAssistant:"],
];

/** What follows the prompt where a text begins with it. */
function afterPrompt(text: string): string {
  const begun = text.trimStart();
  const known = PROMPTS.find(([opening, answer]) => opening.test(begun) && begun.includes(answer));
  return known === undefined ? text : text.slice(lastEnd(text, known[1])).trimStart();
}

/** Delimiters of tools' results that mean nothing else. */
const RESULTS: readonly (readonly [opening: string, closing: string])[] = [
  ...["tool_response", "tool_result", "tool_results", "tool_output", "function_result", "function_results"].map(
    (name) => [`<${name}>`, `</${name}>`] as const,
  ),
  ["[TOOL_RESULTS]", "[/TOOL_RESULTS]"],
  ["<|tool_response>", "<tool_response|>"],
  ["<｜tool▁outputs▁begin｜>", "<｜tool▁outputs▁end｜>"],
  ["<|begin_of_documents|>", "<|end_of_documents|>"],
];
/** Closing tags of results whose opening tags occur in ordinary texts too. */
const CLOSINGS = ["</information>", "</observation>", "</interpreter>"];
/** Tags that are results of tools where they follow a call. */
const AFTER_CALL =
  /<\/(?:search|tool_call|code|python|tool|function_call)>\s*<(?<name>information|observation|interpreter|result|output|documents)>/g;

/** What follows the last result of a tool: an earlier turn is no answer. */
function afterResults(text: string): string {
  let from = 0;
  for (const closing of [...RESULTS.map(([, one]) => one), ...CLOSINGS]) from = Math.max(from, lastEnd(text, closing));
  for (const { index, groups = {} } of text.matchAll(AFTER_CALL)) {
    if (index < from) continue;
    const closing = `</${groups.name}>`;
    const end = text.indexOf(closing, index);
    from = end < 0 ? text.length : end + closing.length;
  }
  const rest = text.slice(from);
  if (RESULTS.some(([opening]) => rest.includes(opening))) return "";
  return from === 0 ? text : rest.replace(/^\s*(?:assistant\n\s*)?/, "");
}

/** Delimiters of calls of tools in the templates of models; behind the last two, all is the call's. */
const CALLS: readonly (readonly [opening: string, closing: string | undefined])[] = [
  ...["tool_call", "function_call", "function_calls"].map((name) => [`<${name}>`, `</${name}>`] as const),
  ["<function=", "</function>"],
  ["<|tool_call>", "<tool_call|>"],
  ["<|tool_calls_section_begin|>", "<|tool_calls_section_end|>"],
  ["<｜tool▁calls▁begin｜>", "<｜tool▁calls▁end｜>"],
  ["<|python_tag|>", undefined],
  ["[TOOL_CALLS]", undefined],
];
/** Lines of ReAct: the input of a tool, and the answer for which no tool is needed any more. */
const [INPUT, FINAL] = [/(?:^|\n)action input:/gi, /\nfinal answer:/gi];

/** Removes calls of tools. An opening between backticks is spoken of; a call without an end goes on to the end of the text. */
function withoutCalls(text: string): string {
  let kept = text;
  for (const [opening, closing] of CALLS) {
    const [first, ...called] = kept.split(opening);
    if (called.length === 0) continue;
    kept = called.reduce((before, part) => {
      if (before.endsWith("`")) return before + opening + part;
      const end = closing === undefined ? -1 : part.indexOf(closing);
      return end < 0 ? before : before + part.slice(end + (closing ?? "").length);
    }, first);
  }
  const lastAt = (line: RegExp) => [...text.matchAll(line)].at(-1)?.index ?? -1;
  if (lastAt(INPUT) > lastAt(FINAL)) return "";
  return kept === text ? text : kept.trim();
}

/** The place behind the last `mark` in a text; 0 where there is none. */
const lastEnd = (text: string, mark: string): number => {
  const at = text.lastIndexOf(mark);
  return at < 0 ? 0 : at + mark.length;
};
