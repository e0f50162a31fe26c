// Judges whose scores are known beforehand: rules are always right, and mistakes at given rates have a closed form.

import { confusion, expectedF1 } from "../../evaluation/statistics/classification.ts";
import { ratio } from "../../evaluation/statistics/interval.ts";
import { coinJudge, isReached, type Judge, noisyJudge } from "../../feedback/judge.ts";
import { agreeingWith, equalTo } from "../../study/bound.ts";
import { type Claim, equation, is } from "../../study/claim.ts";
import { exact, ofEstimate } from "../../study/figure.ts";
import { rules } from "./judges.ts";
import { type JudgedMode, REWORDED, SUBGOALS, told } from "./rooms.ts";
import { baseRate, scored, type TestSet, testSets } from "./test-steps.ts";

/** Judges that differ in nothing but their seed, whose counts are added up. */
const JUDGES = 40;
const RATES = { falsePositive: 0.05, falseNegative: 0.2 };

const MODES: readonly JudgedMode[] = (["map", "crop"] as const).flatMap((view): JudgedMode[] => [
  { view, line: "message" },
  { view, line: "message", wording: REWORDED },
  { view, line: "inventory" },
]);

/** Rules, rules with mistakes, and coins. */
export function knownJudges(): Claim[] {
  const sets = testSets();
  const scores = sets.flatMap((set) =>
    MODES.flatMap((mode) =>
      scored(
        rules,
        set.steps.map((step) => told(step, mode)),
        set,
      ),
    ),
  );
  return [
    equation(
      "rules: F1 of both sub-goals in every mode",
      is(exact(Math.min(...scores.map(({ f1 }) => f1))), equalTo(1), "least"),
    ),
    ...sets.map((set) =>
      formEquation(
        `coin at the base rate, ${set.name}: F1 is 2pq/(p + q)`,
        set,
        (seed, k) => coinJudge(SUBGOALS, baseRate(set, k), seed),
        (q) => expectedF1(q, q, 1 - q),
      ),
    ),
    ...sets.map((set) =>
      formEquation(
        `rules with 5% false positives and 20% false negatives, ${set.name}: F1 is its closed form`,
        set,
        (seed) => noisyJudge(rules, RATES, seed),
        (q) => expectedF1(q, RATES.falsePositive, RATES.falseNegative),
      ),
    ),
  ];
}

/** F1 of counts added up over judges, whose 99.9% interval must hold the closed form at the base rate of each sub-goal. */
function formEquation(
  name: string,
  set: TestSet,
  judgeOf: (seed: number, k: number) => Judge,
  form: (base: number) => number,
): Claim {
  const transitions = set.steps.map((step) => told(step, { view: "map", line: "inventory" }));
  const tests = SUBGOALS.map((subgoal, k) => {
    const actual = set.labels.map((bits) => isReached(bits, k));
    const counts = Array.from({ length: JUDGES }, (_, seed) => {
      const judge = judgeOf(seed, k);
      return confusion(
        transitions.map((transition) => isReached(judge.verdict(transition), k)),
        actual,
      );
    });
    const right = counts.map(({ truePositives }) => 2 * truePositives);
    const all = counts.map((of, at) => right[at] + of.falsePositives + of.falseNegatives);
    return is(ofEstimate(ratio(right, all, 0.999)), agreeingWith(form(baseRate(set, k))), subgoal.name);
  });
  return equation(name, tests);
}
