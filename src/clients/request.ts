// What is asked of a language model, what it answers, and the name under which an answer is recorded.

import { createHash } from "node:crypto";
import { display } from "../core/checked.ts";
import type { Endpoint } from "./endpoint.ts";

/** One turn of a conversation. */
export interface Message {
  readonly role: "system" | "user" | "assistant";
  readonly content: string;
}

/** What decides an answer, apart from who gives it. */
export interface Request {
  readonly model: string;
  readonly temperature?: number;
  readonly maxTokens: number;
  /** As it is sent. */
  readonly seed?: number;
  /** Tells apart requests that are alike in all else: the answers of two episodes to one question. */
  readonly draw: number;
  readonly messages: readonly Message[];
}

/** An answer; tokens are null where the server does not count them. */
export interface Reply {
  readonly text: string;
  readonly promptTokens: number | null;
  readonly completionTokens: number | null;
}

/** The request that asks an endpoint's model, with `draw` in [0, 2³¹). */
export function requestOf(endpoint: Endpoint, messages: readonly Message[], draw: number): Request {
  const { model, temperature, maxTokens, seed } = endpoint;
  const sent = seed === "episode" ? draw : seed === "none" ? undefined : seed;
  return {
    model,
    ...(temperature === undefined ? {} : { temperature }),
    maxTokens,
    ...(sent === undefined ? {} : { seed: sent }),
    draw,
    messages: messages.map(({ role, content }) => ({ role, content })),
  };
}

/** The request's name: half of its SHA-256. Address, key, patience and retries have no part in it. */
export const requestKey = (request: Request): string =>
  createHash("sha256").update(JSON.stringify(request)).digest("hex").slice(0, 32);

/** A request in a few words, for messages. */
export const inWords = ({ model, draw, messages }: Request): string =>
  `draw ${draw} of ${model} after ${display(messages.at(-1)?.content ?? "")}`;
