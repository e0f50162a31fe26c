import { describe, expect, test } from "vitest";
import { balancedAccuracy } from "../../evaluation/statistics/classification.ts";
import { majority, mostWins, pairsOf } from "./choosing.ts";

describe("choosing among answers", () => {
  test("the most frequent, the first of them where several are", () => {
    expect(majority(["a", "b", "c", "b"])).toBe(1);
    expect(majority(["a", "b", "b", "a"])).toBe(0);
    expect(majority(["a", "b", "c"])).toBe(0);
    expect(() => majority([])).toThrow("no answers");
  });

  test("the one that wins most of all pairs", () => {
    expect(pairsOf(4).join(" ")).toBe("0,1 0,2 0,3 1,2 1,3 2,3");
    // 2 beats all others.
    expect(mostWins(4, [0, 2, 0, 2, 1, 2])).toBe(2);
    expect(mostWins(3, [undefined, undefined, 2])).toBe(2);
    expect(mostWins(3, [undefined, undefined, undefined])).toBe(0);
    expect(mostWins(1, [])).toBe(0);
    expect(() => mostWins(3, [0])).toThrow("1 comparisons of 3");
  });

  test("a judge whose comparisons are right finds a right answer wherever there is one", () => {
    for (let mask = 1; mask < 16; mask++) {
      const right = [0, 1, 2, 3].map((k) => ((mask >> k) & 1) === 1);
      const winners = pairsOf(4).map(([i, j]) => (right[j] && !right[i] ? j : i));
      expect(right[mostWins(4, winners)]).toBe(true);
    }
  });
});

describe("balanced accuracy", () => {
  test("is the mean of what is found of each class, whatever their sizes", () => {
    const actual = ["y", "n", "n", "n"];
    expect(balancedAccuracy(["y", "n"], ["n", "n", "n", "n"], actual)).toBe(0.5);
    expect(balancedAccuracy(["y", "n"], ["y", "n", undefined, "n"], actual)).toBeCloseTo(5 / 6, 12);
    expect(balancedAccuracy(["y", "n"], ["y", "y", "y", "y"], ["y", "y", "y", "y"])).toBeNull();
    expect(() => balancedAccuracy(["y"], [], actual)).toThrow("0 answers to 4");
  });
});
