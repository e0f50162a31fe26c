// Chat requests against a local test server: request bodies, token counts, and every kind of failure.

import { afterEach, expect, onTestFinished, test, vi } from "vitest";
import { type Answer, chatServer } from "../../test/fixtures/chat-server.ts";
import { until } from "../../test/fixtures/until.ts";
import { UserError } from "../core/errors.ts";
import { showNotices } from "../core/notices.ts";
import { chatOf, ModelFailure } from "./chat.ts";
import { completionBody, completionOf } from "./completion.ts";
import { endpointOf } from "./endpoint.ts";
import { type Message, requestOf } from "./request.ts";

const MESSAGES = [
  { role: "system", content: "be brief" },
  { role: "user", content: "two and two?" },
] as const;

function asking(endpoint: string, given: object = {}) {
  const described = endpointOf({ endpoint, model: "small", retries: 0, ...given });
  const chat = chatOf(described);
  return (signal?: AbortSignal) => chat(requestOf(described, MESSAGES, 77), signal);
}

/** A fake for request timeouts that a test triggers by hand. */
function limitsByHand() {
  const limits: { readonly milliseconds: number; readonly controller: AbortController }[] = [];
  vi.spyOn(AbortSignal, "timeout").mockImplementation((milliseconds) => {
    const controller = new AbortController();
    limits.push({ milliseconds, controller });
    return controller.signal;
  });
  return {
    /** The timeouts set so far, in milliseconds. */
    set: () => limits.map(({ milliseconds }) => milliseconds),
    /** Triggers the timeouts of this length. */
    pass(time: number): void {
      for (const { milliseconds, controller } of limits) if (milliseconds === time) controller.abort();
    },
  };
}

const isSilent = (answer: Answer) => typeof answer === "object" && answer.silent === true;

/** A part of a message, and a completion body. */
const FOUR = { type: "text", text: "four" };
const choice = (message: object, finish = "stop") => ({ choices: [{ index: 0, message, finish_reason: finish }] });

/** Pause of the AI SDK before its second attempt, in milliseconds. */
const FIRST_PAUSE = 2_000;

afterEach(() => {
  vi.restoreAllMocks();
});

test("a request contains the conversation and the settings; the reply contains the answer and token counts", async () => {
  const server = await chatServer(() => "four");
  const reply = await asking(server.url, { temperature: 0.5, maxTokens: 9 })();
  expect(reply).toEqual({ text: "four", promptTokens: 5, completionTokens: 1, seconds: expect.any(Number) });
  expect(server.requests).toEqual([
    {
      path: "/v1/chat/completions",
      authorization: undefined,
      model: "small",
      messages: MESSAGES,
      seed: 77,
      temperature: 0.5,
      max_tokens: 9,
    },
  ]);
});

test("a seed is drawn, fixed or omitted; the server's default temperature applies where none is set", async () => {
  const server = await chatServer(() => "four");
  await asking(server.url, { seed: 5 })();
  await asking(server.url, { seed: "none" })();
  expect(server.requests.map(({ seed }) => seed)).toEqual([5, undefined]);
  expect(server.requests[0]).not.toHaveProperty("temperature");
});

test("the key is read from the environment variable only", async () => {
  const server = await chatServer(() => "four");
  vi.stubEnv("AGON_TEST_KEY", "sesame");
  await asking(server.url, { key: "AGON_TEST_KEY" })();
  vi.unstubAllEnvs();
  expect(server.requests[0].authorization).toBe("Bearer sesame");
  await expect(asking(server.url, { key: "AGON_TEST_KEY" })()).rejects.toThrow(
    "the environment variable AGON_TEST_KEY is not set",
  );
});

test("a server message that contains the key is not quoted", async () => {
  const body = JSON.stringify({
    error: { message: "sesame is out of credit", type: "error", param: null, code: null },
  });
  vi.stubEnv("AGON_TEST_KEY", "sesame");
  for (const status of [400, 401]) {
    const server = await chatServer(() => ({ status, body }));
    const outcome = await asking(server.url, { key: "AGON_TEST_KEY" })().catch((error: unknown) => error);
    expect(outcome).toHaveProperty("message", expect.stringContaining(`status ${status}: (the key) is out of credit`));
  }
  vi.unstubAllEnvs();
});

