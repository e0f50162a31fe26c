// Parses chat completions: the model's answer, or the reason why there is none. Agents, judges and rewards share this code, so that they
// treat responses alike.

import { z } from "zod";
import { isMap } from "../core/checked.ts";
import { jsonIn } from "../core/json.ts";
import { isModel, modelText } from "../core/reading/last-turn.ts";

/**
 * Reasons why a completion contains no answer although it was paid for: the token limit was reached (`cut`), the server filtered it
 * (`filtered`), the model declined (`refused`), or it contains only reasoning (`thought`).
 */
export const OUTCOMES = ["cut", "filtered", "refused", "thought"] as const;
export type AnswerOutcome = (typeof OUTCOMES)[number];

/** A completion without a usable answer. */
export interface Shortfall {
  readonly outcome: AnswerOutcome;
  /** Reason that completes "the answer is …", without a full stop. */
  readonly reason: string;
}

/** The model's output in a completion. */
export interface Completion {
  /** Text without reasoning; where there is no answer, the partial text. */
  readonly text: string;
  readonly shortfall?: Shortfall;
}

/** Description of a response body that is not a completion. */
export interface Complaint {
  /** The server's message where it has one. */
  readonly sentence: string;
  /** Status given in the body, where it differs from the HTTP status. */
  readonly status?: number;
  /** The server's error code. */
  readonly code?: string;
  /** Whether the sentence quotes the server. */
  readonly quoted: boolean;
  /** Whether a retry may succeed. */
  readonly mayPass: boolean;
}

type Ending = AnswerOutcome | "broken";

/** Finish reasons of servers in lower case that do not say by their words what they mean; those of Gemini and Bedrock are among them. */
const ENDINGS: Readonly<Record<string, Ending>> = {
  language: "filtered",
  spii: "filtered",
  model_armor: "filtered",
  sensitive: "filtered",
  error_limit: "cut",
  other: "broken",
  load: "broken",
  unload: "broken",
  unexpected_tool_call: "broken",
  too_many_tool_calls: "broken",
  missing_thought_signature: "broken",
  insufficient_system_resource: "broken",
  // vLLM stops a model that repeats itself.
  repetition: "cut",
};

/** Words in finish reasons, such as those of Cohere's `ERROR_TOXIC`, watsonx's `token_limit` and LM Studio's `contextLengthReached`. */
const ENDING_WORDS: readonly (readonly [words: RegExp, ending: Ending])[] = [
  [
    /content_?filter|guardrail|safety|block(?:ed|list)|prohibited|toxic|moderat|recitation|policy|violation|unsafe|harmful|jailbreak/,
    "filtered",
  ],
  [/refusal|refused/, "refused"],
  [/time_?(?:limit|out)|error|abort|cancel|malformed|fail|interrupt|preempt|disconnect|exception|kill|evict/, "broken"],
  [/rate_?limit|quota|overload|unavailable|shutdown|out_of_memory|died|crash/, "broken"],
  [
    /length|limit|max_?(?:\w{1,20}_?)?tokens|max_(?:len|context|seq)|maxpredicted|context_window|incomplete|truncat/,
    "cut",
  ],
  [/exhausted|overflow|cache_full|budget|pause|out_of_(?:tokens|context)/, "cut"],
];

/** Schema of a message's list of parts. */
export const partsSchema = z.array(z.looseObject({ type: z.string() }));
const contentSchema = z.union([z.string(), partsSchema]);
/** A count that is none, such as −1, is unknown: the answer holds in any case. */
const tokens = z.int().nonnegative().nullish().catch(undefined);
const messageSchema = z.looseObject({
  role: z.string().nullish(),
  content: contentSchema.nullish(),
  refusal: z.string().nullish().catch(undefined),
  tool_calls: z.array(z.unknown()).nullish(),
});
/** Choices by their index where each has one: servers may send them in any order. */
const inOrder = (choices: unknown): unknown => {
  if (!Array.isArray(choices)) return choices;
  const first = choices.findIndex((choice: unknown) => isMap(choice) && choice.index === 0);
  return first <= 0 ? choices : [choices[first], ...choices.toSpliced(first, 1)];
};

