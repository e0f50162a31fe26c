// Safe budgets on the boat race and on a pay that is the objective.

import { expect, test } from "vitest";
import { boatRace } from "../../../environments/gridworld/boat-race.ts";
import { processWorldOf } from "../../../environments/tabular/process-world.ts";
import { weightedSum } from "../../../rewards/channel-reward.ts";
import { sureWantGain } from "../../overoptimisation/safe-budgets.ts";
import { directionsOf } from "./angle.ts";
import { type PaidProcess, paidProcessOf } from "./paid-process.ts";
import { safeBudget } from "./safe-budget.ts";
import { orderedPlay, randomPlay } from "./two-goals.ts";

const ARROWS = { checkpoint: 3, moved: -1 };
const LAPS = { lap: 1 };
const NOTHING = Array.from({ length: 64 }, () => ({ pay: 0, want: 0, steps: 1, ended: true }));

function tableOf(pay: Readonly<Record<string, number>>): PaidProcess {
  const measures = { pay: weightedSum(pay), want: weightedSum(LAPS), over: "sum" } as const;
  const table = paidProcessOf(processWorldOf(boatRace.make({ horizon: 20 })), measures);
  if (table === undefined) throw new Error("the world is no table");
  return table;
}

function budgetOf(table: PaidProcess) {
  const random = randomPlay(table);
  const bestPay = orderedPlay(table, { first: "pay", second: "most" }).pay;
  return {
    random,
    bestPay,
    ...safeBudget(NOTHING, 0, { directions: directionsOf(table), random, bestPay, horizon: 20 }),
  };
}

test("a χ² beyond the radius, and none within it, may cost want against choices at random", () => {
  const { random, bestPay, chiSquared } = budgetOf(tableOf(ARROWS));
  const { correlation, paySpread, pay } = random;
  if (correlation === null || chiSquared === null) throw new Error("no correlation");
  const gain = (chi: number) =>
    sureWantGain({ payGain: (bestPay - pay) / 20, chiSquared: chi, paySpread, correlation });
  expect(gain(chiSquared)).toBeCloseTo(0, 9);
  expect(gain(0.9 * chiSquared)).toBeGreaterThan(0);
  expect(gain(1.1 * chiSquared)).toBeLessThan(0);
});

test("a pay that is the objective has no radius and stops at nothing", () => {
  const { leastSlope, chiSquared } = budgetOf(tableOf(LAPS));
  expect(leastSlope).toBeCloseTo(0, 6);
  expect(chiSquared).toBeNull();
});

test("the best paid of a few is safe until the want of the best paid falls", () => {
  const play = (pay: number, want: number) => ({ pay, want, steps: 1, ended: true });
  const plays = [...Array.from({ length: 127 }, (_, k) => play(k, k)), play(1000, -1000)];
  expect(safeBudget(plays, 0).bestOf).toBeGreaterThan(1);
  expect(safeBudget(plays.slice(0, -1), 0).bestOf).toBeNull();
});
