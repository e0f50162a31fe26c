// Generated journeys: how they are drawn, and the chances that they are drawn by.

import { describe, expect, test } from "vitest";
import { journeysOf } from "../../../test/fixtures/journeys.ts";
import { matrix } from "../../../test/fixtures/matrix.ts";
import { Random } from "../../core/random.ts";
import { creditShares, removalCredit, shareDistance } from "./credit.ts";
import { CONFOUNDED_JOURNEYS, generateJourneys, trueModel } from "./generated-journeys.ts";
import { converters, type Journeys } from "./journeys.ts";

describe("the generator", () => {
  const journeys = generateJourneys(CONFOUNDED_JOURNEYS, 4000, Random.of(2));
  const model = trueModel(CONFOUNDED_JOURNEYS);

  test("about 32 % buy, after 2 to 10 touches, the earliest first", () => {
    const { starts, before } = journeys;
    expect(Math.abs(converters(journeys).length / 4000 - 0.32)).toBeLessThan(0.03);
    for (let k = 0; k < 4000; k++) {
      const length = starts[k + 1] - starts[k];
      expect(length >= 2 && length <= 10).toBe(true);
      for (let t = starts[k] + 1; t < starts[k + 1]; t++) expect(before[t]).toBeLessThanOrEqual(before[t - 1]);
    }
  });

  test("its model is the formula, with search after display", () => {
    const one: Journeys = {
      ...journeysOf(5, [[matrix("3 0.9 | 1 0.5 | 3 0.2"), 1]]),
      features: journeys.features,
      user: Float64Array.of(0.7, 0, 1, 0),
    };
    const logit =
      -2.6 + 0.7 + 0.5 + 1.3 * Math.exp(-2.7) + 0.5 * Math.exp(-1.5) + 1.3 * Math.exp(-0.6) + 1.2 * Math.exp(-0.2);
    expect(model.probabilities(one)[0]).toBeCloseTo(1 / (1 + Math.exp(-logit)), 12);
  });

  test("true removal credit of those who bought is what an independent implementation found", () => {
    const shares = creditShares(removalCredit(model, journeys, converters(journeys)));
    const distance = shareDistance(shares, Float64Array.of(0.03, 0.33, 0.08, 0.55, 0.02));
    expect(distance).toBeLessThan(0.06);
  });

  test("a channel that is met twice as often has twice as many touches, where intent pulls to none", () => {
    const even = { ...CONFOUNDED_JOURNEYS, often: [1, 2, 1, 1, 1], pull: [0, 0, 0, 0, 0] };
    const { channel } = generateJourneys(even, 4000, Random.of(6));
    const shares = [0, 1, 2, 3, 4].map((c) => channel.filter((one) => one === c).length / channel.length);
    for (const [c, share] of shares.entries()) expect(Math.abs(share - even.often[c] / 6)).toBeLessThan(0.01);
  });

  test("the same seed gives the same journeys", () => {
    expect(generateJourneys(CONFOUNDED_JOURNEYS, 50, Random.of(3))).toEqual(
      generateJourneys(CONFOUNDED_JOURNEYS, 50, Random.of(3)),
    );
  });
});
