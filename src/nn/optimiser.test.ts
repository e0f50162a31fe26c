// Optimisers against steps computed by hand from their papers.

import { expect, test } from "vitest";
import { Random } from "../core/random.ts";
import { adam, linearSchedule, sgd } from "./optimiser.ts";

test("the first two steps of Adam", () => {
  const parameters = Float32Array.of(1);
  const optimiser = adam(1, { rate: 0.1 });
  // After a first gradient g, the bias-corrected moments are g and g², so the step is the learning rate times the sign of g.
  optimiser.step(parameters, Float32Array.of(0.5));
  expect(parameters[0]).toBeCloseTo(0.9, 6);
  optimiser.step(parameters, Float32Array.of(-0.25));
  const m = (0.9 * 0.05 - 0.1 * 0.25) / (1 - 0.81);
  const v = (0.999 * 0.00025 + 0.001 * 0.0625) / (1 - 0.998001);
  expect(parameters[0]).toBeCloseTo(0.9 - (0.1 * m) / Math.sqrt(v), 5);
});

test("many parameters are updated exactly like few, bit for bit", () => {
  const random = Random.of(1, "many");
  const [many, few] = [4101, 7];
  const parameters = Float32Array.from({ length: many }, () => random.normal());
  const other = parameters.slice();
  const options = { rate: 0.01, decay: 0.1, epsilon: 1e-6 };
  const whole = adam(many, options);
  const parts = Array.from({ length: Math.ceil(many / few) }, (_, k) => adam(Math.min(few, many - few * k), options));
  for (let step = 0; step < 3; step++) {
    const gradient = Float32Array.from({ length: many }, () => random.normal() * 10 ** random.integer(6));
    whole.step(parameters, gradient.slice());
    for (const [k, part] of parts.entries()) {
      part.step(other.subarray(few * k, few * (k + 1)), gradient.slice(few * k, few * (k + 1)));
    }
    expect(parameters).toEqual(other);
    expect(whole.state[many - 1]).toBe(parts[parts.length - 1].state[(many - 1) % few]);
  }
});

test("weight decay is decoupled from the gradient", () => {
  const parameters = Float32Array.of(2);
  adam(1, { rate: 0.1, decay: 0.5 }).step(parameters, Float32Array.of(0));
  expect(parameters[0]).toBeCloseTo(2 - 0.1 * 0.5 * 2, 6);
});

test("momentum accumulates, and a long gradient is clipped", () => {
  const parameters = Float32Array.of(0, 0);
  const optimiser = sgd(2, { rate: 1, momentum: 0.5, clip: 1 });
  expect(optimiser.step(parameters, Float32Array.of(3, 4))).toBeCloseTo(5, 6);
  expect(parameters[0]).toBeCloseTo(-0.6, 5);
  optimiser.step(parameters, Float32Array.of(0, 0));
  expect(parameters[0]).toBeCloseTo(-0.9, 5);
});

test("a restored state continues identically", () => {
  const gradients = [0.3, -0.2, 0.9, 0.1].map((g) => Float32Array.of(g, -g));
  const whole = Float32Array.of(1, 1);
  const one = adam(2, { rate: linearSchedule(0.1, 0, 4) });
  for (const gradient of gradients) one.step(whole, gradient.slice());
  const parts = Float32Array.of(1, 1);
  const first = adam(2, { rate: linearSchedule(0.1, 0, 4) });
  for (const gradient of gradients.slice(0, 2)) first.step(parts, gradient.slice());
  const second = adam(2, { rate: linearSchedule(0.1, 0, 4) });
  second.state.set(first.state);
  for (const gradient of gradients.slice(2)) second.step(parts, gradient.slice());
  expect(parts).toEqual(whole);
});

test("a schedule decreases linearly and then stays constant", () => {
  expect([0, 5, 10, 99].map(linearSchedule(1, 0, 10))).toEqual([1, 0.5, 0, 0]);
});
