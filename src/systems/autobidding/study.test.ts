// The study's exact part on fewer markets, and its learner on short horizons.

import { describe, expect, test } from "vitest";
import { linearPrograms } from "../../math/linear-program.ts";
import { learn, learningChecks, SETTINGS } from "./learning.ts";
import { leverChecks } from "./levers.ts";

describe("autobidding", () => {
  test("budgets are enough, and returns are not", async () => {
    const { checks, controls } = leverChecks(await linearPrograms(), 1, 40);
    expect(checks.filter(({ pass }) => !pass)).toEqual([]);
    expect(controls.map(({ failed }) => failed)).toEqual([true]);
  });

  test("a learner comes near the best mixture within the limits; an equal split and one without prices do not", async () => {
    const horizons = [500, 8000];
    const settings = await Promise.all(
      SETTINGS.flatMap((_, setting) =>
        horizons.map(async (horizon) => ({
          setting,
          horizon,
          seeds: await Promise.all([1, 2].map((seed) => learn({ seed, setting, horizon }))),
        })),
      ),
    );
    const { controls } = learningChecks(settings);
    expect(controls.map(({ failed }) => failed)).toEqual([true, true, true]);
    for (const { horizon, seeds } of settings) {
      for (const { learner } of seeds) {
        expect(learner.share).toBeGreaterThan(horizon === 8000 ? 0.95 : 0.9);
        expect(learner.share).toBeLessThan(1.1);
      }
    }
  });
});
