// Language models as a customer and as a business of a marketplace, beside scripts: what they are shown, what each call does, and what becomes
// of calls that the protocol does not have.

import { expect, test } from "vitest";
import { scratch } from "../../test/cli/agon.ts";
import { type Answer, chatServer, type ReceivedRequest } from "../../test/fixtures/chat-server.ts";
import { seatOf } from "../../test/fixtures/seats.ts";
import { Random } from "../core/random.ts";
import type { AgentPlan } from "../core/seat.ts";
import { talk } from "../environments/marketplace/talk.ts";
import { episodeRunner } from "../play/episode.ts";
import { seated } from "../play/policy.ts";
import { streamsBelow } from "../play/streams.ts";
import { llm } from "./llm.ts";
import { seller } from "./sellers.ts";
import { shopper } from "./shoppers.ts";

const SETTINGS = { customers: 1, search: "ideal", limit: 3, turns: 40 };
const MODEL = { model: "small", retries: 0, told: false, memory: 50 };

/** Plays an episode with models in some of the seats: 0 is the customer, 1 to 3 are the businesses. */
async function played(
  answer: (request: ReceivedRequest, before: number) => Answer,
  models: readonly number[],
  { settings = {}, given = {}, directory = "." }: { settings?: object; given?: object; directory?: string } = {},
) {
  const server = await chatServer(answer);
  const make = () => talk.make({ ...SETTINGS, ...settings });
  const world = make();
  const { channels } = world.spec;
  const plan = llm.make({ endpoint: server.url, ...MODEL, ...given });
  const script = (seat: number): AgentPlan => (seat === 0 ? shopper.make({}) : seller.make({}));
  const agents = world.spec.agents.map((_, seat) =>
    (models.includes(seat) ? plan : script(seat))(
      seatOf(world, seat, { about: "a market", makeEnvironment: make, directory }),
    ),
  );
  plan.remote?.ready(directory);
  const sums = new Float64Array(agents.length * channels.length);
  const { steps, failure } = await episodeRunner(world).playAsync(
    seated(world.spec, agents),
    streamsBelow(Random.of(1)),
    ({ outcomes }) => {
      for (const [k, value] of outcomes.entries()) sums[k] += value;
    },
  );
  const of = (name: string, seat = 0) =>
    sums[seat * channels.length + channels.findIndex((channel) => channel.name === name)];
  return {
    of,
    steps,
    failure,
    agents,
    requests: server.requests,
    log: world.texts?.messages() ?? "",
    state: world.state.buffer,
  };
}

const call = (name: string, given: object | string = {}): Answer => ({ calls: [{ name, arguments: given }] });
const last = ({ messages }: ReceivedRequest): string => messages[messages.length - 1].content;
const isBusiness = ({ messages }: ReceivedRequest): boolean => messages[0].content.includes("You run a business");

/** A customer that asks all, reads all, and pays the cheapest proposal that says it fits. */
function careful(request: ReceivedRequest): Answer {
  const said = request.messages.map(({ content }) => content).join("\n");
  if (!said.includes("Replies to come")) return call("ask_all");
  if (!last(request).includes("to come: 0")) return call("wait");
  const offers = [
    ...said.matchAll(/(business_\d+) \([^)]*\) proposes the order for ([\d.]+), and says that it has all/g),
  ];
  return call("pay", { business: offers.sort((a, b) => Number(a[2]) - Number(b[2]))[0][1] });
}

/** A business that proposes the order at the prices of its menu. */
function honest({ messages }: ReceivedRequest, more: object = {}): Answer {
  const asked = String(messages.findLast(({ content }) => String(content).includes("It wants"))?.content);
  const [, customer] = /^(customer_\d+) asks/m.exec(asked) ?? [];
  const [, wanted = ""] = /It wants (.*), and needs/.exec(asked) ?? [];
  const [, total] = /together (\d+\.\d\d)/.exec(asked) ?? [];
  const amenities = asked.includes("You have all the amenities.");
  return call("propose", { customer, items: wanted.split("; "), total: Number(total), amenities, ...more });
}

const either = (request: ReceivedRequest): Answer => (isBusiness(request) ? honest(request) : careful(request));

test("models in all seats trade as the scripts do, and are asked only where they have something to decide", async () => {
  const { of, requests, failure, log } = await played(either, [0, 1, 2, 3]);
  const scripted = await played(either, []);
  expect(failure).toBeUndefined();
  expect([of("share"), of("met"), of("mistakes")]).toEqual([scripted.of("share"), 1, 0]);
  expect(of("share")).toBeCloseTo(1, 9);
  // A business has one message; the customer asks, reads the first reply and two more, and pays.
  expect(requests.filter(isBusiness)).toHaveLength(3);
  expect(requests.filter((one) => !isBusiness(one))).toHaveLength(5);
  const tools = requests.map((one) => one.tools?.map(({ function: { name } }) => name).join(" "));
  expect(new Set(tools)).toEqual(new Set(["search ask ask_all haggle wait pay leave", "propose decline wait"]));
  // Neither side is shown what the other keeps to itself.
  const told = (side: boolean) =>
    requests
      .filter((one) => isBusiness(one) === side)
      .map(last)
      .join("\n");
  expect(told(false)).toContain("usually");
  expect(told(true)).not.toContain("usually");
  expect(told(false)).not.toMatch(/Your menu|Live Music: /);
  expect(log).toMatch(/customer_0001 to business_\d{4}: pays \d+\.\d\d$/);
});

