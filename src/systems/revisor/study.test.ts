// What a segment is worth in each part of the pay; with `LONG=1` one seed of the writers.

import { describe, expect, it, test } from "vitest";
import { unmet } from "../../../test/fixtures/study.ts";
import { looks } from "./arms.ts";
import { alignment, signalEquations } from "./signals.ts";

describe("what a hit adds to the pay", () => {
  it("is what the formulas say", () => {
    const claims = signalEquations(40_000);
    expect(unmet({ claims })).toEqual([]);
    expect(claims.flatMap(({ tests }) => tests)).toHaveLength(13);
  });

  it("stands out as it does among drawn answers to one question", () => {
    // Without noise the pay is the hit, or nothing.
    expect(alignment(0.6, 0, { shortcut: 0.6, actors: 4, hits: 0.3 })).toBeCloseTo(0.4, 12);
    // Causal pay alone: a correlation of two coins, ρ = 0.75·√(h(1 − h)) / √(q(1 − q)) with q = h + (1 − h)/4.
    const [h, q] = [0.3, 0.3 + 0.7 / 4];
    const between = (0.75 * Math.sqrt(h * (1 - h))) / Math.sqrt(q * (1 - q));
    expect(alignment(0, 0.9, { shortcut: 0.6, actors: 4, hits: h })).toBeCloseTo(between, 12);
  });
});

// Half a minute of training: `LONG=1 npx vitest run src/systems/revisor` runs this.
test.skipIf(process.env.LONG !== "1")("a model that is paid for the segment hits more often", async () => {
  const found = await looks({ seed: 6, updates: 60, arms: ["final only", "decoupled"] });
  expect(found.decoupled.hit).toBeGreaterThan(found["final only"].hit + 0.1);
});
