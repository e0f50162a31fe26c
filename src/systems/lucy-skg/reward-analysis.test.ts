// Rewards looked at before anything is trained: moves, shares, signs, and what can be farmed.

import { fc, test as law } from "@fast-check/vitest";
import { describe, expect, test } from "vitest";
import { policyValues } from "../../algorithms/planning/evaluation.ts";
import { deterministicPolicy } from "../../algorithms/planning/policy.ts";
import { gridFootballWorld } from "../../environments/games/grid-football/world.ts";
import { tabularMdp } from "../../environments/tabular/mdp.ts";
import { rewardPlan, rewards } from "../../rewards/index.ts";
import { channelShares, farming, movePay, signDisagreements } from "./reward-analysis.ts";

const { spec } = gridFootballWorld.make({ teams: 1, players: 1, size: 7 });
const place = (name: string) => spec.channels.findIndex((channel) => channel.name === name);

test("signs disagree where one pays and the other takes", () => {
  expect(signDisagreements([0, 1, -1, 2], [1, 0, -2, -1])).toEqual([3]);
});

test("single moves are paid as first moves; a potential is 0 where one ends the episode", () => {
  const standing = (alignment: number) => (into: Float64Array) => {
    into[place("alignment")] = alignment;
  };
  const moves = [false, true].map((isLast) => ({ before: standing(0.5), after: standing(1), isLast }));
  const plan = rewardPlan({ potential: { alignment: 2 }, discount: 0.9 }, rewards);
  expect(movePay(plan, spec, moves)).toEqual([expect.closeTo(0.8, 12), -1]);
});

const amount = fc.double({ min: -100, max: 100, noNaN: true });

law.prop([fc.array(fc.tuple(amount, amount), { minLength: 1, maxLength: 6 })])(
  "shares add up to 1, or to 0",
  (given) => {
    const named = (k: 0 | 1) => Object.fromEntries(given.map((pair, place) => [`channel ${place}`, pair[k]]));
    const shares = Object.values(channelShares(named(0), named(1)));
    const sum = shares.reduce((a, b) => a + b, 0);
    if (given.every(([weight, total]) => weight * total === 0)) expect(sum).toBe(0);
    else expect(sum).toBeCloseTo(1, 9);
    for (const share of shares) expect(share).toBeGreaterThanOrEqual(0);
  },
);

test("shares count sizes; a channel without a sum is a mistake", () => {
  expect(channelShares({ goal: 10, touch: -1 }, { goal: 0.3, touch: 1 })).toEqual({ goal: 0.75, touch: 0.25 });
  expect(() => channelShares({ goal: 10 }, {})).toThrow("goal");
});

describe("farming", () => {
  // 0 – 1 – 2 – goal 3, and a slide 4 that leads to the goal by every action. Staying at 1 pays 1, at 2 pays 3.
  const mdp = tabularMdp({
    ...{ states: 5, actions: 2, discount: 0.5, start: [0.5, 0, 0, 0, 0.5] },
    terminal: (s) => s === 3,
    transitions: (s, a) => (s === 4 ? [[3, 1]] : [[a === 0 ? s : s + 1, 1]]),
    reward: (s, a) => (a === 1 && s === 2 ? 100 : a === 0 ? [0, 1, 3, 0, 0][s] : 0),
  });

  test("the best return without the goal, where it can be avoided", () => {
    const { values, mean } = farming(mdp, (s) => s === 3);
    const best = [1.5, 3, 6].map((value) => expect.closeTo(value, 9));
    expect(Array.from(values)).toEqual([...best, Number.NaN, Number.NaN]);
    expect(mean).toBeCloseTo(1.5, 9);
  });

  test("no policy that avoids the goal earns more", () => {
    const { values } = farming(mdp, (s) => s === 3);
    for (let code = 0; code < 4; code++) {
      const choice = [code & 1, code >> 1, 0, 0, 0];
      const own = policyValues(mdp, deterministicPolicy(mdp, Int32Array.from(choice)));
      for (let s = 0; s < 3; s++) expect(own[s]).toBeLessThanOrEqual(values[s] + 1e-9);
    }
  });

  test("nothing is to be said where the goal cannot be avoided", () => {
    expect(farming(mdp, (s) => s >= 1).mean).toBe(0);
    expect(farming(mdp, () => true).mean).toBeNaN();
  });
});
