// Hops against the paper's equations (arXiv 2512.23703): round trips, bounds, perspectives, and what caution does where anchors disagree.

import { expect, test } from "vitest";
import { Random } from "../core/random.ts";
import { afterHop, hopBetween, PERSPECTIVES, progressByHops } from "./hop.ts";

test("hops of steps i/M give back i/M by every perspective but the cautious one, forwards and backwards", () => {
  const path = [...Array.from({ length: 21 }, (_, k) => k / 20), 0.6, 0.3, 0.9, 0, 0.5];
  for (const by of PERSPECTIVES) {
    const progress = progressByHops(by);
    let before = 0;
    for (const q of path) {
      const hops = { incremental: hopBetween(before, q), forward: hopBetween(0, q), backward: hopBetween(1, q) };
      before = q;
      const said = progress.next(hops);
      if (by !== "cautious") expect(said).toBeCloseTo(q, 12);
    }
  }
});

test("a hop is relative: half of the rest, half of what was there; none where nothing is left or there", () => {
  expect([hopBetween(0.2, 0.6), hopBetween(0.6, 0.3), hopBetween(1, 1), hopBetween(0, 0)]).toEqual([
    expect.closeTo(0.5, 12),
    expect.closeTo(-0.5, 12),
    0,
    0,
  ]);
});

test("100,000 random hops stay in [0, 1]; the same noise on differences leaves it in most sequences", () => {
  const random = Random.of(1, "hops");
  let left = 0;
  for (let run = 0; run < 1000; run++) {
    let [relative, absolute, isOut] = [0, 0, false];
    for (let k = 0; k < 100; k++) {
      const drawn = random.uniform(-1, 1);
      relative = afterHop(relative, drawn);
      if (relative < 0 || relative > 1) throw new Error(`${relative} is no progress`);
      absolute += 0.1 * drawn;
      isOut ||= absolute < 0 || absolute > 1;
    }
    if (isOut) left += 1;
  }
  expect(left).toBeGreaterThan(900);
});

test("caution freezes progress where anchors disagree, and weighs by exp(−αδ²)", () => {
  const agreed = progressByHops("cautious", 1);
  expect(agreed.next({ incremental: 0.4, forward: 0.4, backward: -0.6 })).toBeCloseTo(0.4, 5);
  const torn = progressByHops("cautious", 50);
  expect(torn.next({ incremental: 0.4, forward: 0.9, backward: -0.9 })).toBeLessThan(1e-20);
  const some = progressByHops("cautious", 2);
  const delta = 0.2 / (0.5 + 1e-6);
  const expected = (Math.exp(-2 * delta ** 2) / 2) * (0.5 + 0.3);
  expect(some.next({ incremental: 0.3, forward: 0.4, backward: -0.4 })).toBeCloseTo(expected, 12);
});

test("fusion steps from the last fused progress, not from the incremental chain", () => {
  const fused = progressByHops("fused");
  const first = fused.next({ incremental: 0.3, forward: 0.6, backward: -0.4 });
  expect(first).toBeCloseTo((0.3 + 0.6 + 0.6) / 3, 12);
  expect(fused.next({ incremental: 0.5, forward: 0.6, backward: -0.4 })).toBeCloseTo((0.75 + 1.2) / 3, 12);
});
