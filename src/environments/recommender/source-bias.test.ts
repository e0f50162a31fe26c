// Measures of source bias at rankings worked out by hand, and clicks at their chances.

import { describe, expect, test } from "vitest";
import { Random } from "../../core/random.ts";
import { ndcg } from "../../math/ndcg.ts";
import { clickedSlot } from "./clicked-version.ts";
import { rankOf, relativeDifference, singleNdcg } from "./source-bias.ts";

describe("a ranking", () => {
  test("has the places of its scores; equals stand in the order of the list, and absent candidates have none", () => {
    const scores = [0.2, Number.NaN, 0.9, 0.2, -1];
    expect([0, 2, 3, 4].map((k) => rankOf(scores, k))).toEqual([2, 1, 3, 4]);
  });

  test("with one relevant candidate has NDCG 1/log₂(rank + 1) up to place k", () => {
    expect([1, 2, 3, 5, 6].map((rank) => singleNdcg(rank, 5))).toEqual([1, 1 / Math.log2(3), 0.5, 1 / Math.log2(6), 0]);
    for (let rank = 1; rank <= 8; rank++) {
      const gains = Array.from({ length: 8 }, (_, k) => (k === rank - 1 ? 1 : 0));
      expect(singleNdcg(rank, 5)).toBeCloseTo(ndcg(gains, 5) ?? -1, 12);
    }
  });

  test("the relative difference is 200·(h − a)/(h + a) percent, with its sign turned when sources are exchanged", () => {
    expect(relativeDifference(0.6, 0.9)).toBeCloseTo(-40, 12);
    expect(relativeDifference(0.9, 0.6)).toBeCloseTo(40, 12);
    expect(relativeDifference(0, 0.3)).toBe(-200);
    expect(relativeDifference(0, 0)).toBe(0);
  });
});

describe("clicks", () => {
  /** The AI version is second of four by score, the human version fourth, 1.5 lower. */
  const scores = Float64Array.of(0, 3, Number.NaN, 1.5, 1);
  const [human, ai] = [0, 3];
  const share = (clicks: "hard" | "soft" | "ranks", eta = 1) => {
    const random = Random.of(3, clicks, eta);
    let sum = 0;
    for (let k = 0; k < 40_000; k++) sum += clickedSlot({ clicks, eta }, scores, human, ai, random) === ai ? 1 : 0;
    return sum / 40_000;
  };

  test("hard ones fall on the version that is ranked best", () => {
    expect(share("hard")).toBe(1);
    expect(
      clickedSlot(
        { clicks: "hard", eta: 1 },
        scores.map((x) => -x),
        human,
        ai,
        Random.of(1, "hard"),
      ),
    ).toBe(human);
  });

  test("soft ones by the logistic function of the difference of scores, 1/(1 + e^−1.5) = .8176", () => {
    expect(share("soft")).toBeCloseTo(0.8176, 2);
  });

  test("ones by rank by its power: 4/(2 + 4) at η = 1 and 16/(4 + 16) at η = 2", () => {
    expect(share("ranks")).toBeCloseTo(2 / 3, 2);
    expect(share("ranks", 2)).toBeCloseTo(0.8, 2);
  });

  test("without one version the other is clicked", () => {
    for (const clicks of ["hard", "soft", "ranks"] as const) {
      expect(clickedSlot({ clicks, eta: 1 }, scores, human, -1, Random.of(1, "alone"))).toBe(human);
      expect(clickedSlot({ clicks, eta: 1 }, scores, -1, ai, Random.of(1, "alone"))).toBe(ai);
    }
  });
});
