import { expect, test } from "vitest";
import { environments } from "../../../test/fixtures/at-hand/environments.ts";
import { rewards } from "../../rewards/index.ts";
import { objectiveOf } from "./objective.ts";

const { spec } = environments.get("coopetition/slcd").make();
const read = (declared: unknown) => {
  const { name, unit, over } = objectiveOf(declared, spec, rewards);
  return { name, unit, over };
};

test("a channel stands for itself, with a name or without", () => {
  const joint = { name: "joint.value", unit: "value", over: "sum" };
  expect(read("joint.value")).toEqual(joint);
  expect(read({ channel: "joint.value" })).toEqual(joint);
  expect(read({ name: "what both make", channel: "joint.value" })).toEqual({ ...joint, name: "what both make" });
});

test("a state keeps its own way over an episode when it is named", () => {
  expect(read({ name: "faith", channel: "trust" })).toEqual({ ...read("trust"), name: "faith" });
});

test("a formula has its signs, and the unit that its first part is paid in", () => {
  expect(read({ weights: { payoff: 1, reputationDamage: -3 } })).toEqual({
    name: "payoff − 3 × reputationDamage",
    unit: read("payoff").unit,
    over: "sum",
  });
  expect(read({ weights: { payoff: 2, trust: 1 } }).unit).toBe("points");
  expect(read({ name: "care", weights: { payoff: 2 } })).toEqual({ name: "care", unit: "points", over: "sum" });
});

test("a shipped reward may be wanted by its name", () => {
  expect(read("cooperative")).toMatchObject({ name: "cooperative", unit: read("payoff").unit });
});
