// Lanes of a worker: how many groups compute, which one waits, and which is passed to another worker.

import { expect, test, vi } from "vitest";
import { Lanes } from "./lanes.ts";

test("as many groups compute as there are lanes, and the next one starts when a lane is returned", async () => {
  const lanes = new Lanes(2);
  const first = await lanes.take();
  expect(lanes.isFull).toBe(false);
  await lanes.take();
  expect(lanes.isFull).toBe(true);
  const began = vi.fn();
  const waiting = lanes.take().then(began);
  await Promise.resolve();
  expect(began).not.toHaveBeenCalled();
  first?.();
  // Returning a lane twice has no further effect.
  first?.();
  await waiting;
  expect(began).toHaveBeenCalledWith(expect.any(Function));
  expect(lanes.isFull).toBe(true);
});

test("with idle workers, the waiting group is passed on, and then a running group passes on a part", async () => {
  const lanes = new Lanes(2);
  await lanes.take();
  await lanes.take();
  const waiting = lanes.take();
  lanes.hear(1);
  await expect(waiting).resolves.toBeUndefined();
  expect([lanes.owes(), lanes.owes()]).toEqual([true, false]);
  lanes.hear(0);
  expect(lanes.owes()).toBe(false);
});

test("of many workers with one lane each, as many pass on a part as there are idle threads", async () => {
  const workers = await Promise.all(
    Array.from({ length: 1000 }, async () => {
      const lanes = new Lanes(1);
      await lanes.take();
      return lanes;
    }),
  );
  for (const lanes of workers) lanes.hear(0.1);
  const giving = workers.filter((lanes) => lanes.owes()).length;
  // Binomial: 100 ± 9.5; six standard deviations.
  expect(giving).toBeGreaterThan(43);
  expect(giving).toBeLessThan(157);
});

test("a lane counts as unused if no group held it since the last beat", async () => {
  const lanes = new Lanes(3);
  const lane = await lanes.take();
  lane?.();
  expect(lanes.beat()).toBe(2);
  expect(lanes.beat()).toBe(3);
  await lanes.take();
  expect(lanes.beat()).toBe(2);
});

test("at the end, waiting groups are passed on", async () => {
  const lanes = new Lanes(1);
  await lanes.take();
  const waiting = lanes.take();
  lanes.end();
  await expect(waiting).resolves.toBeUndefined();
});
