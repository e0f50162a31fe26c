// The elliptical bonus against a direct inverse, and against the count that it is for one-hot features.

import { inverse, Matrix } from "ml-matrix";
import { expect, test } from "vitest";
import { outcomes, spec } from "../../test/fixtures/outcomes.ts";
import { Status } from "../core/environment.ts";
import { Random } from "../core/random.ts";
import { ellipse, ellipticalBonus } from "./elliptical-bonus.ts";

test("kept up to date one vector at a time, the inverse is the inverse", () => {
  const [dimension, ridge] = [7, 0.1];
  const random = Random.of(1, "ellipse test");
  const shape = ellipse(dimension, ridge);
  const covariance = Matrix.eye(dimension, dimension, ridge);
  for (let step = 0; step < 200; step++) {
    const phi = Array.from({ length: dimension }, () => random.normal());
    const column = Matrix.columnVector(phi);
    const direct = column.transpose().mmul(inverse(covariance)).mmul(column).get(0, 0);
    expect(Math.abs(shape.add(phi) / direct - 1)).toBeLessThan(1e-8);
    covariance.add(column.mmul(column.transpose()));
  }
  const direct = inverse(covariance).to1DArray();
  shape.inverse.forEach((value, k) => {
    expect(Math.abs(value - direct[k])).toBeLessThan(1e-8);
  });
  shape.clear();
  expect(Array.from(shape.inverse)).toEqual(Matrix.eye(dimension, dimension, 1 / ridge).to1DArray());
});

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
