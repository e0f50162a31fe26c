// What a chat completion says: what the model answers, or why that is no answer. All that ask a model read it here, so that an answer
// means the same to agents, judges and rewards.

import { z } from "zod";
import { isMap } from "../core/checked.ts";
import { withoutThoughts } from "../core/reading/thoughts.ts";

/**
 * Why a model that was asked, and paid for, has given no answer: its tokens were spent before its end (`cut`), its server held it back
 * (`filtered`), it declined (`refused`), or it holds a thought and nothing else (`thought`).
 */
export const OUTCOMES = ["cut", "filtered", "refused", "thought"] as const;
export type AnswerOutcome = (typeof OUTCOMES)[number];

/** An answer that is none. */
export interface Shortfall {
  readonly outcome: AnswerOutcome;
  /** Behind "the answer is", without a full stop. */
  readonly reason: string;
}

/** What a model says in a completion. */
export interface Completion {
  /** Without thoughts; where there is no answer, what there is of it. */
  readonly text: string;
  readonly shortfall?: Shortfall;
}

/** What is wrong with a body that is no answer of a model. */
export interface Complaint {
  /** In the server's words where it has some. */
  readonly sentence: string;
  /** The status that the body tells, where its own is another. */
  readonly status?: number;
  /** As the server names the fault. */
  readonly code?: string;
  /** Whether the server's words are those of the sentence. */
  readonly quoted: boolean;
  /** Whether another request may fare better. */
  readonly mayPass: boolean;
}

/** Reasons for the end of an answer, as servers name them in any case; every other one is a usual end. */
const ENDINGS: Readonly<Record<string, AnswerOutcome | "broken">> = {
  length: "cut",
  max_tokens: "cut",
  model_length: "cut",
  content_filter: "filtered",
  "content-filter": "filtered",
  safety: "filtered",
  recitation: "filtered",
  sensitive: "filtered",
  refusal: "refused",
  error: "broken",
  abort: "broken",
  network_error: "broken",
  insufficient_system_resource: "broken",
};

/** A list of parts of a message. */
export const partsSchema = z.array(z.looseObject({ type: z.string() }));
const contentSchema = z.union([z.string(), partsSchema]);
const tokens = z.int().nonnegative().nullish();
const bodySchema = z.looseObject({
  choices: z.tuple(
    [
      z.looseObject({
        message: z.looseObject({
          role: z.string().nullish(),
          content: contentSchema.nullish(),
          refusal: z.string().nullish(),
          tool_calls: z.array(z.unknown()).nullish(),
        }),
        finish_reason: z.string().nullish(),
      }),
    ],
    z.unknown(),
  ),
  usage: z.looseObject({ prompt_tokens: tokens, completion_tokens: tokens }).nullish(),
});

/** The body of a completion, as far as it is read. */
export type CompletionBody = z.output<typeof bodySchema>;

/** What a message holds: a text, or a list of parts. */
type Content = z.output<typeof contentSchema>;

/** A body as a completion, or what is wrong with it. */
export function completionBody(body: unknown): { readonly body: CompletionBody } | { readonly complaint: Complaint } {
  const complaint = complaintIn(body);
  if (complaint !== undefined) return { complaint };
  const { data } = bodySchema.safeParse(body);
  if (data === undefined) return { complaint: ownWords("what was answered is no chat completion", true) };
  const [{ message, finish_reason }] = data.choices;
  const { role } = message;
  if (role !== undefined && role !== null && role !== "" && role !== "assistant") {
    return { complaint: ownWords(`what was answered is a message of "${role}", and none of the model`, false) };
  }
  if (endingOf(finish_reason) === "broken") {
    return { complaint: ownWords(`the server broke off its answer (finish_reason ${finish_reason})`, true) };
  }
  return { body: data };
}

const ownWords = (sentence: string, mayPass: boolean): Complaint => ({ sentence, quoted: false, mayPass });

const endingOf = (reason: string | null | undefined): AnswerOutcome | "broken" | undefined => {
  const name = (reason ?? "").toLowerCase();
  return Object.hasOwn(ENDINGS, name) ? ENDINGS[name] : undefined;
};

