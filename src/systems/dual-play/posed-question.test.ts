// The table of pay, pairs that give themselves away, and what counts as new.

import { describe, expect, it } from "vitest";
import { givesAway, jaccard, questionHistory, questionWorth } from "./posed-question.ts";

describe("the worth of a question", () => {
  // By hand: 1.1 − p + 0.2·d where both thresholds are passed.
  it.each(Object.entries({ 0: [0, 0], 0.2: [0, 0], 0.21: [0.952, 1.09], 0.5: [0.662, 0.8], 1: [0.162, 0.3] }))(
    "with agreement %s is 0 for differences of 0 and 0.3, and for 0.31 and 1 %j",
    (p, worths) => {
      for (const [k, d] of [0, 0.3, 0.31, 1].entries()) {
        expect(questionWorth(Number(p), d)).toBeCloseTo([0, 0, ...worths][k], 12);
      }
    },
  );

  it("knows no bounds where they are taken away, and two of six must agree where they are not", () => {
    expect(questionWorth(0, 0, { hard: -1, difference: -1 })).toBeCloseTo(1.1, 12);
    expect(questionWorth(0, 1, { hard: 0 })).toBe(0);
    expect(questionWorth(0.5, 0.7, { novelty: 0 })).toBeCloseTo(0.6, 12);
    expect([0, 1, 2, 3].map((k) => questionWorth(k / 6, 1) > 0)).toEqual([false, false, true, true]);
  });
});

describe("a pair gives itself away", () => {
  it.each(`|85  7ab=|  |  7a=|7  4d=|4  85ab=|85  7ab=|7ab=85  85|7857  what is 12 plus 3?|12`.split("  "))(
    "where one is empty, or stands in the other whole: %s",
    (pair) => {
      const [question, answer] = pair.split("|");
      expect(givesAway({ question, answer })).toBe(true);
    },
  );

  // Digits apart are no leak, nor is a part of the answer.
  it.each(`7ab=|85  7abc=|856  6a=|7  5ab=|63  5bad=|2  8ab5=|85  7ab8=|85  what is 12 plus 3?|15`.split("  "))(
    "nowhere else: %s",
    (pair) => {
      const [question, answer] = pair.split("|");
      expect(givesAway({ question, answer })).toBe(false);
    },
  );
});

describe("what is new", () => {
  it("is told by sets: order and number of tokens are nothing", () => {
    expect(jaccard(new Set("7abab"), new Set("7ba"))).toBe(1);
    expect(jaccard(new Set("abc"), new Set("abd"))).toBe(0.5);
    expect(jaccard(new Set("7abc"), new Set("7abd"))).toBe(3 / 5);
    expect(jaccard(new Set("ab"), new Set("cd"))).toBe(0);
    expect(jaccard(new Set(), new Set())).toBe(1);
    expect(jaccard(new Set("a"), new Set())).toBe(0);
  });

  it("falls with the share of earlier questions that are alike, above four fifths and not at it", () => {
    const history = questionHistory();
    expect(history.difference("7ab")).toBe(1);
    for (const question of ["7ba", "7aab", "8ab", "7abc"]) history.add(question);
    expect(history.difference("7ab")).toBe(0.5);
    const four = questionHistory();
    four.add("abcd");
    // 4 of 5 in common.
    expect(four.difference("abcde")).toBe(1);
    const five = questionHistory();
    five.add("abcde");
    // 5 of 6.
    expect(five.difference("abcdef")).toBe(0);
  });

  it("is told by the latest hundred questions alone", () => {
    const history = questionHistory();
    history.add("ab");
    for (let k = 0; k < 50; k++) for (const question of ["cd", "ef"]) history.add(question);
    expect(history.difference("ab")).toBe(1);
    expect(history.difference("dc")).toBe(0.5);
    expect(history.latest()).toHaveLength(100);
  });
});