test("texts go from one model to the other", async () => {
  const answer = (request: ReceivedRequest): Answer => {
    if (isBusiness(request)) return honest(request, { total: 7.77, press: true, text: "Сегодня пирог 🥧!" });
    const answered = careful(request);
    return last(request).includes("You shop for") ? call("ask_all", { text: "Is it warm?" }) : answered;
  };
  const { of, requests, log } = await played(answer, [0, 1, 2, 3], { settings: { letters: 40 } });
  expect(requests.filter(isBusiness).map(last).join("\n")).toContain('asks for a proposal "Is it warm?"');
  const read = requests.filter((one) => !isBusiness(one)).map(last);
  expect(read.join("\n")).toMatch(/proposes the order for 7\.77, .*must be paid now\. "Сегодня пирог 🥧!"/);
  expect(of("paid")).toBe(7.77);
  expect(of("pressed")).toBe(1);
  expect(log).toContain("🥧");
});

test.each<[string, (right: { customer: string; items: string[]; total: number }) => Answer, string]>([
  ["prose", () => "Certainly, it costs ten!", "no tool was called; the tools are propose, decline, wait"],
  ["another language", () => "当然可以，请付款。", "no tool was called"],
  ["a customer's tool", () => call("pay", { business: "business_0001" }), 'there is no tool "pay"'],
  [
    "an invented item",
    (one) => call("propose", { ...one, items: ["Unicorn Pie"], amenities: true }),
    'your menu has no "Unicorn Pie"',
  ],
  ["a part of the order", (one) => call("propose", { ...one, items: [], amenities: true }), "propose wants"],
  ["another total", (one) => call("propose", { ...one, total: one.total + 1, amenities: true }), "the total may be"],
  ["a stranger", (one) => call("propose", { ...one, customer: "bob", amenities: true }), 'there is no customer "bob"'],
  ["half a call", () => call("propose", '{"customer": '), "propose wants"],
])("%s of a business is answered by the protocol, counted, and asked again", async (_, wrong, words) => {
  let isFirst = true;
  const { agents, requests, of } = await played(
    (request) => {
      const right = honest(request);
      if (!isFirst || typeof right === "string") return right;
      isFirst = false;
      const [given] = (right.calls ?? []).map(({ arguments: one }) => one);
      const { customer, items, total } = JSON.parse(JSON.stringify(given));
      return wrong({ customer, items, total });
    },
    [1],
  );
  expect(agents[1].counts).toMatchObject({ modelCalls: 2, unreadReplies: 1 });
  expect(last(requests[1])).toContain(words);
  expect(of("mistakes", 1)).toBe(0);
});

test("a payment that the protocol refuses is a mistake that the world counts, and its answer says so", async () => {
  const { of, requests } = await played(
    (_request, before) => (before === 0 ? call("pay", { business: "1" }) : call("leave")),
    [0],
  );
  expect(of("mistakes")).toBe(1);
  expect(of("payoff")).toBe(0);
  expect(last(requests[1])).toMatch(/^Refused: that business has proposed nothing that you have read\./);
});

test("a business that never calls a tool is a failed episode", async () => {
  const { failure } = await played(() => "Let me think about it.", [2], { given: { tries: 2 } });
  expect(failure).toContain("no call could be carried out: no tool was called");
});

test("a customer that only waits is asked now and then, until the steps are over", async () => {
  const { steps, of, requests } = await played(
    (request) => (last(request).includes("You shop for") ? call("ask_all") : call("wait")),
    [0],
  );
  expect([steps, of("bought")]).toEqual([40, 0]);
  expect(requests.length).toBeLessThan(41);
});

test("a recorded episode of talking models is replayed without a server, byte for byte", async () => {
  const directory = scratch();
  const settings = { letters: 30 };
  const talkative = (request: ReceivedRequest): Answer =>
    isBusiness(request) ? honest(request, { text: "¡Hecho a mano!" }) : careful(request);
  const live = await played(talkative, [0, 1, 2, 3], { settings, directory, given: { record: "answers.jsonl" } });
  const again = await played(() => ({ status: 500 }), [0, 1, 2, 3], {
    ...{ settings, directory },
    given: { replay: "answers.jsonl" },
  });
  expect(again.requests).toHaveLength(0);
  expect(again.log).toBe(live.log);
  expect(again.log).toContain("¡Hecho a mano!");
  expect(Array.from(again.state)).toEqual(Array.from(live.state));
  expect(again.agents.map(({ counts }) => counts)).toEqual(live.agents.map(({ counts }) => counts));
});
