// Counts over all experience: the closed form of the bonus, what it tells apart, and that it never forgets.

import { fc, test as law } from "@fast-check/vitest";
import { expect, test } from "vitest";
import { outcomes, problemOf, spec } from "../../test/fixtures/outcomes.ts";
import { Status } from "../core/environment.ts";
import { countBonus } from "./count-bonuses.ts";

const pay = new Float64Array(2);

law.prop([fc.array(fc.array(fc.integer({ min: 0, max: 4 }), { minLength: 1, maxLength: 20 }), { maxLength: 8 })], {
  numRuns: 100,
})("what a state has paid after n visits is Σ 1/√i, less its unpaid visits at resets", (episodes) => {
  const reward = countBonus({ channels: ["trust"], cell: 0.25 })(spec);
  const visits = new Float64Array(5);
  const paid = new Float64Array(5);
  const owed = new Float64Array(5);
  const trust = (state: number) => outcomes({ trust: [state / 4, 0] });
  for (const states of episodes) {
    for (const [t, state] of states.entries()) {
      visits[state] += 1;
      if (t === 0) {
        reward.reset(trust(state));
        continue;
      }
      reward.pay(trust(state), Status.running, pay);
      paid[state] += pay[0];
      owed[state] += 1 / Math.sqrt(visits[state]);
    }
  }
  for (let state = 0; state < 5; state++) expect(paid[state]).toBeCloseTo(owed[state], 12);
});

test("a single state, never begun in, pays the partial sums of 1/√i", () => {
  const reward = countBonus({ channels: ["trust"], cell: 0.5 })(spec);
  reward.reset(outcomes({ trust: [0, 0] }));
  let total = 0;
  let series = 0;
  for (let i = 1; i <= 1000; i++) {
    reward.pay(outcomes({ trust: [1, 1] }), Status.running, pay);
    total += pay[0];
    series += 1 / Math.sqrt(i);
  }
  expect(total).toBeCloseTo(series, 12);
  // 2√n + ζ(1/2) + …, by Euler and Maclaurin.
  expect(total).toBeCloseTo(2 * Math.sqrt(1000) - 1.4603545088 + 0.5 / Math.sqrt(1000), 4);
});

test("agents count for themselves, bins are of the given width, and the power sets the fading", () => {
  const reward = countBonus({ channels: ["trust"], cell: 0.5 }, 1)(spec);
  reward.reset(outcomes({ trust: [0, 1] }));
  reward.pay(outcomes({ trust: [0.1, 0.1] }), Status.running, pay);
  expect(Array.from(pay)).toEqual([1 / 2, 1]);
  reward.pay(outcomes({ trust: [0.9, 0.2] }), Status.running, pay);
  expect(Array.from(pay)).toEqual([1, 1 / 2]);
});

test("it says that it lasts, and refuses what is no state or too many", () => {
  expect(countBonus({ channels: ["trust"] })(spec).lasting).toBe(true);
  expect(problemOf(() => countBonus({ channels: ["payoff"] })(spec))).toMatchObject({
    code: "not-a-state",
    what: 'the count reads "payoff", which is not part of the state',
  });
  expect(problemOf(() => countBonus({ channels: [] })(spec))).toMatchObject({ code: "no-channels" });
  expect(problemOf(() => countBonus({ channels: ["trust", "reputationDamage"], cell: 1e-9 })(spec))).toMatchObject({
    code: "too-many-states",
  });
});
