// The wire, against a server of our own: what is sent, what is counted, and every way in which no answer comes.

import { afterEach, expect, test, vi } from "vitest";
import { type Answer, chatServer } from "../../test/fixtures/chat-server.ts";
import { until } from "../../test/fixtures/until.ts";
import { UserError } from "../core/errors.ts";
import { chatOf, ModelFailure } from "./chat.ts";
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

/** Time limits of requests that pass when a test says so, and never by the clock. */
function limitsByHand() {
  const limits: { readonly milliseconds: number; readonly controller: AbortController }[] = [];
  vi.spyOn(AbortSignal, "timeout").mockImplementation((milliseconds) => {
    const controller = new AbortController();
    limits.push({ milliseconds, controller });
    return controller.signal;
  });
  return {
    /** The limits that were set, milliseconds. */
    set: () => limits.map(({ milliseconds }) => milliseconds),
    /** The time of those who wait so many milliseconds is over. */
    pass(time: number): void {
      for (const { milliseconds, controller } of limits) if (milliseconds === time) controller.abort();
    },
  };
}

const isSilent = (answer: Answer) => typeof answer === "object" && answer.silent === true;

/** What the AI SDK waits before its second try, milliseconds. */
const FIRST_PAUSE = 2_000;

afterEach(() => {
  vi.restoreAllMocks();
});

test("a request holds the conversation and the settings; the answer comes with its tokens", async () => {
  const server = await chatServer(() => "four");
  const reply = await asking(server.url, { temperature: 0.5, maxTokens: 9 })();
  expect(reply).toEqual({ text: "four", promptTokens: 5, completionTokens: 1 });
  expect(server.asked).toEqual([
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

test("a seed is drawn, fixed or left out; temperature is the server's where none is given", async () => {
  const server = await chatServer(() => "four");
  await asking(server.url, { seed: 5 })();
  await asking(server.url, { seed: "none" })();
  expect(server.asked.map(({ seed }) => seed)).toEqual([5, undefined]);
  expect(server.asked[0]).not.toHaveProperty("temperature");
});

test("the key comes from the environment, and from nowhere else", async () => {
  const server = await chatServer(() => "four");
  vi.stubEnv("AGON_TEST_KEY", "sesame");
  await asking(server.url, { key: "AGON_TEST_KEY" })();
  vi.unstubAllEnvs();
  expect(server.asked[0].authorization).toBe("Bearer sesame");
  await expect(asking(server.url, { key: "AGON_TEST_KEY" })()).rejects.toThrow(
    "the environment variable AGON_TEST_KEY is not set",
  );
});

test("a server that quotes the key is not quoted", async () => {
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

test("a reply that quotes the key is kept without it, and one with a word that is used as a key as it is", async () => {
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

test("thoughts that are left in the text are no part of it; tokens that the server did not count are unknown", async () => {
  const server = await chatServer(() => ({ text: "<think>hm, 2 + 2</think>four", uncounted: true }));
  const reply = await asking(server.url)();
  expect(reply).toEqual({ text: "four", promptTokens: null, completionTokens: null });
});

test.each<[string, Answer, string]>([
  ["too many requests", { status: 429 }, "status 429: refused with 429"],
  ["a broken server", { status: 500 }, "status 500: refused with 500"],
  ["a page of HTML", { body: "<html>busy</html>" }, "what was answered is no chat completion"],
  ["an object without choices", { body: '{"choices":[]}' }, "what was answered is no chat completion"],
  ["an empty body", { body: "" }, "what was answered is no chat completion"],
  [
    "a count of tokens below 0",
    { body: '{"choices":[{"message":{"role":"assistant","content":"four"}}],"usage":{"prompt_tokens":-5}}' },
    "what was answered is no chat completion",
  ],
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
  expect(server.asked).toHaveLength(1);
  expect(limits.set()).toEqual([500]);
});

test.each([301, 302, 307, 308])(
  "a request that a server sends on to another address (%i) goes to none",
  async (status) => {
    const victim = await chatServer(() => "four");
    const server = await chatServer(() => ({ status, location: `${victim.url}/chat/completions` }));
    await expect(asking(server.url)()).rejects.toThrow(
      `it sends requests on to ${victim.url}/chat/completions: name that`,
    );
    expect([server.asked.length, victim.asked]).toEqual([1, []]);
  },
);

test.each<[string, Answer]>([
  ["too many requests", { status: 429 }],
  ["a broken server", { status: 503 }],
])("%s: is tried again", async (_, answer) => {
  const server = await chatServer((_asked, before) => (before < 2 ? answer : "four"));
  const reply = await asking(server.url, { retries: 2 })();
  expect(reply.text).toBe("four");
  expect(server.asked).toHaveLength(3);
});

test("silence, nonsense and a closed connection are tried again too, after a pause", async () => {
  const limits = limitsByHand();
  const miscounted = '{"choices":[{"message":{"role":"assistant","content":"four"}}],"usage":{"prompt_tokens":"many"}}';
  const answers: Answer[] = [{ silent: true }, { body: "busy" }, { body: miscounted }, { hangUp: "at once" }];
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

test("what no retry can mend is the user's mistake", async () => {
  for (const status of [401, 403, 404]) {
    const server = await chatServer(() => ({ status }));
    const mistake = await asking(server.url, { retries: 3 })().catch((error: unknown) => error);
    expect(mistake).toBeInstanceOf(UserError);
    expect(mistake).toHaveProperty("message", expect.stringContaining(`answered with status ${status}: refused`));
    expect(server.asked).toHaveLength(1);
  }
  const gone = await chatServer(() => "four");
  await gone.close();
  await expect(asking(gone.url)()).rejects.toThrow(`no server answers at ${gone.url}; is the server running`);
});

test("a server that answered before and is gone now is a failure", async () => {
  const server = await chatServer(() => "four");
  const ask = asking(server.url);
  await ask();
  await server.close();
  await expect(ask()).rejects.toThrow(ModelFailure);
});

test("who is told to stop stops at once: while waiting for an answer, and between two tries", async () => {
  limitsByHand();
  const timers = vi.spyOn(globalThis, "setTimeout");
  const isPausing = () => timers.mock.calls.some(([, delay]) => delay === FIRST_PAUSE);
  for (const answer of [{ silent: true }, { hangUp: "at once" }] satisfies Answer[]) {
    const server = await chatServer(() => answer);
    const stop = new AbortController();
    const asked = asking(server.url, { retries: 5 })(stop.signal).catch((error: unknown) => error);
    await until(() => (isSilent(answer) ? server.asked.length === 1 : isPausing()));
    stop.abort();
    expect(await asked).toBe(stop.signal.reason);
    expect(server.asked).toHaveLength(1);
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

test("tools are offered, calls come as they were written, and answers to earlier ones go out", async () => {
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
  const [{ tools, messages }] = server.asked;
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
])("calls that are none are a failure: %s", async (_, calls) => {
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
])("odd calls are a failure or a call, and no bug: %s", async (_, called) => {
  const message = { role: "assistant", content: null, tool_calls: [{ id: "1", type: "function", function: called }] };
  const body = JSON.stringify({ choices: [{ index: 0, message, finish_reason: "tool_calls" }] });
  const server = await chatServer(() => ({ body }));
  const found = await calling(server.url).catch((error: unknown) => error);
  expect(found instanceof ModelFailure || (typeof found === "object" && found !== null && "calls" in found)).toBe(true);
});
