// Every reward obeys the laws in every world, composed ones too.

import { expect, test } from "vitest";
import { type NumericEnvironment, Status } from "../../src/core/environment.ts";
import { slcd } from "../../src/environments/coopetition/trust-worlds.ts";
import { rewardLaws } from "../../src/evaluation/laws/reward-laws.ts";
import { rewardPlan, rewards } from "../../src/rewards/index.ts";
import { environments } from "../fixtures/at-hand/environments.ts";
import { SHORT } from "./short-worlds.ts";

/** A world whose episodes end after a dozen steps. */
function short(world: NumericEnvironment): NumericEnvironment {
  let steps = 0;
  return {
    ...world,
    reset(random, outcomes) {
      steps = 0;
      world.reset(random, outcomes);
    },
    step(actions, outcomes, random) {
      steps += 1;
      const status = world.step(actions, outcomes, random);
      return steps < 12 ? status : status | Status.truncated;
    },
  };
}

/**
 * Rewards that fit a world: a bonus counts places, and asks for a world that has them; a distance asks for a prior, a cosine for vectors; the others
 * share payoffs.
 */
function fitting(id: string): string[] {
  const { channels, prior } = environments.get(id).make().spec;
  const places = channels.filter(({ name, state }) => state && (name === "x" || name === "y")).length;
  const isPaid = channels.some(({ name }) => name === "payoff");
  return rewards.ids().filter((name) => {
    if (name === "frechet") return prior !== undefined;
    if (name === "aligned") return channels.some((channel) => channel.name === "text1");
    return name.startsWith("bonus/") ? places === 2 : isPaid;
  });
}

test.each(environments.ids().filter((id) => fitting(id).length > 0))("in %s", (id) => {
  const make = () => short(environments.get(id).make(SHORT[id]));
  const broken = fitting(id).flatMap((name) =>
    rewardLaws(rewards.get(name).make(), make).flatMap(({ pass, ...law }) => (pass ? [] : [{ name, ...law }])),
  );
  expect(broken).toEqual([]);
});

test.each([
  { channel: "joint.value", weight: 0.5 },
  { weights: { payoff: 1, "others.trust": 30 } },
  { sum: ["private", { potential: { trust: 100 }, discount: 0.9 }] },
  { product: ["private", { channel: "trust" }] },
  { bound: "integrated", low: 0, high: 200 },
  { when: { channel: "trust", atLeast: 0.5 }, pay: "cooperative", otherwise: { channel: "payoff", weight: -1 } },
  { subgoals: { trusted: { channel: "trust", atLeast: 0.6, pay: 3 }, rich: { channel: "payoff", atLeast: 50 } } },
  { agents: { Samsung: "private" }, others: "cooperative" },
  { mean: ["private", { channel: "trust" }] },
  { bent: "private", by: "log-sigmoid", references: 2 },
  { kinesthetic: [{ channel: "trust" }, { channel: "payoff", weight: 0.01 }] },
  { shape: "reputationDamage", scale: 0.5 },
  { potential: { trust: 1, reputationDamage: 1 }, discount: 0.9, combine: "kinesthetic" },
  { teamMix: "private", teams: [["Samsung"], ["Sony"]] },
])("%j", (declaration) => {
  const make = () => slcd.make({ horizon: 40 });
  expect(rewardLaws(rewardPlan(declaration, rewards), make).filter(({ pass }) => !pass)).toEqual([]);
});
