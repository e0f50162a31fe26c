// What holds without training, and with `LONG=1` what the trained arms show.

import { describe, expect, test } from "vitest";
import { long, studyContext, unmet } from "../../../test/fixtures/study.ts";
import { verdict } from "../../study/claim.ts";
import { settingsOf } from "../../study/study.ts";
import { strayOf } from "./noise.ts";
import { drawQuestions, parts, totalVariation } from "./questions.ts";
import { exactEquations, negativeAware } from "./study.ts";

describe("the exact part", () => {
  test("holds but for one: descent on logits leaves the policies that the theorem is about", async () => {
    const found = await exactEquations(studyContext());
    expect([found.claims.length, found.controls.length]).toEqual([6, 1]);
    expect(unmet(found)).toEqual([
      "the same, descent on a softmax's logits, which does not keep π⁻_θ ≥ 0 on right answers",
    ]);
  });

  test("stops when it is told to", async () => {
    await expect(exactEquations(studyContext({ signal: AbortSignal.abort() }))).rejects.toThrow();
  });

  test("questions are distributions, and their parts live on right and on wrong answers", () => {
    for (const question of drawQuestions(100, 12, 2)) {
      const { old, rate } = question;
      const { positive, negative } = parts(question);
      for (const [a, p] of old.entries()) {
        expect(Math.abs(rate * positive[a] + (1 - rate) * negative[a] - p)).toBeLessThanOrEqual(1e-12);
        expect(Math.abs((p - rate * positive[a]) / (1 - rate) - negative[a])).toBeLessThanOrEqual(1e-12);
      }
      for (const part of [question.old, positive, negative]) expect(part.reduce((a, b) => a + b, 0)).toBeCloseTo(1, 12);
      expect(positive.every((p, a) => p === 0 || question.right[a] === 1)).toBe(true);
      // They share no answer.
      expect(totalVariation(positive, negative)).toBeCloseTo(1, 12);
    }
  });

  test("right answers that are all the same have no noise, and wrong ones bring it; by halves both formulas are known", () => {
    // π = (½, ½), the first right: the mean gradient is (½, −½)·16·½·½ from right answers alone, and twice that from both.
    const coin = { old: Float64Array.of(0.5, 0.5), right: Float64Array.of(1, 0), rate: 0.5 };
    expect([strayOf(coin, 0), strayOf(coin, 1)]).toEqual([0, 0]);
    const three = { old: Float64Array.of(0.5, 0.25, 0.25), right: Float64Array.of(1, 0, 0), rate: 0.5 };
    expect(strayOf(three, 0)).toBe(0);
    // Two wrong answers by halves: variance 8·¼·½ = 1; mean 8·(½, −¼, −¼)·(½ + ½), of squared length 24.
    expect(strayOf(three, 1)).toBeCloseTo(1 / Math.sqrt(24), 12);
  });
});

long("trained: RFT loses entropy, labels that say nothing teach nothing, no floor breaks it", async () => {
  const { claims, controls } = await negativeAware.run(
    studyContext({ seeds: [901, 902, 903], settings: settingsOf(negativeAware, false) }),
  );
  const fall = claims.filter(({ name }) => name.includes("entropy of RFT over rounds"));
  expect(fall.map(verdict)).toEqual(["holds", "holds"]);
  expect(controls.map(verdict)).toEqual(["fails", "fails", "fails"]);
});
