// Linear CKA against its definition by kernels, its invariances, and a case done by hand.

import { expect, test } from "vitest";
import { Random } from "../../core/random.ts";
import { np } from "../../nn/jax.ts";
import { linearCka } from "./alikeness.ts";

const cka = (x: ArrayLike<number>, y: ArrayLike<number>, rows: number) => {
  const table = (values: ArrayLike<number>) =>
    np.array(Float32Array.from(values)).reshape([rows, values.length / rows]);
  return Number(linearCka(table(x), table(y)).dataSync()[0]);
};

const normals = (size: number, ...names: string[]) => {
  const random = Random.of(3, ...names);
  return Float64Array.from({ length: size }, () => random.normal());
};

test("by hand: columns at an angle", () => {
  // Centred columns u = (1, −1, 0) and v = (1, 0, −1): (u·v)²/(|u|²|v|²) = 1/4.
  expect(cka([3, 1, 2], [3, 2, 1], 3)).toBeCloseTo(0.25, 6);
});

test("rotation, scale and shift change nothing", () => {
  const x = normals(40, "x");
  const [c, s] = [Math.cos(0.7), Math.sin(0.7)];
  const y = Float64Array.from(x, (_, k) => {
    const row = k - (k % 2);
    return 5 + 3 * (k % 2 === 0 ? c * x[row] - s * x[row + 1] : s * x[row] + c * x[row + 1]);
  });
  expect(cka(x, y, 20)).toBeCloseTo(1, 5);
  const z = normals(60, "z");
  expect(cka(y, z, 20)).toBeCloseTo(cka(x, z, 20), 5);
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
  expect(cka(x, y, rows)).toBeCloseTo(dot(k, l) / Math.sqrt(dot(k, k) * dot(l, l)), 5);
});

test("0 where one of them does not vary", () => {
  expect(cka([1, 1, 1], [1, 2, 3], 3)).toBe(0);
});
