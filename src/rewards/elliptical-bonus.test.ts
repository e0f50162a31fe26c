// The elliptical bonus against the count that it is for one-hot features.

import { expect, test } from "vitest";
import { outcomes, spec } from "../../test/fixtures/outcomes.ts";
import { Status } from "../core/environment.ts";
import { Random } from "../core/random.ts";
import { ellipticalBonus } from "./elliptical-bonus.ts";

// Trust lies in [0, 1], so the two whole numbers of its range are 0 and 1.
const trust = (state: number) => outcomes({ trust: [state, 0] });

test("with one-hot features it is 1/(n + λ), n the earlier visits of the episode", () => {
  const pay = new Float64Array(2);
  const reward = ellipticalBonus({ channels: ["trust"], features: "one-hot", ridge: 0.3 })(spec);
  const random = Random.of(2, "ellipse test");
  for (let episode = 0; episode < 3; episode++) {
    const visits = [1, 0];
    reward.reset(trust(0));
    for (let step = 0; step < 40; step++) {
      const state = random.integer(2);
      reward.pay(trust(state), Status.running, pay);
      expect(pay[0]).toBeCloseTo(1 / (visits[state] + 0.3), 10);
      visits[state] += 1;
    }
  }
});

test("a projection pays less for what it has seen, the same for a seed, something else for another", () => {
  const pays = (seed: number) => {
    const reward = ellipticalBonus({ channels: ["trust"], dimension: 4, seed })(spec);
    const pay = new Float64Array(2);
    reward.reset(trust(0));
    return [0, 1, 1, 0, 1].map((state) => {
      reward.pay(trust(state), Status.running, pay);
      return pay[0];
    });
  };
  const [again, fresh, second, , third] = pays(1);
  expect(fresh).toBeGreaterThan(again);
  expect(fresh).toBeGreaterThan(second);
  expect(second).toBeGreaterThan(third);
  expect(pays(1)).toEqual([...pays(1)]);
  expect(pays(2)).not.toEqual(pays(1));
});
