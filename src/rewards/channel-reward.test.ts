// Pay by channels: weights, scopes, and a name that no channel has.

import { expect, test } from "vitest";
import { pays, problemOf, spec } from "../../test/fixtures/outcomes.ts";
import { channel, weightedSum } from "./channel-reward.ts";

const values = { payoff: [10, 4], trust: [0.5, 0.25] };

test("a channel pays weight × its value, each to its own", () => {
  expect(pays(channel("payoff"), values)).toEqual([10, 4]);
  expect(pays(channel("payoff", -0.5), values)).toEqual([-5, -2]);
});

test.each([
  ["joint.payoff", [14, 14]],
  ["mean.payoff", [7, 7]],
  ["others.payoff", [4, 10]],
  ["min.payoff", [4, 4]],
  ["max.payoff", [10, 10]],
  ["own.payoff", [10, 4]],
])("%s", (name, expected) => {
  expect(pays(channel(name), values)).toEqual(expected);
});

test("a weighted sum adds its terms; without terms it pays nothing", () => {
  expect(pays(weightedSum({ payoff: 2, "joint.trust": 4 }), values)).toEqual([23, 11]);
  expect(pays(weightedSum({}), values)).toEqual([0, 0]);
});

test("an unknown channel is told when the reward meets the world", () => {
  expect(problemOf(() => channel("payof")(spec))).toEqual({
    code: "unknown-name",
    what: 'no channel of this world is called "payof"',
    hint: 'did you mean "payoff"?',
  });
  expect(problemOf(() => channel("jont.payoff")(spec))).toMatchObject({ what: 'no scope is called "jont"' });
});
