// Bidders obey the laws of agents where there is something to bid for, and say so elsewhere.

import { describe, expect, it, test } from "vitest";
import { environments } from "../../test/fixtures/at-hand/environments.ts";
import { slcd } from "../environments/coopetition/trust-worlds.ts";
import { agentLaws } from "../evaluation/laws/agent-laws.ts";
import { privatePay } from "../rewards/mutuality.ts";
import { bidders } from "./bidders.ts";

describe.each(bidders)("$id", (entry) => {
  test.each(["markets/auction", "markets/positions"])("the laws of agents in %s", async (id) => {
    const make = () => environments.get(id).make({ horizon: 40, budget: 5 });
    const verdicts = await agentLaws(entry.make({ noise: 0.1 }), make, privatePay, ".");
    expect(verdicts.filter(({ pass }) => !pass)).toEqual([]);
    expect(verdicts.length).toBeGreaterThan(3);
  });

  it("must see what things are worth", () => {
    const world = slcd.make({});
    const seat = {
      spec: world.spec,
      seat: 0,
      makeEnvironment: () => world,
      makeReward: () => privatePay(world.spec),
      directory: ".",
    };
    expect(() => entry.make({})({ ...seat, memo: (_key, compute) => compute() })).toThrow('must see its "value"');
  });
});
