// Language models at common resources, by typed tools, beside scripts in the other seats.

import { expect, test } from "vitest";
import { type Answer, chatServer, type ReceivedRequest } from "../../test/fixtures/chat-server.ts";
import { seatOf } from "../../test/fixtures/seats.ts";
import type { NumericEnvironment } from "../core/environment.ts";
import { Random } from "../core/random.ts";
import type { AgentPlan } from "../core/seat.ts";
import { pool } from "../environments/commons/pool.ts";
import { society } from "../environments/commons/society.ts";
import { episodeRunner } from "../play/episode.ts";
import { seated } from "../play/policy.ts";
import { streamsBelow } from "../play/streams.ts";
import { appropriator } from "./appropriators.ts";
import { commoner } from "./commoners.ts";
import { llm } from "./llm.ts";

/** Plays an episode with a model in the second seat; the model's sum of the first channel, and its requests. */
async function played(make: () => NumericEnvironment, script: AgentPlan, answer: (request: ReceivedRequest) => Answer) {
  const server = await chatServer(answer);
  const world = make();
  const model = llm.make({ endpoint: server.url, model: "small", retries: 0, told: false });
  const agents = world.spec.agents.map((_, seat) =>
    (seat === 1 ? model : script)(seatOf(world, seat, { about: "a commons", makeEnvironment: make })),
  );
  let sum = 0;
  const { steps, failure } = await episodeRunner(world).playAsync(
    seated(world.spec, agents),
    streamsBelow(Random.of(1)),
    ({ outcomes }) => {
      sum += outcomes[world.spec.channels.length];
    },
  );
  expect(failure).toBeUndefined();
  return { sum, steps, requests: server.requests };
}

const call = (name: string, given: object): Answer => ({ calls: [{ name, arguments: given }] });
const said = ({ messages }: ReceivedRequest): string => messages[messages.length - 1].content;

test("a model that waits while the pool is low plays as the script that goes by the stock", async () => {
  const make = () => pool.make({ horizon: 12 });
  const holds = (request: ReceivedRequest) => Number.parseFloat(said(request).slice("The pool holds ".length));
  const byStock = (request: ReceivedRequest) => call(holds(request) >= 0.5 ? "take" : "wait", {});
  const { sum, steps, requests } = await played(make, appropriator.make({}), byStock);
  expect(steps).toBe(12);
  expect(requests).toHaveLength(12);
  // All four take in every second step.
  expect(sum).toBeCloseTo(6 * 0.025, 9);
  expect(requests[0].tools?.map(({ function: one }) => one.name)).toEqual(["take", "wait"]);
});

test("a model in a society is shown what happened to it, and no word of its payoff", async () => {
  const make = () => society.make({ agents: 4, horizon: 3 });
  const live = () => call("live", { effort: 0.9, norm: 0.2, watch: false });
  const { sum, requests } = await played(make, commoner.make({ watches: 1 }), live);
  expect(said(requests[0])).toBe("The resource is plentiful. This is the first period.");
  expect(said(requests[1])).toContain("with an effort of 90%");
  expect(requests.map(said).join("\n")).toContain("You were fined for taking more.");
  expect(sum).toBeLessThan(0);
  expect(requests.map(({ messages }) => messages[0].content).join("\n")).not.toMatch(/payoff|reward|paid/);
});

test("models write texts of their own, which neighbours read in the next step", async () => {
  const make = () => pool.make({ agents: 3, horizon: 3, messages: "line", letters: 60 });
  const server = await chatServer((_, before) => call("wait", { text: `Leave it, please (${before}).` }));
  const world = make();
  const model = llm.make({ endpoint: server.url, model: "small", retries: 0, told: false, memory: 0 });
  const agents = world.spec.agents.map((_, seat) =>
    model(seatOf(world, seat, { about: "a commons", makeEnvironment: make })),
  );
  const at = world.spec.channels.findIndex(({ name }) => name === "characters");
  let written = 0;
  const { steps } = await episodeRunner(world).playAsync(
    seated(world.spec, agents),
    streamsBelow(Random.of(1)),
    (step) => {
      for (const seat of agents.keys()) written += step.outcomes[seat * world.spec.channels.length + at];
    },
  );
  expect([steps, server.requests.length, written]).toEqual([3, 9, 9 * "Leave it, please (0).".length]);
  // The agent in the middle of a line reads both others, the agents at its ends read the middle alone.
  const readers = server.requests.slice(3, 6).map((request) => said(request).match(/agent \d: "/g)?.length);
  expect(readers.sort()).toEqual([1, 1, 2]);
  const [{ tools }] = server.requests;
  expect(JSON.stringify(tools?.[1].function.parameters)).toContain('"maxLength":60');
});
