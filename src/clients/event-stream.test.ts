// Completions that servers stream although one answer was asked for.

import { expect, test } from "vitest";
import { type Answer, chatServer } from "../../test/fixtures/chat-server.ts";
import { chatOf } from "./chat.ts";
import { endpointOf } from "./endpoint.ts";
import { requestOf } from "./request.ts";

const MESSAGES = [{ role: "user", content: "two and two?" }] as const;
const ADD = {
  add: { name: "add", description: "adds", parameters: { type: "object", properties: { a: { type: "number" } } } },
};

/** A body of server-sent events. */
const events = (...all: readonly object[]): Answer => ({
  body: `: ping\n\n${all.map((event) => `data: ${JSON.stringify(event)}\n\n`).join("")}`,
});
const delta = (fields: object, finish: string | null = null) => ({
  choices: [{ index: 0, delta: fields, finish_reason: finish }],
});
const CALL = { index: 0, id: "c1", type: "function", function: { name: "add", arguments: '{"a"' } };

async function asked(answer: Answer) {
  const server = await chatServer((_, before) => (before === 0 ? answer : events(delta({ content: "4" }, "stop"))));
  const endpoint = endpointOf({ endpoint: server.url, model: "small", retries: 0 });
  const reply = chatOf(endpoint)({ ...requestOf(endpoint, MESSAGES, 7), tools: [ADD.add] });
  return { reply, server };
}

test.each<[string, Answer, object]>([
  [
    "a text in parts, with its tokens",
    events(
      delta({ role: "assistant", content: "fo" }),
      delta({ content: "ur" }),
      { choices: [{ index: 1, delta: { content: "five" }, finish_reason: "stop" }] },
      delta({}, "stop"),
      { choices: [], usage: { prompt_tokens: 5, completion_tokens: 2 } },
    ),
    { text: "four", promptTokens: 5, completionTokens: 2 },
  ],
  ["a text that was cut", events(delta({ content: "fou" }), delta({}, "length")), { shortfall: { outcome: "cut" } }],
  ["a thought alone", events(delta({ reasoning_content: "five?" }, "stop")), { shortfall: { outcome: "thought" } }],
  [
    "a call of a tool in parts",
    events(
      delta({ tool_calls: [CALL] }),
      delta({ tool_calls: [{ index: 0, function: { arguments: ": 2}" } }] }, "tool_calls"),
    ),
    { calls: [{ name: "add", input: { a: 2 } }] },
  ],
])("%s", async (_, answer, found) => {
  expect(await (await asked(answer)).reply).toMatchObject(found);
});

test.each<[string, Answer, string]>([
  ["nothing but an end", { body: "data: [DONE]\n\n" }, "no chat completion"],
  ["broken off", events(delta({ content: "fo" })), "no chat completion"],
  ["an error", events(delta({ content: "fo" }), { error: { message: "overloaded", code: 529 } }), "529: overloaded"],
])("%s is a failure", async (_, answer, problem) => {
  await expect((await asked(answer)).reply).rejects.toThrow(problem);
});

test("a server that answers in streams alone is asked for one", async () => {
  const body = JSON.stringify({ error: { message: "This model only supports stream=true" } });
  const { reply, server } = await asked({ status: 400, body });
  expect(await reply).toMatchObject({ text: "4" });
  expect(server.requests.map((request) => "stream" in request && request.stream)).toEqual([false, true]);
});