test("a key is removed from stored replies, unless it is as short as a word", async () => {
  const server = await chatServer(() => "none of sesame-0123456789");
  for (const [key, text] of [
    ["sesame-0123456789", "none of (the key)"],
    ["none", "none of sesame-0123456789"],
  ]) {
    vi.stubEnv("AGON_TEST_KEY", key);
    expect((await asking(server.url, { key: "AGON_TEST_KEY" })()).text).toBe(text);
  }
  vi.unstubAllEnvs();
});

test("reasoning within the text is removed; token counts are unknown where the server reports none", async () => {
  const server = await chatServer(() => ({ text: "<think>hm, 2 + 2</think>four", uncounted: true }));
  const reply = await asking(server.url)();
  expect(reply).toMatchObject({ text: "four", promptTokens: null, completionTokens: null });
});

const words = (count: number) => Array.from({ length: count }, () => "word").join(" ");
const parts = (...content: readonly object[]): Answer => ({ message: { content } });

test.each<[string, Answer, string]>([
  ["a text", "four", "four"],
  ["the closing mark of a thought alone", "2 + 2 is 5? No.\n</think>\n\nfour", "four"],
  ["a thought beside the text", { text: "four", message: { reasoning_content: "five?" } }, "four"],
  ["a thought that is no text", { text: "four", message: { reasoning: { steps: ["five?"] } } }, "four"],
  ["parts", parts({ type: "text", text: "fo" }, { type: "text", text: "ur" }), "four"],
  ["parts of another form", parts({ type: "output_text", text: "four" }), "four"],
  ["a part that thinks", parts({ type: "thinking", thinking: [{ type: "text", text: "five?" }] }, FOUR), "four"],
  ["a part that reasons", parts({ type: "reasoning", text: "five?" }, FOUR), "four"],
  ["a part that thinks in its text", parts({ type: "text", text: "<think>five?</think>" }, FOUR), "four"],
  ["a refusal of nothing", { text: "four", message: { refusal: null } }, "four"],
  ["no role", { text: "four", message: { role: null } }, "four"],
  ["gpt-oss's channels", "<|channel|>analysis<|message|>five?<|end|><|channel|>final<|message|>four<|return|>", "four"],
  ["Gemma's thought", "<|channel>thought\nfive?<channel|>four", "four"],
  ["an end of a turn", "four<|im_end|>", "four"],
  ["a result of a tool among the words", "<tool_response>5</tool_response>\nfour", "four"],
  ["an end that is not usual", { text: "four", finish: "eos_token" }, "four"],
])("the model's text is the answer: %s", async (_, answer, text) => {
  const server = await chatServer(() => answer);
  const reply = await asking(server.url)();
  expect(reply).toMatchObject({ text });
  expect(reply).not.toHaveProperty("shortfall");
});

const SPENT = "cut: maxTokens (9) was spent";
const LIMIT = "cut: maxTokens (9) or a limit of the server was reached";
const FILTERED = "filtered: the server held it back, or a part of it";
const REFUSED = "refused: the model declined to answer";
const ALONE = "a thought alone: nothing follows it";
const USAGE = { prompt_tokens: 5, completion_tokens: 1 };

