import { fc, test as law } from "@fast-check/vitest";
import { expect, test } from "vitest";
import { passAtK } from "../../evaluation/statistics/pass-rates.ts";
import { averageAtK, meanPassHatK, passHatK } from "./pass-hat-k.ts";

// Of C(4, 2) = 6 pairs, 1 holds two of two right answers, 3 two of three; C(8, 4)/C(16, 4) = 70/1820.
const KNOWN = { "4 2 2": 1 / 6, "4 3 2": 1 / 2, "4 1 2": 0, "4 4 4": 1, "4 3 4": 0, "16 8 4": 70 / 1820 };

test.each(Object.entries(KNOWN))("answers, right ones and k %s: pass^k", (counts, expected) => {
  const [answers, right, k] = counts.split(" ").map(Number);
  expect(passHatK(answers, right, k)).toBeCloseTo(expected, 14);
});

const counts = fc.integer({ min: 1, max: 30 }).chain((answers) =>
  fc.record({
    answers: fc.constant(answers),
    right: fc.integer({ min: 0, max: answers }),
    k: fc.integer({ min: 1, max: answers }),
  }),
);

law.prop([counts])("all k are right where none of them is wrong, and never more often than one of them is", (drawn) => {
  const { answers, right, k } = drawn;
  expect(passHatK(answers, right, k)).toBeCloseTo(1 - passAtK(answers, answers - right, k), 12);
  expect(passHatK(answers, right, k)).toBeLessThanOrEqual(passAtK(answers, right, k) + 1e-12);
});

law.prop([fc.double({ min: 0, max: 1, noNaN: true }), fc.integer({ min: 1, max: 12 })])(
  "is unbiased: over binomial counts its mean is p^k",
  (p, k) => {
    const answers = 12;
    let mean = 0;
    let ways = 1;
    for (let right = 0; right <= answers; right++) {
      mean += ways * p ** right * (1 - p) ** (answers - right) * passHatK(answers, right, k);
      ways = (ways * (answers - right)) / (right + 1);
    }
    expect(mean).toBeCloseTo(p ** k, 10);
  },
);

test("the mean over questions, and Avg@k", () => {
  expect(meanPassHatK([0, 2, 3, 4], 4, 2)).toBeCloseTo((1 / 6 + 1 / 2 + 1) / 4, 14);
  expect(averageAtK([0, 1, 2, 4], 4)).toBeCloseTo(7 / 16, 14);
  expect(averageAtK([], 4)).toBeNaN();
});

test("what cannot be", () => {
  expect(() => passHatK(4, 1, 5)).toThrow("pass^5 of 4 answers");
  expect(() => passHatK(4, 5, 1)).toThrow("5 right ones among 4 answers");
});
