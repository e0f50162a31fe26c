// The arithmetic of reward maps by hand, in both readings, and what a weighted pixel is drawn to.

import { expect, test } from "vitest";
import { type MapParts, type MapReading, type PictureJudgement, writeRewardMap } from "./reward-map.ts";

const box = (left: number, top: number, right: number, bottom: number) => ({ left, top, right, bottom });

/** A map of 4 × 4 pixels. */
function mapOf(judgement: PictureJudgement, reading: MapReading, parts: MapParts = "both"): number[][] {
  const into = new Float64Array(16);
  writeRewardMap(judgement, reading, parts, 4, into);
  return [0, 4, 8, 12].map((from) => Array.from(into.subarray(from, from + 4), (w) => Math.round(w * 1e9) / 1e9));
}
const level = (value: number) => Array.from({ length: 4 }, () => [value, value, value, value]);

test("without boxes the code's map is half of (layout + 1)/2, and the paper's is 0", () => {
  expect(mapOf({ objects: [], layout: 0 }, "unsigned")).toEqual(level(0.25));
  expect(mapOf({ objects: [], layout: 0 }, "signed")).toEqual(level(0));
});

const overlapping: PictureJudgement = {
  objects: [
    { box: box(0, 0, 2, 2), score: 0.8 },
    { box: box(1, 1, 3, 3), score: -0.6 },
  ],
  layout: 0.5,
};

test("where boxes of .8 and −.6 overlap at a layout of .5 the code's weight is .9·.75, and the lower score changes nothing", () => {
  const [high, ground] = [0.675, 0.375];
  expect(mapOf(overlapping, "unsigned")).toEqual([
    [high, high, ground, ground],
    [high, high, ground, ground],
    [ground, ground, ground, ground],
    [ground, ground, ground, ground],
  ]);
});

test("the paper's map is α·R: negative in the worse box alone, and 0 outside", () => {
  const [high, low] = [0.6, -0.45];
  expect(mapOf(overlapping, "signed")).toEqual([
    [high, high, 0, 0],
    [high, high, low, 0],
    [0, low, low, 0],
    [0, 0, 0, 0],
  ]);
});

test("a layout of −1 takes all weight, so that two bad scores never make a good one", () => {
  const worst = { objects: [{ box: box(0, 0, 4, 4), score: -1 }], layout: -1 };
  for (const reading of ["signed", "unsigned"] as const)
    expect(
      mapOf(worst, reading)
        .flat()
        .every((w) => w === 0),
    ).toBe(true);
});

test("boxes outside and boxes without a pixel count for nothing, and one over the edge is cut", () => {
  const objects = [box(4, 0, 6, 2), box(-3, -3, 0, 0), box(2, 2, 2, 4), box(3, 3, 1, 1)].map((one) => ({
    box: one,
    score: 1,
  }));
  expect(mapOf({ objects, layout: 1 }, "signed")).toEqual(level(0));
  const cut = mapOf({ objects: [{ box: box(-2, 3, 1, 9), score: 1 }], layout: 1 }, "signed");
  expect(cut.flat().map((w, k) => (w === 0 ? -1 : k))).toEqual([...new Array<number>(12).fill(-1), 12, -1, -1, -1]);
});

test("one kind of score alone: objects without the layout, and the layout without objects", () => {
  expect(mapOf(overlapping, "unsigned", "local")[0]).toEqual([0.9, 0.9, 0.5, 0.5]);
  expect(mapOf(overlapping, "signed", "local")[1]).toEqual([0.8, 0.8, -0.6, 0]);
  expect(mapOf(overlapping, "unsigned", "global")).toEqual(level(0.375));
  expect(mapOf(overlapping, "signed", "global")).toEqual(level(0.75));
});

test("the sparse map is 1 for a picture without a fault, else 0", () => {
  const right = { objects: [{ box: box(0, 0, 1, 1), score: 0.2 }], layout: 0.9 };
  expect(mapOf(right, "sparse")).toEqual(level(1));
  expect(mapOf(overlapping, "sparse")).toEqual(level(0));
  expect(mapOf({ ...right, layout: 0.4 }, "sparse")).toEqual(level(0));
  expect(mapOf({ ...right, layout: 0.4 }, "sparse", "local")).toEqual(level(1));
  expect(mapOf(overlapping, "sparse", "global")).toEqual(level(0));
  expect(mapOf(right, "none")).toEqual(level(0));
});

test("a pixel is drawn to (w·scored + λ·good)/(w + λ), which is the least of the weighted losses, and to nothing where w + λ ≤ 0", () => {
  for (const [w, anchor] of [
    [0.675, 0.5],
    [-0.3, 0.5],
  ]) {
    const best = drawnTo(w, anchor, 1, -1) ?? Number.NaN;
    const loss = (x: number) => w * (x - 1) ** 2 + anchor * (x + 1) ** 2;
    for (const far of [-0.1, 0.1]) expect(loss(best + far)).toBeGreaterThan(loss(best));
  }
  expect(drawnTo(-0.3, 0.5, 1, -1)).toBeCloseTo(-4, 12);
  expect(drawnTo(-0.5, 0.5, 1, -1)).toBeUndefined();
});

/**
 * What a pixel is drawn to by a weight on the scored picture and an anchor on a good one: (w·scored + λ·good)/(w + λ), the minimum of w(x −
 * scored)² + λ(x − good)²; undefined where w + λ is not above 0, as there is none.
 */
function drawnTo(weight: number, anchor: number, scored: number, good: number): number | undefined {
  return weight + anchor > 0 ? (weight * scored + anchor * good) / (weight + anchor) : undefined;
}