test.each<[string, Answer, string, string]>([
  ["a text that was cut", { text: words(9), finish: "length" }, "cut", SPENT],
  ["a text that the server cut", { text: "fou", finish: "length" }, "cut", LIMIT],
  ["another word for it", { text: "fou", finish: "MAX_TOKENS" }, "cut", LIMIT],
  ["a thought that was cut", { text: `<think>${words(9)}`, finish: "length" }, "cut", `${SPENT}, all on a thought`],
  ["one that was cut in a mark", { text: "<think>five?</thi", finish: "length" }, "cut", `${LIMIT}, all on a thought`],
  [
    "a thought beside no text",
    { text: words(9), message: { content: "", reasoning_content: "five?" }, finish: "length" },
    ...(["cut", `${SPENT}, all on a thought`] as const),
  ],
  [
    "nothing, cut",
    { text: words(9), message: { content: null }, finish: "length" },
    "cut",
    `${SPENT}, and nothing was said`,
  ],
  [
    "nothing at the limit, with a usual end",
    { text: words(9), message: { content: "" } },
    "cut",
    `${SPENT}, and nothing was said`,
  ],
  ["a text that repeats itself", { text: "four four four", finish: "repetition" }, "cut", LIMIT],
  ["calls that were cut", { calls: [{ name: "add", arguments: '{"a": ' }], finish: "length" }, "cut", LIMIT],
  ["a thought without an end", "<think>five?", "thought", "a thought alone: it has no end"],
  ["a thought alone", "<think>five?</think>\n", "thought", "a thought alone: nothing follows it"],
  [
    "a thought in its field alone",
    { message: { content: null, reasoning: "five?" } },
    "thought",
    "a thought alone: nothing follows it",
  ],
  ["an answer held back", { text: "", finish: "content_filter" }, "filtered", FILTERED],
  ["a part of one", { text: "four", finish: "content_filter" }, "filtered", FILTERED],
  ...[
    ...["SAFETY", "RECITATION", "LANGUAGE", "BLOCKLIST", "PROHIBITED_CONTENT", "SPII", "MODEL_ARMOR", "IMAGE_SAFETY"],
    ...["content_filter: RECITATION", "content_filtered", "guardrail_intervened", "sensitive"],
  ].map((finish): [string, Answer, string, string] => [finish, { text: "fou", finish }, "filtered", FILTERED]),
  [
    "a filter that leaves no message",
    { body: JSON.stringify({ ...choice({}, "SPII"), usage: USAGE }).replace('"message":{},', "") },
    ...(["filtered", FILTERED] as const),
  ],
  ["a context that is full", { text: "fou", finish: "model_context_window_exceeded" }, "cut", LIMIT],
  ["commentary alone", '<|channel|>commentary<|message|>{"at": 4}<|end|>', "thought", ALONE],
  ["Gemma's thought without an end", "<|channel>thought\nfive?", "thought", "a thought alone: it has no end"],
  ["a refusal", { message: { content: null, refusal: "I may not." } }, "refused", REFUSED],
  ["a refusal in a part", parts({ type: "refusal", refusal: "I may not." }), "refused", REFUSED],
  ["a refusal by its end", { text: "I may not.", finish: "refusal" }, "refused", REFUSED],
])(
  "a reply without a usable answer is reported with its reason, paid for and requested once: %s",
  async (_, answer, outcome, reason) => {
    const server = await chatServer(() => answer);
    const reply = await asking(server.url, { maxTokens: 9, retries: 3 })();
    expect(reply).toMatchObject({ shortfall: { outcome, reason }, promptTokens: 5 });
    expect(reply.completionTokens).toBeGreaterThan(0);
    expect(reply).not.toHaveProperty("calls");
    expect(server.requests).toHaveLength(1);
  },
);

test.each([
  ["words and less than none", { prompt_tokens: "many", completion_tokens: -7 }, null, null],
  ["beyond what can be counted, and a part of one", { prompt_tokens: 1e18, completion_tokens: 1.5 }, null, null],
  ["one of two", { prompt_tokens: 5 }, 5, null],
])("tokens that are %s are unknown, and not 0", async (_, usage, promptTokens, completionTokens) => {
  const body = JSON.stringify({ ...choice({ role: "assistant", content: "four" }), usage });
  const server = await chatServer(() => ({ body }));
  expect(await asking(server.url)()).toMatchObject({ text: "four", promptTokens, completionTokens });
});

test("a refusal's text is kept", async () => {
  const server = await chatServer(() => ({ message: { content: null, refusal: "I may not." } }));
  expect(await asking(server.url)()).toMatchObject({ text: "I may not.", shortfall: { outcome: "refused" } });
});

test("a request blocked by the server's filter counts as filtered and costs nothing", async () => {
  const body = JSON.stringify({ error: { message: "The prompt was filtered.", code: "content_filter" } });
  const server = await chatServer(() => ({ status: 400, body }));
  expect(await asking(server.url)()).toMatchObject({
    shortfall: { outcome: "filtered", reason: "filtered: the server refused the request" },
    ...{ promptTokens: 0, completionTokens: 0 },
  });
});

test("a token limit that was not sent is not given as the reason", async () => {
  const server = await chatServer(() => ({ text: "fou", finish: "length" }));
  const reply = await asking(server.url, { form: { tokens: "none" } })();
  expect(reply.shortfall?.reason).toBe("cut: the server's own limit of tokens was reached");
  expect(server.requests[0]).not.toHaveProperty("max_tokens");
});

