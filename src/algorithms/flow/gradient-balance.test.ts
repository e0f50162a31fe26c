import { expect, it } from "vitest";
import { Random } from "../../core/random.ts";
import { dot, gramOf, nearestPoint, worstCosine, writeNearest, writeProjected } from "./gradient-balance.ts";
import { renew } from "./term-balance.ts";

const random = Random.of(3);
const vectors = (lengths: readonly number[], size = 12) =>
  lengths.map((length) => {
    const drawn = Float32Array.from({ length: size }, () => random.normal());
    const norm = Math.sqrt(dot(drawn, drawn));
    return drawn.map((x) => (length * x) / norm);
  });
const nearest = (gradients: readonly Float32Array[], unit = true) => {
  const into = new Float32Array(gradients[0].length);
  const point = nearestPoint(gramOf(gradients), unit);
  writeNearest(gradients, point, unit, into);
  return { ...point, into };
};

it("descends every loss at least by the point's square, however long the gradients are", () => {
  for (let round = 0; round < 50; round++) {
    const gradients = vectors([1e-4, 0.3, 1, 20, 5]);
    const { into, meanNorm } = nearest(gradients);
    expect(meanNorm).toBeCloseTo((1e-4 + 0.3 + 1 + 20 + 5) / 5, 4);
    const square = dot(into, into) / meanNorm ** 2;
    for (const gradient of gradients) {
      const along = dot(into, gradient) / meanNorm / Math.sqrt(dot(gradient, gradient));
      expect(along).toBeGreaterThan(square - 1e-6);
    }
    expect(worstCosine(into, gradients)).toBeGreaterThan(0);
  }
});

it("without unit norms goes by the shortest gradient", () => {
  const gradients = [Float32Array.of(0.01, 0), Float32Array.of(0, 10)];
  expect([...nearest(gradients).into]).toEqual([expect.closeTo(2.5025, 4), expect.closeTo(2.5025, 4)]);
  const plain = nearest(gradients, false);
  expect(plain.weights[0]).toBeCloseTo(1, 5);
  expect(plain.into[0]).toBeCloseTo(0.01, 5);
});

it("leaves out gradients that are nothing or not finite, and takes one that is left as it is", () => {
  const [a, b] = vectors([2, 3]);
  const broken = a.map(() => Number.NaN);
  const nothing = a.map(() => 0);
  const both = nearest([a, broken, b, nothing]);
  expect([...both.weights]).toEqual([expect.closeTo(0.5, 9), 0, expect.closeTo(0.5, 9), 0]);
  expect(both.meanNorm).toBeCloseTo(2.5, 5);
  expect(both.into.every(Number.isFinite)).toBe(true);
  for (const [k, x] of nearest([broken, a, nothing]).into.entries()) expect(x).toBeCloseTo(a[k], 6);
  const none = nearest([broken, nothing]);
  expect([...none.weights, ...none.into]).toEqual(new Array(14).fill(0));
  expect(worstCosine(none.into, [a, b])).toBeUndefined();
});

it("stands still where gradients oppose one another", () => {
  const gradients = [
    [1, 0],
    [0, 2],
    [-3, 0],
  ].map((one) => Float32Array.from(one));
  for (const x of nearest(gradients).into) expect(x).toBeCloseTo(0, 9);
});

it("projects conflicts away, and nothing where there are none", () => {
  const into = new Float32Array(2);
  writeProjected([Float32Array.of(1, 0), Float32Array.of(0, 3)], random, into);
  expect([...into]).toEqual([0.5, 1.5]);
  // (1, 0) loses its part along (−1, 1), and (−1, 1) its part along (1, 0).
  writeProjected([Float32Array.of(1, 0), Float32Array.of(-1, 1)], random, into);
  expect([...into]).toEqual([0.25, 0.75]);
});

it("keeps a sum of 1 in running weights, and former ones where no gradient counts", () => {
  const running = new Float32Array(3).fill(1 / 3);
  renew(running, Float64Array.of(0.5, 0, 0.5), 0.7);
  expect([...running]).toEqual([0.7 / 3 + 0.15, 0.7 / 3, 0.7 / 3 + 0.15].map((x) => expect.closeTo(x, 6)));
  const kept = [...running];
  renew(running, new Float64Array(3), 0.7);
  expect([...running]).toEqual(kept);
});
