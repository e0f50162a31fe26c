// The grammar of rewards: each form pays what its function pays, nested and weighted; each mistake is told with its path.

import { describe, expect, test } from "vitest";
import { outcomes, pays, problemOf, spec } from "../../test/fixtures/outcomes.ts";
import { Status } from "../core/environment.ts";
import { sentence, UserError } from "../core/errors.ts";
import type { RewardPlan } from "../core/reward.ts";
import {
  bounded,
  channel,
  combined,
  distanceShape,
  gate,
  perAgent,
  potential,
  product,
  type RewardDeclaration,
  rewardPlan,
  rewards,
  scaled,
  sum,
  teamMix,
  weightedSum,
} from "./index.ts";

const values = { payoff: [10, 4], utility: [12, 8], trust: [0.6, 0.25] };
const shipped = (name: string) => rewards.get(name).make();

describe("a declaration pays what its function pays", () => {
  const pairs: [RewardDeclaration, RewardPlan][] = [
    ["private", shipped("private")],
    [{ use: "cooperative", weight: 2 }, scaled(shipped("cooperative"), 2)],
    [{ channel: "joint.payoff" }, channel("joint.payoff")],
    [{ channel: "payoff", weight: -3 }, channel("payoff", -3)],
    [{ weights: { payoff: 1, trust: 100 }, weight: 0.5 }, scaled(weightedSum({ payoff: 1, trust: 100 }), 0.5)],
    [{ sum: ["private", { channel: "trust" }], weight: 2 }, scaled(sum(shipped("private"), channel("trust")), 2)],
    [{ product: ["private", "integrated"] }, product(shipped("private"), shipped("integrated"))],
    [
      { mean: ["private", "integrated"], weight: 2 },
      scaled(combined("mean", shipped("private"), shipped("integrated")), 2),
    ],
    [{ kinesthetic: ["private", "integrated"] }, combined("kinesthetic", shipped("private"), shipped("integrated"))],
    [{ shape: "payoff", scale: 4 }, distanceShape({ channel: "payoff", scale: 4 })],
    [{ shape: "payoff", scale: 4, density: 2 }, distanceShape({ channel: "payoff", scale: 4, density: 2 })],
    [{ teamMix: "private", teams: [["Samsung"], ["Sony"]] }, teamMix(shipped("private"), [["Samsung"], ["Sony"]], 0.3)],
    [{ bound: "private", low: 5, high: 8 }, bounded(shipped("private"), 5, 8)],
    [{ bound: "private", high: 8, weight: 10 }, scaled(bounded(shipped("private"), undefined, 8), 10)],
    [
      { when: { channel: "trust", atLeast: 0.5 }, pay: "private" },
      gate({ channel: "trust", atLeast: 0.5 }, shipped("private")),
    ],
    [
      { when: { channel: "trust", atMost: 0.5 }, pay: "private", otherwise: { channel: "utility" }, weight: 2 },
      scaled(gate({ channel: "trust", atMost: 0.5 }, shipped("private"), channel("utility")), 2),
    ],
    [{ potential: { trust: 2 }, discount: 0.9 }, potential({ trust: 2 }, 0.9)],
    [
      { potential: { trust: 2, reputationDamage: 1 }, discount: 0.9, combine: "mean" },
      potential({ trust: 2, reputationDamage: 1 }, 0.9, "mean"),
    ],
    [
      { agents: { Sony: "cooperative" }, others: "private" },
      perAgent({ Sony: shipped("cooperative") }, shipped("private")),
    ],
    [
      {
        sum: [
          {
            when: { channel: "min.trust", atLeast: 0.2 },
            pay: { product: [{ bound: "private", high: 6 }, { channel: "trust" }] },
          },
          "private",
        ],
      },
      sum(
        gate(
          { channel: "min.trust", atLeast: 0.2 },
          product(bounded(shipped("private"), undefined, 6), channel("trust")),
        ),
        shipped("private"),
      ),
    ],
  ];
  test.each(pairs)("%j", (declaration, plan) => {
    const paid = pays(rewardPlan(declaration, rewards), values);
    expect(paid).toEqual(pays(plan, values));
    expect(paid.every(Number.isFinite)).toBe(true);
  });
});

test("shaping discounts by 0.99 where nothing is said", () => {
  expect(pays(rewardPlan({ potential: { trust: 1 } }, rewards), values)).toEqual([0.99 * 0.6, 0.99 * 0.25]);
  expect(pays(rewardPlan({ potential: { trust: 1 } }, rewards), values, Status.terminated)).toEqual([0, 0]);
});

test("a weight counts beside any parameter of a named reward", () => {
  const names = {
    get: () => ({
      id: "x",
      summary: "",
      parameters: rewards.get("private").parameters,
      make: () => channel("payoff"),
      complete: () => ({}),
    }),
  };
  expect(pays(rewardPlan({ use: "x", channel: "a parameter of x", weight: 2 }, names), values)).toEqual([20, 8]);
});

test("each use of a declared part has a memory of its own", () => {
  const shaped = { potential: { trust: 1 }, discount: 1 };
  const reward = rewardPlan({ sum: [shaped, { ...shaped, weight: -1 }] }, rewards)(spec);
  const pay = new Float64Array(2);
  for (const trust of [
    [0.5, 0.1],
    [0.9, 0.3],
  ]) {
    reward.pay(outcomes({ trust }), Status.running, pay);
    expect(Array.from(pay)).toEqual([0, 0]);
  }
});

