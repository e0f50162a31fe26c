// Known numbers that are met, missed, and not known.

import { describe, expect, test } from "vitest";
import { nearly } from "./bound.ts";
import { expectation, measurement, verdict } from "./claim.ts";
import { largestGap, matching } from "./matching.ts";

const claimed = (tests: ReturnType<typeof matching>) => ({ tests, needs: "all" }) as const;

describe("matching", () => {
  test("each number has its own known one; what is not known is left out", () => {
    const tests = claimed(matching(["median", "mean", "largest"], [1.004, 7, 3], [1, null, 3.1], 0.005));
    expect(expectation(tests)).toBe("median 1 ± 0.005; largest 3.1 ± 0.005");
    expect(measurement(tests)).toBe("median 1.004; largest 3");
    expect(verdict(tests)).toBe("fails");
    expect(verdict(claimed(tests.tests.slice(0, 1)))).toBe("holds");
  });

  test("by share, exactly, and never beyond what was measured", () => {
    expect(verdict(claimed(matching(["a"], [101], [100], (x) => nearly(x, 0.01))))).toBe("holds");
    expect(verdict(claimed(matching(["a"], [101], [100], (x) => nearly(x, 0.009))))).toBe("fails");
    const whole = claimed(matching(["a"], [3], [3], 0));
    expect([verdict(whole), expectation(whole)]).toEqual(["holds", "3"]);
    expect(() => matching(["a", "b"], [1], [1, 2], 0)).toThrow();
  });
});

test("the largest gap, and none between lists of unlike length", () => {
  expect(largestGap([1, 5, 2], [1.5, 4, 2])).toBe(1);
  expect(largestGap([1, 2], [1, 2, 3])).toBeNaN();
});
