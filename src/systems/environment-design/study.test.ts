// The study as a whole, and the pieces that its checks stand on.

import { describe, expect, test } from "vitest";
import { unmet, verdicts } from "../../../test/fixtures/study.ts";
import { optimalHorizonReturn } from "../../algorithms/planning/finite-horizon.ts";
import { Random } from "../../core/random.ts";
import { byArm } from "../../study/comparison.ts";
import { A2C, advantageRule } from "./advantage-rule.ts";
import { curriculumOf, EVOLUTION, learned, openRule, RANDOM, REGRET } from "./arms.ts";
import { selfRegretEquation, unsolvableEquations } from "./exact.ts";
import { anyLevel, LIFETIME, lead } from "./level-scores.ts";
import { chanceControl, fewClaim, mainClaims, negatedControl } from "./shares.ts";
import { type Shares, unseenLevels } from "./unseen.ts";

test("the equations hold", () => {
  const claims = [selfRegretEquation(60), ...unsolvableEquations(12)];
  expect(unmet({ claims })).toEqual([]);
  expect(claims).toHaveLength(3);
});

describe("unseen levels", () => {
  const unseen = unseenLevels(12, 1);

  test("A2C earns about its own share", () => {
    const shares = unseen.measure(advantageRule(A2C), 5, 3);
    expect(unseen.counted + unseen.leftOut).toBe(12);
    expect(shares.all).toHaveLength(unseen.counted);
    expect(shares.mean).toBeGreaterThan(0.7);
    expect(shares.mean).toBeLessThan(1.3);
    expect(shares.worse).toBeLessThanOrEqual(shares.better);
    expect(shares.written).toHaveLength(5);
  });

  test("no agent of any rule earns more than the best policy", () => {
    const random = Random.of(7, "rules");
    const rules = [...Array(20).keys()].map((k) =>
      k === 0 ? advantageRule(A2C) : openRule.rule(openRule.initial.map(() => 0.5 * random.normal())),
    );
    for (let k = 0; k < 60; k++) {
      const level = anyLevel(Random.of(k, "unseen"));
      const { earned } = lead(level, rules[k % rules.length], LIFETIME, Random.of(k, "life"));
      expect(earned - optimalHorizonReturn(level, level.horizon)).toBeLessThanOrEqual(1e-9);
    }
  });

  test("the same luck gives the same shares", () => {
    const measured = () => unseen.measure(advantageRule(A2C), 6, 1).all;
    expect(measured()).toEqual(measured());
  });
});

test("a rule is kept at the generations that are asked for", async () => {
  const { signal } = new AbortController();
  const few = { ...EVOLUTION, pairs: 2 };
  const [early, late] = await learned(openRule, curriculumOf(REGRET, 1), 1, [1, 3], signal, few);
  const [alone] = await learned(openRule, curriculumOf(REGRET, 1), 1, [3], signal, few);
  expect(early).not.toEqual(late);
  expect(alone).toEqual(late);
  await expect(learned(openRule, curriculumOf(RANDOM, 1), 1, [2], AbortSignal.abort(), few)).rejects.toThrow();
});

describe("claims and controls can fail", () => {
  const trained = (worse: readonly number[], better: number, below: number) =>
    worse.map((w): Shares => {
      return { all: [], worse: w, better, mean: (w + better) / 2, below, written: [], leftOut: 0 };
    });
  const rules = byArm(
    new Map([
      ["base", trained([0.5, 0.6, 0.5, 0.6, 0.5], 1, 0.3)],
      ["ahead", trained([0.6, 0.71, 0.6, 0.71, 0.6], 1.01, 0.2)],
      ["torn", trained([0.6, 0.7, 0.6, 0.6, 0.4], 1.2, 0.31)],
      ["worse", trained([0.4, 0.5, 0.4, 0.5, 0.45], 1, 0.3)],
    ]),
  );

  test("a lead counts by its interval", () => {
    expect(verdicts(mainClaims(rules, "base", "ahead", "x"))).toBe("holds holds holds");
    expect(verdicts(mainClaims(rules, "base", "torn", "x"))).toBe("undecided fails fails");
    expect(verdicts(["ahead", "base"].map((other) => fewClaim(rules, "base", other)))).toBe("holds fails");
  });

  test("a control that holds is told", () => {
    expect(verdicts(["base", "ahead"].map((other) => chanceControl(rules, "base", other)))).toBe("fails holds");
    const negated = ["worse", "torn", "ahead"].map((other) => negatedControl(rules, "base", other));
    expect(verdicts(negated)).toBe("fails undecided holds");
  });
});
