// Judges whose scores are known beforehand: rules are always right, and mistakes at given rates have a closed form.

import { expect, test } from "vitest";
import { expectedF1 } from "../../../test/fixtures/expected-f1.ts";
import { confusion } from "../../evaluation/statistics/classification.ts";
import { ratio } from "../../evaluation/statistics/interval.ts";
import { coinJudge, isReached, type Judge, noisyJudge } from "../../feedback/judge.ts";
import { baseRate, scored, testSets } from "./demonstrations.ts";
import { rules } from "./judges.ts";
import { type JudgedMode, REWORDED, SUBGOALS, told } from "./rooms.ts";

/** Judges that differ in nothing but their seed, whose counts are added up. */
const JUDGES = 40;
const RATES = { falsePositive: 0.05, falseNegative: 0.2 };

const MODES: readonly JudgedMode[] = (["map", "crop"] as const).flatMap((view): JudgedMode[] => [
  { view, line: "message" },
  { view, line: "message", wording: REWORDED },
  { view, line: "inventory" },
]);

test("rules: F1 of both sub-goals is 1 in every mode", () => {
  for (const set of testSets()) {
    for (const mode of MODES) {
      const transitions = set.steps.map((step) => told(step, mode));
      expect(scored(rules, transitions, set).map(({ f1 }) => f1)).toEqual([1, 1]);
    }
  }
});

/** Judges by seed and sub-goal, and how often they are wrong where a share of steps reaches it. */
const WRONG: Readonly<Record<string, [(seed: number, base: number) => Judge, (base: number) => typeof RATES]>> = {
  "a coin at the base rate": [
    (seed, base) => coinJudge(SUBGOALS, base, seed),
    (base) => ({ falsePositive: base, falseNegative: 1 - base }),
  ],
  "rules with 5% false positives and 20% false negatives": [(seed) => noisyJudge(rules, RATES, seed), () => RATES],
};

test.each(Object.keys(WRONG))("%s: the interval of F1 at 0.999 holds its closed form", (name) => {
  const [judgeOf, rates] = WRONG[name];
  for (const set of testSets()) {
    const transitions = set.steps.map((step) => told(step, { view: "map", line: "inventory" }));
    for (const k of SUBGOALS.keys()) {
      const base = baseRate(set, k);
      const actual = set.labels.map((bits) => isReached(bits, k));
      const counts = Array.from({ length: JUDGES }, (_, seed) => {
        const judge = judgeOf(seed, base);
        const said = transitions.map((transition) => isReached(judge.verdict(transition), k));
        return confusion(said, actual);
      });
      const right = counts.map(({ truePositives }) => 2 * truePositives);
      const all = counts.map((of, at) => right[at] + of.falsePositives + of.falseNegatives);
      const { low, high } = ratio(right, all, 0.999);
      const { falsePositive, falseNegative } = rates(base);
      const expected = expectedF1(base, falsePositive, falseNegative);
      expect(low).toBeLessThanOrEqual(expected);
      expect(high).toBeGreaterThanOrEqual(expected);
    }
  }
});
