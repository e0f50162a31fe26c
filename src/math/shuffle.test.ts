// All orders come, and each as often as the others.

import { expect, test } from "vitest";
import { Random } from "../core/random.ts";
import { wilson } from "../evaluation/statistics/interval.ts";
import { shuffle } from "./weighted-draw.ts";

test("the six orders of three come alike often", () => {
  const random = Random.of(1, "orders");
  const counts = new Map<string, number>();
  for (let k = 0; k < 6000; k++) {
    const items = ["a", "b", "c"];
    shuffle(items, random);
    counts.set(items.join(""), (counts.get(items.join("")) ?? 0) + 1);
  }
  expect(counts.size).toBe(6);
  for (const count of counts.values()) {
    const { low, high } = wilson(count, 6000, 0.9999);
    expect(low).toBeLessThan(1 / 6);
    expect(high).toBeGreaterThan(1 / 6);
  }
});

test("typed arrays too, and nothing where there is nothing to do", () => {
  const numbers = Int32Array.of(1, 2, 3, 4, 5);
  shuffle(numbers, Random.of(2));
  expect([...numbers].sort()).toEqual([1, 2, 3, 4, 5]);
  shuffle([], Random.of(2));
});
