import { expect, test } from "vitest";
import { Random } from "../../core/random.ts";
import { calibrationOf } from "./calibration.ts";
import { wilson } from "./interval.ts";

/** Predicted probabilities and outcomes drawn with the true ones. */
function predictions(count: number, seed: number, truth: (predicted: number) => number) {
  const random = Random.of(seed, "predictions");
  const chances = Array.from({ length: count }, () => random.uniform());
  return { chances, happened: chances.map((chance) => random.uniform() < truth(chance)) };
}

test("six cases in two bins by hand", () => {
  const { n, bins, brier, parts, chiSquare } = calibrationOf([0.2, 0.1, 0.3, 0.8, 0.9, 0.7], [1, 0, 0, 1, 1, 0], 2);
  expect(n).toBe(6);
  expect(bins).toEqual([
    { low: 0.1, high: 0.3, predicted: expect.closeTo(0.2, 12), happened: wilson(1, 3) },
    { low: 0.7, high: 0.9, predicted: expect.closeTo(0.8, 12), happened: wilson(2, 3) },
  ]);
  expect(brier.mean).toBeCloseTo((0.64 + 0.01 + 0.09 + 0.04 + 0.01 + 0.49) / 6, 12);
  expect(parts.reliability).toBeCloseTo((1 / 3 - 0.2) ** 2, 12);
  expect(parts.resolution).toBeCloseTo((1 / 6) ** 2, 12);
  expect(parts.uncertainty).toBe(0.25);
  const expected = (0.4 ** 2 / (0.16 + 0.09 + 0.21)) * 2;
  expect(chiSquare).toBeCloseTo(expected, 12);
});

test("the components sum to the Brier score for any number of bins", () => {
  const { chances, happened } = predictions(500, 1, (chance) => chance ** 2);
  for (const bins of [1, 3, 10, 500]) {
    const { brier, parts } = calibrationOf(chances, happened, bins);
    const { reliability, resolution, uncertainty, within } = parts;
    expect(reliability - resolution + uncertainty + within).toBeCloseTo(brier.mean ?? 0, 12);
  }
});

test("calibrated probabilities are rejected one time in twenty, miscalibrated ones are detected", () => {
  const trials = 200;
  const measureRejections = (truth: (chance: number) => number) =>
    Array.from({ length: trials }, (_, k) => {
      const { chances, happened } = predictions(500, 100 + k, truth);
      return calibrationOf(chances, happened).p ?? 1;
    }).filter((p) => p < 0.05).length / trials;
  const falsely = measureRejections((chance) => chance);
  expect(falsely).toBeGreaterThan(0.02);
  expect(falsely).toBeLessThan(0.09);
  // Overconfident predictions, and predictions that are too high by a seventh.
  expect(measureRejections((chance) => 0.25 + 0.5 * chance)).toBe(1);
  expect(measureRejections((chance) => 0.85 * chance)).toBeGreaterThan(0.8);
});

test("intervals of miscalibrated bins exclude the prediction; equal probabilities share a bin", () => {
  const { chances, happened } = predictions(4000, 7, (chance) => 0.25 + 0.5 * chance);
  const { bins } = calibrationOf(chances, happened);
  expect(bins.map(({ happened: { n } }) => n)).toEqual(new Array(10).fill(400));
  expect((bins[0].happened.low ?? 0) > bins[0].predicted).toBe(true);
  expect((bins[9].happened.high ?? 1) < bins[9].predicted).toBe(true);
  const three = calibrationOf([0.5, 0.5, 0.5, 0.2, 0.9], [1, 0, 1, 0, 1], 5).bins;
  expect(three.map(({ happened: { n } }) => n)).toEqual([1, 3, 1]);
});

test("predictions with certainty are right or refuted; without cases there are no bins", () => {
  expect(calibrationOf([0, 1], [0, 1])).toMatchObject({ chiSquare: 0, p: null, brier: { mean: 0 } });
  expect(calibrationOf([0, 0.5], [1, 1])).toMatchObject({ p: 0 });
  expect(calibrationOf([], [])).toMatchObject({ n: 0, bins: [], brier: { mean: null }, p: null });
  expect(() => calibrationOf([1.2], [1])).toThrow("1.2 is no chance");
  expect(() => calibrationOf([0.2], [])).toThrow("1 chances of 0 cases");
});