test.each<[string, object, string]>([
  ["an error", { error: { message: "no model is loaded" } }, "the server answered with an error: no model is loaded"],
  ["an error beside choices", { error: { message: "busy" }, choices: [] }, "the server answered with an error: busy"],
  [
    "an error in a choice",
    { choices: [{ error: { message: "upstream" } }] },
    "the server answered with an error: upstream",
  ],
  ["a sentence", { error: "no model is loaded." }, "the server answered with an error: no model is loaded"],
  [
    "an error of an older form",
    { object: "error", message: "too long" },
    "the server answered with an error: too long",
  ],
  ["an error with its status", { error: { message: "slow down", code: 429 } }, "status 429: slow down"],
  ["an error of the request", { error: { message: "bad", type: "invalid_request_error" } }, "status 400: bad"],
  [
    "a message of the user",
    choice({ role: "user", content: "four" }),
    'what was answered is a message of "user", and none of the model',
  ],
  [
    "a message of a tool",
    choice({ role: "tool", content: "4" }),
    'what was answered is a message of "tool", and none of the model',
  ],
  ["a broken answer", choice({ content: "fo" }, "error"), "the server broke off its answer (finish_reason error)"],
  [
    "a broken call",
    choice({ content: "" }, "function_call_filter: MALFORMED_FUNCTION_CALL"),
    "the server broke off its answer (finish_reason function_call_filter: MALFORMED_FUNCTION_CALL)",
  ],
  ["a choice without a message", { choices: [{ finish_reason: "stop" }] }, "what was answered is no chat completion"],
  ["a list of an error", [{ error: { message: "busy" } }], "the server answered with an error: busy"],
  ["an error without words", { error: true, message: "busy" }, "the server answered with an error: busy"],
  [
    "a list of errors",
    { success: false, errors: [{ code: 7, message: "busy" }] },
    "the server answered with an error: busy",
  ],
])("a body with status 200 that is no completion is reported in the server's words: %s", async (_, body, reason) => {
  const server = await chatServer(() => ({ body: JSON.stringify(body) }));
  const failure = await asking(server.url)().catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(ModelFailure);
  expect(failure).toHaveProperty("message", reason);
});

test.each<[number, object, string]>([
  [400, { error: "model m not found, try pulling it first" }, "status 400: model m not found, try pulling it first"],
  [400, { object: "error", message: "too long" }, "status 400: too long"],
  [422, { detail: "no" }, "status 422: no"],
  [
    ...([422, { detail: [{ loc: ["body", "max_tokens"], msg: "Extra inputs are not permitted" }] }] as const),
    "status 422: max_tokens: Extra inputs are not permitted; form: { tokens: max_completion_tokens } names the limit as other servers do",
  ],
  [
    429,
    [{ error: { code: 429, message: "You exceeded your quota.", status: "E" } }],
    "status 429: You exceeded your quota",
  ],
  [
    400,
    { error: { message: "Provider error", metadata: { raw: '{"error":{"message":"too long"}}' } } },
    "status 400: Provider error: too long",
  ],
  [400, { error: { message: "Provider error", metadata: { raw: "{" } } }, "status 400: Provider error: {"],
  [
    422,
    { message: { detail: [{ loc: ["body", "a", 0], msg: "no" }, { msg: "nor this" }] } },
    "status 422: a.0: no; nor this",
  ],
  [400, { error: { message: "[1]" } }, "status 400: [1]"],
  [400, { error: { message: "\u001b[2J cleared\nmore" } }, "status 400: [2J cleared"],
])("a refusal is reported in the server's words: %i %j", async (status, body, reason) => {
  const server = await chatServer(() => ({ status, body: JSON.stringify(body) }));
  await expect(asking(server.url)()).rejects.toThrow(new ModelFailure(reason));
});

