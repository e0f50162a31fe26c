import { fc, test as law } from "@fast-check/vitest";
import { expect, test } from "vitest";
import { Random } from "../../core/random.ts";
import { deviation, mean } from "./moments.ts";
import { passAtK, passHatK, passRates } from "./pass-rates.ts";

test.each([
  // All subsets of size k counted by hand: of C(4, 2) = 6 pairs, 3 contain the one right answer, and 5 contain one of two.
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
  "both are unbiased: over binomial counts the means are 1 − (1 − p)^k and p^k",
  (p, k) => {
    const answers = 12;
    let [one, all] = [0, 0];
    let ways = 1;
    for (let right = 0; right <= answers; right++) {
      const chance = ways * p ** right * (1 - p) ** (answers - right);
      one += chance * passAtK(answers, right, k);
      all += chance * passHatK(answers, right, k);
      ways = (ways * (answers - right)) / (right + 1);
    }
    expect(one).toBeCloseTo(1 - (1 - p) ** k, 10);
    expect(all).toBeCloseTo(p ** k, 10);
  },
);

// Of C(4, 2) = 6 pairs, 1 holds two of two right answers, 3 two of three; C(8, 4)/C(16, 4) = 70/1820.
const ALL_RIGHT = { "4 2 2": 1 / 6, "4 3 2": 1 / 2, "4 1 2": 0, "4 4 4": 1, "4 3 4": 0, "16 8 4": 70 / 1820 };

test.each(Object.entries(ALL_RIGHT))("answers, right ones and k %s: pass^k", (written, expected) => {
  const [answers, right, k] = written.split(" ").map(Number);
  expect(passHatK(answers, right, k)).toBeCloseTo(expected, 14);
});

law.prop([counts])("all k are right where none of them is wrong, and never more often than one of them is", (drawn) => {
  const { answers, right, k } = drawn;
  expect(passHatK(answers, right, k)).toBeCloseTo(1 - passAtK(answers, answers - right, k), 12);
  expect(passHatK(answers, right, k)).toBeLessThanOrEqual(passAtK(answers, right, k) + 1e-12);
});

test("inconsistent counts throw an error", () => {
  expect(() => passAtK(4, 1, 5)).toThrow("pass@5 of 4 answers");
  expect(() => passAtK(4, 1, 0)).toThrow("pass@0");
  expect(() => passAtK(4, 5, 1)).toThrow("5 right ones among 4 answers");
  expect(() => passHatK(4, 1, 5)).toThrow("pass^5 of 4 answers");
  expect(() => passHatK(4, 5, 1)).toThrow("5 right ones among 4 answers");
});

test("rates are shares with their standard errors, for rows of any length", () => {
  const rates = passRates([[true, false, false, true], Uint8Array.of(0, 0), [1]]);
  expect(rates).toEqual([
    { prompt: 0, tries: 4, passed: 2, rate: 0.5, error: 0.25 },
    { prompt: 1, tries: 2, passed: 0, rate: 0, error: 0 },
    { prompt: 2, tries: 1, passed: 1, rate: 1, error: 0 },
  ]);
});

test("a rate estimated from 64 attempts has the binomial's mean and deviation", () => {
  const estimates = Array.from({ length: 400 }, (_, draw) => {
    const random = Random.of(draw, "log of tries");
    return passRates([Array.from({ length: 64 }, () => random.uniform() < 0.3)])[0].rate;
  });
  expect(Math.abs(mean(estimates) - 0.3)).toBeLessThanOrEqual(0.01);
  expect(Math.abs(deviation(estimates) / Math.sqrt((0.3 * 0.7) / 64) - 1)).toBeLessThanOrEqual(0.1);
});
