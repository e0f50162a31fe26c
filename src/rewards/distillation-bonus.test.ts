// Random network distillation: novelty that fades with visits, and with nothing else.

import { expect, test } from "vitest";
import { paidAlong, spec } from "../../test/fixtures/outcomes.ts";
import { RewardMemory } from "../core/reward-memory.ts";
import { type DistillationOptions, distillationBonus } from "./distillation-bonus.ts";

// Trust lies in [0, 1], so the two whole numbers of its range are 0 and 1.

function paid(states: readonly number[], some: Partial<DistillationOptions> = {}, memory?: RewardMemory): number[] {
  const reward = distillationBonus({ channels: ["trust"], ...some })(spec, memory);
  return paidAlong(reward, states, false);
}

test("a state that is visited is halved in some twenty visits, and one that is not keeps most of its pay", () => {
  const visits = paid(new Array<number>(200).fill(1));
  expect(visits.every((pay, k) => k === 0 || pay < visits[k - 1])).toBe(true);
  const halved = visits.findIndex((pay) => pay < visits[0] / 2);
  expect(halved).toBeGreaterThan(5);
  expect(halved).toBeLessThan(60);
  expect(visits[199]).toBeLessThan(0.02 * visits[0]);
  const [fresh] = paid([0]);
  const later = paid([...new Array<number>(200).fill(1), 0]).at(-1) ?? 0;
  expect(later).toBeGreaterThan(0.3 * fresh);
});

test("a step descends the gradient: pay falls by the rate times the square of its slope", () => {
  // d‖e‖² = −2·rate·‖∇(‖e‖²/2)‖² to first order, so the fall is in proportion to the rate.
  const fall = (rate: number) => {
    const [before, after] = paid([1, 1], { rate });
    return (before - after) / rate;
  };
  expect(fall(1e-6)).toBeGreaterThan(0);
  expect(fall(1e-6) / fall(2e-6)).toBeCloseTo(1, 4);
  expect(paid([1, 1], { rate: 0 })[0]).toBe(paid([1, 1], { rate: 0 })[1]);
});

test("what was learned lies in the memory, and a seed draws the networks", () => {
  const memory = RewardMemory.empty();
  const [first] = paid([1], {}, memory);
  const [second] = paid([1], {}, memory);
  expect(second).toBeLessThan(first);
  expect(paid([1])).toEqual([first]);
  expect(paid([1], { seed: 2 })).not.toEqual([first]);
});