test("a server that refuses max_tokens or a seed receives what it accepts, with one notice", async () => {
  const refusal = (message: string) => ({ status: 400, body: JSON.stringify({ error: { message } }) });
  const server = await chatServer(({ max_tokens, seed }) => {
    if (max_tokens !== undefined) return refusal("'max_tokens' is not supported. Use 'max_completion_tokens' instead.");
    return seed === undefined ? "four" : refusal("Unsupported parameter: 'seed' is not supported.");
  });
  const said: string[] = [];
  showNotices((text) => said.push(text));
  onTestFinished(() => showNotices(() => {}));
  const ask = asking(server.url, { maxTokens: 9 });
  for (const _ of [1, 2]) expect(await ask()).toMatchObject({ text: "four" });
  const atOnce = asking(server.url);
  expect(await Promise.all([atOnce(), atOnce(), atOnce()])).toHaveLength(3);
  expect(
    server.requests.slice(0, 4).map(({ max_tokens, max_completion_tokens: newer, seed }) => [max_tokens, newer, seed]),
  ).toEqual([
    [9, undefined, 77],
    [undefined, 9, 77],
    [undefined, 9, undefined],
    [undefined, 9, undefined],
  ]);
  expect(said).toEqual([
    `${server.url} refuses max_tokens and is sent max_completion_tokens; form: { tokens: max_completion_tokens } says so at once`,
    `${server.url} refuses seed and is sent none; form: { seed: none } says so at once`,
  ]);
  const set = asking(server.url, { seed: 7, form: "azure" });
  await expect(set()).rejects.toThrow(
    "status 400: Unsupported parameter: 'seed' is not supported; form: { seed: none } leaves it out",
  );
});

const SEED = [{ type: "extra_forbidden", loc: ["body", "seed"], msg: "Extra inputs are not permitted", input: 1 }];

test.each<[string, number, object]>([
  [
    "Gemini",
    400,
    [{ error: { code: 400, message: 'Invalid JSON payload received. Unknown name "seed": Cannot find field.' } }],
  ],
  ["Mistral", 422, { object: "error", message: { detail: SEED }, type: "invalid_request_error", code: null }],
  ["Mistral, twice", 422, { object: "Error", detail: SEED, message: SEED, type: "invalid_request_error", code: 3001 }],
  ["Mistral, as a text", 422, { object: "error", message: JSON.stringify({ detail: SEED }), code: "1000" }],
  ["FastAPI", 422, { detail: [{ loc: ["body", "n"], msg: "too large" }, ...SEED] }],
])("a refused seed is omitted, in all forms of faults: %s", async (_, status, fault) => {
  const server = await chatServer(({ seed }) =>
    seed === undefined ? "four" : { status, body: JSON.stringify(fault) },
  );
  showNotices(() => {});
  expect(await asking(server.url)()).toMatchObject({ text: "four" });
  expect(server.requests.map(({ seed }) => seed)).toEqual([77, undefined]);
});

test("a form names the token limit, omits other parameters, and adds its own fields", async () => {
  const server = await chatServer(() => "four");
  await asking(server.url, { maxTokens: 9, form: { like: "reasoning", extra: { reasoning_effort: "low" } } })();
  expect(server.requests).toEqual([
    {
      ...{ path: "/v1/chat/completions", authorization: undefined, model: "small", messages: MESSAGES },
      ...{ max_completion_tokens: 9, reasoning_effort: "low" },
    },
  ]);
});

test.each<[string, Answer, string]>([
  ["too many requests", { status: 429 }, "status 429: refused with 429"],
  ["a broken server", { status: 500 }, "status 500: refused with 500"],
  ["a page of HTML", { body: "<html>busy</html>" }, "what was answered is no chat completion"],
  ["an object without choices", { body: '{"choices":[]}' }, "what was answered is no chat completion"],
  ["an empty body", { body: "" }, "what was answered is no chat completion"],
  ["silence", { silent: true }, "no answer for 0.5 seconds"],
  ["a connection that is closed", { hangUp: "at once" }, "the connection failed: other side closed"],
  ["half an answer", { hangUp: "halfway" }, "the connection failed: other side closed"],
  ["an answer without end", { endless: "plain" }, "the answer is longer than 32 MB"],
  ["an answer that unpacks without end", { endless: "packed" }, "the answer is longer than 32 MB"],
  ["a refusal of this very request", { status: 400 }, "status 400: refused with 400"],
])("%s is a failure", async (_, answer, reason) => {
  const limits = limitsByHand();
  const server = await chatServer(() => {
    if (isSilent(answer)) limits.pass(500);
    return answer;
  });
  const failure = await asking(server.url, { timeout: 0.5 })().catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(ModelFailure);
  expect(failure).toHaveProperty("message", reason);
  expect(server.requests).toHaveLength(1);
  expect(limits.set()).toEqual([500]);
});

