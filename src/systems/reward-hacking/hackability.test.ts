// The linear program against the answer in closed form.

import { expect, test } from "vitest";
import { Random } from "../../core/random.ts";
import { hackedPair, hackingDirection, isAffinePair } from "./hackability.ts";

test("a direction that hacks is found where a pair of rewards is not affine, and hacks", async () => {
  const random = Random.of(2, "pairs");
  for (let pair = 0; pair < 60; pair++) {
    const gold = Float64Array.from({ length: 6 }, () => random.normal());
    const other = Float64Array.from({ length: 6 }, () => random.normal());
    const proxy = [gold.map((x) => 3 * x - 2), gold.map((x) => -x), other, gold.map(() => 5)][pair % 4];
    const direction = await hackingDirection(proxy, gold);
    expect(direction === undefined).toBe(isAffinePair(proxy, gold));
    expect(isAffinePair(proxy, gold)).toBe(pair % 4 === 0 || pair % 4 === 3);
    if (direction === undefined) continue;
    const along = (values: Float64Array) => values.reduce((sum, value, k) => sum + value * direction[k], 0);
    expect(along(proxy)).toBeGreaterThan(0);
    expect(along(gold)).toBeLessThan(0);
    expect(direction.reduce((sum, one) => sum + one, 0)).toBeCloseTo(0, 9);
  }
});

test("over three policies a coarser proxy cannot be hacked, though over all it can", async () => {
  expect(hackedPair([0, 0, 1], [0, 1, 2])).toBeUndefined();
  expect(hackedPair([0, 1, 1], [2, 0, 3])).toEqual([0, 1]);
  expect(await hackingDirection([0, 0, 1], [0, 1, 2])).toBeDefined();
});
