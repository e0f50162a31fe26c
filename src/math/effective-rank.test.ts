import { Matrix, QrDecomposition } from "ml-matrix";
import { describe, expect, it } from "vitest";
import { matrix } from "../../test/fixtures/matrix.ts";
import { Random } from "../core/random.ts";
import { curveDynamics, effectiveRank, prefixRanks, rankDynamics, spectrumRank } from "./effective-rank.ts";
import { shuffle } from "./weighted-draw.ts";

/** Normal rows [rows × width]. */
function drawn(rows: number, width: number, seed: number): Float64Array {
  const random = Random.of(seed, "rows");
  return Float64Array.from({ length: rows * width }, () => random.normal());
}

/** Rows of mean 0 with exactly these singular values: U·diag(σ), where the columns of U are orthonormal and sum to 0. */
function withSpectrum(sigma: readonly number[], rows: number, seed: number): Float64Array {
  const random = Random.of(seed, "basis");
  const raw = new Matrix(rows, sigma.length + 1);
  for (let k = 0; k < rows; k++) {
    raw.set(k, 0, 1);
    for (let j = 1; j <= sigma.length; j++) raw.set(k, j, random.normal());
  }
  // The first column of Q is constant, so that the others have mean 0.
  const q = new QrDecomposition(raw).orthogonalMatrix;
  return Float64Array.from(
    { length: rows * sigma.length },
    (_, k) => q.get(Math.floor(k / sigma.length), 1 + (k % sigma.length)) * sigma[k % sigma.length],
  );
}

describe("effective rank", () => {
  it.each([
    [[3], 1],
    [[2, 2, 2, 2, 2], 5],
    [Array(7).fill(0.3), 7],
    [[2, 1, 1], 2 ** 1.5],
    [[0, 0], 0],
    [[1, 0, 1], 2],
  ])("of singular values %j is %d", (sigma, expected) => {
    expect(spectrumRank(sigma)).toBeCloseTo(expected, 12);
    if (sigma.every((x) => x > 0)) {
      expect(effectiveRank(withSpectrum(sigma, 9, 1), sigma.length)).toBeCloseTo(expected, 9);
    }
  });

  it("does not square them", () => {
    const squared = [4, 1, 1].map((x) => x / 6).reduce((sum, p) => sum - p * Math.log(p), 0);
    expect(Math.abs(spectrumRank([2, 1, 1]) - Math.exp(squared))).toBeGreaterThan(0.3);
  });

  it("is the same for rotated, scaled, shifted and permuted states", () => {
    const [rows, width] = [11, 6];
    const states = drawn(rows, width, 1);
    const rank = effectiveRank(states, width);
    const rotation = new QrDecomposition(Matrix.from1DArray(width, width, drawn(width, width, 2))).orthogonalMatrix;
    const rotated = Matrix.from1DArray(rows, width, states).mmul(rotation).to1DArray();
    expect(effectiveRank(rotated, width)).toBeCloseTo(rank, 10);
    const shift = drawn(1, width, 3);
    const shifted = states.map((x, k) => -7 * x + 100 * shift[k % width]);
    expect(effectiveRank(shifted, width)).toBeCloseTo(rank, 8);
    const order = Array.from({ length: rows }, (_, k) => k);
    shuffle(order, Random.of(4, "order"));
    const permuted = order.flatMap((k) => [...states.subarray(k * width, (k + 1) * width)]);
    expect(effectiveRank(permuted, width)).toBeCloseTo(rank, 10);
  });

  it("lies between 1 and one less than the number of states, and is 0 for a single one", () => {
    for (let rows = 2; rows < 9; rows++) {
      const rank = effectiveRank(drawn(rows, 5, rows), 5);
      expect(rank).toBeGreaterThanOrEqual(1 - 1e-12);
      expect(rank).toBeLessThanOrEqual(Math.min(rows - 1, 5) + 1e-9);
    }
    expect(effectiveRank(drawn(1, 5, 1), 5)).toBe(0);
    expect(effectiveRank(new Float64Array(10).fill(3), 5)).toBe(0);
  });
});

describe("the curve of prefixes", () => {
  it.each(matrix("12 32 | 40 8 | 3 3"))(
    "of %d states of width %d is that of the singular values of each prefix",
    (rows, width) => {
      const states = drawn(rows, width, rows).map((x, k) => x + 50 * (k % width));
      const ends = Array.from({ length: rows }, (_, k) => k + 1);
      const curve = prefixRanks(states, width, ends);
      for (const end of ends) {
        expect(curve[end - 1]).toBeCloseTo(effectiveRank(states.subarray(0, end * width), width), 6);
      }
    },
  );

  it.each([3, 6, 20])("has a known velocity and acceleration where its %d points lie on a line", (points) => {
    const a = 1.7;
    const { velocity, acceleration } = curveDynamics(Float64Array.from({ length: points }, (_, j) => 0.4 + a * j));
    expect(velocity).toBeCloseTo((a * (points + 2)) / 4, 12);
    expect(acceleration).toBeCloseTo(a / 2, 12);
  });

  it("is measured against the mean of the past", () => {
    // δ = 3 − 1, 2 − 2, 6 − 2; changes −2 and 4.
    const { velocity, acceleration } = curveDynamics([1, 3, 2, 6]);
    expect(velocity).toBeCloseTo(2, 12);
    expect(acceleration).toBeCloseTo(1, 12);
  });

  it("needs two points for a velocity and three for an acceleration", () => {
    expect(curveDynamics([])).toEqual({ velocity: 0, acceleration: 0 });
    expect(curveDynamics([4])).toEqual({ velocity: 0, acceleration: 0 });
    expect(curveDynamics([1, 4])).toEqual({ velocity: 3, acceleration: 0 });
    const states = drawn(7, 4, 1);
    expect(rankDynamics(states, 4, 4)).toMatchObject({ velocity: 0, acceleration: 0, points: 1 });
    expect(rankDynamics(states, 4, 3)).toMatchObject({ acceleration: 0, points: 2 });
    expect(rankDynamics(states, 4, 2).points).toBe(3);
    expect(rankDynamics(new Float64Array(0), 4, 2)).toEqual({ rank: 0, velocity: 0, acceleration: 0, points: 0 });
  });

  it("depends on the order of the states, and the rank does not", () => {
    const states = drawn(12, 6, 5).map((x, k) => (k < 36 ? x * 0.01 : x));
    const reversed = Float64Array.from(states, (_, k) => states[(11 - Math.floor(k / 6)) * 6 + (k % 6)]);
    const [there, back] = [states, reversed].map((rows) => rankDynamics(rows, 6, 2));
    expect(back.rank).toBeCloseTo(there.rank, 10);
    expect(Math.abs(back.velocity - there.velocity)).toBeGreaterThan(0.05);
  });
});
