// The signal of distribution matching for normals, whose flows are exact: against the divergence itself, as a gradient and as a reward.

import { expect, test } from "vitest";
import { Random } from "../../core/random.ts";
import { exactFlow } from "./exact-flow.ts";
import { matchingAdvantages, matchingFactors, matchingSignals, type Velocities } from "./matching-signal.ts";

interface Normal {
  readonly mean: number;
  readonly deviation: number;
}

/** The flow towards a normal on a line. */
function flowTo({ mean, deviation }: Normal): Velocities {
  const flow = exactFlow({ templates: [mean], size: 1, weights: [1], deviation });
  return (x, t, into) => {
    for (let row = 0; row < t.length; row++) flow.velocity(x, row, t[row], into);
  };
}

/** KL(N((1 − t)m, (1 − t)²s² + t²) of the student ‖ the same of the teacher). */
function divergence(student: Normal, teacher: Normal, t: number): number {
  const variance = ({ deviation }: Normal) => ((1 - t) * deviation) ** 2 + t * t;
  const [own, real] = [variance(student), variance(teacher)];
  return 0.5 * (own / real - 1 + Math.log(real / own) + ((1 - t) * (student.mean - teacher.mean)) ** 2 / real);
}

const student = { mean: 0.4, deviation: 0.5 };
const teacher = { mean: -0.3, deviation: 0.8 };

/**
 * Means over many draws of one level, with which the signal itself came: of the signal, of its product with the student's noise, and of the
 * gain's with scores of the action's density.
 */
function drawn(real: Normal, seed: number) {
  const rows = 40_000;
  const random = Random.of(seed, "draws");
  const epsilon = Float64Array.from({ length: rows }, () => random.normal());
  const actions = epsilon.map((one) => student.mean + student.deviation * one);
  let level = Number.NaN;
  const fake = flowTo(student);
  const signals = matchingSignals(rows, 1, rows, flowTo(real), (x, t, into) => {
    level = t[0];
    fake(x, t, into);
  });
  const { difference, gain } = signals(actions, random.stream("levels"));
  const meanOf = (of: (row: number) => number) => epsilon.reduce((sum, _, row) => sum + of(row), 0) / rows;
  const level0 = meanOf((row) => gain[row]);
  return {
    level,
    /** ∂/∂mean and ∂/∂deviation through the drawn action. */
    pathwise: [meanOf((row) => difference[row]), meanOf((row) => difference[row] * epsilon[row])],
    byReward: [
      -meanOf((row) => ((gain[row] - level0) * epsilon[row]) / student.deviation),
      -meanOf((row) => ((gain[row] - level0) * (epsilon[row] ** 2 - 1)) / student.deviation),
    ],
  };
}

test("the expected signal is the derivative of the divergence at its level, times t²/(1 − t)²", () => {
  for (const seed of [1, 2, 3]) {
    const { level: t, pathwise } = drawn(teacher, seed);
    const step = 1e-5;
    const slope = (of: keyof Normal) =>
      (divergence({ ...student, [of]: student[of] + step }, teacher, t) -
        divergence({ ...student, [of]: student[of] - step }, teacher, t)) /
      (2 * step);
    // x_t moves by 1 − t with x₀, and μ_fake − μ_real = (t²/(1 − t))·(s_fake − s_real).
    const factor = (t / (1 - t)) ** 2;
    expect(Math.abs(pathwise[0] - factor * slope("mean"))).toBeLessThan(0.01);
    expect(Math.abs(pathwise[1] - factor * slope("deviation"))).toBeLessThan(0.01);
  }
});

test("it is nothing where the student draws as the teacher does", () => {
  const { pathwise, byReward } = drawn(student, 4);
  expect([...pathwise, ...byReward].every((one) => Math.abs(one) < 1e-9)).toBe(true);
});

test("as a reward its gain pulls mean and deviation to the same sides as the gradient", () => {
  for (const seed of [5, 6, 7]) {
    const { pathwise, byReward } = drawn(teacher, seed);
    expect(Math.sign(byReward[0])).toBe(Math.sign(pathwise[0]));
    expect(Math.sign(byReward[1])).toBe(Math.sign(pathwise[1]));
  }
});

test("groups of one are DMD, a group has one factor, and what lies at no distance has none", () => {
  const residual = Float64Array.of(1, 3, 0.5, 0.5);
  expect(matchingFactors(residual, 1, "group")).toEqual(matchingFactors(residual, 1, "sample"));
  expect(Array.from(matchingFactors(residual, 2, "group"))).toEqual([0.5, 0.5, 2, 2]);
  expect(Array.from(matchingFactors(residual, 2, "sample"))).toEqual([1, 1 / 3, 2, 2]);
  expect(Array.from(matchingFactors(residual, 2, "none"))).toEqual([1, 1, 1, 1]);
  expect(Array.from(matchingFactors(Float64Array.of(0, 0), 2, "group"))).toEqual([0, 0]);
});

test("residuals and errors ten times as large leave a group's advantages as they are, up to what is added to deviations", () => {
  const gain = Float64Array.of(1, -2, 0.5, 3);
  const residual = Float64Array.of(1, 2, 3, 4);
  const difference = new Float32Array(4);
  const small = matchingAdvantages({ gain, residual, difference }, 4, "group");
  const large = matchingAdvantages(
    { gain: gain.map((one) => 100 * one), residual: residual.map((one) => 10 * one), difference },
    4,
    "group",
  );
  for (const [k, one] of small.entries()) expect(large[k]).toBeCloseTo(one, 3);
  const [own, plain] = (["sample", "none"] as const).map((normaliser) =>
    matchingAdvantages({ gain, residual, difference }, 4, normaliser),
  );
  expect(own[1] - own[2]).toBeCloseTo(-2 / 4 - 0.5 / 9, 9);
  expect(Array.from(plain)).toEqual([0.375, -2.625, -0.125, 2.375]);
});
