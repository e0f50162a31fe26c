// A language model that shops by tools: its requests, what each call does, and what becomes of calls that are none.

import { expect, test } from "vitest";
import { type Answer, chatServer, type ReceivedRequest } from "../../test/fixtures/chat-server.ts";
import { seatOf } from "../../test/fixtures/seats.ts";
import { EpisodeFailed } from "../core/agent.ts";
import { Random } from "../core/random.ts";
import { shopping } from "../environments/marketplace/shopping.ts";
import { llm } from "./llm.ts";

const SETTINGS = { customers: 2, search: "ideal", limit: 3 };

/** Plays an episode; sums of the channels, the ledger, and the agent. */
async function shopped(answer: (request: ReceivedRequest, before: number) => Answer, given: object = {}) {
  const server = await chatServer(answer);
  const make = () => shopping.make(SETTINGS);
  const world = make();
  const plan = llm.make({ endpoint: server.url, model: "small", retries: 0, told: false, ...given });
  const agent = plan(seatOf(world, 0, { about: "a market", makeEnvironment: make }));
  const { channels, observationSize } = world.spec;
  const [action, outcomes] = [new Float64Array(1), new Float64Array(channels.length)];
  const sums = channels.map(() => 0);
  const random = Random.of(5, "market");
  world.reset(random, outcomes);
  await agent.reset(Random.of(5, "agent"));
  for (let status = 0; status === 0; ) {
    agent.watch?.(world.state.buffer, outcomes);
    await agent.act(new Float32Array(observationSize), action);
    status = world.step(action, outcomes, random);
    for (const [k, value] of outcomes.entries()) sums[k] += value;
    agent.receive?.(outcomes[0], status);
  }
  const of = (name: string) => sums[channels.findIndex((channel) => channel.name === name)];
  return { of, ledger: world.texts?.ledger() ?? "", agent, requests: server.requests };
}

const call = (name: string, given: object | string = {}): Answer => ({ calls: [{ name, arguments: given }] });
const last = ({ messages }: ReceivedRequest) => messages[messages.length - 1];

/** Asks all, waits for all, and pays the cheapest proposal that says it has the amenities. */
function careful(request: ReceivedRequest): Answer {
  const { content } = last(request);
  if (/^Customer /m.test(content)) return call("ask_all");
  if (!content.includes("to come: 0")) return call("wait");
  const since = request.messages.findLastIndex(({ content: text }) => /^Customer /m.test(text));
  const talk = request.messages
    .slice(since)
    .map(({ content: text }) => text)
    .join("\n");
  const offers = [...talk.matchAll(/(business_\d+) \(.*\) proposes the order for ([\d.]+), and says that it has all/g)];
  const [best] = offers.sort((a, b) => Number(a[2]) - Number(b[2]));
  return call("pay", { business: best[1] });
}

test("a careful model has the optimum of an ideal search", async () => {
  const { of, ledger, agent, requests } = await shopped(careful, { memory: 50 });
  expect(of("share")).toBeCloseTo(1, 9);
  expect(of("met")).toBe(1);
  expect(ledger).toMatch(/^customer_0001 paid \d+\.\d\d to business_\d{4}, proposal \d\ncustomer_0002 paid/);
  expect(agent.counts).toMatchObject({ modelCalls: requests.length, unreadReplies: 0 });
  const [{ messages, tools }] = requests;
  expect(tools?.map(({ function: one }) => one.name)).toEqual(["ask", "ask_all", "wait", "pay", "leave"]);
  expect(messages.map(({ role }) => role)).toEqual(["system", "user"]);
  expect(messages[0].content).toContain("You shop for one customer after another.");
  // A proposal's price is shown only when it was asked for.
  expect(messages[1].content).not.toMatch(/proposes/);
  // What is shown after a call is its result.
  expect(requests[1].messages.map(({ role }) => role)).toEqual(["system", "user", "assistant", "tool"]);
});

test("a result whose call is forgotten is a message of the user", async () => {
  const { requests } = await shopped((_, before) => call(before === 0 ? "ask_all" : before < 4 ? "wait" : "leave"), {
    memory: 1,
  });
  expect(requests[3].messages.map(({ role }) => role)).toEqual(["system", "user", "assistant", "tool"]);
  expect(requests[3].messages[1].content).toContain("Replies to come: 2.");
  const without = await shopped(() => call("leave"), { memory: 0 });
  expect(without.requests[1].messages.map(({ role }) => role)).toEqual(["system", "user"]);
});

test.each<[string, Answer, string]>([
  ["prose", "I would buy the first one.", "no tool was called; the tools are ask, ask_all, wait, pay, leave"],
  ["an unknown tool", call("haggle"), 'there is no tool "haggle"; the tools are ask, ask_all, wait, pay, leave'],
  ["a business that is not shown", call("pay", { business: "Nowhere" }), 'the search shows no business "Nowhere"'],
  ["a payment without a proposal", call("pay", { business: "business_0001" }), "can be paid"],
  ["arguments that are none", call("ask", "{"), "ask wants"],
  ["waiting for nothing", call("wait"), "no reply is to come"],
])("%s is answered by the world, counted, and asked again", async (_, wrong, words) => {
  const { agent, requests, of } = await shopped((_request, before) => (before === 0 ? wrong : call("leave")));
  expect(agent.counts).toMatchObject({ modelCalls: 3, unreadReplies: 1 });
  const said = last(requests[1]).content;
  if (words === "can be paid") expect(said).toMatch(/can be paid|shows no business/);
  else expect(said).toContain(words);
  expect(of("bought")).toBe(0);
});

test("who pays twice in a reply pays once, is told so, and it is counted", async () => {
  const { agent, requests, of } = await shopped((request) => {
    const answer = careful(request);
    const { calls = [] } = typeof answer === "string" ? {} : answer;
    return calls[0]?.name === "pay" ? { calls: [...calls, ...calls, { name: "leave", arguments: {} }] } : answer;
  });
  expect(of("bought")).toBe(1);
  expect(agent.counts).toMatchObject({ surplusCalls: 4, unreadReplies: 0 });
  const next = requests.find((request) => last(request).content.includes("Customer 2"));
  expect(next && last(next).content).toMatch(
    /^Of your 3 calls the first was carried out, and the others did nothing\./,
  );
});

test("after the last try the episode fails", async () => {
  await expect(shopped(() => "Hello!", { tries: 2 })).rejects.toThrow(EpisodeFailed);
});
