// The study as a whole, and the pieces that its checks stand on.

import { describe, expect, test } from "vitest";
import { legacyContext } from "../../../test/fixtures/legacy-study.ts";
import { statusOf } from "../../study/legacy.ts";
import { A2C, advantageRule } from "./advantage-rule.ts";
import { curriculumOf, learned, OPEN_RULE } from "./arms.ts";
import { best, bruteForce } from "./brute-force.ts";
import { chanceControl, fewCheck, mainChecks, negatedControl } from "./comparison.ts";
import { exactChecks, selfRegretCheck, unsolvableChecks } from "./exact-checks.ts";
import { environmentDesign } from "./study.ts";
import { type Shares, unseenLevels } from "./unseen.ts";

// Minutes of learning: the suite keeps to the pieces below, `LONG=1 npx vitest run src/studies` runs this too.
test.skipIf(process.env.LONG === undefined)(
  "what comes out after forty generations",
  { timeout: 900_000 },
  async () => {
    const result = await environmentDesign.run(legacyContext());
    expect(result.controls.filter((control) => !control.failed)).toEqual([]);
    expect(result.checks).toHaveLength(13);
    // Regret leads by a tenth of the spread between seeds: what a rule learns in forty generations hangs on its draws of levels.
    expect(result.checks.filter((check) => !check.pass).map((check) => check.name)).toEqual([
      "40 generations: regret does better on the worse half of unseen levels",
      "eight levels of highest regret teach more than eight random ones",
    ]);
    expect(statusOf(result)).toBe("partly");
  },
);

test("it stops when asked to", async () => {
  await expect(environmentDesign.run(legacyContext({ signal: AbortSignal.abort() }))).rejects.toThrow();
});

test("the exact checks hold", () => {
  const checks = [...exactChecks(), selfRegretCheck(60, () => {}), ...unsolvableChecks(12)];
  expect(checks.filter((check) => !check.pass)).toEqual([]);
  expect(checks).toHaveLength(8);
});

test("brute force finds what can be counted by hand", () => {
  const level = {
    size: 2,
    walls: [0, 0, 0, 1],
    start: 0,
    objects: [{ cell: 1, reward: 1, ends: 0.5, returns: 0.2 }],
    horizon: 3,
  };
  // One step there; stay; if it goes on and the object is back before the last step, collect it again.
  expect(bruteForce(level, best)).toBeCloseTo(1 + 0.5 * 0.2, 12);
  expect(bruteForce({ ...level, horizon: 2 }, best)).toBe(1);
  expect(bruteForce({ ...level, start: 2, horizon: 1 }, best)).toBe(0);
});

describe("unseen levels", () => {
  const unseen = unseenLevels(12, 1);

  test("A2C earns about its own share, and nobody more than the optimum", () => {
    const shares = unseen.measure(advantageRule(A2C), 5, 3);
    expect(unseen.counted + unseen.leftOut).toBe(12);
    expect(shares.all).toHaveLength(unseen.counted);
    expect(shares.mean).toBeGreaterThan(0.7);
    expect(shares.mean).toBeLessThan(1.3);
    expect(shares.worse).toBeLessThanOrEqual(shares.better);
    expect(Math.max(shares.excess, unseen.excess)).toBeLessThanOrEqual(1e-9);
    expect(shares.written).toHaveLength(5);
  });

  test("the same luck gives the same shares", () => {
    const measured = () => unseen.measure(advantageRule(A2C), 6, 1).all;
    expect(measured()).toEqual(measured());
  });
});

test("a rule is kept at the generations that are asked for", async () => {
  const { signal } = new AbortController();
  const few = { ...OPEN_RULE, evolution: { ...OPEN_RULE.evolution, pairs: 2 } };
  const [early, late] = await learned(few, curriculumOf("regret", 1), 1, [1, 3], signal);
  const [alone] = await learned(few, curriculumOf("regret", 1), 1, [3], signal);
  expect(early).not.toEqual(late);
  expect(alone).toEqual(late);
  await expect(learned(few, curriculumOf("random", 1), 1, [2], AbortSignal.abort())).rejects.toThrow();
});

describe("checks and controls can fail", () => {
  const trained = (name: string, worse: readonly number[], better: number, below: number) => ({
    name,
    shares: worse.map((w): Shares => {
      return { all: [], worse: w, better, mean: (w + better) / 2, below, written: [], leftOut: 0, excess: 0 };
    }),
  });
  const base = trained("random", [0.5, 0.6, 0.5, 0.6, 0.5], 1, 0.3);
  const ahead = trained("ahead", [0.6, 0.7, 0.6, 0.7, 0.4], 1.01, 0.2);
  const passes = (checks: readonly { readonly pass: boolean }[]) => checks.map(({ pass }) => pass);

  test("four of five seeds are enough, three are not", () => {
    expect(passes(mainChecks(base, ahead, "x"))).toEqual([true, true, true]);
    const three = trained("three", [0.6, 0.7, 0.6, 0.6, 0.4], 1.2, 0.31);
    expect(passes(mainChecks(base, three, "x"))).toEqual([false, false, false]);
    expect(passes([fewCheck(base, ahead), fewCheck(base, base)])).toEqual([true, false]);
  });

  test("a control that passes is told", () => {
    expect([chanceControl(base, base), chanceControl(base, ahead)].map(({ failed }) => failed)).toEqual([true, false]);
    const worse = trained("worse", [0.4, 0.5, 0.4, 0.5, 0.45], 1, 0.3);
    expect([negatedControl(base, worse), negatedControl(base, ahead)].map(({ failed }) => failed)).toEqual([
      true,
      false,
    ]);
  });
});
