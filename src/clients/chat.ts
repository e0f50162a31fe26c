// One request over the wire, by the AI SDK: it retries with back-off and reads the answer. What it takes for final and is not
// (silence, a broken connection, a page in the place of JSON) is told to it as what may be tried again.

import type { ModelMessage } from "ai";
import { z } from "zod";
import { isMap } from "../core/checked.ts";
import { UserError } from "../core/errors.ts";
import { jsonIn } from "../core/json.ts";
import { bodyText, sentOnTo } from "./answer.ts";
import { type Endpoint, keyOf } from "./endpoint.ts";
import type { CalledTool, Message, Reply, Request } from "./request.ts";

/** Thrown where a request failed for good, though another might not. */
export class ModelFailure extends Error {}

/** Sends requests to one endpoint. */
export type Chat = (request: Request, signal?: AbortSignal) => Promise<Reply>;

/** Statuses of a mistake that every request will meet again: a wrong key, address or model. */
const HOPELESS = new Set([401, 403, 404]);
/** Characters of a key at least, so that it is not a word such as "none". */
const SECRET = 16;
/** Error codes of an address at which no server listens, or that does not exist. */
const ABSENT = new Set(["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN"]);

/**
 * The chat of an endpoint. It throws a ModelFailure where retries did not help, a UserError where they never will (a wrong key
 * or model, an address at which no server ever answered), and the signal's reason where it is aborted.
 */
export function chatOf(endpoint: Endpoint): Chat {
  let connected: Promise<Chat> | undefined;
  return async (request, signal) => {
    // Loaded at the first request: it is large.
    connected ??= connect(endpoint);
    return (await connected)(request, signal);
  };
}

async function connect(endpoint: Endpoint): Promise<Chat> {
  const key = keyOf(endpoint);
  const [
    { createOpenAICompatible },
    { APICallError, RetryError, extractReasoningMiddleware, generateText, jsonSchema, wrapLanguageModel },
  ] = await Promise.all([import("@ai-sdk/openai-compatible"), import("ai")]);
  globalThis.AI_SDK_LOG_WARNINGS = false;
  /** Whether a server has answered, if only to refuse. */
  let answered = false;
  const hidden = (text: string) => (key === undefined ? text : text.replaceAll(key, "(the key)"));
  /** What a server says, which may quote the key, on one short line. */
  const told = (text: string) => clause(hidden(text));
  /** A reply is kept, so that a key in it is hidden too; what is as short as a word is no secret. */
  const kept = (text: string) => (key !== undefined && key.length >= SECRET ? hidden(text) : text);

  const callOf = ({ toolName, input }: { readonly toolName: string; readonly input: unknown }): CalledTool => ({
    name: kept(toolName),
    input: input === undefined ? null : JSON.parse(kept(JSON.stringify(input))),
  });

  const again = (url: string, message: string, cause?: unknown) =>
    new APICallError({ message, url, requestBodyValues: undefined, cause, isRetryable: true });

  /** As the platform's, but whole within the time, JSON where it succeeds, and clear about what may be tried again. */
  const patientFetch: typeof fetch = async (input, init) => {
    const url = String(input);
    const limit = AbortSignal.timeout(1_000 * endpoint.timeout);
    const signal = init?.signal === undefined || init.signal === null ? limit : AbortSignal.any([init.signal, limit]);
    let response: Response;
    let text: string;
    try {
      response = await fetch(input, { ...init, signal, redirect: "manual" });
      answered = true;
      const elsewhere = sentOnTo(response);
      if (elsewhere !== undefined) throw new ModelFailure(`it sends requests on to ${elsewhere}: name that`);
      const whole = await bodyText(response, MOST_BYTES);
      if (whole === undefined) throw new ModelFailure(`the answer is longer than ${MOST_BYTES >> 20} MB`);
      text = whole;
    } catch (error) {
      init?.signal?.throwIfAborted();
      if (error instanceof ModelFailure) throw error;
      if (limit.aborted) throw again(url, `no answer for ${endpoint.timeout} seconds`, error);
      throw again(url, `the connection failed: ${reasonOf(error)}`, error);
    }
    if (response.ok && !isAnswer(text)) throw again(url, "what was answered is no chat completion");
    return new Response(text, { status: response.status, statusText: response.statusText, headers: response.headers });
  };

  const model = wrapLanguageModel({
    model: createOpenAICompatible({
      name: "endpoint",
      baseURL: endpoint.endpoint,
      ...(key === undefined ? {} : { apiKey: key }),
      fetch: patientFetch,
    })(endpoint.model),
    // Thoughts that a server has left in the text.
    middleware: extractReasoningMiddleware({ tagName: "think" }),
  });

  return async ({ messages, tools, temperature, maxTokens, seed }, signal) => {
    try {
      // The tools have nothing to run, so that a call ends the answer.
      const offered = tools?.map(({ name, description, parameters }) => {
        return [name, { description, inputSchema: jsonSchema(parameters) }] as const;
      });
      const { text, toolCalls, usage } = await generateText({
        model,
        messages: sentMessages(messages),
        ...(offered && { tools: Object.fromEntries(offered) }),
        allowSystemInMessages: true,
        maxOutputTokens: maxTokens,
        maxRetries: endpoint.retries,
        ...(temperature === undefined ? {} : { temperature }),
        ...(seed === undefined ? {} : { seed }),
        ...(signal === undefined ? {} : { abortSignal: signal }),
      });
      return {
        text: kept(text),
        ...(offered && toolCalls.length > 0 && { calls: toolCalls.map(callOf) }),
        promptTokens: usage.inputTokens ?? null,
        completionTokens: usage.outputTokens ?? null,
      };
    } catch (error) {
      signal?.throwIfAborted();
      const last = RetryError.isInstance(error) ? error.lastError : error;
      if (!APICallError.isInstance(last)) throw new ModelFailure(told(reasonOf(last)));
      const { statusCode, message, cause } = last;
      if (!answered && ABSENT.has(codeOf(cause) ?? "")) {
        throw fault(`no server answers at ${endpoint.endpoint}`, "is the server running, and is the address right?");
      }
      if (statusCode === undefined) throw new ModelFailure(told(message));
      const what = `${endpoint.endpoint} answered with status ${statusCode}: ${told(message)}`;
      if (HOPELESS.has(statusCode)) throw fault(what, `check the address, the model ${endpoint.model} and the key`);
      throw new ModelFailure(`status ${statusCode}: ${told(message)}`);
    }
  };
}

