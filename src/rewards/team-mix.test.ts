// Pay that is mixed with the team's lead, and distances that are shaped.

import { expect, test } from "vitest";
import { pays, problemOf, spec } from "../../test/fixtures/outcomes.ts";
import type { NumericSpec } from "../core/environment.ts";
import { channel } from "./channel-reward.ts";
import { distanceShape } from "./distance-shape.ts";
import { teamMix } from "./team-mix.ts";

const four: NumericSpec = {
  ...spec,
  agents: ["agent_0", "agent_1", "agent_2", "agent_3"],
  labels: ["a", "b", "c", "d"],
};
const pay = channel("payoff");

test("each agent keeps a part, and gets the lead of its team for the rest", () => {
  const mixed = teamMix(
    pay,
    [
      ["a", "b"],
      ["agent_2", "d"],
    ],
    0.25,
  );
  // The lead of the first team is 6 − 3.
  expect(pays(mixed, { payoff: [10, 2, 4, 2] }, 0, four)).toEqual([8.25, 2.25, 2.25, 0.75]);
});

test("a share of 0 changes nothing; under 1, teams of equal size pay sums of 0", () => {
  const values = { payoff: [10, 2, 4, 2] };
  const teams = [
    ["a", "b"],
    ["c", "d"],
  ];
  expect(pays(teamMix(pay, teams, 0), values, 0, four)).toEqual([10, 2, 4, 2]);
  expect(pays(teamMix(pay, teams, 1), values, 0, four)).toEqual([3, 3, -3, -3]);
});

test("a team alone has nothing to lead", () => {
  expect(pays(teamMix(pay, [["Samsung", "Sony"]], 0.5), { payoff: [4, 2] })).toEqual([3.5, 2.5]);
});

test("agents without a team, of two teams, or of another world are refused", () => {
  expect(problemOf(() => teamMix(pay, [["Samsung"]], 0.3)(spec))).toEqual({
    code: "missing-agent",
    what: "no team has agent_1",
    hint: "name every agent in one of the teams",
  });
  expect(problemOf(() => teamMix(pay, [["Samsung", "Sony"], ["agent_0"]], 0.3)(spec))).toEqual({
    code: "same-agent",
    what: '"agent_0" is in two places of the teams',
    hint: "name each agent once",
  });
  expect(problemOf(() => teamMix(pay, [["Samsung"], ["Sonny"]], 0.3)(spec))).toMatchObject({
    hint: 'did you mean "Sony"?',
  });
});

test("a distance pays by its shape, and one below 0 as none", () => {
  const shaped = distanceShape({ channel: "payoff", scale: 2300, dispersion: 1.1, density: 1.1 });
  const [one, other] = pays(shaped, { payoff: [1000, -5] });
  expect(one).toBeCloseTo(0.835552, 6);
  expect(other).toBe(1);
});