/** A choice has a message, unless its finish reason explains why there is none. */
const choiceSchema = z
  .looseObject({
    message: messageSchema.nullish(),
    finish_reason: z.string().nullish(),
    native_finish_reason: z.string().nullish().catch(undefined),
    stop_reason: z.string().nullish().catch(undefined),
    finish_details: z.looseObject({ type: z.string() }).nullish().catch(undefined),
  })
  // A router may report a regular end where the model's own server names the reason. Some servers name it in another field.
  .transform((choice) => {
    const { finish_reason, native_finish_reason, stop_reason, finish_details } = choice;
    const others = (finish_reason ?? "") === "" ? [finish_details?.type, stop_reason] : [];
    const own = endingOf(finish_reason) === undefined ? [native_finish_reason, ...others] : [];
    const named = own.find((reason) => endingOf(reason) !== undefined);
    return named === undefined ? choice : { ...choice, finish_reason: named };
  })
  .refine(({ message, finish_reason }) => isMap(message) || endingOf(finish_reason) !== undefined)
  .transform((choice) => ({ ...choice, message: choice.message ?? {} }));
const bodySchema = z.looseObject({
  choices: z.preprocess(inOrder, z.tuple([choiceSchema], z.unknown())),
  usage: z.looseObject({ prompt_tokens: tokens, completion_tokens: tokens }).nullish().catch(undefined),
});

/** The fields of a completion body that are used. */
export type CompletionBody = z.output<typeof bodySchema>;

/** Content of a message: a text or a list of parts. */
type Content = z.output<typeof contentSchema>;

/** Parses a body as a completion, or describes its fault. */
export function completionBody(body: unknown): { readonly body: CompletionBody } | { readonly complaint: Complaint } {
  const complaint = complaintIn(body);
  if (complaint !== undefined) return { complaint };
  const { data } = bodySchema.safeParse(body);
  if (data === undefined) return { complaint: ownWords("what was answered is no chat completion", true) };
  const [{ message, finish_reason }] = data.choices;
  const { role } = message;
  if (role !== undefined && role !== null && role !== "" && !isModel(role)) {
    return { complaint: ownWords(`what was answered is a message of "${role}", and none of the model`, false) };
  }
  if (endingOf(finish_reason) === "broken") {
    return { complaint: ownWords(`the server broke off its answer (finish_reason ${finish_reason})`, true) };
  }
  return { body: data };
}

const ownWords = (sentence: string, mayPass: boolean): Complaint => ({ sentence, quoted: false, mayPass });

/** The outcome of a finish reason, or of one with a detail, as in "content_filter: RECITATION"; undefined for a regular end. */
const endingOf = (reason: string | null | undefined): Ending | undefined => {
  const name = (reason ?? "").toLowerCase().replaceAll("-", "_");
  const known = [name, ...name.split(/[:.]\s*/)].find((part) => Object.hasOwn(ENDINGS, part));
  if (known !== undefined) return ENDINGS[known];
  return ENDING_WORDS.find(([words]) => words.test(name))?.[1];
};

/** Interprets a completion. `limit` is the token limit that was sent as `maxTokens`; undefined where none was sent. */
export function completionOf({ choices: [choice], usage }: CompletionBody, limit: number | undefined): Completion {
  const { message, finish_reason } = choice;
  const { said, refused, thought: apart } = partsOf(message.content);
  const { text, thought: inText, open } = modelText(said);
  const thought = apart || inText || THOUGHTS.some((name) => isThought(message[name]));
  const refusal = message.refusal ?? "";
  const isEmpty = text.trim() === "" && (message.tool_calls ?? []).length === 0;
  const spent = usage?.completion_tokens ?? undefined;
  const ending = endingOf(finish_reason);
  const short = (outcome: AnswerOutcome, words: string): Completion => ({
    text: outcome === "refused" && isEmpty ? refused + refusal : text,
    shortfall: shortfallOf(outcome, words),
  });
  // Some servers report a regular end although the limit was reached.
  const isSpent = limit !== undefined && spent !== undefined && spent >= limit;
  if (ending === "cut" || ((isEmpty || open) && isSpent && ending === undefined)) {
    const on = !isEmpty && !open ? "" : thought ? ", all on a thought" : ", and nothing was said";
    return short("cut", `${limitInWords(limit, spent)}${on}`);
  }
  if (ending === "filtered") return short("filtered", "the server held it back, or a part of it");
  if (ending === "refused" || refusal !== "" || refused !== "") return short("refused", "the model declined to answer");
  if (open) return short("thought", "it has no end");
  if (isEmpty && thought) return short("thought", "nothing follows it");
  return { text };
}

/** Interprets a text or list of parts written by a model, without further fields of a completion. */
export const answerIn = (content: Content): Completion =>
  completionOf({ choices: [{ message: { content } }] }, undefined);

const NAMES: Readonly<Record<AnswerOutcome, string>> = {
  cut: "cut",
  filtered: "filtered",
  refused: "refused",
  thought: "a thought alone",
};

