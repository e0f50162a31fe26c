// Ranges of measures: sums of channels over an episode, and ranges common to several worlds.

import { expect, test } from "vitest";
import { environments } from "../../../test/fixtures/at-hand/environments.ts";
import { rangeOfSum, widest } from "../experiment/channel-range.ts";

const { spec } = environments.get("language/sums").make();

test("a weighted sum has the range of its channels over an episode, by their signs", () => {
  expect(rangeOfSum({ channel: "correct" }, spec)).toEqual([0, 1]);
  expect(rangeOfSum({ channel: "correct", weight: -2 }, spec)).toEqual([-2, 0]);
  expect(rangeOfSum({ weights: { correct: 1, bracketed: 0.01 } }, spec)).toEqual([0, 1.01]);
  expect(rangeOfSum({ weights: { correct: 1, bracketed: -0.5 }, weight: 2 }, spec)).toEqual([-1, 2]);
  expect(rangeOfSum({ weights: { "joint.correct": 1 } }, spec)).toEqual([0, 1]);
});

test("other rewards, and channels with bounds too wide to be meaningful, have none", () => {
  expect(rangeOfSum("private", spec)).toBeUndefined();
  expect(rangeOfSum({ sum: [{ channel: "correct" }] }, spec)).toBeUndefined();
  expect(rangeOfSum({ channel: "nothing" }, spec)).toBeUndefined();
  const wide = spec.channels.map((channel) => (channel.name === "correct" ? { ...channel, high: 1e15 } : channel));
  expect(rangeOfSum({ channel: "correct" }, { ...spec, channels: wide })).toBeUndefined();
});

test("for several worlds the range covers all; it is missing where one world has none", () => {
  const [one, other] = [
    new Map([
      ["a", [0, 1] as const],
      ["b", [0, 5] as const],
    ]),
    new Map([["a", [-2, 0.5] as const]]),
  ];
  expect([...widest([one, other])]).toEqual([["a", [-2, 1]]]);
  expect([...widest([one])]).toEqual([...one]);
  expect(widest([]).size).toBe(0);
});