/** What a completion says. `limit` is the limit of tokens that was sent, `maxTokens`; undefined where none was. */
export function completionOf({ choices: [choice], usage }: CompletionBody, limit: number | undefined): Completion {
  const { message, finish_reason } = choice;
  const { said, refused, thought: apart } = partsOf(message.content);
  const { text, thought: inText, open } = withoutThoughts(said);
  const thought = apart || inText || isThought(message.reasoning_content) || isThought(message.reasoning);
  const refusal = message.refusal ?? "";
  const isEmpty = text.trim() === "" && (message.tool_calls ?? []).length === 0;
  const spent = usage?.completion_tokens ?? undefined;
  const ending = endingOf(finish_reason);
  const short = (outcome: AnswerOutcome, words: string): Completion => ({
    text: outcome === "refused" && isEmpty ? refused + refusal : text,
    shortfall: shortfallOf(outcome, words),
  });
  // Some servers name a usual end where the limit was spent.
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

/** What a text, or a list of parts, says that a model wrote: as in a completion of a server that says no more of it. */
export const answerIn = (content: Content): Completion =>
  completionOf({ choices: [{ message: { content } }] }, undefined);

const NAMES: Readonly<Record<AnswerOutcome, string>> = {
  cut: "cut",
  filtered: "filtered",
  refused: "refused",
  thought: "a thought alone",
};

/** An answer that is none, with why in words. */
export const shortfallOf = (outcome: AnswerOutcome, words: string): Shortfall => ({
  outcome,
  reason: `${NAMES[outcome]}: ${words}`,
});

function limitInWords(limit: number | undefined, spent: number | undefined): string {
  if (limit === undefined) return "the server's own limit of tokens was reached";
  if (spent === undefined || spent >= limit) return `maxTokens (${limit}) was spent`;
  return `maxTokens (${limit}) or a limit of the server was reached`;
}

const isThought = (field: unknown): boolean => typeof field === "string" && field.trim() !== "";

/** What the parts of a message's content say. Parts that are no text of the model, such as pictures, are passed over. */
function partsOf(content: Content | null | undefined) {
  if (typeof content === "string") return { said: content, refused: "", thought: false };
  const parts = content ?? [];
  const texts = (types: readonly string[], field: string) =>
    parts
      .flatMap((part) => (types.includes(part.type) && typeof part[field] === "string" ? [part[field]] : []))
      .join("");
  return {
    said: texts(["text", "output_text"], "text"),
    refused: texts(["refusal"], "refusal"),
    thought: parts.some(({ type }) => type === "thinking" || type === "reasoning"),
  };
}

/** What a server complains of in a body, in its own words; undefined where it complains of nothing. */
export function complaintIn(body: unknown): Complaint | undefined {
  if (!isMap(body)) return undefined;
  const [first]: unknown[] = Array.isArray(body.choices) ? body.choices : [];
  const error = [body.error, isMap(first) ? first.error : undefined].find((one) => one !== undefined && one !== null);
  const fault = error ?? (Array.isArray(body.choices) ? undefined : (body.detail ?? body.message));
  const sentence = sentenceIn(fault);
  if (sentence === undefined) return undefined;
  const { code, type } = isMap(error) ? error : body;
  const status = typeof code === "number" ? code : /invalid_request/.test(String(type)) ? 400 : undefined;
  return {
    sentence,
    quoted: true,
    mayPass: true,
    ...(typeof code === "string" ? { code } : {}),
    ...(status !== undefined && Number.isInteger(status) && status >= 400 && status < 600 ? { status } : {}),
  };
}

/** The sentence in what a server says of a fault: a text, or a record or list that holds one. */
function sentenceIn(fault: unknown): string | undefined {
  if (typeof fault === "string") return fault.trim() === "" ? undefined : fault;
  if (Array.isArray(fault)) return fault.length === 0 ? undefined : sentenceIn(fault[0]);
  if (!isMap(fault)) return undefined;
  const where = Array.isArray(fault.loc) ? `${fault.loc.filter((one) => one !== "body").join(".")}: ` : "";
  const sentence = [fault.message, fault.msg, fault.detail].find((one) => typeof one === "string" && one !== "");
  return typeof sentence === "string" ? `${where}${sentence}` : undefined;
}
