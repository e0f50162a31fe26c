// The linear program against the answer in closed form.

import { expect, test } from "vitest";
import { Random } from "../../core/random.ts";
import { hackedPair, hackingDirection } from "./hackability.ts";

test("a direction that is found raises the proxy and lowers gold, and is none in sum", async () => {
  const random = Random.of(2, "pairs");
  for (let pair = 0; pair < 30; pair++) {
    const [gold, other] = [0, 1].map(() => Float64Array.from({ length: 6 }, () => random.normal()));
    const proxy = pair % 2 === 0 ? other : gold.map((x) => -x);
    const direction = (await hackingDirection(proxy, gold)) ?? [];
    const along = (values: Float64Array) => values.reduce((sum, value, k) => sum + value * direction[k], 0);
    expect(along(proxy)).toBeGreaterThan(0);
    expect(along(gold)).toBeLessThan(0);
    expect(along(gold.map(() => 1))).toBeCloseTo(0, 9);
  }
});

test("over three policies a coarser proxy cannot be hacked, though over all it can", async () => {
  expect(hackedPair([0, 0, 1], [0, 1, 2])).toBeUndefined();
  expect(hackedPair([0, 1, 1], [2, 0, 3])).toEqual([0, 1]);
  expect(await hackingDirection([0, 0, 1], [0, 1, 2])).toBeDefined();
});
