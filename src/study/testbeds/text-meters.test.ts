// The meters of the bed.

import { beforeAll, describe, expect, test } from "vitest";
import { type Bed, standing, type Writer, warmWriter } from "./text.ts";

const BED: Bed = { world: { id: "language/sort", digits: 1 }, width: 16, steps: 120 };
let writer: Writer;

beforeAll(() => {
  writer = warmWriter(BED, 1);
});

describe("standing", () => {
  test("of a model that knows nothing: nothing right, and the entropy of even chances", () => {
    const { passAt1, passAtK, greedy, entropy } = standing(BED, warmWriter({ ...BED, steps: 0 }, 1), { answers: 4 });
    expect([passAt1, passAtK, greedy].every((share) => share < 0.05)).toBe(true);
    expect(entropy).toBeGreaterThan(Math.log(64) - 0.1);
    expect(entropy).toBeLessThanOrEqual(Math.log(64) + 1e-6);
  });

  test("of a warm one: some right, more so among several, and the same at every asking", () => {
    const some = standing(BED, writer, { questions: 80, answers: 8, k: 4 });
    const all = standing(BED, writer, { questions: 80, answers: 8 });
    expect(some.passAt1).toBeGreaterThan(0.05);
    expect(some.passAtK).toBeGreaterThan(some.passAt1);
    expect(all.passAtK).toBeGreaterThanOrEqual(some.passAtK);
    expect(all).toEqual({ ...some, passAtK: all.passAtK });
    expect(standing(BED, writer, { questions: 80, answers: 8 })).toEqual(all);
  });

  test("asks whole blocks", () => {
    expect(() => standing(BED, writer, { questions: 50 })).toThrow("whole blocks of 40");
  });
});
