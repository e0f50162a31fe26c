import { fc, test as law } from "@fast-check/vitest";
import { expect, test } from "vitest";
import { meanPassAtK, passAtK } from "./pass-rates.ts";

test.each([
  // All subsets of k counted by hand: of C(4, 2) = 6 pairs, 3 hold the one right answer, 5 one of two.
  [4, 1, 2, 1 / 2],
  [4, 2, 2, 5 / 6],
  [4, 3, 2, 1],
  // 1 − C(15, 8)/C(16, 8) = 8/16.
  [16, 1, 8, 1 / 2],
  // 1 − C(10, 5)/C(16, 5) = 1 − 252/4368.
  [16, 6, 5, 1 - 252 / 4368],
])("%i answers, %i right: pass@%i", (answers, right, k, expected) => {
  expect(passAtK(answers, right, k)).toBeCloseTo(expected, 14);
});

const counts = fc.integer({ min: 1, max: 40 }).chain((answers) =>
  fc.record({
    answers: fc.constant(answers),
    right: fc.integer({ min: 0, max: answers }),
    k: fc.integer({ min: 1, max: answers }),
  }),
);

law.prop([counts])("begins at the share of right answers, ends at whether there is one, and rises between", (drawn) => {
  const { answers, right, k } = drawn;
  expect(passAtK(answers, right, 1)).toBeCloseTo(right / answers, 12);
  expect(passAtK(answers, right, answers)).toBe(right > 0 ? 1 : 0);
  if (k > 1) expect(passAtK(answers, right, k)).toBeGreaterThanOrEqual(passAtK(answers, right, k - 1) - 1e-12);
});

law.prop([fc.double({ min: 0, max: 1, noNaN: true }), fc.integer({ min: 1, max: 12 })])(
  "is unbiased: over binomial counts its mean is 1 − (1 − p)^k",
  (p, k) => {
    const answers = 12;
    let mean = 0;
    let ways = 1;
    for (let right = 0; right <= answers; right++) {
      mean += ways * p ** right * (1 - p) ** (answers - right) * passAtK(answers, right, k);
      ways = (ways * (answers - right)) / (right + 1);
    }
    expect(mean).toBeCloseTo(1 - (1 - p) ** k, 10);
  },
);

test("the mean over questions", () => {
  expect(meanPassAtK([0, 1, 2, 4], 4, 2)).toBeCloseTo((0 + 1 / 2 + 5 / 6 + 1) / 4, 14);
  expect(meanPassAtK([], 4, 2)).toBeNaN();
});

test("what cannot be", () => {
  expect(() => passAtK(4, 1, 5)).toThrow("pass@5 of 4 answers");
  expect(() => passAtK(4, 1, 0)).toThrow("pass@0");
  expect(() => passAtK(4, 5, 1)).toThrow("5 right ones among 4 answers");
});
