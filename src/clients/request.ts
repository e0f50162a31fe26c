// A request to a language model, its reply, and the key under which the reply is recorded.

import { createHash } from "node:crypto";
import { display } from "../core/checked.ts";
import type { CalledTool, OfferedTool } from "../core/tool-play.ts";
import type { Shortfall } from "./completion.ts";
import type { Endpoint } from "./endpoint.ts";
import { formOf } from "./form.ts";

/** One turn of a conversation. */
export interface Message {
  /** A tool turn answers a call of the preceding model turn; calls are answered in order. */
  readonly role: "system" | "user" | "assistant" | "tool";
  readonly content: string;
  /** Tool calls in the model's turn. */
  readonly calls?: readonly CalledTool[];
}

/** Everything that determines an answer, apart from the server. */
export interface Request {
  readonly model: string;
  readonly temperature?: number;
  readonly maxTokens: number;
  /** Seed sent to servers that accept one. */
  readonly seed?: number;
  /** Additional fields of the request from the endpoint's form. */
  readonly extra?: Readonly<Record<string, unknown>>;
  /** Distinguishes otherwise equal requests, such as those of two episodes with the same question. */
  readonly draw: number;
  readonly messages: readonly Message[];
  readonly tools?: readonly OfferedTool[];
}

/** A reply; token counts are null where the server does not report them. */
export interface Reply {
  readonly text: string;
  /** Tool calls, where tools were offered and called. */
  readonly calls?: readonly CalledTool[];
  /** Set where the reply is no usable answer; the text is then partial. */
  readonly shortfall?: Shortfall;
  readonly promptTokens: number | null;
  readonly completionTokens: number | null;
  /** Time from sending the request that was answered to the end of its answer; absent in recordings of earlier versions. */
  readonly seconds?: number;
}

/** Builds a request to an endpoint's model, with `draw` in [0, 2³¹). */
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

/** Recording key: half of the request's SHA-256. Address, key, timeout and retries do not enter it. */
export const requestKey = (request: Request): string =>
  createHash("sha256").update(JSON.stringify(request)).digest("hex").slice(0, 32);

/** Short description of a request for messages. */
export const inWords = ({ model, draw, messages }: Request): string =>
  `draw ${draw} of ${model} after ${display(messages.at(-1)?.content ?? "")}`;
