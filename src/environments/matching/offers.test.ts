// The stream of offers: budgets hold, random numbers do not depend on the policy, and no policy exceeds the optimum in expectation.

import { describe, expect, test } from "vitest";
import { byHand } from "../../../test/fixtures/by-hand.ts";
import { meanHolds } from "../../../test/fixtures/intervals.ts";
import { inSeat } from "../../../test/fixtures/seats.ts";
import { matchingRule } from "../../agents/matching-rule.ts";
import { Random } from "../../core/random.ts";
import { estimate } from "../../evaluation/statistics/interval.ts";
import { linearPrograms } from "../../math/linear-program.ts";
import type { RuleName } from "../../mechanisms/matching/rules.ts";
import { episodeRunner } from "../../play/episode.ts";
import { seated } from "../../play/policy.ts";
import { streamsBelow } from "../../play/streams.ts";
import { channel } from "../../rewards/channel-reward.ts";
import { matchingOffers } from "./offers.ts";

/** Totals of a rule's episodes by channel. */
function played(rule: RuleName, parameters: object, episodes: number) {
  const world = matchingOffers.make(parameters);
  const agent = inSeat(world, matchingRule.make({ rule }));
  const names = world.spec.channels.map(({ name }) => name);
  const plans = names.map((name) => channel(name));
  const runner = episodeRunner(world, plans);
  return Array.from({ length: episodes }, (_, k) => {
    const totals = runner.play(seated(world.spec, [agent]), streamsBelow(Random.of(k, "offers"))).totals;
    return Object.fromEntries(names.map((name, c) => [name, totals[c][0]]));
  });
}

test("no advertiser exceeds its number of successes", () => {
  for (const { payoff } of played("most-likely", { horizon: 300, advertisers: 3, budget: 2, chance: 0.9 }, 5)) {
    expect(payoff).toBe(6);
  }
});

test("mean successes equal their expectation", () => {
  const all = played("weighted-exponential", {}, 400);
  const surplus = all.map(({ payoff, expected }) => payoff - expected);
  meanHolds(surplus, 0.9999, 0);
});

test("all policies meet the same impressions and the same coins", () => {
  const steps = (choose: (t: number) => number) => {
    const world = matchingOffers.make({ horizon: 60, advertisers: 2, density: 1, budget: 60 });
    const { outcomes, step } = byHand(world, Random.of(3, "luck"));
    return Array.from({ length: 60 }, (_, t) => {
      const chances = Array.from(world.state.views.chances);
      step(choose(t));
      return { chances, won: outcomes[0] };
    });
  };
  const [first, second, turns] = [steps(() => 0), steps(() => 1), steps((t) => t % 2)];
  for (const [t, { chances, won }] of turns.entries()) {
    expect(chances).toEqual(first[t].chances);
    expect(won).toBe((t % 2 === 0 ? first : second)[t].won);
  }
  expect(first.some(({ won }, t) => won !== second[t].won)).toBe(true);
});

describe("the hindsight optimum", () => {
  test("is not exceeded on average, and balance reaches at least its guaranteed share", async () => {
    await linearPrograms();
    const given = { horizon: 120, advertisers: 4, budget: 8, chance: 0.3, benchmark: "hindsight" };
    for (const rule of ["balance", "weighted-exponential", "most-likely"] as const) {
      const shares = played(rule, given, 60).map(({ expected, optimum }) => expected / optimum);
      const { mean } = estimate(shares);
      expect(mean).toBeLessThan(1);
      // Any non-wasteful rule achieves at least half of the optimum.
      expect(mean).toBeGreaterThan(0.5);
    }
  });

  test("is the total demand where impressions are plentiful", async () => {
    await linearPrograms();
    const [{ optimum, ratio, payoff }] = played(
      "balance",
      { horizon: 100, advertisers: 2, budget: 5, chance: 1, spread: 0, density: 1, benchmark: "hindsight" },
      1,
    );
    expect(optimum).toBeCloseTo(10, 9);
    expect(payoff).toBe(10);
    expect(ratio).toBeCloseTo(1, 9);
  });

  test("requires an episode of limited length", () => {
    expect(() => matchingOffers.make({ horizon: 1_000_000, benchmark: "hindsight" })).toThrow(/at most 50,000/);
  });
});
