// Credit by removal and by Shapley's value, of models that are known.

import { describe, expect, test } from "vitest";
import { journeysOf } from "../../../test/fixtures/journeys.ts";
import { matrix } from "../../../test/fixtures/matrix.ts";
import { Random } from "../../core/random.ts";
import { journeyShapley, removalCredit } from "./credit.ts";
import { CONFOUNDED_JOURNEYS, generateJourneys, trueModel } from "./generated-journeys.ts";
import { chosenJourneys, type JourneyModel, journeyCount } from "./journeys.ts";

const near = (values: readonly number[], digits = 12) => values.map((value) => expect.closeTo(value, digits));

describe("Shapley credit of a journey", () => {
  const journeys = generateJourneys(CONFOUNDED_JOURNEYS, 60, Random.of(5));
  const model = trueModel(CONFOUNDED_JOURNEYS);
  const size = journeys.channels.length;

  test.each(["touches", "channels"] as const)("of %s adds up to P(journey) − P(no touch)", (players) => {
    for (let k = 0; k < journeyCount(journeys); k++) {
      const [full, empty] = [() => true, () => false].map(
        (keep) => model.probabilities(chosenJourneys(journeys, [k], keep))[0],
      );
      const values = journeyShapley(model, journeys, k, players, Random.of(6, k), 20);
      expect(values.reduce((a, b) => a + b, 0)).toBeCloseTo(full - empty, 12);
    }
  });

  test("gives a channel that was not met nothing", () => {
    for (let k = 0; k < journeyCount(journeys); k++) {
      const met = new Set(journeys.channel.subarray(journeys.starts[k], journeys.starts[k + 1]));
      const values = journeyShapley(model, journeys, k, "channels", Random.of(6, k));
      for (let c = 0; c < size; c++) if (!met.has(c)) expect(values[c]).toBe(0);
    }
  });

  test("gives two identical touches at the same time the same, sampled as well as asked in full", () => {
    const twice = journeysOf(5, [[matrix("1 0.6 | 3 0.3 | 3 0.3"), 1]]);
    const featured = { ...twice, features: journeys.features, user: Float64Array.of(0, 1, 0, 0) };
    const values = journeyShapley(model, featured, 0, "touches", Random.of(1));
    expect(values[1]).toBe(values[2]);
    expect(values[0]).toBeGreaterThan(0);
  });

  test("of a sum is the sum's parts", () => {
    const additive: JourneyModel = {
      probabilities: ({ starts, channel }) =>
        Float64Array.from({ length: starts.length - 1 }, (_, k) =>
          channel.subarray(starts[k], starts[k + 1]).reduce((sum, c) => sum + 0.01 * (c + 1), 0.1),
        ),
    };
    const counted = new Float64Array(size);
    for (const c of journeys.channel) counted[c] += 0.01 * (c + 1);
    const all = Array.from({ length: journeyCount(journeys) }, (_, k) => k);
    const shared = new Float64Array(size);
    for (const k of all) {
      const own = journeyShapley(additive, journeys, k, "channels", Random.of(1));
      for (let c = 0; c < size; c++) shared[c] += own[c];
    }
    expect(Array.from(shared)).toEqual(near([...counted], 10));
    expect(Array.from(removalCredit(additive, journeys, all))).toEqual(near([...counted], 10));
  });
});
