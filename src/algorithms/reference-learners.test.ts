// The reference learners have the published constants, fit the worlds of the comparison, and train.

import { describe, expect, test } from "vitest";
import { algorithms } from "../../test/fixtures/at-hand/algorithms.ts";
import { problemOf } from "../../test/fixtures/outcomes.ts";
import { settings } from "../../test/fixtures/settings.ts";
import { trainingContext } from "../../test/fixtures/training.ts";
import { giftExchange } from "../environments/coopetition/reciprocal-worlds.ts";
import { referenceLearners } from "./reference-learners.ts";

const common = { steps: 500_000, discount: 0.99, hidden: [128, 128], activation: "relu" };
const proximal = settings(
  "rollout: 2048, epochs: 10, rate: 3e-4, lambda: 0.95, clip: 0.2, entropy: 0.01, valueWeight: 0.5, maxNorm: 0.5",
);
const published = {
  ippo: { ...proximal, critic: "own", shared: false },
  ia2c: { rate: 7e-4, rollout: 5, lambda: 1, entropy: 0.01 },
  "independent-reinforce": { rate: 1e-3, batch: 128, normalise: true, baseline: "none" },
  lola: { rate: 1e-3, batch: 128, normalise: true, lookAhead: 1e-3 },
  isac: { rate: 3e-4, capacity: 100_000, batch: 256, targetShare: 0.005, tune: true },
  "self-play-ppo": { ...proximal, past: { refresh: 10_000, keep: 1, newest: 0.5, itself: true } },
  fcp: { ...proximal, past: { refresh: 50_000, keep: 100, newest: 0.5, itself: false } },
  mappo: { ...proximal, critic: "central" },
};

test("each has the published constants; a part of a map keeps the rest", () => {
  for (const [id, constants] of Object.entries(published)) {
    expect(algorithms.get(id).complete(), id).toMatchObject({ ...common, ...constants });
  }
  // 2048 steps in 32 parts: batches of 64.
  expect(algorithms.get("ippo").complete()).toMatchObject({ copies: 1, minibatches: 32 });
  expect(algorithms.get("fcp").complete({ past: { refresh: 10 } })).toMatchObject({ past: { refresh: 10, keep: 100 } });
  expect(problemOf(() => algorithms.get("mappo").make({ rat: 1 }, ["agents"]))).toMatchObject({
    path: ["agents", "rat"],
  });
});

describe("trains and plays in a world of the comparison", () => {
  const short: Record<string, object> = {
    ia2c: { steps: 20 },
    "independent-reinforce": { steps: 20 },
    lola: { rate: 1e-3, batch: 128, normalise: true, lookAhead: 1e-3 },
    isac: { steps: 120, warmup: 100, interval: 60, batch: 16 },
  };
  test.each(referenceLearners.map(({ id }) => id))("%s", (id) => {
    const make = () => giftExchange.make({ horizon: 50 });
    const training = algorithms
      .get(id)
      .make({ hidden: [8], ...(short[id] ?? { steps: 64, rollout: 32, minibatches: 2 }) })
      .train(trainingContext(make, "reference learners"));
    const report = training.update();
    // Whole episodes of 50 steps until there are 128.
    if (id === "independent-reinforce" || id === "lola") expect(report?.steps).toBe(150);
    const { spec } = make();
    for (const seat of [0, 1]) {
      const player = training.player(seat);
      const action = new Float64Array(1);
      player.reset(trainingContext(make, "hand").random);
      player.act(new Float32Array(spec.observationSize), action);
      expect(action[0]).toBeGreaterThanOrEqual(0);
      expect(action[0]).toBeLessThanOrEqual(spec.actionHigh[seat]);
      player.close?.();
    }
    training.close();
  });
});
