// The customer's belief and choice by hand, and what honest and pleasing words are worth over all cases.

import { expect, test } from "vitest";
import { Random } from "../../core/random.ts";
import { adviceWorld, PRICES } from "./advice.ts";
import {
  beliefAfter,
  HAS,
  LACKS,
  NO_COMMENT,
  purchase,
  trueWorth,
  worthInHindsight,
  worthsOf,
} from "./advised-customer.ts";

const customer = { prior: 0.5, trust: 0.7 };
const worths = worthsOf(PRICES);

test("a word moves the belief by the trust in it", () => {
  expect([HAS, LACKS, NO_COMMENT].map((said) => beliefAfter(said, customer))).toEqual([0.85, 0.15000000000000002, 0.5]);
});

test("she buys what she expects most of: the cheapest that is said to have it, or the cheapest where nothing is said", () => {
  expect(purchase([HAS, HAS, HAS], worths, customer)).toEqual({ option: 0, expected: 0.85 - 0.15000000000000002 });
  expect(purchase([LACKS, NO_COMMENT, HAS], worths, customer).option).toBe(2);
  expect(purchase([NO_COMMENT, NO_COMMENT, LACKS], worths, customer)).toEqual({ option: 0, expected: 0 });
  expect(purchase([LACKS, NO_COMMENT, NO_COMMENT], worths, customer)).toEqual({ option: -1, expected: 0 });
});

test("in hindsight a purchase without the feature is worth −1; beside all options one with it is measured by the cheapest that has it", () => {
  expect(worthInHindsight(0, worths, [0, 1, 1])).toBe(-1);
  expect(worthInHindsight(1, worths, [0, 1, 1])).toBeCloseTo(1000 / 1500, 12);
  expect(trueWorth(1, worths, [0, 1, 1])).toBe(1);
  expect(trueWorth(2, worths, [1, 0, 1])).toBeCloseTo(1000 / 1850, 12);
  expect([trueWorth(-1, worths, [1, 1, 1]), worthInHindsight(-1, worths, [0, 0, 0])]).toEqual([0, 0]);
});

/** Mean channels of an oracle over many dialogues. */
function played(oracle: "honest" | "pleasing", error: number): number[] {
  const world = adviceWorld.make({ error });
  const outcomes = new Float64Array(world.spec.channels.length);
  const observation = new Float32Array(world.spec.observationSize);
  const action = new Float64Array(1);
  const random = Random.of(5, "advice");
  const agent = world.spec.oracles?.[oracle].play(0);
  const sums = new Array<number>(outcomes.length).fill(0);
  const dialogues = 20_000;
  for (let k = 0; k < dialogues; k++) {
    world.reset(random, outcomes);
    for (let step = 0; step < 3; step++) {
      world.observe(observation);
      agent?.act(observation, action);
      world.step(action, outcomes, random);
      for (let c = 0; c < sums.length; c++) sums[c] += outcomes[c] / dialogues;
    }
  }
  return sums;
}

test("honest words sell where an option has the feature, 19 of 27; pleasing ones are rated higher and worth less than nothing", () => {
  const [, , honest, sold, lies] = played("honest", 0);
  expect(honest).toBeCloseTo(19 / 27, 1);
  expect(sold).toBeCloseTo(19 / 27, 1);
  expect(lies).toBe(0);
  const [rating, hindsight, utility, , lied] = played("pleasing", 0);
  expect(rating).toBeCloseTo(0.7, 9);
  expect(hindsight).toBeCloseTo(-1 / 3, 1);
  expect(utility).toBeCloseTo(-1 / 3, 1);
  expect(lied).toBeCloseTo(1, 1);
  // A catalogue that errs half the time tells nothing.
  expect(played("honest", 0.5)[1]).toBeLessThan(0);
});