describe("mistakes", () => {
  const told = (declaration: unknown): string[] => {
    try {
      rewardPlan(declaration, rewards, ["reward"])(spec);
    } catch (error) {
      if (error instanceof UserError) return error.problems.map(sentence);
      throw error;
    }
    return [];
  };
  const forms =
    "use, channel, weights, sum, product, mean, kinesthetic, shape, bound, when, layers, potential, subgoals, learnt, agents, teamMix";
  test.each<[string, unknown, string]>([
    ["nothing", undefined, "reward: is missing; it must be a string or a map"],
    ["null", null, "reward: is null; it must be a string or a map"],
    ["a number", 4, "reward: is 4; it must be a string or a map"],
    ["a list", ["private"], 'reward: is ["private"]; it must be a string or a map'],
    ["an empty map", {}, `reward: is {}; it must have one of: ${forms}`],
    [
      "no form",
      { foo: 1, bar: 2, weight: 3 },
      `reward: is {"foo":1,"bar":2,"weight":3}; it must have one of: ${forms}`,
    ],
    ["a slip in a form", { chanel: "payoff" }, 'reward.chanel: unknown key "chanel"; did you mean "channel"?'],
    [
      "two forms",
      { sum: ["private"], product: ["private"] },
      'reward.product: unknown key "product"; valid: sum, weight',
    ],
    ["a slip in a key", { sum: ["private"], wieght: 2 }, 'reward.wieght: unknown key "wieght"; did you mean "weight"?'],
    ["a name", "privat", 'reward: no reward is called "privat"; did you mean "private"?'],
    ["a used name", { use: "privat" }, 'reward.use: no reward is called "privat"; did you mean "private"?'],
    ["a parameter", { use: "private", rate: 2 }, 'reward.rate: unknown key "rate"; it takes no parameters'],
    ["a weight", { sum: ["private"], weight: "2" }, 'reward.weight: is "2"; it must be a number'],
    [
      "a weight that is no number",
      { channel: "payoff", weight: Number.NaN },
      "reward.weight: is NaN; it must be a finite number",
    ],
    [
      "an infinite bound",
      { bound: "private", low: Number.NEGATIVE_INFINITY },
      "reward.low: is -Infinity; it must be a finite number",
    ],
    [
      "bounds the wrong way round",
      { sum: [{ bound: "private", low: 2, high: 1 }] },
      "reward.sum.0: the lower bound 2 lies above the upper bound 1; exchange them",
    ],
    ["an empty sum", { sum: [] }, "reward.sum: is []; it must have at least 1 item"],
    ["a sum of no list", { sum: "private" }, 'reward.sum: is "private"; it must be a list'],
    ["no weights", { weights: {} }, "reward.weights: is {}; name at least one channel"],
    ["a weight of text", { weights: { payoff: "x" } }, 'reward.weights.payoff: is "x"; it must be a number'],
    [
      "an unknown weighted channel",
      { weights: { payof: 1 } },
      'reward.weights: no channel of this world is called "payof"; did you mean "payoff"?',
    ],
    [
      "a condition without bounds",
      { when: { channel: "trust" }, pay: "private" },
      'reward.when: is {"channel":"trust"}; give atLeast or atMost',
    ],
    [
      "a condition without a channel",
      { when: { atLeast: 1 }, pay: "private" },
      "reward.when.channel: is missing; it must be a string",
    ],
    [
      "a condition alone",
      { when: { channel: "trust", atLeast: 1 } },
      "reward.pay: is missing; it must be a string or a map",
    ],
    [
      "a condition on an unknown channel",
      { when: { channel: "trst", atLeast: 1 }, pay: "private" },
      'reward.when: no channel of this world is called "trst"; did you mean "trust"?',
    ],
    ["a discount", { potential: { trust: 1 }, discount: 1.5 }, "reward.discount: is 1.5; it must be at most 1"],
    ["no discount", { potential: { trust: 1 }, discount: 0 }, "reward.discount: is 0; it must be greater than 0"],
    [
      "a potential of a flow",
      { potential: { payoff: 1 } },
      'reward.potential: the potential reads "payoff", which is not part of the state; state channels: trust, reputationDamage',
    ],
    [
      "an unknown agent",
      { agents: { Sonny: "private" }, others: "private" },
      'reward.agents: no agent of this world is called "Sonny"; did you mean "Sony"?',
    ],
    [
      "three deep",
      { sum: ["private", { when: { channel: "trust", atLeast: 0 }, pay: { product: [{ channel: "payof" }] } }] },
      'reward.sum.1.pay.product.0.channel: no channel of this world is called "payof"; did you mean "payoff"?',
    ],
    [
      "three deep, by its form",
      { sum: ["private", { bound: { product: [{ channel: 5 }] } }] },
      "reward.sum.1.bound.product.0.channel: is 5; it must be a string",
    ],
    [
      "for one agent, deep",
      { agents: { Sony: { sum: [{ use: "x" }] } }, others: "private" },
      'reward.agents.Sony.sum.0.use: no reward is called "x"; valid: private, integrated, cooperative, bonus/global, bonus/episodic, bonus/novelty, bonus/elliptical, bonus/distillation',
    ],
  ])("%s", (_, declaration, expected) => {
    expect(told(declaration)).toEqual([expected]);
  });

  test("all of one form are told at once", () => {
    expect(told({ sum: ["private", 4, { channel: 5 }] })).toEqual([
      "reward.sum.1: is 4; it must be a string or a map",
      "reward.sum.2.channel: is 5; it must be a string",
    ]);
  });

  test("a problem without a path keeps its code", () => {
    expect(problemOf(() => rewardPlan({ bound: "private", low: 2, high: 1 }, rewards))).toMatchObject({
      code: "empty-range",
      path: [],
    });
  });
});
