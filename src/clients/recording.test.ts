// Recorded answers: replay, appending, sharing between clients, and rejection of other files.

import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { chatServer, type ReceivedRequest } from "../../test/fixtures/chat-server.ts";
import { until } from "../../test/fixtures/until.ts";
import { endpointOf } from "./endpoint.ts";
import { type ChatModel, languageModel, NoAnswer } from "./language-model.ts";
import { exchangesIn, lineOf, Recording } from "./recording.ts";
import { requestKey, requestOf } from "./request.ts";

function scratch(): string {
  const folder = mkdtempSync(join(tmpdir(), "agon-recording-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A model whose recordings are in a folder. */
const modelIn = (folder: string, given: object) => languageModel(endpointOf({ model: "small", ...given }), folder);

const question = (content: string) => [{ role: "user", content }] as const;
const linesOf = (file: string) => readFileSync(file, "utf8").trim().split("\n");

test("recorded answers are replayed without a server, with their token counts", async () => {
  const server = await chatServer(({ messages }) => `heard ${messages[0].content}`);
  const folder = scratch();
  const recording = modelIn(folder, { endpoint: server.url, record: "a.jsonl" });
  const all = async (model: ChatModel) => [
    await model.ask(question("one"), 1),
    await model.ask(question("one"), 2),
    await model.ask(question("two"), 1),
  ];
  const replies = await all(recording);
  await server.close();
  const replayed = modelIn(folder, { replay: "a.jsonl" });
  expect(await all(replayed)).toEqual(replies);
  expect(replies[0]).toMatchObject({ text: "heard one", promptTokens: 1, completionTokens: 2, cost: Number.NaN });
});

test("a recorded or pending request is not sent again", async () => {
  const server = await chatServer((_asked, before) => `answer ${before}`);
  const folder = scratch();
  const [first, second] = [4, 5].map((parallel) =>
    modelIn(folder, { endpoint: server.url, record: "a.jsonl", parallel }),
  );
  const [a, b] = await Promise.all([first.ask(question("one"), 1), second.ask(question("one"), 1)]);
  const c = await second.ask(question("one"), 1);
  expect([b, c]).toEqual([a, a]);
  expect(server.requests).toHaveLength(1);
  expect(linesOf(join(folder, "a.jsonl"))).toHaveLength(1);
});

test("a failure is recorded and replayed, and sent again by a recording client", async () => {
  const server = await chatServer((_asked, before) => (before === 0 ? { status: 500 } : "fine"));
  const folder = scratch();
  const recording = modelIn(folder, { endpoint: server.url, record: "a.jsonl", retries: 0 });
  const replayed = modelIn(folder, { replay: "a.jsonl" });
  await expect(recording.ask(question("one"), 1)).rejects.toThrow("status 500: refused with 500");
  await expect(replayed.ask(question("one"), 1)).rejects.toThrow("status 500: refused with 500");
  await expect(recording.ask(question("one"), 1)).resolves.toMatchObject({ text: "fine" });
  await expect(replayed.ask(question("one"), 1)).resolves.toMatchObject({ text: "fine" });
});

test("a reply without a usable answer is recorded and replayed as such, and not requested again", async () => {
  const server = await chatServer(({ messages: [{ content }] }) =>
    content === "cut" ? { text: "fou", finish: "length" } : { message: { content: null, refusal: "I may not." } },
  );
  const folder = scratch();
  const price = { input: 1, output: 2 };
  const recording = modelIn(folder, { endpoint: server.url, record: "a.jsonl", maxTokens: 9, price });
  const replayed = modelIn(folder, { replay: "a.jsonl", maxTokens: 9, price });
  for (const [content, outcome, text] of [
    ["cut", "cut", "fou"],
    ["no", "refused", "I may not."],
  ]) {
    for (const model of [recording, recording, replayed]) {
      const failure = await model.ask(question(content), 1).catch((error: unknown) => error);
      expect(failure).toBeInstanceOf(NoAnswer);
      expect(failure).toMatchObject({ shortfall: { outcome }, reply: { text, promptTokens: 1 } });
      expect(failure).toHaveProperty("reply.cost", expect.closeTo(3e-6, 12));
    }
  }
  expect(server.requests).toHaveLength(2);
  expect(exchangesIn(join(folder, "a.jsonl"), [JSON.parse(linesOf(join(folder, "a.jsonl"))[0]).key])).toMatchObject([
    { reply: { shortfall: { reason: "cut: maxTokens (9) or a limit of the server was reached" } }, failure: "" },
  ]);
});

test("tool calls of a recorded exchange are written out behind their texts", () => {
  const file = join(scratch(), "a.jsonl");
  const call = { name: "pay", input: { business: "b1" } };
  const endpoint = endpointOf({ model: "small" });
  const talk = [...question("go"), { role: "assistant", content: "So:", calls: [call] }] as const;
  const request = requestOf(endpoint, [...talk, { role: "tool", content: "paid" }], 1);
  const reply = { text: "", calls: [{ name: "leave", input: {} }], promptTokens: 1, completionTokens: 1 };
  writeFileSync(file, `${lineOf(request, { reply })}\n`);
  const [exchange] = exchangesIn(file, [requestKey(request)]);
  expect(exchange.messages.map(({ content }) => content)).toEqual(["go", 'So:\npay({"business":"b1"})', "paid"]);
  expect(exchange.reply?.text).toBe("leave({})");
});

test("a missing recording is reported with the request", async () => {
  const folder = scratch();
  const replayed = modelIn(folder, { replay: "a.jsonl" });
  expect(() => replayed.ready()).toThrow(`there is no recording ${join(folder, "a.jsonl")}`);
  writeFileSync(join(folder, "a.jsonl"), "");
  const key = requestKey(requestOf(endpointOf({ model: "small" }), question("why?"), 3));
  await expect(replayed.ask(question("why?"), 3)).rejects.toThrow(
    `${join(folder, "a.jsonl")} holds no answer to draw 3 of small after "why?" (request ${key})`,
  );
});

test("the recording key depends on the model, its settings and seed, but not on address or timeout", () => {
  const keyOf = (given: object, draw = 1) =>
    requestKey(requestOf(endpointOf({ model: "small", ...given }), question("one"), draw));
  const key = keyOf({});
  expect(keyOf({ endpoint: "http://elsewhere/v1", key: "K", timeout: 1, retries: 9, parallel: 1 })).toBe(key);
  const others = [
    keyOf({ model: "large" }),
    keyOf({ temperature: 0 }),
    keyOf({ maxTokens: 5 }),
    keyOf({ seed: 7 }),
    keyOf({}, 2),
    keyOf({ form: "reasoning" }),
    keyOf({ form: { extra: { reasoning_effort: "low" } } }),
  ];
  expect(new Set([key, ...others]).size).toBe(8);
  expect(keyOf({ form: "azure" })).toBe(key);
});

test("a line truncated by a crash is requested again, and the rest is kept", async () => {
  const server = await chatServer(({ messages }) => `heard ${messages[0].content}`);
  const folder = scratch();
  const file = join(folder, "a.jsonl");
  const endpoint = endpointOf({ endpoint: server.url, model: "small", record: "a.jsonl" });
  await languageModel(endpoint, folder).ask(question("one"), 1);
  appendFileSync(file, linesOf(file)[0].slice(0, 40));
  const again = languageModel(endpoint, folder);
  await again.ask(question("one"), 1);
  await again.ask(question("two"), 1);
  expect(server.requests).toHaveLength(2);
  const [, broken, last] = linesOf(file);
  expect(broken).toHaveLength(40);
  expect(JSON.parse(last)).toMatchObject({ reply: { text: "heard two" } });
});

test("lines of another recording are added once, and existing answers are kept", () => {
  const folder = scratch();
  const file = join(folder, "a.jsonl");
  const request = (content: string) => requestOf(endpointOf({ model: "small" }), question(content), 1);
  const reply = (text: string) => ({ reply: { text, promptTokens: null, completionTokens: null } });
  Recording.of(file).add(request("one"), reply("mine"));
  Recording.of(file).add(request("two"), { failure: "no answer" });
  // A line truncated by a crash.
  appendFileSync(file, '{"key":');
  const others = [
    lineOf(request("one"), reply("another")),
    lineOf(request("two"), { failure: "no answer" }),
    lineOf(request("three"), { failure: "no answer" }),
    lineOf(request("three"), reply("later")),
    "no line of a recording",
  ];
  for (let time = 0; time < 2; time++) Recording.of(file).take(others);
  expect(linesOf(file)).toEqual([
    lineOf(request("one"), reply("mine")),
    lineOf(request("two"), { failure: "no answer" }),
    '{"key":',
    others[2],
    others[3],
  ]);
  expect(["one", "two", "three"].map((content) => Recording.of(file).recall(request(content)))).toEqual([
    reply("mine"),
    { failure: "no answer" },
    reply("later"),
  ]);
});

test("a recording that cannot be written is reported before any request", () => {
  const endpoint = endpointOf({ endpoint: "http://localhost:1/v1", model: "small", record: "no/such/folder/a.jsonl" });
  expect(() => languageModel(endpoint, scratch()).ready()).toThrow(
    /a\.jsonl could not be written: there is no such file/,
  );
});

test("files of another format are not extended", async () => {
  const folder = scratch();
  writeFileSync(join(folder, "notes.txt"), "buy milk\n");
  const model = modelIn(folder, { endpoint: "http://localhost:1/v1", record: "notes.txt" });
  await expect(model.ask(question("one"), 1)).rejects.toThrow("notes.txt holds no recorded answers");
  expect(readFileSync(join(folder, "notes.txt"), "utf8")).toBe("buy milk\n");
});

test("the number of concurrent requests is limited", async () => {
  // Answers wait for the last model's request, which is sent only after all permitted requests are open.
  const isLast = ({ messages }: ReceivedRequest) => messages[0].content === "last";
  const server = await chatServer(async () => {
    await until(() => server.requests.length > 3 && server.requests.some(isLast));
    return "fine";
  });
  const [model, other] = [3, 1].map((parallel) => modelIn(scratch(), { endpoint: server.url, parallel }));
  const asks = Array.from({ length: 10 }, (_, draw) => model.ask(question("one"), draw));
  await Promise.all([...asks, other.ask(question("last"), 0)]);
  expect(server.requests).toHaveLength(11);
  expect(server.mostOpen(), "three and the other model's").toBe(4);
});

test.each<[string, object, string]>([
  ["no model", { endpoint: "http://a/v1" }, "no language model is named"],
  ["no address", { model: "m" }, "nothing says where m answers"],
  ["no address of a server", { model: "m", endpoint: "localhost:80" }, "the endpoint is no address of a server"],
  ["a password in it", { model: "m", endpoint: "http://me:secret@a/v1" }, "the endpoint holds a name or a password"],
  [
    "a password that is not sent",
    { model: "m", endpoint: "http://me:secret@a/v1", replay: "a" },
    "the endpoint holds a name or a password",
  ],
  [
    "a key behind it",
    { model: "m", endpoint: "https://a/v1?api_key=secret" },
    "the endpoint goes on after its path, with ? or #; it ends with its path; key: NAME_OF_A_VARIABLE",
  ],
  [
    "a key in the place of its name",
    { model: "m", endpoint: "http://a/v1", key: "sk-secret" },
    "the key is no name of",
  ],
  ["two files", { model: "m", record: "a", replay: "b" }, "answers are recorded and replayed at once"],
])("%s is a user error whose message contains no secret", (_, given, what) => {
  const make = () => languageModel(endpointOf(given), ".");
  expect(make).toThrow(what);
  expect(make).not.toThrow("secret");
});
