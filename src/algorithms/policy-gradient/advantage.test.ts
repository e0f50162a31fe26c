// Advantages against the sums that define them, written out without recursion.

import { fc, test as law } from "@fast-check/vitest";
import { expect, test } from "vitest";
import { Status } from "../../core/environment.ts";
import { Random } from "../../core/random.ts";
import { generalisedAdvantages, normalise, type Rollouts } from "./advantage.ts";

function randomRollouts(seed: number, steps: number, environments: number): Rollouts {
  const random = Random.of(seed, "advantage test");
  const draw = () => Float64Array.from({ length: steps * environments }, () => random.normal());
  const kinds = [
    Status.running,
    Status.running,
    Status.running,
    Status.terminated,
    Status.truncated,
    Status.terminated | Status.truncated,
  ];
  const status = Int32Array.from({ length: steps * environments }, () => kinds[random.integer(kinds.length)]);
  return { steps, environments, rewards: draw(), values: draw(), nextValues: draw(), status };
}

/** Mean of the n-step advantages with weights (1 − λ)λ^(n−1), the remainder on the longest: arXiv 1506.02438, eq. 16. */
function byNStepReturns(r: Rollouts, t: number, n: number, discount: number, lambda: number): number {
  const advantages: number[] = [];
  let reward = 0;
  for (let k = 0; t + k < r.steps; k++) {
    const at = (t + k) * r.environments + n;
    reward += discount ** k * r.rewards[at];
    const bootstrap = (r.status[at] & Status.terminated) !== 0 ? 0 : r.nextValues[at];
    advantages.push(reward + discount ** (k + 1) * bootstrap - r.values[t * r.environments + n]);
    if (r.status[at] !== Status.running) break;
  }
  const longest = advantages.length - 1;
  return advantages.reduce((sum, a, k) => sum + a * lambda ** k * (k < longest ? 1 - lambda : 1), 0);
}

law.prop([fc.nat(10_000), fc.double({ min: 0, max: 1, noNaN: true }), fc.double({ min: 0, max: 1, noNaN: true })], {
  numRuns: 200,
})("mixes the n-step advantages of each episode", (seed, discount, lambda) => {
  const [T, N] = [12, 3];
  const random = randomRollouts(seed, T, N);
  // Within an episode the state reached is the state the next step begins in; then the mixture is the recursion.
  const nextValues = Float64Array.from(random.nextValues, (value, at) =>
    random.status[at] === Status.running && at + N < T * N ? random.values[at + N] : value,
  );
  const rollouts = { ...random, nextValues };
  const { advantages, returns } = generalisedAdvantages(rollouts, { discount, lambda });
  for (let t = 0; t < T; t++) {
    for (let n = 0; n < N; n++) {
      const expected = byNStepReturns(rollouts, t, n, discount, lambda);
      expect(advantages[t * N + n]).toBeCloseTo(expected, 9);
      expect(returns[t * N + n]).toBeCloseTo(expected + rollouts.values[t * N + n], 9);
    }
  }
});

test("with λ = 1 and an ending it is the discounted return less the value", () => {
  const status = [0, 0, Status.terminated];
  const rewards = [1, 2, 4];
  const values = [10, 20, 30];
  const nextValues = [20, 30, 999];
  const rollouts = { steps: 3, environments: 1, rewards, values, nextValues, status };
  const { advantages, returns } = generalisedAdvantages(rollouts, { discount: 0.5, lambda: 1 });
  expect(Array.from(returns)).toEqual([1 + 1 + 1, 2 + 2, 4]);
  expect(Array.from(advantages)).toEqual([3 - 10, 4 - 20, 4 - 30]);
});

test("a cut-off bootstraps from the state it cut off, an ending does not, and neither looks into the next episode", () => {
  const base = { steps: 2, environments: 1, rewards: [1, 100], values: [5, 7], nextValues: [50, 3] };
  const first = (status: Status) =>
    generalisedAdvantages({ ...base, status: [status, Status.running] }, { discount: 0.9, lambda: 0.95 }).advantages[0];
  expect(first(Status.truncated)).toBeCloseTo(1 + 0.9 * 50 - 5, 12);
  expect(first(Status.terminated)).toBeCloseTo(1 - 5, 12);
  expect(first(Status.terminated | Status.truncated)).toBeCloseTo(1 - 5, 12);
  expect(first(Status.running)).toBeCloseTo(1 + 0.9 * 50 - 5 + 0.9 * 0.95 * (100 + 0.9 * 3 - 7), 12);
});

law.prop([fc.nat(10_000)])("a horizon may be taken for an ending of the world's own", (seed) => {
  const cut = randomRollouts(seed, 12, 3);
  const ended = {
    ...cut,
    status: Array.from(cut.status, (bits) => (bits === Status.running ? bits : Status.terminated)),
  };
  const options = { discount: 0.9, lambda: 0.8 };
  expect(generalisedAdvantages(cut, { ...options, truncation: "end" })).toEqual(generalisedAdvantages(ended, options));
  expect(generalisedAdvantages(cut, { ...options, truncation: "bootstrap" })).toEqual(
    generalisedAdvantages(cut, options),
  );
});

test("environments side by side don't touch each other", () => {
  const both = randomRollouts(3, 20, 2);
  const options = { discount: 0.97, lambda: 0.9 };
  const together = generalisedAdvantages(both, options).advantages;
  for (const n of [0, 1]) {
    const column = (array: ArrayLike<number>) => Float64Array.from({ length: 20 }, (_, t) => array[t * 2 + n]);
    const alone = {
      steps: 20,
      environments: 1,
      rewards: column(both.rewards),
      values: column(both.values),
      nextValues: column(both.nextValues),
      status: column(both.status),
    };
    expect(generalisedAdvantages(alone, options).advantages).toEqual(column(together));
  }
});

test("scaling, and arrays that do not fit", () => {
  const values = Float64Array.of(1, 2, 3, 6);
  normalise(values);
  expect(values.reduce((a, b) => a + b, 0)).toBeCloseTo(0, 12);
  expect(values.reduce((a, b) => a + b * b, 0) / 4).toBeCloseTo(1, 7);
  const short = { ...randomRollouts(1, 3, 2), rewards: [1] };
  expect(() => generalisedAdvantages(short, { discount: 1, lambda: 1 })).toThrow("rewards has 1 entries, not 3 × 2");
});
