// What arithmetic alone makes of curves of ranks: velocity is a sum of the curve's own steps, and a curve that grows evenly has a velocity that
// grows with its length, and an acceleration that does not.

import { expect, test } from "vitest";
import { Random } from "../../core/random.ts";
import { pearson } from "../../evaluation/statistics/correlation.ts";
import { curveDynamics } from "../../math/effective-rank.ts";

/**
 * Correlation of a curve's last point with its velocity when its steps are independent with one variance. Velocity is a sum of the steps with
 * weights W_i, the velocity of a curve that steps up by 1 at i: ΣW_i/√(K·ΣW_i²), which tends to (1/4)/√(2/27) = 0.919 for long curves.
 */
function independentSteps(points: number): number {
  let [sum, squares] = [0, 0];
  for (let step = 0; step < points; step++) {
    const { velocity } = curveDynamics(Float64Array.from({ length: points }, (_, j) => (j >= step ? 1 : 0)));
    sum += velocity;
    squares += velocity ** 2;
  }
  return sum / Math.sqrt(points * squares);
}

/** Curves of independent normal steps: the last point and the velocity of each. */
function drawnCurves(points: number, curves: number) {
  const random = Random.of(1, "curves");
  return Array.from({ length: curves }, () => {
    let height = 0;
    const curve = Float64Array.from({ length: points }, () => {
      height += random.normal();
      return height;
    });
    return { last: height, velocity: curveDynamics(curve).velocity };
  });
}

test("curves of independent steps tie rank and velocity, the more the longer the curve", () => {
  // Two points: the velocity is the second step, one of two that are alike.
  expect(independentSteps(2)).toBeCloseTo(Math.SQRT1_2, 12);
  expect(independentSteps(2000)).toBeCloseTo(1 / 4 / Math.sqrt(2 / 27), 3);
  const drawn = drawnCurves(6, 20_000);
  const found = pearson(
    drawn.map(({ last }) => last),
    drawn.map(({ velocity }) => velocity),
  );
  expect(Math.abs((found ?? 0) - independentSteps(6))).toBeLessThanOrEqual(0.01);
});

test("curves that grow evenly have a velocity that grows with their length, and a steady acceleration", () => {
  for (const points of [3, 6, 20, 500]) {
    const { velocity, acceleration } = curveDynamics(
      Float64Array.from({ length: points }, (_, j) => 2 + 0.3 * (j + 1)),
    );
    expect(velocity).toBeCloseTo((0.3 * (points + 2)) / 4, 9);
    expect(acceleration).toBeCloseTo(0.15, 9);
  }
});
