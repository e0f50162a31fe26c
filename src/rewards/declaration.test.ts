// The grammar of rewards: each form pays what its function pays, nested and weighted; each mistake is told with its path.

import { describe, expect, test } from "vitest";
import { matrix } from "../../test/fixtures/matrix.ts";
import { outcomes, pays, problemOf, spec } from "../../test/fixtures/outcomes.ts";
import { words } from "../../test/fixtures/words.ts";
import { Status } from "../core/environment.ts";
import type { RewardPlan } from "../core/reward.ts";
import { exchangedEpisodes } from "./exchanged.ts";
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
  sharing,
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
    [{ shared: "private", over: "ring", share: 0.4 }, sharing(shipped("private"), "ring", 0.4)],
    [{ shared: "private", over: [["Samsung", "Sony"]] }, sharing(shipped("private"), [["Samsung", "Sony"]], 0.3)],
    [{ exchanged: "private", weight: 2 }, scaled(exchangedEpisodes(shipped("private")), 2)],
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
  for (const trust of matrix("0.5 0.1 | 0.9 0.3")) {
    reward.pay(outcomes({ trust }), Status.running, pay);
    expect(Array.from(pay)).toEqual([0, 0]);
  }
});

describe("mistakes", () => {
  const mistakes: Record<string, unknown> = {
    nothing: undefined,
    null: null,
    "a number": 4,
    "a list": ["private"],
    "an empty map": {},
    "no form": { foo: 1, bar: 2, weight: 3 },
    "a slip in a form": { chanel: "payoff" },
    "two forms": { sum: ["private"], product: ["private"] },
    "a slip in a key": { sum: ["private"], wieght: 2 },
    "a name": "privat",
    "a used name": { use: "privat" },
    "a parameter": { use: "private", rate: 2 },
    "a weight": { sum: ["private"], weight: "2" },
    "a weight that is no number": { channel: "payoff", weight: Number.NaN },
    "an infinite bound": { bound: "private", low: Number.NEGATIVE_INFINITY },
    "bounds the wrong way round": { sum: [{ bound: "private", low: 2, high: 1 }] },
    "an empty sum": { sum: [] },
    "a sum of no list": { sum: "private" },
    "no weights": { weights: {} },
    "a weight of text": { weights: { payoff: "x" } },
    "an unknown weighted channel": { weights: { payof: 1 } },
    "a condition without bounds": { when: { channel: "trust" }, pay: "private" },
    "a condition without a channel": { when: { atLeast: 1 }, pay: "private" },
    "a condition alone": { when: { channel: "trust", atLeast: 1 } },
    "a condition on an unknown channel": { when: { channel: "trst", atLeast: 1 }, pay: "private" },
    "a discount": { potential: { trust: 1 }, discount: 1.5 },
    "no discount": { potential: { trust: 1 }, discount: 0 },
    "a potential of a flow": { potential: { payoff: 1 } },
    "an unknown agent": { agents: { Sonny: "private" }, others: "private" },
    "three deep": {
      sum: ["private", { when: { channel: "trust", atLeast: 0 }, pay: { product: [{ channel: "payof" }] } }],
    },
    "three deep, by its form": { sum: ["private", { bound: { product: [{ channel: 5 }] } }] },
    "for one agent, deep": { agents: { Sony: { sum: [{ use: "x" }] } }, others: "private" },
    "all of one form at once": { sum: ["private", 4, { channel: 5 }] },
  };
  words(
    "reward-declarations",
    Object.entries(mistakes).map(([name, declaration]) => [
      name,
      () => rewardPlan(declaration, rewards, ["reward"])(spec),
    ]),
  );

  test("a problem without a path keeps its code", () => {
    expect(problemOf(() => rewardPlan({ bound: "private", low: 2, high: 1 }, rewards))).toMatchObject({
      code: "empty-range",
      path: [],
    });
  });
});
