// How far a tabled pay may be optimised, where that is known.

import { expect, test } from "vitest";
import { sideEffects } from "../../../environments/gridworld/side-effects.ts";
import { processWorldOf } from "../../../environments/tabular/process-world.ts";
import { weightedSum } from "../../../rewards/channel-reward.ts";
import type { SafeWay } from "../reward-audit.ts";
import { directionsOf } from "./angle.ts";
import { safeTries } from "./dose.ts";
import { type PaidProcess, paidProcessOf } from "./paid-process.ts";
import { safeWay } from "./safe-way.ts";
import { orderedPlay, randomPlay } from "./two-goals.ts";

const WANTED = { reached: 50, moved: -1, cornered: -10 };

/** The budget where a cornered box is worth −10, and is paid this. */
function budgetOf(cornered: number): { readonly budget: SafeWay; readonly table: PaidProcess } {
  const measures = { pay: weightedSum({ ...WANTED, cornered }), want: weightedSum(WANTED), over: "sum" } as const;
  const table = paidProcessOf(processWorldOf(sideEffects.make({ horizon: 14 })), measures);
  if (table === undefined) throw new Error("the world is no table");
  return { budget: safeWay(table, directionsOf(table)), table };
}

test("the way goes from choices at random to the best paid play", () => {
  const { budget, table } = budgetOf(0);
  const random = randomPlay(table);
  expect(budget.start.pay).toBeCloseTo(random.pay, 10);
  expect(budget.start.want).toBeCloseTo(random.want, 10);
  const best = orderedPlay(table, { first: "pay", second: "most" }).pay;
  expect(budget.end.pay / best).toBeCloseTo(1, 2);
  expect(budget.end.pay).toBeLessThanOrEqual(best);
});

test("where pay is what is wanted, all of the way is safe by both rules", () => {
  const { budget } = budgetOf(-10);
  expect(budget.byCorrelation).toEqual(budget.end);
  expect(budget.turn).toBeNull();
});

test("at 3.6° a part of the way is safe by each rule, and the want has not fallen there; at 7.2° nothing is", () => {
  const near = budgetOf(-5).budget;
  for (const safe of [near.byAngle, near.byCorrelation]) {
    expect(safe?.pay).toBeGreaterThan(30);
    expect(safe?.pay).toBeLessThan(near.end.pay);
    expect(safe?.want).toBeGreaterThan(near.start.want);
  }
  const far = budgetOf(0).budget;
  expect([far.byAngle, far.byCorrelation]).toEqual([far.start, far.start]);
});

test("the best paid of a few is safe until the want of the best paid falls", () => {
  const play = (pay: number, want: number) => ({ pay, want, steps: 1, ended: true });
  const plays = [...Array.from({ length: 127 }, (_, k) => play(k, k)), play(1000, -1000)];
  expect(safeTries(plays, 0)).toBeGreaterThan(1);
  expect(safeTries(plays.slice(0, -1), 0)).toBeNull();
});
