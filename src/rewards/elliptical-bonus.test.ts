// The elliptical bonus against the count that it is for one-hot features.

import { expect, test } from "vitest";
import { paidAlong, spec } from "../../test/fixtures/outcomes.ts";
import { Random } from "../core/random.ts";
import { ellipticalBonus } from "./exploration.ts";

// Trust lies in [0, 1], so the two whole numbers of its range are 0 and 1.

test("with one-hot features it is 1/(n + λ), n the earlier visits of the episode", () => {
  const reward = ellipticalBonus({ channels: ["trust"], features: "one-hot", ridge: 0.3 })(spec);
  const random = Random.of(2, "ellipse test");
  for (let episode = 0; episode < 3; episode++) {
    const states = Array.from({ length: 40 }, () => random.integer(2));
    const visits = [1, 0];
    for (const [step, paid] of paidAlong(reward, [0, ...states]).entries())
      expect(paid).toBeCloseTo(1 / (visits[states[step]]++ + 0.3), 10);
  }
});

test("a projection pays less for what it has seen, the same for a seed, something else for another", () => {
  const pays = (seed: number) => {
    const reward = ellipticalBonus({ channels: ["trust"], dimension: 4, seed })(spec);
    return paidAlong(reward, [0, 0, 1, 1, 0, 1]);
  };
  const [again, fresh, second, , third] = pays(1);
  expect(fresh).toBeGreaterThan(again);
  expect(fresh).toBeGreaterThan(second);
  expect(second).toBeGreaterThan(third);
  expect(pays(1)).toEqual([...pays(1)]);
  expect(pays(2)).not.toEqual(pays(1));
});