test("a timeout may end within a millisecond", async () => {
  const server = await chatServer(() => "four");
  expect((await asking(server.url, { timeout: 59.99951 })()).text).toBe("four");
});

test.each([301, 302, 307, 308])("a redirect (%i) is not followed", async (status) => {
  const victim = await chatServer(() => "four");
  const server = await chatServer(() => ({ status, location: `${victim.url}/chat/completions` }));
  await expect(asking(server.url)()).rejects.toThrow(
    `it sends requests on to ${victim.url}/chat/completions: name that`,
  );
  expect([server.requests.length, victim.requests]).toEqual([1, []]);
});

test.each<[string, Answer]>([
  ["too many requests", { status: 429 }],
  ["a broken server", { status: 503 }],
])("%s: the request is retried", async (_, answer) => {
  const server = await chatServer((_asked, before) => (before < 2 ? answer : "four"));
  const reply = await asking(server.url, { retries: 2 })();
  expect(reply.text).toBe("four");
  expect(server.requests).toHaveLength(3);
});

test("timeouts, invalid responses and closed connections are retried after a pause", async () => {
  const limits = limitsByHand();
  const answers: Answer[] = [{ silent: true }, { body: "busy" }, { body: '{"choices":[]}' }, { hangUp: "at once" }];
  const pauses: (() => void)[] = [];
  const plain = setTimeout;
  vi.spyOn(globalThis, "setTimeout").mockImplementation((callback, delay, ...others) => {
    if (delay !== FIRST_PAUSE) return plain(callback, delay, ...others);
    pauses.push(callback);
    return plain(() => {}, 0);
  });
  let isOver = false;
  const replies = answers.map(async (answer) => {
    const server = await chatServer((_asked, before) => {
      if (before > 0) return isOver ? "four" : "too early";
      if (isSilent(answer)) limits.pass(500);
      return answer;
    });
    return (await asking(server.url, { retries: 1, timeout: isSilent(answer) ? 0.5 : 60 })()).text;
  });
  await until(() => pauses.length === answers.length);
  isOver = true;
  for (const pass of pauses) pass();
  expect(await Promise.all(replies)).toEqual(answers.map(() => "four"));
});

test("permanent errors are user errors", async () => {
  for (const status of [401, 403, 404]) {
    const server = await chatServer(() => ({ status }));
    const mistake = await asking(server.url, { retries: 3 })().catch((error: unknown) => error);
    expect(mistake).toBeInstanceOf(UserError);
    expect(mistake).toHaveProperty("message", expect.stringContaining(`answered with status ${status}: refused`));
    expect(server.requests).toHaveLength(1);
  }
  const gone = await chatServer(() => "four");
  await gone.close();
  await expect(asking(gone.url)()).rejects.toThrow(`no server answers at ${gone.url}; is the server running`);
});

test("a server that answered before and is unreachable now causes a model failure", async () => {
  const server = await chatServer(() => "four");
  const ask = asking(server.url);
  await ask();
  await server.close();
  await expect(ask()).rejects.toThrow(ModelFailure);
});

test("an abort takes effect at once, during a request and between two attempts", async () => {
  limitsByHand();
  const timers = vi.spyOn(globalThis, "setTimeout");
  const isPausing = () => timers.mock.calls.some(([, delay]) => delay === FIRST_PAUSE);
  for (const answer of [{ silent: true }, { hangUp: "at once" }] satisfies Answer[]) {
    const server = await chatServer(() => answer);
    const stop = new AbortController();
    const pending = asking(server.url, { retries: 5 })(stop.signal).catch((error: unknown) => error);
    await until(() => (isSilent(answer) ? server.requests.length === 1 : isPausing()));
    stop.abort();
    expect(await pending).toBe(stop.signal.reason);
    expect(server.requests).toHaveLength(1);
  }
});

const TOOL = {
  name: "add",
  description: "Adds.",
  parameters: { type: "object", properties: { a: { type: "number" } } },
};

