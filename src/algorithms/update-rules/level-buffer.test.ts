// The memory of levels: what comes back, and what makes room.

import { expect, test } from "vitest";
import { Random } from "../../core/random.ts";
import { levelBuffer } from "./level-buffer.ts";

/** A buffer of numbers 0, 1, 2 … in the order they were drawn. */
function counting(size: number, replay: number) {
  let drawn = 0;
  return levelBuffer({ size, replay, draw: () => drawn++ }, Random.of(1));
}

test.each([0.25, 0.75])(
  "the replayed part of a batch is %f of it: the highest scores there are, in their order",
  (replay) => {
    const [rounds, batch] = [200, 8];
    const random = Random.of(1, "order");
    const known = new Map<number, number>();
    const buffer = levelBuffer({ size: batch * (rounds + 1), replay, draw: () => 0 }, random);
    let replayed = 0;
    for (let round = 0; round < rounds; round++) {
      const best = [...known].sort(([a, x], [b, y]) => y - x || a - b).map(([slot]) => slot);
      const slots = buffer.take(batch, random).map(({ slot }) => slot);
      const again = slots.filter((slot) => known.has(slot));
      replayed += again.length;
      expect(again).toEqual(best.slice(0, again.length));
      expect(again).toEqual(slots.slice(0, again.length));
      const scores = slots.map(() => random.normal());
      for (const [k, slot] of slots.entries()) known.set(slot, scores[k]);
      buffer.give(slots, scores);
    }
    // Four deviations of a coin.
    expect(Math.abs(replayed / (batch * rounds) - replay)).toBeLessThan(
      4 * Math.sqrt((replay * (1 - replay)) / 1600) + 0.01,
    );
  },
);

test("plays new levels until enough are known", () => {
  const buffer = counting(8, 1);
  const first = buffer.take(2, Random.of(2)).map(({ slot }) => slot);
  buffer.give(first, [1, 1]);
  const second = buffer.take(3, Random.of(2)).map(({ slot }) => slot);
  for (const slot of second) expect(first).not.toContain(slot);
});

test("fresh levels take the place of new ones, then of the lowest scores, never of active ones", () => {
  const buffer = counting(4, 0);
  const taken = buffer.take(3, Random.of(2)).map(({ slot }) => slot);
  buffer.give(taken.slice(0, 2), [5, -5]);
  buffer.renew(2, Random.of(3));
  // One was new and one scored −5; the third is active.
  expect(buffer.ranked().map(({ slot }) => slot)).toEqual([taken[0]]);
  buffer.give([taken[2]], [1]);
  expect(buffer.ranked().map(({ level }) => level)).toEqual([taken[0], taken[2]]);
  expect(() => buffer.take(4, Random.of(4))).toThrow("has no 4");
});

test("with a temperature ranks are drawn in proportion to rank^(−1/β), the highest most often", () => {
  const buffer = levelBuffer({ size: 10, replay: 1, temperature: 2, draw: () => 0 }, Random.of(1));
  const random = Random.of(4);
  const all = buffer.take(3, random).map(({ slot }) => slot);
  buffer.give(all, [3, 2, 1]);
  const counts = [0, 0, 0];
  const draws = 6000;
  for (let k = 0; k < draws; k++) {
    const [{ slot }] = buffer.take(1, random);
    counts[all.indexOf(slot)] += 1;
    buffer.give([slot], [3 - all.indexOf(slot)]);
  }
  const total = 1 + 2 ** -0.5 + 3 ** -0.5;
  // Four deviations of a share.
  for (const [k, count] of counts.entries())
    expect(Math.abs(count / draws - (k + 1) ** -0.5 / total)).toBeLessThan(4 * Math.sqrt(0.25 / draws));
});
