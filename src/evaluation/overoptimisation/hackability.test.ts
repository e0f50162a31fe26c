// Pairs of rewards that some policy hacks: the linear program against the answer in closed form.

import { expect, test } from "vitest";
import { Random } from "../../core/random.ts";
import { hackingDirection, isAffinePair } from "./hackability.ts";

const random = Random.of(2, "pairs");
const drawn = () => Float64Array.from({ length: 6 }, () => random.normal());

test("a direction raises the proxy and lowers gold, and is none in sum", async () => {
  for (let pair = 0; pair < 30; pair++) {
    const gold = drawn();
    const proxy = pair % 2 === 0 ? drawn() : gold.map((x) => -x);
    const direction = (await hackingDirection(proxy, gold)) ?? [];
    const along = (values: Float64Array) => values.reduce((sum, value, k) => sum + value * direction[k], 0);
    expect(along(proxy)).toBeGreaterThan(0);
    expect(along(gold)).toBeLessThan(0);
    expect(along(gold.map(() => 1))).toBeCloseTo(0, 9);
  }
});

test("there is none where one is constant, or the proxy rises with gold in a line; a hundredth of noise is enough for one", async () => {
  for (let pair = 0; pair < 60; pair++) {
    const gold = drawn();
    const scale = random.uniform(0.1, 3);
    const noise = drawn();
    // By turns any two rewards, lines that rise and fall, a constant proxy.
    const proxy = [drawn(), gold.map((x) => scale * x + 1), gold.map((x) => -scale * x), gold.map(() => scale)][
      pair % 4
    ];
    expect(isAffinePair(proxy, gold)).toBe(pair % 2 === 1);
    expect((await hackingDirection(proxy, gold)) === undefined).toBe(pair % 2 === 1);
    expect(
      await hackingDirection(
        gold.map((x, k) => scale * (x + 0.01 * noise[k]) + 1),
        gold,
      ),
    ).toBeDefined();
  }
});

/** Whether one of two answers has more proxy and less gold than the other. */
const isHackedAlone = (proxy: readonly number[], gold: readonly number[]): boolean =>
  proxy.some((one, i) => proxy.some((other, j) => one < other && gold[i] > gold[j]));

test("among three single answers some proxies hack nothing and are no line of gold; over all policies each of them does", async () => {
  const small = Array.from({ length: 27 }, (_, k) => [k % 3, Math.floor(k / 3) % 3, Math.floor(k / 9)]);
  const pairs = small.flatMap((proxy) => small.map((gold) => ({ proxy, gold })));
  const kept = pairs.filter(({ proxy, gold }) => !isHackedAlone(proxy, gold) && !isAffinePair(proxy, gold));
  expect(kept.length).toBeGreaterThan(50);
  for (const { proxy, gold } of kept) expect(await hackingDirection(proxy, gold)).toBeDefined();
});
