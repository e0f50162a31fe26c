// A language model as an agent: its requests, how replies become actions, and the result of unreadable replies.

import { expect, test } from "vitest";
import { environments } from "../../test/fixtures/at-hand/environments.ts";
import { type Answer, chatServer, type ReceivedRequest } from "../../test/fixtures/chat-server.ts";
import { seatOf } from "../../test/fixtures/seats.ts";
import { type Agent, EpisodeFailed, NO_ANSWER } from "../core/agent.ts";
import { Status } from "../core/environment.ts";
import { Random } from "../core/random.ts";
import { alphabetOf, textIn } from "../core/text.ts";
import { slcd } from "../environments/coopetition/trust-worlds.ts";
import { sortWorld } from "../environments/language/sort.ts";
import { agentLaws } from "../evaluation/laws/agent-laws.ts";
import { privatePay } from "../rewards/mutuality.ts";
import { llm } from "./llm.ts";
import { constant } from "./plain.ts";

const plan = (url: string, given: object = {}) => llm.make({ endpoint: url, model: "small", retries: 0, ...given });

function seated(id: string, url: string, given: object = {}, parameters: object = {}) {
  const make = () => environments.get(id).make(parameters);
  const world = make();
  const seat = seatOf(world, 0, { about: environments.get(id).summary, makeEnvironment: make });
  return { spec: world.spec, world, agent: plan(url, given)(seat) };
}

/** Plays an episode of a single agent with a pay of one per step; returns the final observation. */
async function episode({ spec, world, agent }: ReturnType<typeof seated>, seed = 1): Promise<Float32Array> {
  const rng = Random.of(seed, "environment", 0);
  const outcomes = new Float64Array(spec.channels.length);
  const seen = new Float32Array(spec.observationSize);
  const action = new Float64Array(spec.actionSize);
  world.reset(rng, outcomes);
  await agent.reset(Random.of(seed, "agent", 0, 0));
  let status: Status = Status.running;
  while (status === Status.running) {
    world.observe(seen);
    await agent.act(seen, action);
    status = world.step(action, outcomes, rng);
    agent.receive?.(1, status);
  }
  world.observe(seen);
  return seen;
}

const last = ({ messages }: ReceivedRequest) => messages[messages.length - 1].content;
/** The reply of a perfect sorter to `s52813=`. */
const sorted = (request: ReceivedRequest) => `${[...last(request).slice(1, -1)].sort().join("")}$`;

test("in a text environment, a whole turn takes one request", async () => {
  const server = await chatServer(sorted);
  const table = seated("language/sort", server.url);
  const text = textIn(await episode(table), alphabetOf(table.spec));
  expect(server.requests).toHaveLength(1);
  const [{ messages }] = server.requests;
  expect(messages.map(({ role }) => role)).toEqual(["system", "user"]);
  expect(text).toBe(`${messages[1].content}${sorted(server.requests[0])}`);
  expect(table.agent.counts).toMatchObject({ modelCalls: 1, completionTokens: 1 });
});

test("a document is a whole reply without its fence, and ends with the reply", async () => {
  const server = await chatServer(() => "Here:\n```js\n(...all) => all.length > 0 ? `$` : 1\n```\n");
  const table = seated("language/function", server.url);
  const text = textIn(await episode(table), alphabetOf(table.spec));
  expect(server.requests).toHaveLength(1);
  expect(text).toBe(`${last(server.requests[0])}(...all) => all.length > 0 ? \`$\` : 1\u00b6`);
});

test("after the environment's reply to a call, the model is queried again with that reply", async () => {
  const server = await chatServer((request) => (last(request).endsWith("]") ? "7$" : "<3+4> and then I see"));
  const table = seated("language/calculator", server.url);
  await episode(table);
  expect(server.requests).toHaveLength(2);
  expect(last(server.requests[1])).toBe(`${last(server.requests[0])}<3+4>[7]`);
});

test("in a numeric environment, every step is a request with a limited history and the last step's pay", async () => {
  const server = await chatServer(({ messages }) => `I try ${messages.length}.\nAction: ${messages.length % 2}`);
  await episode(seated("bandits/bernoulli", server.url, { memory: 2 }, { horizon: 5 }));
  expect(server.requests.map(({ messages }) => messages.length)).toEqual([2, 4, 6, 6, 6]);
  const { messages } = server.requests[3];
  expect(messages.map(({ role }) => role)).toEqual(["system", "user", "assistant", "user", "assistant", "user"]);
  expect(messages[1].content).toMatch(/^Step 2\.\nThe last step paid you 1\.\n/);
  expect(messages[5].content).toMatch(/^Step 4\./);
});

test("request numbers (draws) depend on seed, episode and step only", async () => {
  const server = await chatServer(() => "0");
  const table = seated("bandits/bernoulli", server.url, {}, { horizon: 3 });
  for (const seed of [1, 2, 1]) await episode(table, seed);
  const draws = server.requests.map(({ seed }) => seed);
  expect(draws.slice(6)).toEqual(draws.slice(0, 3));
  expect(new Set(draws).size).toBe(6);
});

