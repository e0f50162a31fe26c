// Moments of sets that grow and shrink.

import { expect, test } from "vitest";
import { Random } from "../core/random.ts";
import { momentsOf, runningMoments } from "./moments.ts";

const rows = (count: number, size: number) => {
  const random = Random.of(count, "rows");
  return Float64Array.from({ length: count * size }, () => random.normal());
};

test("what was added and taken away again leaves the moments of the rest", () => {
  const [size, all] = [4, rows(30, 4)];
  const set = runningMoments(size);
  for (let at = 0; at < all.length; at += size) set.add(all, at);
  for (let at = 0; at < 10 * size; at += size) set.remove(all, at);
  const left = momentsOf(all.subarray(10 * size), size);
  expect(set.count).toBe(20);
  const { mean, covariance } = set.moments();
  for (const [k, value] of mean.entries()) expect(value).toBeCloseTo(left.mean[k], 12);
  for (const [k, value] of covariance.entries()) expect(value).toBeCloseTo(left.covariance[k], 12);
});

test("means and covariances are those of the definition", () => {
  const { mean, covariance } = momentsOf([1, 2, 3, 6, 5, 10], 2);
  expect([...mean]).toEqual([3, 6]);
  expect([...covariance]).toEqual([4, 8, 8, 16]);
});

test("a set of one has no spread, and an empty one has zeros", () => {
  expect([...momentsOf([3, 4], 2).covariance]).toEqual([0, 0, 0, 0]);
  expect(runningMoments(2).moments().mean).toEqual(new Float64Array(2));
});
