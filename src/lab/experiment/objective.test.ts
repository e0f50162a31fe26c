import { expect, test } from "vitest";
import { environments } from "../../../test/fixtures/at-hand/environments.ts";
import { rewards } from "../../rewards/index.ts";
import { objectiveOf, wantedLoss } from "./objective.ts";

const { spec } = environments.get("coopetition/slcd").make();
const read = (declared: unknown) => {
  const { name, unit, over } = objectiveOf(declared, spec, rewards);
  return { name, unit, over };
};

test("a channel can be the objective, with a name or without", () => {
  const joint = { name: "joint.value", unit: "value", over: "sum" };
  expect(read("joint.value")).toEqual(joint);
  expect(read({ channel: "joint.value" })).toEqual(joint);
  expect(read({ name: "what both make", channel: "joint.value" })).toEqual({ ...joint, name: "what both make" });
});

test("a named state channel keeps its aggregation over an episode", () => {
  expect(read({ name: "faith", channel: "trust" })).toEqual({ ...read("trust"), name: "faith" });
});

test("a formula keeps its signs, and has the unit of its first part", () => {
  expect(read({ weights: { payoff: 1, reputationDamage: -3 } })).toEqual({
    name: "payoff − 3 × reputationDamage",
    unit: read("payoff").unit,
    over: "sum",
  });
  expect(read({ weights: { payoff: 2, trust: 1 } }).unit).toBe("points");
  expect(read({ name: "care", weights: { payoff: 2 } })).toEqual({ name: "care", unit: "points", over: "sum" });
});

test("a channel with a weight keeps its aggregation, and with −1 its unit too", () => {
  const less = objectiveOf({ channel: "trust", weight: -1 }, spec, rewards);
  const { over, unit } = read("trust");
  expect(less).toMatchObject({ name: "−trust", label: "trust avoided", over, unit });
  expect(less.range(10)).toEqual([-1, expect.closeTo(0)]);
  expect(read({ channel: "trust", weight: 2 })).toMatchObject({ over, unit: "points" });
});

test("a built-in reward can be the objective by its name", () => {
  expect(read("cooperative")).toMatchObject({ name: "cooperative", unit: read("payoff").unit });
});

test.each([
  "regret",
  "modelCost",
  "joint.penalty",
  "switching_cost",
  { channel: "loss" },
  { name: "waste", channel: "cost" },
])("more of %j counts as better, which a sentence says", (declared) => {
  expect(wantedLoss(declared)).toMatch(/^objective: more \S+ counts as better; .*weight: -1 }$/);
});

test.each(["payoff", "costly", "lossless", { channel: "regret", weight: -1 }, { weights: { cost: -1 } }])(
  "of %j there is nothing to say",
  (declared) => {
    expect(wantedLoss(declared)).toBeUndefined();
  },
);
