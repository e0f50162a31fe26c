// Sends one chat request with the AI SDK, which retries with back-off and parses tool calls. Faults that the SDK treats as final although a
// retry may help (no response, a broken connection, HTML instead of JSON) are passed to it as retryable errors.

import { isMap } from "../core/checked.ts";
import { UserError } from "../core/errors.ts";
import { jsonIn } from "../core/json.ts";
import { notice } from "../core/notices.ts";
import type { CalledTool } from "../core/tool-play.ts";
import { bodyBytes, sentOnTo } from "./answer.ts";
import {
  type Completion,
  type CompletionBody,
  complaintIn,
  completionBody,
  completionOf,
  type Shortfall,
  shortfallOf,
} from "./completion.ts";
import { type Endpoint, keyOf } from "./endpoint.ts";
import { streamedBody } from "./event-stream.ts";
import { changedForm, formed, formHint, formOf } from "./form.ts";
import { pictureBody, pictureIn, pictureUrl } from "./picture-wire.ts";
import { proxyOf } from "./proxy.ts";
import type { Reply, Request } from "./request.ts";
import { sentMessages } from "./sent-messages.ts";

/** Thrown where a request failed after all retries, though another request might succeed. */
export class ModelFailure extends Error {}

export type Chat = (request: Request, signal?: AbortSignal) => Promise<Reply>;

/** HTTP statuses of permanent errors: a wrong key, address or model. */
const HOPELESS = new Set([401, 403, 404]);
/** Shortest key that is treated as a secret, so that a word such as "none" is not. */
const SECRET = 16;
/** Maximum number of characters of a server's message that are quoted. */
const LONGEST = 240;
/** Error codes for an address without a server. */
const ABSENT = new Set(["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN"]);

/**
 * Creates the chat client of an endpoint. It throws a ModelFailure after unsuccessful retries, a UserError for permanent errors (a wrong
 * key or model, an address at which no server ever answered), and the signal's reason after an abort.
 */
export function chatOf(endpoint: Endpoint): Chat {
  let connected: Promise<Chat> | undefined;
  return async (request, signal) => {
    // The SDK is large and is loaded at the first request.
    connected ??= connect(endpoint);
    return (await connected)(request, signal);
  };
}

