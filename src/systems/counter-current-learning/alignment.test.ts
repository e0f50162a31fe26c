// Linear CKA against its definition by kernels, its invariances, and a case done by hand.

import { expect, test } from "vitest";
import { Random } from "../../core/random.ts";
import { linearCka } from "./alignment.ts";

const normals = (size: number, ...names: string[]) => {
  const random = Random.of(3, ...names);
  return Float64Array.from({ length: size }, () => random.normal());
};

test("by hand: columns at an angle", () => {
  // Centred columns u = (1, −1, 0) and v = (1, 0, −1): (u·v)²/(|u|²|v|²) = 1/4.
  expect(linearCka([3, 1, 2], [3, 2, 1], 3)).toBeCloseTo(0.25, 14);
});

test("rotation, scale and shift change nothing", () => {
  const x = normals(40, "x");
  const [c, s] = [Math.cos(0.7), Math.sin(0.7)];
  const y = Float64Array.from(x, (_, k) => {
    const row = k - (k % 2);
    return 5 + 3 * (k % 2 === 0 ? c * x[row] - s * x[row + 1] : s * x[row] + c * x[row + 1]);
  });
  expect(linearCka(x, y, 20)).toBeCloseTo(1, 12);
  const z = normals(60, "z");
  expect(linearCka(y, z, 20)).toBeCloseTo(linearCka(x, z, 20) ?? Number.NaN, 12);
});

test("it is the centred alignment of the two Gram matrices", () => {
  // Kornblith et al. (2019), section 3: HSIC(K, L) = tr(KHLH), H = I − 1/n, normalised.
  const rows = 12;
  const [x, y] = [normals(rows * 3, "x"), normals(rows * 5, "y")];
  const gram = (values: Float64Array) => {
    const width = values.length / rows;
    const k = Array.from({ length: rows }, (_, i) =>
      Array.from({ length: rows }, (_, j) => {
        let sum = 0;
        for (let p = 0; p < width; p++) sum += values[i * width + p] * values[j * width + p];
        return sum;
      }),
    );
    const line = k.map((row) => row.reduce((a, b) => a + b, 0) / rows);
    const all = line.reduce((a, b) => a + b, 0) / rows;
    return k.map((row, i) => row.map((value, j) => value - line[i] - line[j] + all));
  };
  const dot = (k: number[][], l: number[][]) =>
    k.reduce((sum, row, i) => sum + row.reduce((s, value, j) => s + value * l[i][j], 0), 0);
  const [k, l] = [gram(x), gram(y)];
  expect(linearCka(x, y, rows)).toBeCloseTo(dot(k, l) / Math.sqrt(dot(k, k) * dot(l, l)), 12);
});

test("none where nothing varies, an error where rows do not fit", () => {
  expect(linearCka([1, 1, 1], [1, 2, 3], 3)).toBeNull();
  expect(() => linearCka([1, 2, 3], [1, 2], 2)).toThrow();
});
