// Linear systems against what is known of them by hand, and against their own unrolling.

import { expect, test } from "vitest";
import { impulseResponse } from "../../test/fixtures/impulse-response.ts";
import { matrix } from "../../test/fixtures/matrix.ts";
import { columnSums, growthConstant, spectralNorm, spectralRadius, steadyGain } from "./linear-system.ts";

const rotation = (radius: number, angle: number) => [
  [radius * Math.cos(angle), -radius * Math.sin(angle)],
  [radius * Math.sin(angle), radius * Math.cos(angle)],
];

test("eigenvalues may be complex, and a turned circle does not swell", () => {
  expect(spectralRadius(rotation(0.9, 1))).toBeCloseTo(0.9, 12);
  expect(spectralNorm(rotation(0.9, 1))).toBeCloseTo(0.9, 12);
  expect(growthConstant(rotation(0.9, 1))).toBeCloseTo(1, 9);
});

test("what swells before it fades: sup_k of (1, k-th geometric sum) by hand", () => {
  // A^k/ρ^k = [[1, 1 − 0^k], [0, 0^k]] for A = ρ[[1, 1], [0, 0]]: √2 for every k ≥ 1.
  expect(growthConstant(matrix("0.5 0.5 | 0 0"))).toBeCloseTo(Math.SQRT2, 12);
  // A Jordan block swells without bound: ‖A^k‖/ρ^k is about k/ρ.
  const jordan = matrix("0.5 1 | 0 0.5");
  expect(growthConstant(jordan, 200) / growthConstant(jordan, 100)).toBeCloseTo(2, 2);
  expect(growthConstant([[0]])).toBe(1);
  expect(() => growthConstant(matrix("0 1 | 0 0"))).toThrow("no growth constant");
});

test("the steady gain is the sum of the responses to an impulse", () => {
  const system = {
    A: matrix("0.38 0.33 0.6 | 0.07 0.76 -0.54 | 0.18 0.34 0.05"),
    B: matrix("0.14 0.34 | -0.17 0.03 | 0.04 -0.09"),
    C: [[0.25, -0.14, 0.01]],
    D: [[0.11, 0.1]],
  };
  const gain = columnSums(steadyGain(system));
  const responses = impulseResponse(system, 400);
  expect(responses[0]).toEqual(system.D);
  for (const [k, value] of gain.entries()) {
    expect(responses.reduce((sum, [row]) => sum + row[k], 0)).toBeCloseTo(value, 10);
  }
});