async function connect(endpoint: Endpoint): Promise<Chat> {
  const key = keyOf(endpoint);
  const proxy = proxyOf(endpoint.endpoint, process.env);
  const [{ createOpenAICompatible }, { APICallError, RetryError, generateText, jsonSchema }, undici] =
    await Promise.all([import("@ai-sdk/openai-compatible"), import("ai"), import("undici")]);
  globalThis.AI_SDK_LOG_WARNINGS = false;
  // The library's default limit of five minutes is shorter than a timeout may be.
  const patience = { headersTimeout: 0, bodyTimeout: 0 };
  const dispatcher =
    proxy === undefined
      ? new undici.Agent(patience)
      : new undici.ProxyAgent({ uri: proxy.address, proxyTunnel: false, ...patience });
  /** Whether the server has ever responded, even with an error. */
  let answered = false;
  let form = formOf(endpoint.form);
  const hidden = (text: string) => (key === undefined ? text : text.replaceAll(key, "(the key)"));
  /** A server's message as one short line, with the key removed. */
  const quote = (text: string) => clause(hidden(text));
  /** Replies are stored, so a key in them is removed; keys as short as a word are no secrets. */
  const kept = (text: string) => (key !== undefined && key.length >= SECRET ? hidden(text) : text);

  const callOf = ({ toolName, input }: { readonly toolName: string; readonly input: unknown }): CalledTool => ({
    name: kept(toolName),
    input: input === undefined ? null : JSON.parse(kept(JSON.stringify(input))),
  });

  const again = (url: string, message: string, cause?: unknown) =>
    new APICallError({ message, url, requestBodyValues: undefined, cause, isRetryable: true });

  /** Sends a body and reads the complete response, with the time that it took; transport faults are thrown as retryable errors. */
  const sent = async (url: string, init: RequestInit, body: object) => {
    const began = performance.now();
    const limit = AbortSignal.timeout(Math.ceil(1_000 * endpoint.timeout));
    const stop = init.signal ?? undefined;
    try {
      const response = await undici.fetch(url, {
        method: "POST",
        headers: [...new Headers(init.headers)],
        body: JSON.stringify(body),
        signal: stop === undefined ? limit : AbortSignal.any([stop, limit]),
        redirect: "manual",
        dispatcher,
      });
      answered = true;
      const elsewhere = sentOnTo(response);
      if (elsewhere !== undefined) throw new ModelFailure(`it sends requests on to ${elsewhere}: name that`);
      const bytes = await bodyBytes(response, MOST_BYTES);
      if (bytes === undefined) throw new ModelFailure(`the answer is longer than ${MOST_BYTES >> 20} MB`);
      return { response, bytes, seconds: Math.round(performance.now() - began) / 1000 };
    } catch (error) {
      stop?.throwIfAborted();
      if (error instanceof ModelFailure) throw error;
      if (limit.aborted) throw again(url, `no answer for ${endpoint.timeout} seconds`, error);
      throw again(url, `the connection failed: ${reasonOf(error)}`, error);
    }
  };

  /** Sends a request in the form that the server accepts and parses the response; the completion is undefined where the server refuses. */
  const exchanged = async (url: string, init: RequestInit, maxTokens: number): Promise<Exchanged> => {
    const request = mapIn(String(init.body));
    for (;;) {
      const using = form;
      const drawn = using.pictures;
      const { response, bytes, seconds } =
        drawn === undefined
          ? await sent(url, init, formed(request, using))
          : await sent(pictureUrl(drawn, endpoint.endpoint), init, pictureBody(request, using));
      const text = new TextDecoder().decode(bytes);
      const value = jsonIn(text) ?? (drawn === undefined ? streamedBody(text) : undefined);
      const read = !response.ok
        ? { complaint: complaintIn(value) }
        : drawn === undefined
          ? completionBody(value)
          : pictureIn(value, bytes);
      if ("body" in read) {
        const completion = completionOf(read.body, using.tokens === "none" ? undefined : maxTokens);
        return { completion, seconds, usage: read.body.usage, response: completionResponse(read.body, completion) };
      }
      const { complaint } = read;
      const changed =
        complaint === undefined ? undefined : changedForm(complaint.sentence, using, endpoint.seed === "episode");
      if (changed !== undefined) {
        notice(`${endpoint.endpoint} ${changed.said}`);
        // A concurrent request may already have changed the form.
        if (form === using) form = changed.form;
        continue;
      }
      if (complaint?.code !== undefined && FILTERED.has(complaint.code)) return heldBack();
      if (response.ok && complaint !== undefined && complaint.status === undefined) {
        const { sentence, quoted, mayPass } = complaint;
        const what = quoted ? `the server answered with an error: ${sentence}` : sentence;
        throw mayPass ? again(url, what) : new ModelFailure(quote(what));
      }
      const { statusText, headers } = response;
      const status = response.ok ? (complaint?.status ?? response.status) : response.status;
      const whole = value === undefined ? text : JSON.stringify(value);
      return { response: new Response(whole, { status, statusText, headers: [...headers] }) };
    }
  };

  const underway = new Map<string, Underway>();
  let requests = 0;
  // One model for all requests: the SDK makes many schemas for each.
  const model = createOpenAICompatible({
    name: "endpoint",
    baseURL: endpoint.endpoint,
    ...(key === undefined ? {} : { apiKey: key }),
    fetch: async (input, init = {}) => {
      const headers = new Headers(init.headers);
      const one = underway.get(headers.get(NUMBER) ?? "");
      if (one === undefined) throw new Error("the SDK has lost the number of a request");
      headers.delete(NUMBER);
      const { completion, response, ...rest } = await exchanged(String(input), { ...init, headers }, one.maxTokens);
      one.shortfall = completion?.shortfall;
      one.seconds = rest.seconds;
      one.usage = rest.usage;
      return response;
    },
  })(endpoint.model);

  return async ({ messages, tools, temperature, maxTokens, seed }, signal) => {
    requests += 1;
    const number = String(requests);
    const one: Underway = { maxTokens, shortfall: undefined, seconds: undefined, usage: undefined };
    underway.set(number, one);
    try {
      // Tools have no execute function, so that a tool call ends the answer.
      const offered = tools?.map(({ name, description, parameters }) => {
        return [name, { description, inputSchema: jsonSchema(parameters) }] as const;
      });
      const { text, toolCalls } = await generateText({
        model,
        messages: sentMessages(messages),
        ...(offered && { tools: Object.fromEntries(offered) }),
        headers: { [NUMBER]: number },
        allowSystemInMessages: true,
        maxOutputTokens: maxTokens,
        maxRetries: endpoint.retries,
        ...(temperature === undefined ? {} : { temperature }),
        ...(seed === undefined ? {} : { seed }),
        ...(signal === undefined ? {} : { abortSignal: signal }),
      });
      const { shortfall, seconds, usage } = one;
      return {
        text: kept(text),
        ...(offered && toolCalls.length > 0 && { calls: toolCalls.map(callOf) }),
        ...(shortfall && { shortfall }),
        // The SDK takes what is missing for 0.
        promptTokens: usage?.prompt_tokens ?? null,
        completionTokens: usage?.completion_tokens ?? null,
        ...(seconds !== undefined && { seconds }),
      };
    } catch (error) {
      signal?.throwIfAborted();
      const last = RetryError.isInstance(error) ? error.lastError : error;
      if (!APICallError.isInstance(last)) throw new ModelFailure(quote(reasonOf(last)));
      const { statusCode, message, cause, responseBody = "" } = last;
      if (!answered && ABSENT.has(codeOf(cause) ?? "")) {
        if (proxy === undefined)
          throw fault(`no server answers at ${endpoint.endpoint}`, "is the server running, and is the address right?");
        const what = `the proxy of ${proxy.variable}, by which ${endpoint.endpoint} is asked, does not answer`;
        throw fault(what, "is the variable right? NO_PROXY names hosts that are asked without a proxy");
      }
      if (statusCode === undefined) throw new ModelFailure(quote(message));
      const sentence = complaintIn(jsonIn(responseBody))?.sentence ?? message;
      const what = `${endpoint.endpoint} answered with status ${statusCode}: ${quote(sentence)}`;
      if (HOPELESS.has(statusCode)) throw fault(what, `check the address, the model ${endpoint.model} and the key`);
      const hint = formHint(sentence, form);
      throw new ModelFailure(`status ${statusCode}: ${quote(sentence)}${hint === undefined ? "" : `; ${hint}`}`);
    } finally {
      underway.delete(number);
    }
  };
}

