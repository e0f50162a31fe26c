// What learners with a budget of observations promise, against every kind of losses; and what their batches are for: an arm that is held, and
// a look at any round.

import { expect, test } from "vitest";
import { Random } from "../../core/random.ts";
import { graphOf } from "../../environments/bandits/feedback-graph.ts";
import { drawLosses, type LossKind } from "../../environments/bandits/losses.ts";
import { mean } from "../../evaluation/statistics/moments.ts";
import {
  type Budget,
  batchedDartboard,
  batchedDartboardBound,
  batchedExp3,
  batchedExp3Bound,
  dartboardBatches,
  extraObservationsBound,
  withExtraObservations,
} from "./budgeted.ts";
import { hedge, hedgeRate } from "./hedge.ts";
import { type ObservingLearner, playLosses } from "./observing.ts";

/** 3000 rounds: most numbers of batches do not divide them. */
const [ARMS, ROUNDS, PERIOD] = [4, 3000, 30];

/** Means over six seeds against losses that are hardest for the budget. */
function played(losses: LossKind, budget: number, make: () => ObservingLearner, free: "none" | "played" = "none") {
  const gap = Math.min(0.5, 0.5 * Math.sqrt((ARMS * Math.log(ARMS)) / budget));
  const table = new Float64Array(ROUNDS * ARMS);
  const meters = [1, 2, 3, 4, 5, 6].map((seed) => {
    drawLosses({ losses, arms: ARMS, rounds: ROUNDS, gap, period: PERIOD }, Random.of(seed, "losses"), table);
    return playLosses(table, ARMS, make(), Random.of(seed, "player"), graphOf(free, ARMS));
  });
  return { regret: mean(meters.map(({ regret }) => regret)), switches: mean(meters.map(({ switches }) => switches)) };
}

test.each(
  (["iid", "equal", "walk", "drifting", "periodic"] as const).flatMap((losses) =>
    [64, 700, 3000].map((budget) => [losses, budget] as const),
  ),
)("against %s losses with %i observations regret and switches stay within the bounds", (losses, budget) => {
  const given: Budget = { arms: ARMS, rounds: ROUNDS, budget };
  for (const look of [ARMS, 2]) {
    const { regret, switches } = played(losses, budget, () => batchedDartboard(given, look));
    expect(regret).toBeLessThan(batchedDartboardBound(given));
    const batches = dartboardBatches(given, look);
    expect(switches).toBeLessThan(hedgeRate(ARMS, batches, look) * batches + 1);
  }
  expect(played(losses, budget, () => batchedExp3(given)).regret).toBeLessThan(batchedExp3Bound(given));
  expect(played(losses, budget, () => withExtraObservations(given), "played").regret).toBeLessThan(
    extraObservationsBound(given),
  );
});

test("Hedge in the dartboard's place switches far more than η·N + 1", () => {
  const rate = hedgeRate(ARMS, ROUNDS);
  expect(played("equal", ARMS * ROUNDS, () => hedge(ARMS, rate)).switches).toBeGreaterThan(10 * (rate * ROUNDS + 1));
});

test("a look at the first round of each batch is fooled by a period, and an arm that is drawn anew in every round costs", () => {
  const batches = ROUNDS / PERIOD;
  const given: Budget = { arms: ARMS, rounds: ROUNDS, budget: batches };
  const all: Budget = { ...given, budget: ARMS * batches };
  expect(played("periodic", batches, () => batchedExp3(given, { look: "first" })).regret).toBeGreaterThan(0.6 * ROUNDS);
  expect(played("periodic", batches, () => batchedDartboard(all, ARMS, { look: "first" })).regret).toBeGreaterThan(
    batchedDartboardBound(all),
  );
  const switches = (hold: boolean) => played("equal", batches, () => batchedExp3(given, { hold })).switches;
  expect(switches(true)).toBeLessThan(batches);
  expect(switches(false)).toBeGreaterThan(10 * batches);
});
