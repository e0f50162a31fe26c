import { describe, expect, it } from "vitest";
import { emptyRollouts } from "./completions.ts";
import { groupAdvantages } from "./group-advantage.ts";
import { separateMethod, termAdvantages } from "./separate-advantages.ts";

const GRPO = { baseline: "group", scale: "group" } as const;

/** Gap between two right answers that differ by one call, half of a group of eight being right. */
const group = { right: [1, 1, 1, 1, 0, 0, 0, 0], calls: [0, 1, 0, 1, 0, 1, 0, 1] };

describe("economy among the right answers", () => {
  const economy = Float64Array.from(group.right, (right, k) => (right > 0 ? 1 / (1 + group.calls[k]) : 0));

  it("compares no other answers, and by their own deviation", () => {
    const advantages = termAdvantages(economy, 8, "paid", GRPO);
    expect([...advantages]).toEqual([1, -1, 1, -1, 0, 0, 0, 0].map((x) => expect.closeTo((0.25 * x) / 0.2501, 10)));
  });

  it("does not depend on how many are wrong, as a price in one sum does", () => {
    const gaps = [2, 4, 6].map((right) => {
      const pay = Float64Array.from({ length: 8 }, (_, k) => (k < right ? 1 / (1 + (k % 2)) : 0));
      const own = termAdvantages(pay, 8, "paid", GRPO);
      const price = 0.05;
      const summed = groupAdvantages(
        Float64Array.from({ length: 8 }, (_, k) => (k < right ? 1 : 0) - price * (k % 2)),
        8,
        GRPO,
      );
      return { own: own[0] - own[1], summed: summed[0] - summed[1] };
    });
    for (const gap of gaps) expect(gap.own).toBeCloseTo(gaps[0].own, 10);
    // Δ = α/sd of the sum: with half of the answers right, about 2α.
    expect(gaps[1].summed).toBeCloseTo(0.05 / Math.sqrt(0.25 + 0.05 ** 2 / 4), 3);
    expect(gaps[0].summed).not.toBeCloseTo(gaps[1].summed, 3);
  });

  it("is nothing where one answer is right, or all right ones are alike", () => {
    expect([...termAdvantages(Float64Array.of(0, 0.5, 0, 0), 4, "paid", GRPO)]).toEqual([0, 0, 0, 0]);
    expect([...termAdvantages(Float64Array.of(0.5, 0.5, 0, 0.5), 4, "paid", GRPO)]).toEqual([0, 0, 0, 0]);
  });
});

describe("a method of parts", () => {
  const sizes = { rows: 4, group: 4, context: 3, longest: 2 };
  const options = { ...GRPO, clip: [0.2, 0.28] as const, average: "characters" as const };
  const texts = emptyRollouts(4, 4, 3, 1, 2);
  texts.written.set([0, 1, 1, 0, 1, 0, 0, 1, 1, 0, 1, 1]);
  texts.further[0].set([0, 0, 1, 0, 1, 0, 0, 0, 1, 0, 0, 0]);
  texts.further[1].set([0, 0, 1, 0, 0.5, 0, 0, 0, 1, 0, 0, 0]);

  it("gives each part an objective, and averages a part over those whom it compares", () => {
    const parts = [
      { weight: 1, among: "all" },
      { weight: 0.15, among: "paid" },
    ] as const;
    const method = separateMethod(options, parts, sizes);
    expect(method.objectives).toHaveLength(2);
    const lesson = method.teach(texts);
    const [first, second] = lesson?.credit ?? [];
    const sum = (values: Float32Array) => values.reduce((a, b) => a + b, 0);
    expect(sum(first.shares)).toBeCloseTo(1, 6);
    expect(sum(second.shares)).toBeCloseTo(0.15, 6);
    // The last row is wrong: it has no share in the economy.
    expect([...second.shares.subarray(9)]).toEqual([0, 0, 0]);
    expect(second.tables[0][1]).toBeGreaterThan(0);
    expect(second.tables[0][4]).toBeLessThan(0);
    expect(lesson?.measures).toMatchObject({ pay1: 0.75, compared2: 0.75 });
  });

  it("teaches nothing where no part does", () => {
    const alike = emptyRollouts(4, 4, 3, 1, 1);
    alike.written.set(texts.written);
    expect(separateMethod(options, [{ weight: 1, among: "all" }], sizes).teach(alike)).toBeUndefined();
  });
});
