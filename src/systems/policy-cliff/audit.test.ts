// The report of a set of rewards, on prompts whose answers are tied by hand.

import { describe, expect, test } from "vitest";
import { Random } from "../../core/random.ts";
import { tabularMdp } from "../../environments/tabular/mdp.ts";
import { cliffAudit, totalReward } from "./audit.ts";

describe("the audit", () => {
  // Two prompts, answers plain, bracketed, wrong; correct answers are tied, and only the second prompt asks for brackets.
  const prompts = tabularMdp({
    states: 3,
    actions: 3,
    discount: 0.9,
    start: [0.5, 0.5, 0],
    terminal: (s) => s === 2,
    transitions: () => [[2, 1]],
    reward: () => 0,
  });
  const correct = [1, 1, 0, 1, 1, 0, 0, 0, 0];
  const asked = [0, 0, 0, 0, 0.5, 0, 0, 0, 0];
  const options = { radius: 1e-4, temperature: 0.1, random: Random.of(1) };

  test("sees the ties of correctness alone: they flip under any shake", () => {
    const audit = cliffAudit(prompts, [{ name: "correct", reward: correct, weight: 1 }], options);
    expect(audit.tied).toBe(1);
    expect(audit.smallestGap).toBeCloseTo(1, 12);
    expect(audit.safeRadius).toBeCloseTo(0.05, 12);
    const [{ flipRate, visitedFlipRate, lostReturn, softMoved, softBound }] = audit.channels;
    // Of four sign patterns two keep the tie: half of the states flip, give or take.
    expect(flipRate).toBeGreaterThan(0.3);
    expect(flipRate).toBeLessThan(0.7);
    expect(visitedFlipRate).toBeCloseTo(flipRate, 12);
    expect(lostReturn).toBeLessThan(1e-9);
    expect(softMoved).toBeGreaterThan(0);
    expect(softMoved).toBeLessThanOrEqual(softBound);
    expect(softBound).toBeCloseTo(1e-4 / (2 * 0.1 * 0.1), 12);
  });

  test("and that a second channel settles the prompt it speaks of, though not the other", () => {
    const channels = [
      { name: "correct", reward: correct, weight: 1 },
      { name: "asked", reward: asked, weight: [0, 1, 0] },
    ];
    const audit = cliffAudit(prompts, channels, options);
    expect(audit.tied).toBe(0.5);
    expect(audit.gaps.map(({ best }) => best)).toEqual([[0, 1], [1]]);
    expect(audit.smallestGap).toBeCloseTo(0.5, 12);
    // "asked" has no weight in the first prompt, so shaking it flips nothing anywhere.
    expect(audit.channels[1].flipRate).toBe(0);
    expect(audit.channels[0].flipRate).toBeGreaterThan(0.1);
    expect(totalReward(prompts, channels)[4]).toBe(1.5);
  });

  test("a flip in a state without visits counts among states, not among visits", () => {
    const first = tabularMdp({
      ...prompts,
      start: [1, 0, 0],
      terminal: (s) => s === 2,
      transitions: () => [[2, 1]],
      reward: () => 0,
    });
    const channels = [{ name: "correct", reward: [1, 0.5, 0, 1, 1, 0, 0, 0, 0], weight: 1 }];
    const {
      channels: [shaken],
    } = cliffAudit(first, channels, options);
    expect(shaken.flipRate).toBeGreaterThan(0.1);
    expect(shaken.visitedFlipRate).toBe(0);
  });
});