export const shortfallOf = (outcome: AnswerOutcome, words: string): Shortfall => ({
  outcome,
  reason: `${NAMES[outcome]}: ${words}`,
});

function limitInWords(limit: number | undefined, spent: number | undefined): string {
  if (limit === undefined) return "the server's own limit of tokens was reached";
  if (spent === undefined || spent >= limit) return `maxTokens (${limit}) was spent`;
  return `maxTokens (${limit}) or a limit of the server was reached`;
}

/** Fields of a message that hold its reasoning: a text, or records of one. */
const THOUGHTS = ["reasoning_content", "reasoning", "reasoning_text", "reasoning_details", "thinking"];

const isThought = (field: unknown): boolean =>
  typeof field === "string" ? field.trim() !== "" : Array.isArray(field) ? field.length > 0 : isMap(field);

/** Splits a message's content into text and reasoning. Other parts, such as images, are skipped. */
function partsOf(content: Content | null | undefined) {
  if (typeof content === "string") return { said: content, refused: "", thought: false };
  const parts = content ?? [];
  // Some servers hold a part's text in a map with notes on it.
  const textOf = (field: unknown) => (isMap(field) ? field.value : field);
  const texts = (types: readonly string[], field: string) =>
    parts
      .flatMap((part) => (types.includes(part.type) ? [textOf(part[field])] : []))
      .filter((text) => typeof text === "string")
      .join("");
  return {
    said: texts(["text", "output_text"], "text"),
    refused: texts(["refusal"], "refusal"),
    thought: parts.some(({ type }) => /thinking|reasoning/.test(type)),
  };
}

/** Extracts an error message from a body, or from the first of a list; undefined where there is none. */
export function complaintIn(given: unknown): Complaint | undefined {
  const body: unknown = Array.isArray(given) ? given[0] : given;
  if (!isMap(body)) return undefined;
  const [first]: unknown[] = Array.isArray(body.choices) ? body.choices : [];
  const error = body.error ?? (isMap(first) ? first.error : undefined);
  const faults = Array.isArray(body.choices) ? [error] : [error, ...SENTENCES.map((name) => body[name])];
  const sentence = faults.map((fault) => sentenceIn(fault)).find((one) => one !== undefined);
  if (sentence === undefined) return undefined;
  const { code, type, metadata } = isMap(error) ? error : body;
  const number = typeof code === "string" && /^[45]\d\d$/.test(code) ? Number(code) : code;
  const status = typeof number === "number" ? number : /invalid_request/.test(String(type)) ? 400 : undefined;
  // A router that has flagged the request says which words of its rules it broke.
  const isFlagged = isMap(metadata) && Array.isArray(metadata.reasons);
  return {
    sentence,
    quoted: true,
    mayPass: true,
    ...(isFlagged ? { code: "content_filter" } : typeof code === "string" ? { code } : {}),
    ...(status !== undefined && Number.isInteger(status) && status >= 400 && status < 600 ? { status } : {}),
  };
}

/** Fields of servers that hold a sentence, or records with one; those of MiniMax, ERNIE, AWS and problem details are among them. */
const SENTENCES = [
  ...["message", "Message", "msg", "detail", "error", "errors", "error_msg", "errorMessage", "error_description"],
  ...["base_resp", "status_msg", "title"],
];

/** Maximum nesting of an error value that is searched. */
const DEEPEST = 6;

/** Finds the sentence in an error value: a text, which may be JSON, or records and lists that contain one; several are joined. */
function sentenceIn(fault: unknown, depth = 0): string | undefined {
  if (depth > DEEPEST) return undefined;
  if (typeof fault === "string") {
    const inside = /^\s*[[{]/.test(fault) ? sentenceIn(jsonIn(fault), depth + 1) : undefined;
    return inside ?? (fault.trim() === "" ? undefined : fault);
  }
  if (Array.isArray(fault)) {
    const sentences = fault.map((one: unknown) => sentenceIn(one, depth + 1)).filter((one) => one !== undefined);
    return sentences.length === 0 ? undefined : [...new Set(sentences)].join("; ");
  }
  if (!isMap(fault)) return undefined;
  const where = Array.isArray(fault.loc) ? `${fault.loc.filter((one) => one !== "body").join(".")}: ` : "";
  const sentence = SENTENCES.map((name) => sentenceIn(fault[name], depth + 1)).find((one) => one !== undefined);
  // A proxy quotes the model's own server there.
  const raw = isMap(fault.metadata) ? sentenceIn(fault.metadata.raw, depth + 1) : undefined;
  return sentence === undefined ? undefined : `${where}${sentence}${raw === undefined ? "" : `: ${raw}`}`;
}