/** Bytes of an answer at most, unpacked: a million tokens take less. */
const MOST_BYTES = 32 << 20;

const fault = (what: string, hint: string): UserError => new UserError({ code: "endpoint", what, hint });

/** Tokens as a server counts them, where it does. */
const COUNT = z.int().nonnegative().nullish();
const USAGE = z.object({ prompt_tokens: COUNT, completion_tokens: COUNT }).nullish();

/** Whether a body is what the wire promises of a completion, as far as it is read. */
function isAnswer(body: string): boolean {
  const value = jsonIn(body);
  if (!isMap(value) || !Array.isArray(value.choices)) return false;
  const [choice]: unknown[] = value.choices;
  const counted = !("usage" in value) || USAGE.safeParse(value.usage).success;
  return isMap(choice) && "message" in choice && counted;
}

/** The reason below the outermost error, which only says that fetching failed. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? reasonOf(error.cause) : error.message;
}

function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  return "code" in error && typeof error.code === "string" ? error.code : codeOf(error.cause);
}

/** One line that is short, without a full stop. */
function clause(text: string): string {
  const [line] = text.split("\n");
  return line.length > 120 ? `${line.slice(0, 119)}…` : line.replace(/\.$/, "");
}

/** The conversation as it is sent. A call is named by its number in the conversation, with nine letters and digits, as all servers take. */
function sentMessages(messages: readonly Message[]): ModelMessage[] {
  /** Calls so far, and those that wait for a tool's turn. */
  let calls = 0;
  const open: { readonly toolCallId: string; readonly toolName: string }[] = [];
  return messages.map((message): ModelMessage => {
    const { role, content } = message;
    if (role === "tool") {
      const call = open.shift();
      if (call === undefined) throw new Error("a tool answers without having been called");
      return { role, content: [{ type: "tool-result", ...call, output: { type: "text", value: content } }] };
    }
    if (role !== "assistant" || message.calls === undefined) return { role, content };
    const called = message.calls.map(({ name, input }) => {
      calls += 1;
      const call = { toolCallId: `call${String(calls).padStart(5, "0")}`, toolName: name };
      open.push(call);
      return { type: "tool-call" as const, ...call, input };
    });
    return { role, content: [...(content === "" ? [] : [{ type: "text" as const, text: content }]), ...called] };
  });
}
