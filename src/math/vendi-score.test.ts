// The Vendi score of sets whose variety is known.

import { expect, test } from "vitest";
import { matrix } from "../../test/fixtures/matrix.ts";
import { runningMoments } from "./moments.ts";
import { vendiOfProducts } from "./vendi-score.ts";

const vendi = (rows: readonly (readonly number[])[]) => {
  const size = rows[0].length;
  const set = runningMoments(size);
  for (const row of rows) set.add(row);
  return vendiOfProducts(set.products(), size);
};
const unit = (k: number) => [0, 0, 0, 0, 0].map((_, at) => (at === k ? 1 : 0));

test("n of the same count as 1, n orthogonal ones as n, and two kinds by the entropy of their shares", () => {
  expect(vendi([unit(1), unit(1), unit(1), unit(1)])).toBeCloseTo(1, 9);
  expect(vendi([unit(0), unit(1), unit(2), unit(3), unit(4)])).toBeCloseTo(5, 9);
  const entropy = -(0.75 * Math.log(0.75) + 0.25 * Math.log(0.25));
  expect(vendi([unit(0), unit(0), unit(0), unit(2)])).toBeCloseTo(Math.exp(entropy), 9);
});

test("of two vectors with cosine c it is that of the eigenvalues (1 ± c)/2", () => {
  const shares = [0.8, 0.2];
  const entropy = -shares.reduce((sum, share) => sum + share * Math.log(share), 0);
  expect(vendi(matrix("1 0 | 0.6 0.8"))).toBeCloseTo(Math.exp(entropy), 9);
});
