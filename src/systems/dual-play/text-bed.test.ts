// The bed that studies of written texts stand on: it must be where a pre-trained model stands, learn what it is paid for, and
// nothing else. `LONG=1` looks at every world with three seeds.

import { describe, expect, test } from "vitest";
import type { TrainingContext } from "../../core/algorithm.ts";
import { Random } from "../../core/random.ts";
import type { Reward } from "../../core/reward.ts";
import { type Bed, GRPO, paidWriter, textContext, warmWriter, writtenMeans } from "./text-bed.ts";

const long = process.env.LONG === "1";
const SORT: Bed = { world: { id: "language/sort" }, width: 32, steps: 300 };
const CHAIN: Bed = { world: { id: "language/chain" }, width: 32, steps: 300 };

/** Share of right answers after so many updates under a pay. */
function rightAfter(
  bed: Bed,
  reward: unknown,
  seed: number,
  updates = 60,
): { before: number; after: number; marks: number } {
  const warm = warmWriter(bed, seed);
  const { writer } = paidWriter(textContext(bed, reward, seed), warm, updates, GRPO);
  const means = writtenMeans(bed, writer);
  return { before: writtenMeans(bed, warm).correct, after: means.correct, marks: means.marks };
}

test("a warm writer of a chain is right half of the time, and pay for right answers lifts it", () => {
  for (const seed of long ? [1, 2, 3] : [1]) {
    const { before, after } = rightAfter(CHAIN, { channel: "correct" }, seed);
    expect(before).toBeGreaterThan(0.35);
    expect(before).toBeLessThan(0.6);
    expect(after - before).toBeGreaterThan(0.2);
  }
});

describe.skipIf(!long)("controls", () => {
  test("a writer that is paid for a character without meaning finds it, and forgets the rest", () => {
    const { marks, after } = rightAfter(SORT, { weights: { marks: 1 } }, 1, 500);
    expect(marks).toBeGreaterThan(0.5);
    expect(after).toBeLessThan(0.05);
  });

  // At this rate the noise of such pay makes a writer worse; it must never make one better.
  test("pay by chance teaches nothing", () => {
    const changes = [1, 2, 3].map((seed) => {
      const warm = warmWriter(SORT, seed);
      const { writer } = paidWriter(byChance(textContext(SORT, { channel: "correct" }, seed), seed), warm, 60, GRPO);
      return writtenMeans(SORT, writer).correct - writtenMeans(SORT, warm).correct;
    });
    expect(Math.max(...changes)).toBeLessThan(0.03);
  });

  test("pay for wrong answers makes it wrong", () => {
    const { before, after } = rightAfter(SORT, { channel: "correct", weight: -1 }, 1);
    expect(after).toBeLessThan(before - 0.2);
  });

  test.each([
    [{ world: { id: "language/sort" }, width: 32, steps: 300 }, 0.35, 0.65],
    [{ world: { id: "language/calculator" }, width: 32, steps: 450 }, 0.35, 0.9],
    [{ world: { id: "language/lookup" }, width: 32, steps: 500 }, 0.35, 0.8],
    [{ world: { id: "language/program" }, width: 32, steps: 600 }, 0.35, 0.9],
  ] satisfies [Bed, number, number][])("%j begins between right and wrong", (bed, low, high) => {
    for (const seed of [1, 2, 3]) {
      const { correct } = writtenMeans(bed, warmWriter(bed, seed));
      expect(correct).toBeGreaterThan(low);
      expect(correct).toBeLessThan(high);
    }
  });
});

/** The same world, paid 1 or 0 by the toss of a coin at the end of each episode. */
function byChance(context: TrainingContext, seed: number): TrainingContext {
  const coin = Random.of(seed, "coin");
  const reward: Reward = {
    reset() {},
    pay(_outcomes, status, pay) {
      pay[0] = status !== 0 && coin.uniform() < 0.5 ? 1 : 0;
    },
  };
  return { ...context, makeReward: () => reward };
}
