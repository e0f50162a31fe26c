// Batches hold every item once and in order, grow from few, and are cut by characters.

import { expect, test } from "vitest";
import { BatchSize } from "./batch-size.ts";

async function batchesOf(items: readonly number[], characters: (item: number) => number): Promise<number[][]> {
  const batches: number[][] = [];
  await new BatchSize().each(items, characters, async (batch) => void batches.push([...batch]));
  return batches;
}

test("batches hold every item once, in order, and at most double", async () => {
  const items = Array.from({ length: 1000 }, (_, k) => k);
  const batches = await batchesOf(items, () => 1);
  expect(batches.flat()).toEqual(items);
  for (const [k, { length }] of batches.entries()) expect(length).toBeLessThanOrEqual(4 * 2 ** k);
  expect(await batchesOf([], () => 1)).toEqual([]);
});

test("an item of any length has a batch, and long ones share none", async () => {
  expect(await batchesOf([1, 2, 3], () => 5_000_000)).toEqual([[1], [2], [3]]);
});
