// NDCG at gains worked out by hand.

import { expect, test } from "vitest";
import { ndcg } from "./ndcg.ts";

test("NDCG at known gains", () => {
  const log = Math.log2;
  expect(ndcg([0, 1, 0, 1], 10)).toBeCloseTo((1 / log(3) + 1 / log(5)) / (1 + 1 / log(3)), 12);
  // Wikipedia's example of graded gains, with its linear gain: DCG 6.861, ideal 7.141 over the six.
  expect(ndcg([3, 2, 3, 0, 1, 2], 6)).toBeCloseTo(0.961, 3);
  // Twelve relevant ones, of which ten can be shown: a perfect page has 1.
  expect(ndcg(Array(12).fill(1), 10)).toBe(1);
  // Three relevant ones, all shown.
  expect(ndcg([1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0], 10)).toBe(1);
  expect(ndcg([0, 0, 1], 2)).toBe(0);
  expect(ndcg([0, 0], 10)).toBeNull();
});