function calling(endpoint: string) {
  const described = endpointOf({ endpoint, model: "small", retries: 0 });
  const talk: Message[] = [
    ...MESSAGES,
    { role: "assistant", content: "", calls: [{ name: "add", input: { a: 1 } }] },
    { role: "tool", content: "2" },
  ];
  return chatOf(described)(requestOf(described, talk, 77, [TOOL]));
}

test("tools are offered, calls are returned unchanged, and answers to earlier calls are sent", async () => {
  const server = await chatServer(() => ({
    text: "I add.",
    calls: [
      { name: "add", arguments: { a: 1 } },
      { name: "ad", arguments: { b: [] } },
      { name: "add", arguments: '{"a": 1' },
      { name: "add", arguments: "" },
    ],
  }));
  const { text, calls } = await calling(server.url);
  expect(text).toBe("I add.");
  expect(calls).toEqual([
    { name: "add", input: { a: 1 } },
    { name: "ad", input: { b: [] } },
    { name: "add", input: '{"a": 1' },
    { name: "add", input: {} },
  ]);
  const [{ tools, messages }] = server.requests;
  expect(tools).toEqual([{ type: "function", function: TOOL }]);
  expect(messages.slice(2)).toEqual([
    {
      role: "assistant",
      content: expect.toBeOneOf(["", null]),
      tool_calls: [{ id: "call00001", type: "function", function: { name: "add", arguments: '{"a":1}' } }],
    },
    { role: "tool", tool_call_id: "call00001", content: "2" },
  ]);
});

test.each<[string, unknown]>([
  ["no list", 7],
  ["a list of nothing", [null]],
  ["a call without a function", [{ id: "1", type: "function" }]],
  ["a function without a name", [{ id: "1", type: "function", function: { arguments: "{}" } }]],
  ["a name that is a list", [{ id: "1", type: "function", function: { name: ["add"], arguments: "{}" } }]],
])("invalid tool calls cause a model failure: %s", async (_, calls) => {
  const message = { role: "assistant", content: null, tool_calls: calls };
  const body = JSON.stringify({ choices: [{ index: 0, message, finish_reason: "tool_calls" }] });
  const server = await chatServer(() => ({ body }));
  await expect(calling(server.url)).rejects.toThrow(ModelFailure);
});

test.each<[string, object]>([
  ["arguments that are a map", { name: "add", arguments: { a: 1 } }],
  ["arguments that are missing", { name: "add" }],
  ["__proto__ in the arguments", { name: "add", arguments: '{"__proto__": {"x": 1}, "a": 2}' }],
  ["a name that every object has", { name: "toString", arguments: "{}" }],
])("unusual tool calls are accepted or cause a model failure: %s", async (_, called) => {
  const message = { role: "assistant", content: null, tool_calls: [{ id: "1", type: "function", function: called }] };
  const body = JSON.stringify({ choices: [{ index: 0, message, finish_reason: "tool_calls" }] });
  const server = await chatServer(() => ({ body }));
  const outcome = await calling(server.url).catch((error: unknown) => error);
  expect(
    outcome instanceof ModelFailure || (typeof outcome === "object" && outcome !== null && "calls" in outcome),
  ).toBe(true);
});

test("of several answers the one of index 0 counts, in any order", () => {
  const answer = (index: number, content: string) => ({ index, message: { content }, finish_reason: "stop" });
  const parsed = completionBody({ choices: [answer(1, "five"), answer(0, "four")] });
  expect("body" in parsed ? completionOf(parsed.body, 9) : parsed).toEqual({ text: "four" });
});

test("an answer that the model's own server cut is cut, also where a router reports a regular end", () => {
  const choices = [{ message: { content: "fo" }, finish_reason: "stop", native_finish_reason: "MAX_TOKENS" }];
  const parsed = completionBody({ choices });
  expect("body" in parsed ? completionOf(parsed.body, 9).shortfall?.outcome : parsed).toBe("cut");
  const regular = completionBody({ choices: [{ ...choices[0], native_finish_reason: "STOP" }] });
  expect("body" in regular ? completionOf(regular.body, 9) : regular).toEqual({ text: "fo" });
});

