// Maps between spaces of vectors against exact ones: what transport undoes, and what it cannot.

import { describe, expect, test } from "vitest";
import { Random } from "../core/random.ts";
import { momentMap, regressionMap, transportMap, type VectorMap } from "./vector-maps.ts";

/** Vectors of two normal numbers. */
function normals(random: Random, rows: number): Float64Array {
  return Float64Array.from({ length: 2 * rows }, () => random.normal());
}

/** Rows after a linear map and a shift of (3, −1). */
const moved = (rows: Float64Array, [a, b, c, d]: readonly number[]): Float64Array =>
  rows.map((_, at) => {
    const [x, y] = [rows[at - (at % 2)], rows[at - (at % 2) + 1]];
    return at % 2 === 0 ? a * x + b * y + 3 : c * x + d * y - 1;
  });

/** Mean squared distance of carried rows from where they belong. */
function error(map: VectorMap, from: Float64Array, to: Float64Array): number {
  const into = new Float64Array(2);
  let sum = 0;
  for (let at = 0; at < from.length; at += 2) {
    map(from.subarray(at, at + 2), into);
    sum += (into[0] - to[at]) ** 2 + (into[1] - to[at + 1]) ** 2;
  }
  return (2 * sum) / from.length;
}

const SHEARED = [2, 0.7, 0.7, 0.6];
const TURNED = [0, -1, 1, 0];

describe("a map between spaces of vectors", () => {
  test("transport of sets without pairs undoes a shift and a stretch along any axes, to the noise of its sets", () => {
    const random = Random.of(1, "stretch");
    const map = transportMap(moved(normals(random, 200), SHEARED), normals(random, 200), 2, 0.02);
    const held = normals(random, 200);
    expect(error(map, moved(held, SHEARED), held)).toBeLessThan(0.15);
    // The squared length of what is carried is 2: nothing of it would be left at 2.
    const without = error((from, into) => into.set(from), moved(held, SHEARED), held);
    expect(without).toBeGreaterThan(2);
  });

  test("on a line it is the map of quantiles, and less entropy brings it nearer", () => {
    const [from, to] = [Float64Array.of(0, 1, 2, 3), Float64Array.of(10, 40, 20, 30)];
    const into = new Float64Array(1);
    const off = (entropy: number) => {
      const map = transportMap(from, to, 1, entropy);
      return [0, 1, 2, 3].reduce((sum, x) => {
        map([x], into);
        return sum + Math.abs(into[0] - 10 * (x + 1));
      }, 0);
    };
    expect(off(0.01)).toBeLessThan(0.05);
    expect(off(0.3)).toBeGreaterThan(1);
  });

  test("transport undoes no turn, which the regression on pairs does", () => {
    const random = Random.of(2, "turn");
    const stretched = normals(random, 200).map((x, at) => (at % 2 === 0 ? 2 * x : x));
    const map = transportMap(moved(stretched, TURNED), stretched, 2, 0.02);
    expect(error(map, moved(stretched, TURNED), stretched)).toBeGreaterThan(2);
    const paired = regressionMap(moved(stretched, TURNED), stretched, 2, 0);
    expect(error(paired, moved(stretched, TURNED), stretched)).toBeLessThan(1e-20);
  });

  test("moments are laid on each other, number by number; one that never changes becomes the mean", () => {
    const map = momentMap(Float64Array.of(0, 5, 2, 5), Float64Array.of(10, 1, 30, 3), 2);
    const into = new Float64Array(2);
    map([2, 5], into);
    expect([...into]).toEqual([30, 2]);
  });

  test("a regression on fewer pairs than numbers keeps to what its pairs span", () => {
    const map = regressionMap(Float64Array.of(0, 0, 2, 0), Float64Array.of(1, 1, 5, 1), 2, 1e-9);
    const into = new Float64Array(2);
    map([1, 100], into);
    expect(into[0]).toBeCloseTo(3, 6);
    expect(into[1]).toBeCloseTo(1, 6);
  });
});
