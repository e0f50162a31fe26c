// Pay that neighbours on a graph share.

import { expect, test } from "vitest";
import { pays, problemOf, spec } from "../../test/fixtures/outcomes.ts";
import type { NumericSpec } from "../core/environment.ts";
import { channel } from "./channel-reward.ts";
import { sharing } from "./sharing.ts";

const four: NumericSpec = {
  ...spec,
  agents: ["agent_0", "agent_1", "agent_2", "agent_3"],
  labels: ["a", "b", "c", "d"],
};
const pay = channel("payoff");
const values = { payoff: [8, 0, 4, 0] };

test.each([
  ["ring", [4, 3, 2, 3]],
  ["line", [4, 3, 2, 2]],
  ["star", [(8 + 4 / 3) / 2, 4, 6, 4]],
  ["all", [(8 + 4 / 3) / 2, 2, (4 + 8 / 3) / 2, 2]],
] as const)("half of the pay is the mean of the neighbours' on a graph: %s", (links, expected) => {
  const shared = pays(sharing(pay, links, 0.5), values, 0, four);
  for (const [k, value] of expected.entries()) expect(shared[k]).toBeCloseTo(value, 12);
});

test("links by name are both ways and count once; an agent without links keeps its own", () => {
  const links = [
    ["a", "agent_2"],
    ["c", "a"],
  ] as const;
  expect(pays(sharing(pay, links, 0.25), values, 0, four)).toEqual([7, 0, 5, 0]);
});

test("a ring of two has one link, and nothing changes at a share of 0", () => {
  expect(pays(sharing(pay, "ring", 0.5), { payoff: [4, 2] })).toEqual([3, 3]);
  expect(pays(sharing(pay, "ring", 0), values, 0, four)).toEqual([8, 0, 4, 0]);
});

test("an agent that is linked with itself, or that is none, is named", () => {
  expect(problemOf(() => sharing(pay, [["Samsung", "agent_0"]], 0.3)(spec))).toMatchObject({ code: "same-agent" });
  expect(problemOf(() => sharing(pay, [["Samsung", "Sonny"]], 0.3)(spec))).toMatchObject({
    hint: expect.stringContaining("Sony"),
  });
});
