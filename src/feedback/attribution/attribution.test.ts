// Rules, removal and Shapley credit on journeys that can be reckoned by hand, and on generated ones.

import { describe, expect, test } from "vitest";
import { matrix } from "../../../test/fixtures/matrix.ts";
import { Random } from "../../core/random.ts";
import { shapleyValues } from "../../math/shapley.ts";
import { creditShares, journeyShapley, removalCredit, shareDistance } from "../../mechanisms/attribution/credit.ts";
import { CONFOUNDED_JOURNEYS, generateJourneys, trueModel } from "../../mechanisms/attribution/generated-journeys.ts";
import {
  chosenJourneys,
  converters,
  type JourneyModel,
  type Journeys,
  journeyCount,
} from "../../mechanisms/attribution/journeys.ts";
import { fitLogisticJourneys } from "./logistic-journeys.ts";
import { countTransitions, journeyChain, transitionCount } from "./markov-removal.ts";
import {
  type AttributionRule,
  firstTouch,
  lastTouch,
  linearRule,
  ruleCredit,
  shapleyRule,
  timeDecay,
} from "./rules.ts";

/** Journeys without features, as [touches of [channel, time before the end], purchase]. */
function journeysOf(channels: number, list: readonly [readonly (readonly number[])[], 0 | 1][]): Journeys {
  const starts = new Int32Array(list.length + 1);
  for (const [k, [touches]] of list.entries()) starts[k + 1] = starts[k] + touches.length;
  return {
    channels: Array.from({ length: channels }, (_, c) => `channel ${c}`),
    features: [],
    starts,
    channel: Int32Array.from(list.flatMap(([touches]) => touches.map(([c]) => c))),
    before: Float64Array.from(list.flatMap(([touches]) => touches.map(([, t]) => t))),
    user: new Float64Array(0),
    converted: Uint8Array.from(list, ([, bought]) => bought),
  };
}

const near = (values: readonly number[], digits = 12) => values.map((value) => expect.closeTo(value, digits));

describe("rules", () => {
  const journeys = journeysOf(3, [
    [matrix("0 2 | 1 1 | 1 0"), 1],
    [[[2, 0.5]], 0],
    [[], 1],
  ]);
  test.each<[string, AttributionRule, number[]]>([
    ["first", firstTouch, [1, 0, 0]],
    ["last", lastTouch, [0, 1, 0]],
    ["linear", linearRule, [1 / 3, 2 / 3, 0]],
    ["time decay", timeDecay(1), [1 / 7, 6 / 7, 0]],
    ["time decay without end", timeDecay(1e12), [1 / 3, 2 / 3, 0]],
    ["time decay at once", timeDecay(1e-4), [0, 1, 0]],
    ["Shapley", shapleyRule, [1 / 2, 1 / 2, 0]],
  ])("%s", (_, rule, expected) => {
    expect(Array.from(ruleCredit(journeys, rule))).toEqual(near(expected, 9));
  });

  test("a half-life is above 0", () => {
    expect(() => timeDecay(0)).toThrow("half-life of 0");
  });
});

test("Shapley's rule is Shapley's values of the purchases within a coalition, over all coalitions", () => {
  const some = generateJourneys(CONFOUNDED_JOURNEYS, 200, Random.of(8));
  const within = (members: readonly number[]) =>
    converters(some).filter((k) =>
      some.channel.subarray(some.starts[k], some.starts[k + 1]).every((c) => members.includes(c)),
    ).length;
  const values = shapleyValues(5, within, Random.of(1));
  expect(Array.from(ruleCredit(some, shapleyRule))).toEqual(near([...values], 9));
  expect(Math.abs(values[0] - ruleCredit(some, linearRule)[0])).toBeGreaterThan(0.3);
});

test("a channel is removed as if every customer who comes to it left, round after round", () => {
  const some = generateJourneys(CONFOUNDED_JOURNEYS, 300, Random.of(9));
  const counts = new Float64Array(transitionCount(5));
  for (let k = 0; k < 300; k++) countTransitions(some, k, counts);
  for (let removed = 0; removed < 5; removed++) {
    let left = Float64Array.of(1, 0, 0, 0, 0, 0);
    let bought = 0;
    for (let step = 0; step < 400; step++) {
      const next = new Float64Array(6);
      for (let row = 0; row < 6; row++) {
        const part = counts.subarray(row * 7, row * 7 + 7);
        const all = part.reduce((a, b) => a + b, 0);
        for (let c = 0; c < 5; c++) if (c !== removed) next[c + 1] += (left[row] * part[c]) / all;
        bought += (left[row] * part[5]) / all;
      }
      left = next;
    }
    expect(journeyChain(some).without[removed]).toBeCloseTo(bought, 10);
  }
});

test("the chain of two journeys, 0 → 1 → purchase and 1 → none, loses all without 1", () => {
  const chain = journeyChain(
    journeysOf(3, [
      [matrix("0 1 | 1 0"), 1],
      [[[1, 0]], 0],
    ]),
  );
  // From the start 0 or 1 at a half each; 1 ends with a purchase at a half.
  expect(chain.conversion).toBeCloseTo(0.5, 12);
  expect(Array.from(chain.without)).toEqual(near([0.25, 0, 0.5]));
  expect(Array.from(chain.removal)).toEqual(near([0.5, 1, 0]));
  expect(Array.from(chain.credit)).toEqual(near([1 / 3, 2 / 3, 0]));
});

test("the chain's chance of a purchase is the share of purchases, loops or not", () => {
  const journeys = generateJourneys(CONFOUNDED_JOURNEYS, 500, Random.of(4));
  expect(journeyChain(journeys).conversion).toBeCloseTo(converters(journeys).length / 500, 10);
});

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

  test("the same seed gives the same journeys", () => {
    expect(generateJourneys(CONFOUNDED_JOURNEYS, 50, Random.of(3))).toEqual(
      generateJourneys(CONFOUNDED_JOURNEYS, 50, Random.of(3)),
    );
  });
});

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
    const who = { ...twice, features: journeys.features, user: Float64Array.of(0, 1, 0, 0) };
    const values = journeyShapley(model, who, 0, "touches", Random.of(1));
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

test("a logistic regression of journeys finds who has a mind to buy only where it is shown", () => {
  const journeys = generateJourneys(CONFOUNDED_JOURNEYS, 2000, Random.of(7));
  const loss = (user: boolean, halfLife?: number) => {
    const inputs = { touches: "all", user, ...(halfLife === undefined ? {} : { halfLife }) } as const;
    const chances = fitLogisticJourneys(journeys, inputs, Random.of(1)).probabilities(journeys);
    return chances.reduce((sum, p, k) => sum - Math.log(journeys.converted[k] === 1 ? p : 1 - p), 0) / 2000;
  };
  expect(loss(true)).toBeLessThan(loss(false) - 0.02);
  // Touches fade in the truth.
  expect(loss(true, 0.3)).toBeLessThan(loss(true) - 0.01);
});

test("shares leave out what is below 0", () => {
  expect(Array.from(creditShares(Float64Array.of(3, -1, 1)))).toEqual([0.75, 0, 0.25]);
  expect(Array.from(creditShares(Float64Array.of(-3, 0)))).toEqual([0, 0]);
});