test("where there is no finish reason, another field may say that an answer was cut", () => {
  const fields = [{ stop_reason: "length" }, { finish_details: { type: "max_tokens" } }, { stop_reason: "###" }, {}];
  const outcomes = fields.map((field) => {
    const parsed = completionBody({ choices: [{ message: { content: "fo" }, finish_reason: null, ...field }] });
    return "body" in parsed ? completionOf(parsed.body, 9).shortfall?.outcome : parsed;
  });
  expect(outcomes).toEqual(["cut", "cut", undefined, undefined]);
});

/** The outcome of an answer with this finish reason: that of its shortfall, "broken", or "answered". */
function outcomeOf(finish: string): string {
  const parsed = completionBody(choice({ content: "fo" }, finish));
  return "body" in parsed ? (completionOf(parsed.body, 9).shortfall?.outcome ?? "answered") : "broken";
}

test.each([
  ["cut", "ERROR_LIMIT token_limit max_output_tokens maxPredictedTokensReached contextLengthReached REASON_MAX_LEN"],
  ["cut", "incomplete context_length_exceeded FinishReason.MAX_TOKENS FINISH_REASON_MAX_TOKENS"],
  [
    "cut",
    "max_completion_tokens max_new_tokens out_of_tokens max_seq_len repetition_truncation context_overflow kv_cache_full pause_turn",
  ],
  ["filtered", "ERROR_TOXIC content-filter FinishReason.SAFETY moderation blocked policy_violation unsafe"],
  ["broken", "TIMEOUT time_limit cancelled load ERROR FinishReason.OTHER"],
  [
    "broken",
    "interrupted preempted disconnected exception killed rate_limit_exceeded quota_exceeded overloaded out_of_memory",
  ],
  ["answered", "stop end_turn eos_token stop_sequence COMPLETE tool_calls FINISH_REASON_STOP eosFound"],
])("finish reasons of other servers: %s", (outcome, reasons) => {
  expect(reasons.split(" ").map((one) => [one, outcomeOf(one)])).toEqual(
    reasons.split(" ").map((one) => [one, outcome]),
  );
});

test.each([
  [{ prompt_tokens: "12", completion_tokens: 3 }, { completion_tokens: 3 }],
  [{ prompt_tokens: -1, completion_tokens: 2.5 }, {}],
  [[], undefined],
])("a count of tokens that is none is unknown, and its answer holds: %j", (usage, counted) => {
  const parsed = completionBody({ ...choice({ content: "four" }), usage });
  expect("body" in parsed && [completionOf(parsed.body, 9), parsed.body.usage]).toEqual([{ text: "four" }, counted]);
});

test("a part's text may be a map with notes on it", () => {
  const parsed = completionBody(choice({ content: [{ type: "text", text: { value: "four", annotations: [] } }] }));
  expect("body" in parsed && completionOf(parsed.body, 9)).toEqual({ text: "four" });
});

test.each(["model", "Assistant", "ai", "CHATBOT"])("a message of the role %s is the model's", (role) => {
  const parsed = completionBody(choice({ role, content: "four" }));
  expect("body" in parsed && completionOf(parsed.body, 9)).toEqual({ text: "four" });
});

test.each(["reasoning_text", "reasoning_details", "thinking"])("a thought may stand in the field %s", (name) => {
  const parsed = completionBody(
    choice({ content: "", [name]: name === "reasoning_details" ? [{ text: "5?" }] : "5?" }),
  );
  expect("body" in parsed && completionOf(parsed.body, 9).shortfall?.outcome).toBe("thought");
});

test.each([
  { choices: null, base_resp: { status_code: 1008, status_msg: "no balance" } },
  { error_code: 110, error_msg: "no balance" },
  { Message: "no balance" },
  { code: 401, msg: "no balance" },
  { errorMessage: "no balance", errorType: "Sandbox" },
  { type: "about:blank", title: "no balance", status: 429 },
])("a server's sentence is found in its own field: %j", (body) => {
  expect(completionBody(body)).toMatchObject({ complaint: { sentence: "no balance" } });
});

test("a request that a router's rules flag is filtered, and no wrong key", async () => {
  const error = { code: 403, message: "Input flagged", metadata: { reasons: ["violence"], flagged_input: "x" } };
  const server = await chatServer(() => ({ status: 403, body: JSON.stringify({ error }) }));
  expect((await asking(server.url)()).shortfall?.outcome).toBe("filtered");
});