/** Header by which a request finds its record on its way through the SDK; it is not sent. */
const NUMBER = "agon-request";

/** What is known of a request on its way; the last attempt counts. */
interface Underway {
  readonly maxTokens: number;
  shortfall: Shortfall | undefined;
  seconds: number | undefined;
  usage: CompletionBody["usage"];
}

/** The response for the SDK, with the parsed completion if there is one. */
interface Exchanged {
  readonly response: Response;
  readonly completion?: Completion;
  readonly seconds?: number;
  readonly usage?: CompletionBody["usage"];
}

/** Error codes of servers that filter a request by its content. */
const FILTERED = new Set(["content_filter", "content_policy_violation", "data_inspection_failed"]);

const mapIn = (text: string): Readonly<Record<string, unknown>> => {
  const value = jsonIn(text);
  if (!isMap(value)) throw new Error("a request is no record");
  return value;
};

/** A completion response that contains only the fields that the SDK reads. */
function completionResponse({ choices: [choice], usage }: CompletionBody, { text, shortfall }: Completion): Response {
  const { message, finish_reason } = choice;
  const calls = shortfall === undefined ? message.tool_calls : undefined;
  const { prompt_tokens, completion_tokens } = usage ?? {};
  return Response.json({
    choices: [{ message: { role: "assistant", content: text, tool_calls: calls }, finish_reason }],
    ...(usage && { usage: { prompt_tokens, completion_tokens } }),
  });
}

/** Substitute response for a request that the server's filter blocked. */
function heldBack(): Exchanged {
  const completion: Completion = { text: "", shortfall: shortfallOf("filtered", "the server refused the request") };
  const usage = { prompt_tokens: 0, completion_tokens: 0 };
  const choices: CompletionBody["choices"] = [{ message: {} }];
  return { completion, usage, response: completionResponse({ choices, usage }, completion) };
}

/** Maximum number of bytes of an uncompressed response; a million tokens take less. */
const MOST_BYTES = 32 << 20;

const fault = (what: string, hint: string): UserError => new UserError({ code: "endpoint", what, hint });

/** The innermost cause of an error; the outermost only says that fetch failed. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? reasonOf(error.cause) : error.message;
}

function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  return "code" in error && typeof error.code === "string" ? error.code : codeOf(error.cause);
}

/** Shortens a text to one line without control characters and final full stop. */
function clause(text: string): string {
  const [line] = text.trim().split("\n");
  const plain = line.replaceAll(/\p{Cc}/gu, " ").trim();
  return plain.length > LONGEST ? `${plain.slice(0, LONGEST - 1)}…` : plain.replace(/\.$/, "");
}
