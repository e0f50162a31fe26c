// The request environment against the ledger that serves arrays of requests, for each source.

import { describe, expect, it } from "vitest";
import { folderOf } from "../../../test/fixtures/logs.ts";
import { matrix } from "../../../test/fixtures/matrix.ts";
import { playEpisode } from "../../../test/fixtures/played-world.ts";
import { inSeat, oracle } from "../../../test/fixtures/seats.ts";
import { pricedServer } from "../../agents/priced.ts";
import { type Agent, reactive } from "../../core/agent.ts";
import type { NumericEnvironment } from "../../core/environment.ts";
import { Random } from "../../core/random.ts";
import { emptyRequests } from "../../mechanisms/allocation/requests.ts";
import { dualDescent, fixedPrices, ledgerOf } from "../../mechanisms/allocation/serve.ts";
import { requestsWorld } from "./requests.ts";

const NAMES = requestsWorld.make({}).spec.channels.map(({ name }) => name);

/** Plays an episode; returns the total reward, the regret, and the requests in order. */
function played(world: NumericEnvironment, agent: Agent, seed: number) {
  const { spec, state } = world;
  const { rewards, uses } = state.views;
  const m = uses.length / rewards.length;
  const all = emptyRequests(spec.horizon, rewards.length, m);
  let t = 0;
  const recorded: Agent = {
    ...agent,
    act(seen, action) {
      // Rounded to single precision, as agents observe them.
      all.rewards.set(Float32Array.from(rewards), t * rewards.length);
      all.uses.set(uses, t * uses.length);
      t += 1;
      return agent.act(seen, action);
    },
  };
  const { sum } = playEpisode(world, [recorded], Random.of(seed, "requests"), { hand: Random.of(seed, "agent") });
  return { all, sum, left: Float64Array.from(state.views.left) };
}

const seated = (world: NumericEnvironment, given: object) => inSeat(world, pricedServer.make(given));

describe.each([
  ["alike", { horizon: 300, options: 3, resources: 2 }, 1.2],
  ["alike, of a kind that is drawn", { horizon: 300, options: 3, resources: 2, kind: "drawn" }, 1.2],
  ["alike, with noise of each option", { horizon: 300, options: 3, resources: 2, noise: "option" }, 1.2],
  ["worth half by night", { input: "days", horizon: 300, period: 20, scarcity: 2.5 }, 1.2],
  // Budget saved for the end is lost.
  ["worth a tenth at the end", { input: "decline", horizon: 300, scarcity: 2.5 }, 1],
  // Where phases end early, an agent that saves nothing earns more, but at most α times as much.
  ["phases", { input: "phases", horizon: 300, scarcity: 3 }, 1 / 3],
])("requests that are %s", (_, given, factor) => {
  it.each(["subgradient", "multiplicative"] as const)("an agent with %s prices equals the ledger", (mirror) => {
    const world = requestsWorld.make(given);
    const { all, sum, left } = played(world, seated(world, { mirror, rate: 0.05, start: 0.2 }), 1);
    const rates = Float64Array.from(left, (_one, k) => {
      const observation = new Float32Array(world.spec.observationSize);
      world.observe(observation);
      return observation[observation.length - 1 - left.length + k];
    });
    const budgets = rates.map((rate) => rate * all.count);
    const { ledger, serve } = dualDescent(ledgerOf(budgets, 0.2), rates, { mirror, rate: 0.05 });
    serve(all);
    expect(sum("served")).toBe(ledger.served);
    expect(sum("missed")).toBe(ledger.missed);
    expect(sum("payoff")).toBeCloseTo(ledger.earned, 3);
    for (let k = 0; k < left.length; k++) expect(left[k]).toBeCloseTo(ledger.remaining[k], 4);
  });

  it("first come, first served equals the ledger without prices, and its advantage over learnt prices is within the theoretical bound", () => {
    const world = requestsWorld.make({ ...given, horizon: 2000 });
    const first = oracle(world, "first-come");
    let [plain, priced] = [0, 0];
    for (const seed of [1, 2, 3, 4]) {
      const { all, sum, left } = played(world, first, seed);
      plain += sum("payoff");
      priced += played(world, seated(world, {}), seed).sum("payoff");
      const used = Array.from(left, (_one, k) => {
        let total = 0;
        for (let t = 0; t < all.count * all.options; t++) total += all.uses[t * left.length + k];
        return total;
      });
      expect(Math.min(...left)).toBeGreaterThanOrEqual(0);
      const { ledger, serve } = fixedPrices(ledgerOf(used));
      serve(all);
      expect(sum("served")).toBeLessThanOrEqual(ledger.served);
    }
    expect(priced).toBeGreaterThan(factor * plain);
  });
});

it("each episode draws its kind of requests, with its budgets; a restored state has its own kind", () => {
  const world = requestsWorld.make({ kind: "drawn", horizon: 50 });
  const outcomes = new Float64Array(NAMES.length);
  const seen = (seed: number) => {
    world.reset(Random.of(seed, "kinds"), outcomes);
    const observation = new Float32Array(world.spec.observationSize);
    world.observe(observation);
    return observation;
  };
  const first = seen(1);
  const kept = Float64Array.from(world.state.buffer);
  expect(seen(2)).not.toEqual(first);
  world.state.buffer.set(kept);
  const again = new Float32Array(first.length);
  world.observe(again);
  expect(again).toEqual(first);
});

it.each([1, 3])("an adversary stops after the configured phase %i of four", (ends) => {
  const world = requestsWorld.make({ input: "phases", horizon: 80, ends });
  const { rewards } = played(world, oracle(world, "first-come"), 5).all;
  expect(rewards.indexOf(0)).toBe(20 * ends);
});

it("values follow the daily cycle, and decline at the end", () => {
  const most = (given: object, from: number, to: number) => {
    const world = requestsWorld.make({ horizon: 2000, scarcity: 2.5, ...given });
    return Math.max(...played(world, oracle(world, "first-come"), 5).all.rewards.subarray(from, to));
  };
  const days = { input: "days", period: 1000 };
  expect(most(days, 0, 500)).toBeGreaterThan(0.95);
  expect(most(days, 500, 1000)).toBeLessThanOrEqual(0.5);
  const decline = { input: "decline", replaced: 0.25 };
  expect(most(decline, 1000, 1500)).toBeGreaterThan(0.95);
  expect(most(decline, 1500, 2000)).toBeLessThanOrEqual(0.1);
});

it.each(matrix("5 3 | 7 0.7 | 8 2.1"))(
  "%i requests with use %f each are all served from a budget equal to their sum, and one fewer below it",
  async (count, use) => {
    // Options that no request uses change the log's mean use, which is the unit of storage.
    const lines = Array.from(
      { length: count },
      (_, t) => `${t},${t},a,${t % 2 === 0 ? 1 : 2},${use}\n${t},${t},b,1.5,0.37`,
    );
    const place = folderOf({ "r.csv": `request,time,option,reward,use_x\n${lines.join("\n")}\n` });
    const first = reactive(() => 1);
    const served = async (budget: number) => {
      const given = { log: "r.csv", horizon: count, budgets: { use_x: budget } };
      return played(requestsWorld.make((await requestsWorld.prepare?.(given, place)) ?? given), first, 1).sum("served");
    };
    expect(await served(count * use)).toBe(count);
    expect(await served(count * use * (1 - 1e-6))).toBe(count - 1);
  },
);
