// Sums of a stream are those of the journeys in it, with and without a group.

import { expect, test } from "vitest";
import { Random } from "../../core/random.ts";
import { CONFOUNDED_JOURNEYS, generateJourneys } from "../../mechanisms/attribution/generated-journeys.ts";
import { chosenJourneys, converters, type Journeys, journeyCount } from "../../mechanisms/attribution/journeys.ts";
import { CREDIT_RULES, CreditTotals, type TotalledJourneys } from "./credit-totals.ts";
import { journeyChain } from "./markov-removal.ts";
import { firstTouch, lastTouch, linearRule, ruleCredit, shapleyRule, timeDecay } from "./rules.ts";

const HALF_LIFE = 0.3;
const drawn = generateJourneys(CONFOUNDED_JOURNEYS, 400, Random.of(21));
// Some have no touches at all.
const journeys = chosenJourneys(
  drawn,
  Int32Array.from({ length: 400 }, (_, k) => k),
  (_, at) => at % 10 !== 0,
);
const hash = Uint32Array.from({ length: 400 }, (_, k) => (k * 2_654_435_761) % 2 ** 32);

const totalled = (some: Journeys, which: readonly number[]): TotalledJourneys => ({
  ...chosenJourneys(some, which),
  cost: Float64Array.from(chosenJourneys(some, which).channel, (c) => c + 0.5),
  hash: Uint32Array.from(which, (k) => hash[k]),
});

test("the rules' credit of all journeys, and of all but a group, is that of those journeys", () => {
  const groups = 7;
  const totals = new CreditTotals(5, HALF_LIFE, groups);
  const all = Array.from({ length: 400 }, (_, k) => k);
  for (let from = 0; from < 400; from += 61) totals.add(totalled(journeys, all.slice(from, from + 61)));
  expect(totals.longest).toBe(Math.max(...journeys.before));
  for (let left = -1; left < groups; left++) {
    const which = all.filter((k) => hash[k] % groups !== left);
    const some = chosenJourneys(journeys, which);
    const sums = totals.sums(left);
    const bought = converters(some);
    const touched = (k: number) => some.starts[k + 1] > some.starts[k];
    expect([sums.journeys, sums.purchases]).toEqual([journeyCount(some), bought.length]);
    expect(sums.untouched).toBe(bought.filter((k) => !touched(k)).length);
    const counts = Array.from({ length: 5 }, (_, c) => some.channel.filter((one) => one === c).length);
    expect(Array.from(sums.touches)).toEqual(counts);
    expect(Array.from(sums.cost)).toEqual(counts.map((count, c) => count * (c + 0.5)));
    const expected = {
      "last touch": ruleCredit(some, lastTouch),
      "first touch": ruleCredit(some, firstTouch),
      linear: ruleCredit(some, linearRule),
      "time decay": ruleCredit(some, timeDecay(HALF_LIFE)),
      "Markov removal": journeyChain(some).credit,
      Shapley: ruleCredit(some, shapleyRule),
    };
    for (const rule of CREDIT_RULES) {
      const credit = Array.from(sums.credit[rule]);
      expect(credit).toEqual(Array.from(expected[rule], (value) => expect.closeTo(value, 9)));
      const whole = credit.reduce((a, b) => a + b, 0);
      expect(whole).toBeCloseTo(sums.purchases - sums.untouched, 8);
    }
  }
});

test("rules differ on these journeys, and groups are filled", () => {
  const totals = new CreditTotals(5, HALF_LIFE, 7);
  totals.add(
    totalled(
      journeys,
      Array.from({ length: 400 }, (_, k) => k),
    ),
  );
  const { credit } = totals.sums();
  const texts = CREDIT_RULES.map((rule) => Array.from(credit[rule], (value) => value.toFixed(6)).join());
  expect(new Set(texts).size).toBe(CREDIT_RULES.length);
  expect(Math.min(...totals.sizes)).toBeGreaterThan(20);
  expect(totals.sizes.reduce((a, b) => a + b, 0)).toBe(400);
});
