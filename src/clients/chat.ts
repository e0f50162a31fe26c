// One request over the wire, by the AI SDK: it retries with back-off and reads calls of tools. What it takes for final and is not
// (silence, a broken connection, a page in the place of JSON) is told to it as what may be tried again.

import type { ModelMessage } from "ai";
import { isMap } from "../core/checked.ts";
import { UserError } from "../core/errors.ts";
import { jsonIn } from "../core/json.ts";
import { notice } from "../core/notices.ts";
import { bodyText, sentOnTo } from "./answer.ts";
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
import { changedForm, formed, formHint, formOf } from "./form.ts";
import { proxyOf } from "./proxy.ts";
import type { CalledTool, Message, Reply, Request } from "./request.ts";

/** Thrown where a request failed for good, though another might not. */
export class ModelFailure extends Error {}

/** Sends requests to one endpoint. */
export type Chat = (request: Request, signal?: AbortSignal) => Promise<Reply>;

/** Statuses of a mistake that every request will meet again: a wrong key, address or model. */
const HOPELESS = new Set([401, 403, 404]);
/** Characters of a key at least, so that it is not a word such as "none". */
const SECRET = 16;
/** Characters of a server's sentence that are passed on. */
const LONGEST = 240;
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
  const proxy = proxyOf(endpoint.endpoint, process.env);
  const [{ createOpenAICompatible }, { APICallError, RetryError, generateText, jsonSchema }, undici] =
    await Promise.all([import("@ai-sdk/openai-compatible"), import("ai"), import("undici")]);
  globalThis.AI_SDK_LOG_WARNINGS = false;
  // What the library waits at most, five minutes, is less than a timeout may be.
  const patience = { headersTimeout: 0, bodyTimeout: 0 };
  const dispatcher =
    proxy === undefined
      ? new undici.Agent(patience)
      : new undici.ProxyAgent({ uri: proxy.address, proxyTunnel: false, ...patience });
  /** Whether a server has answered, if only to refuse. */
  let answered = false;
  let form = formOf(endpoint.form);
  const hidden = (text: string) => (key === undefined ? text : text.replaceAll(key, "(the key)"));
  /** What a server says, which may quote the key, on one short line. */
  const quote = (text: string) => clause(hidden(text));
  /** A reply is kept, so that a key in it is hidden too; what is as short as a word is no secret. */
  const kept = (text: string) => (key !== undefined && key.length >= SECRET ? hidden(text) : text);

  const callOf = ({ toolName, input }: { readonly toolName: string; readonly input: unknown }): CalledTool => ({
    name: kept(toolName),
    input: input === undefined ? null : JSON.parse(kept(JSON.stringify(input))),
  });

  const again = (url: string, message: string, cause?: unknown) =>
    new APICallError({ message, url, requestBodyValues: undefined, cause, isRetryable: true });

  /** Sends a body, and waits for the whole of what is answered; a fault on the way may be tried again. */
  const sent = async (url: string, init: RequestInit, body: object) => {
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
      const text = await bodyText(response, MOST_BYTES);
      if (text === undefined) throw new ModelFailure(`the answer is longer than ${MOST_BYTES >> 20} MB`);
      return { response, text };
    } catch (error) {
      stop?.throwIfAborted();
      if (error instanceof ModelFailure) throw error;
      if (limit.aborted) throw again(url, `no answer for ${endpoint.timeout} seconds`, error);
      throw again(url, `the connection failed: ${reasonOf(error)}`, error);
    }
  };

  /** Sends a request in the form that the server takes, and reads what is answered; without a completion where it is refused. */
  const exchanged = async (url: string, init: RequestInit, maxTokens: number): Promise<Exchanged> => {
    const request = mapIn(String(init.body));
    for (;;) {
      const using = form;
      const { response, text } = await sent(url, init, formed(request, using));
      const value = jsonIn(text);
      const read = response.ok ? completionBody(value) : { complaint: complaintIn(value) };
      if ("body" in read) {
        const completion = completionOf(read.body, using.tokens === "none" ? undefined : maxTokens);
        return { completion, response: completionResponse(read.body, completion) };
      }
      const { complaint } = read;
      const changed =
        complaint === undefined ? undefined : changedForm(complaint.sentence, using, endpoint.seed === "episode");
      if (changed !== undefined) {
        notice(`${endpoint.endpoint} ${changed.said}`);
        // Another request may have found that out meanwhile.
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
      return { response: new Response(text, { status, statusText, headers: [...headers] }) };
    }
  };

  return async ({ messages, tools, temperature, maxTokens, seed }, signal) => {
    let shortfall: Shortfall | undefined;
    const model = createOpenAICompatible({
      name: "endpoint",
      baseURL: endpoint.endpoint,
      ...(key === undefined ? {} : { apiKey: key }),
      fetch: async (input, init = {}) => {
        const { response, completion } = await exchanged(String(input), init, maxTokens);
        shortfall = completion?.shortfall;
        return response;
      },
    })(endpoint.model);
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
        ...(shortfall && { shortfall }),
        promptTokens: usage.inputTokens ?? null,
        completionTokens: usage.outputTokens ?? null,
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
    }
  };
}

/** What came of a request, for the library, and what a completion among it says. */
interface Exchanged {
  readonly response: Response;
  readonly completion?: Completion;
}

/** What a server calls it where it refuses a request for what it says. */
const FILTERED = new Set(["content_filter", "content_policy_violation"]);

const mapIn = (text: string): Readonly<Record<string, unknown>> => {
  const value = jsonIn(text);
  if (!isMap(value)) throw new Error("a request is no record");
  return value;
};

/** A completion with nothing in it but what is read of it. */
function completionResponse({ choices: [choice], usage }: CompletionBody, { text, shortfall }: Completion): Response {
  const { message, finish_reason } = choice;
  const calls = shortfall === undefined ? message.tool_calls : undefined;
  const { prompt_tokens, completion_tokens } = usage ?? {};
  return Response.json({
    choices: [{ message: { role: "assistant", content: text, tool_calls: calls }, finish_reason }],
    ...(usage && { usage: { prompt_tokens, completion_tokens } }),
  });
}

/** What stands for a request that a server refused to pass on to its model. */
function heldBack(): Exchanged {
  const completion: Completion = { text: "", shortfall: shortfallOf("filtered", "the server refused the request") };
  const usage = { prompt_tokens: 0, completion_tokens: 0 };
  const choices: CompletionBody["choices"] = [{ message: {} }];
  return { completion, response: completionResponse({ choices, usage }, completion) };
}

/** Bytes of an answer at most, unpacked: a million tokens take less. */
const MOST_BYTES = 32 << 20;

const fault = (what: string, hint: string): UserError => new UserError({ code: "endpoint", what, hint });

/** The reason below the outermost error, which only says that fetching failed. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? reasonOf(error.cause) : error.message;
}

function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  return "code" in error && typeof error.code === "string" ? error.code : codeOf(error.cause);
}

/** One line that is short, without a full stop and what moves a terminal's cursor. */
function clause(text: string): string {
  const [line] = text.trim().split("\n");
  const plain = line.replaceAll(/\p{Cc}/gu, " ").trim();
  return plain.length > LONGEST ? `${plain.slice(0, LONGEST - 1)}…` : plain.replace(/\.$/, "");
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
