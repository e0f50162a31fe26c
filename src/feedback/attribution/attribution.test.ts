// Rules, the chain and regressions on journeys that can be reckoned by hand, and on generated ones.

import { describe, expect, test } from "vitest";
import { journeysOf } from "../../../test/fixtures/journeys.ts";
import { matrix } from "../../../test/fixtures/matrix.ts";
import { Random } from "../../core/random.ts";
import { shapleyValues } from "../../math/shapley.ts";
import { creditShares } from "../../mechanisms/attribution/credit.ts";
import { CONFOUNDED_JOURNEYS, generateJourneys } from "../../mechanisms/attribution/generated-journeys.ts";
import { converters } from "../../mechanisms/attribution/journeys.ts";
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
