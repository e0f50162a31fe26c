// What is asked of a language model, what it answers, and the name under which an answer is recorded.

import { createHash } from "node:crypto";
import { display } from "../core/checked.ts";
import type { Shortfall } from "./completion.ts";
import type { Endpoint } from "./endpoint.ts";
import { formOf } from "./form.ts";

/** One turn of a conversation. */
export interface Message {
  /** A tool's turn answers a call of the model's turn before it; calls are answered in their order. */
  readonly role: "system" | "user" | "assistant" | "tool";
  readonly content: string;
  /** Tools that the model called in its turn. */
  readonly calls?: readonly CalledTool[];
}

/** A tool that a model may call. */
export interface OfferedTool {
  readonly name: string;
  readonly description: string;
  /** What it is given, as JSON Schema of an object. */
  readonly parameters: Readonly<Record<string, unknown>>;
}

/** A call of a tool, as the model wrote it: nothing in it has been checked. What is no JSON is a text. */
export interface CalledTool {
  readonly name: string;
  readonly input: unknown;
}

/** What decides an answer, apart from who gives it. */
export interface Request {
  readonly model: string;
  readonly temperature?: number;
  readonly maxTokens: number;
  /** As it is sent to a server that takes one. */
  readonly seed?: number;
  /** Further fields of the request, as the endpoint's form has them. */
  readonly extra?: Readonly<Record<string, unknown>>;
  /** Tells apart requests that are alike in all else: the answers of two episodes to one question. */
  readonly draw: number;
  readonly messages: readonly Message[];
  readonly tools?: readonly OfferedTool[];
}

/** An answer; tokens are null where the server does not count them. */
export interface Reply {
  readonly text: string;
  /** Where tools were offered and the model called some. */
  readonly calls?: readonly CalledTool[];
  /** Where it is no answer: what it is, and why. The text is then what there is of one. */
  readonly shortfall?: Shortfall;
  readonly promptTokens: number | null;
  readonly completionTokens: number | null;
}

/** The request that asks an endpoint's model, with `draw` in [0, 2³¹). */
export function requestOf(
  endpoint: Endpoint,
  messages: readonly Message[],
  draw: number,
  tools: readonly OfferedTool[] = [],
): Request {
  const { model, temperature, maxTokens, seed } = endpoint;
  const form = formOf(endpoint.form);
  const sent = seed === "none" || form.seed === "none" ? undefined : seed === "episode" ? draw : seed;
  return {
    model,
    ...(temperature === undefined ? {} : { temperature }),
    maxTokens,
    ...(sent === undefined ? {} : { seed: sent }),
    ...(Object.keys(form.extra).length === 0 ? {} : { extra: form.extra }),
    draw,
    messages: messages.map(({ role, content, calls }) => ({ role, content, ...(calls && { calls }) })),
    ...(tools.length === 0 ? {} : { tools }),
  };
}

/** The request's name: half of its SHA-256. Address, key, patience and retries have no part in it. */
export const requestKey = (request: Request): string =>
  createHash("sha256").update(JSON.stringify(request)).digest("hex").slice(0, 32);

/** A request in a few words, for messages. */
export const inWords = ({ model, draw, messages }: Request): string =>
  `draw ${draw} of ${model} after ${display(messages.at(-1)?.content ?? "")}`;
