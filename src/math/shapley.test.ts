// Shapley values against games whose values are known, and against their own axioms.

import { describe, expect, test } from "vitest";
import { Random } from "../core/random.ts";
import { shapleyValues } from "./shapley.ts";

const random = () => Random.of(1, "shapley test");

test("the airport game: costs 1, 2, 3 are shared as 1/3, 5/6, 11/6 (Littlechild & Owen, 1973)", () => {
  const values = shapleyValues(3, (members) => Math.max(0, ...members.map((i) => i + 1)), random());
  [1 / 3, 5 / 6, 11 / 6].forEach((share, i) => {
    expect(values[i]).toBeCloseTo(share, 12);
  });
});

test("a left glove with two right ones gets 2/3, each of the others 1/6", () => {
  const pairs = (members: readonly number[]) => (members.includes(0) && members.length > 1 ? 1 : 0);
  expect(Array.from(shapleyValues(3, pairs, random()))).toEqual([
    expect.closeTo(2 / 3, 12),
    expect.closeTo(1 / 6, 12),
    expect.closeTo(1 / 6, 12),
  ]);
});

describe("a random game", () => {
  const worthOf = (seed: number) => (members: readonly number[]) => Random.of(seed, "worth", ...members).uniform(-1, 1);

  test.each([1, 2, 4, 6, 7, 9])(
    "of %d players: the values add up to what all are worth beyond the empty coalition",
    (n) => {
      const worth = worthOf(n);
      const values = shapleyValues(n, worth, random(), 50);
      const all = worth(Array.from({ length: n }, (_, i) => i));
      expect(values.reduce((a, b) => a + b, 0)).toBeCloseTo(all - worth([]), 12);
    },
  );

  test("a player that adds nothing gets nothing, and sampling comes near the exact values of a sum of small games", () => {
    // Players 0 … 5 play a game of their own, 6 and 7 are idle.
    const six = worthOf(3);
    const worth = (members: readonly number[]) => six(members.filter((i) => i < 6));
    const exact = shapleyValues(6, six, random());
    const sampled = shapleyValues(8, worth, random(), 4000);
    expect([sampled[6], sampled[7]]).toEqual([0, 0]);
    exact.forEach((value, i) => {
      // Contributions lie within ±2: the standard error is at most 2/√4000.
      expect(Math.abs(sampled[i] - value)).toBeLessThan(0.1);
    });
  });
});