test("the description can be replaced or extended", async () => {
  const server = await chatServer(sorted);
  await episode(seated("language/sort", server.url, { system: "Sort.", instructions: "Be short." }));
  await episode(seated("language/sort", server.url, { instructions: "Be short." }));
  const [first, second] = server.requests.map(({ messages }) => messages[0].content);
  expect(first).toBe("Sort.\nBe short.");
  expect(second).toMatch(/^You write in a world of text: .*\nBe short\.$/s);
});

test("an unreadable reply is requested again with the reason", async () => {
  const server = await chatServer((request, before) =>
    before < 2 ? "The answer follows" : sorted({ ...request, messages: request.messages.slice(1, 2) }),
  );
  const table = seated("language/sort", server.url);
  await episode(table);
  expect(server.requests.map(({ messages }) => messages.length)).toEqual([2, 4, 6]);
  expect(server.requests[1].messages[2].content).toBe("The answer follows");
  expect(server.requests[1].messages[3].content).toMatch(
    /^That cannot be read: character 1 of .* is "T", which this world cannot write\./,
  );
  expect(table.agent.counts).toMatchObject({ modelCalls: 3 });
});

test("after the last unreadable reply the episode fails, and the next one starts afresh", async () => {
  const server = await chatServer((request, before) => (before < 2 ? "Nothing!" : sorted(request)));
  const table = seated("language/sort", server.url, { tries: 2 });
  const failure = await episode(table).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(EpisodeFailed);
  expect(failure).toHaveProperty(
    "message",
    'no reply could be read: character 1 of "Nothing!" is "N", which this world cannot write',
  );
  expect(table.agent.counts).toMatchObject({ modelCalls: 2 });
  await episode(table, 2);
  expect(server.requests[2].messages).toHaveLength(2);
  expect(table.agent.counts).toMatchObject({ modelCalls: 1 });
});

test("a missing answer also fails the episode", async () => {
  const server = await chatServer(() => ({ status: 500 }));
  await expect(episode(seated("language/sort", server.url))).rejects.toThrow(
    new EpisodeFailed("the model gave no answer: status 500: refused with 500"),
  );
});

test.each<[string, Answer, string]>([
  [
    "cut",
    { text: "12345", finish: "length" },
    "the model's answer is cut: maxTokens (1024) or a limit of the server was reached",
  ],
  [
    "filtered",
    { text: "", finish: "content_filter" },
    "the model's answer is filtered: the server held it back, or a part of it",
  ],
  [
    "refused",
    { message: { content: null, refusal: "No." } },
    "the model's answer is refused: the model declined to answer",
  ],
  ["a thought", "<think>12345$", "the model's answer is a thought alone: it has no end"],
])(
  "a reply without a usable answer ends the episode with its reason, and is requested once and counted: %s",
  async (_, answer, why) => {
    const server = await chatServer(() => answer);
    const table = seated("language/sort", server.url, { tries: 5, retries: 5 });
    await expect(episode(table)).rejects.toThrow(new EpisodeFailed(why));
    // The message must not look like a missing answer, which a run would retry.
    expect(why).not.toContain(NO_ANSWER);
    expect(server.requests).toHaveLength(1);
    expect(table.agent.counts).toMatchObject({ modelCalls: 1, completionTokens: 1 });
    expect(table.agent.requests).toHaveLength(1);
  },
);

test("it satisfies the laws of agents, in a numeric and in a text environment", async () => {
  const level = await chatServer(({ messages, seed = 0 }) => `Action: ${(seed + messages.length) % 101}`);
  const sorter = await chatServer(sorted);
  const laws = await Promise.all([
    agentLaws(plan(level.url), () => slcd.make({ horizon: 4 }), privatePay, "."),
    agentLaws(plan(sorter.url), () => sortWorld.make(), privatePay, "."),
  ]);
  for (const { law, pass, detail } of laws.flat()) expect(pass, `${law}: ${detail}`).toBe(true);
});

test("an agent declares its counts and the parameters that determine its answers", () => {
  const { remote } = plan("http://localhost:1/v1", { parallel: 9 });
  expect(remote).toMatchObject({ parallel: 9, inputs: [] });
  expect(remote?.counts.map(({ name }) => name)).toEqual([
    "modelCalls",
    "unreadReplies",
    "surplusCalls",
    "promptTokens",
    "completionTokens",
  ]);
  expect(llm.make({ model: "small", replay: "a.jsonl" }).remote?.inputs).toEqual(["a.jsonl"]);
  expect((constant.make() satisfies { remote?: unknown }).remote).toBeUndefined();
});

test("without a model or an address it is rejected", () => {
  const at =
    (given: object): (() => Agent) =>
    () =>
      seated("language/sort", "", given).agent;
  expect(at({ model: "" })).toThrow("no language model is named");
  expect(at({})).toThrow("nothing says where small answers");
});
