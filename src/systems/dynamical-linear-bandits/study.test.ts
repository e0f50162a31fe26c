// The study's exact parts, and its learners on few seeds.

import { expect, test } from "vitest";
import { unmet } from "../../../test/fixtures/study.ts";
import { Random } from "../../core/random.ts";
import { cumulativeGain } from "../../environments/bandits/dynamical-linear.ts";
import { dot } from "../../environments/bandits/vector-arms.ts";
import { deviation, mean } from "../../evaluation/statistics/moments.ts";
import { columnSums, impulseResponse } from "../../math/linear-system.ts";
import { episodeRunner } from "../../play/episode.ts";
import { always } from "../../play/policy.ts";
import { streamsBelow } from "../../play/streams.ts";
import { largestGap } from "../../study/matching.ts";
import { jobs } from "./claims.ts";
import { alternationEquations, biasEquations, waitingEquation, worthEquations } from "./exact.ts";
import { identificationClaims } from "./identification.ts";
import { play } from "./play.ts";
import { environmentOf, pacedSystem, SYNTHETIC_WORLD, worldOf } from "./systems.ts";

test("worths, waits, biases, regressions and identified systems are what they should be", () => {
  const claims = [
    ...worthEquations(),
    waitingEquation(),
    ...biasEquations(11, 300),
    ...alternationEquations(11, 2000),
    ...identificationClaims(Array.from({ length: 40 }, (_, k) => 11 + k)),
  ];
  expect(claims).toHaveLength(11);
  expect(unmet({ claims })).toEqual([]);
});

test("h is the sum of 200 responses to an impulse, and that of the systems in which the first arm pays later", () => {
  const { system } = worldOf(SYNTHETIC_WORLD);
  const h = cumulativeGain(system);
  const summed = columnSums(impulseResponse(system, 200).flat());
  for (const other of [summed, ...[0.2, 0.5].map((rho) => cumulativeGain(pacedSystem(rho)))])
    expect(largestGap(other, h)).toBeLessThanOrEqual(1e-12);
});

test("the mean payoff of each budget kept up is <h, u> within three standard errors", () => {
  const rounds = 100_000;
  const { actions, system } = worldOf(SYNTHETIC_WORLD);
  const runner = episodeRunner(environmentOf(SYNTHETIC_WORLD, rounds));
  const h = cumulativeGain(system);
  // Batches of which each is nearly independent of the others.
  const batch = rounds / 100;
  for (const [arm, action] of actions.entries()) {
    const means = new Float64Array(100);
    runner.play(always([arm]), streamsBelow(Random.of(931, "long run", arm)), ({ outcomes }, t) => {
      means[Math.floor(t / batch)] += outcomes[0] / batch;
    });
    expect(Math.abs(mean(means) - dot(action, h)) / (deviation(means) / 10)).toBeLessThanOrEqual(3);
  }
});

test("on shorter runs too, waiting finds the arm that pays later, and a seed fixes it", async () => {
  const played = (arm: string) =>
    Promise.all(
      jobs([21, 22, 23, 24])
        .filter((job) => job.arm === arm)
        .map((job) => play({ ...job, horizon: 20_000 })),
    );
  const [waited, hasty] = [await played("dyn2"), await played("lin2")];
  expect(waited.map(({ linear }) => linear)).toEqual([0, 0, 0, 0]);
  // A learner that changes at once may be lucky with its first arm, and then loses nothing.
  const ends = (all: typeof waited) => mean(all.map(({ end }) => end));
  expect(ends(waited)).toBeLessThan(ends(hasty) / 2);
  expect(await played("dyn2")).toEqual(waited);
});

test("every learner of the study plays", async () => {
  for (const job of jobs([31])) {
    const { end } = await play({ ...job, horizon: 2000 });
    expect(end, job.arm).toBeGreaterThanOrEqual(0);
    expect(Number.isFinite(end)).toBe(true);
  }
});
