// The named bonuses obey the laws of rewards, in grids, in markets of several agents, and composed with pay.

import { describe, expect, test } from "vitest";
import { Registry } from "../core/registry.ts";
import { slcd } from "../environments/coopetition/trust-worlds.ts";
import { environments } from "../environments/index.ts";
import { rewardLaws } from "../evaluation/laws/reward-laws.ts";
import { rewardPlan } from "./declaration.ts";
import { explorationBonuses } from "./exploration.ts";

/** Grid worlds with places; the fuzzy yard has none, and tells what is left behind. */
const gridWorlds = (await environments.all((id) => id.startsWith("gridworld/"))).filter((world) => {
  const names = world.make().spec.channels.map(({ name }) => name);
  return names.includes("x") && names.includes("y");
});
const names = new Registry("reward", explorationBonuses);

describe.each(explorationBonuses.map((bonus) => [bonus.id, bonus] as const))("%s", (_, bonus) => {
  test.each(gridWorlds.map((world) => [world.id, world] as const))("in %s", (__, world) => {
    expect(rewardLaws(bonus.make(), () => world.make()).filter(({ pass }) => !pass)).toEqual([]);
  });

  test("in a market of two", () => {
    const make = () => slcd.make({ horizon: 40 });
    const plan = bonus.make({ channels: ["trust", "others.trust", "joint.reputationDamage"] });
    expect(rewardLaws(plan, make).filter(({ pass }) => !pass)).toEqual([]);
  });
});

test("declared in an experiment: pay and a bonus", () => {
  const declaration = { sum: [{ channel: "payoff" }, { use: "bonus/episodic", channels: ["x", "y"], weight: 0.1 }] };
  const make = () => gridWorlds[0].make();
  expect(rewardLaws(rewardPlan(declaration, names), make).filter(({ pass }) => !pass)).toEqual([]);
});
