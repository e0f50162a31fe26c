// Effects of positions: the likelihood's derivatives, the truth from expected clicks, and positions that nothing links.

import { expect, test } from "vitest";
import { Random } from "../../core/random.ts";
import { type ClickCells, positionEffects } from "./position-effects.ts";

const EFFECTS = [1, 0.6, 1.3, 0.2];

/** Cells of items with these relevances, each shown `shown(item, position)` times, with clicks as expected or drawn. */
function cellsOf(
  relevance: readonly number[],
  shown: (item: number, position: number) => number,
  drawn?: Random,
): ClickCells {
  const starts = [0];
  const [position, views, clicks]: number[][] = [[], [], []];
  for (const [item, own] of relevance.entries()) {
    for (const [k, effect] of EFFECTS.entries()) {
      const n = shown(item, k);
      if (n === 0) continue;
      position.push(k);
      views.push(n);
      let count = 0;
      for (let view = 0; view < n && drawn !== undefined; view++) count += drawn.uniform() < own * effect ? 1 : 0;
      clicks.push(drawn === undefined ? n * own * effect : count);
    }
    starts.push(position.length);
  }
  return { starts, position, shown: views, clicks };
}

test("expected clicks give the effects back, however unevenly items were placed", () => {
  const relevance = [0.7, 0.4, 0.1, 0.05];
  const cells = cellsOf(relevance, (item, k) => 10 + 500 * Math.max(0, 3 - Math.abs(item - k)));
  for (const [k, effect] of positionEffects(cells, 4).entries()) expect(effect).toBeCloseTo(EFFECTS[k], 9);
});

test("the best items in the first places do not pass for an effect of the places, where drawn clicks are many", () => {
  const relevance = Array.from({ length: 40 }, (_, item) => 0.6 - 0.012 * item);
  const better = (item: number, k: number) => (k === Math.floor(item / 10) ? 4000 : 200);
  const effects = positionEffects(cellsOf(relevance, better, Random.of(3, "clicks")), 4);
  for (const [k, effect] of effects.entries()) expect(Math.abs(effect - EFFECTS[k])).toBeLessThan(0.06);
  expect(effects[0]).toBe(1);
});

test("a position has no effect where no clicked item links it, and the effect 0 where it has no clicks", () => {
  const cells = { starts: [0, 2, 3], position: [0, 1, 2], shown: [10, 10, 10], clicks: [4, 0, 3] };
  expect([...positionEffects(cells, 3)]).toEqual([1, 0, Number.NaN]);
  expect([...positionEffects({ starts: [0, 2], position: [0, 1], shown: [5, 5], clicks: [0, 0] }, 2)]).toEqual([
    Number.NaN,
    Number.NaN,
  ]);
});

test("two positions: the effect is the ratio of click rates of one item", () => {
  const cells = { starts: [0, 2], position: [0, 1], shown: [200, 50], clicks: [60, 6] };
  expect(positionEffects(cells, 2)[1]).toBeCloseTo(0.12 / 0.3, 12);
  expect(positionEffects(cells, 2, Float64Array.of(1, 0.1))[1]).toBeCloseTo(0.4, 12);
});
