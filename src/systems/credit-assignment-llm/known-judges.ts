// Judges whose scores are known beforehand: rules are always right, and mistakes at given rates have a closed form.

import { confusion, expectedF1 } from "../../evaluation/statistics/classification.ts";
import { ratio } from "../../evaluation/statistics/interval.ts";
import { isReached, type Judge } from "../../feedback/judge.ts";
import { coinJudge, noisyJudge } from "../../feedback/noisy-judge.ts";
import { type Check, holds } from "../../study/legacy.ts";
import { rules } from "./judges.ts";
import { type Mode, REWORDED, SUBGOALS } from "./rooms.ts";
import { baseRate, known, scored, shown, type TestSet } from "./test-steps.ts";

/** Judges that differ in nothing but their seed, whose counts are added up. */
const JUDGES = 40;
const RATES = { falsePositive: 0.05, falseNegative: 0.2 };

const MODES: readonly Mode[] = (["map", "crop"] as const).flatMap((view): Mode[] => [
  { view, line: "message" },
  { view, line: "message", wording: REWORDED },
  { view, line: "inventory" },
]);

/** The checks of rules, of rules with mistakes and of coins. */
export function knownJudgeChecks(sets: readonly TestSet[]): Check[] {
  return [
    rulesCheck(sets),
    ...sets.map((set) =>
      formCheck(
        `coin at the base rate, ${set.name}: F1 is 2pq/(p + q)`,
        set,
        (seed, k) => coinJudge(SUBGOALS, baseRate(set, k), seed),
        (q) => expectedF1(q, q, 1 - q),
      ),
    ),
    ...sets.map((set) =>
      formCheck(
        `rules with 5% false positives and 20% false negatives, ${set.name}: F1 is its closed form`,
        set,
        (seed) => noisyJudge(rules, RATES, seed),
        (q) => expectedF1(q, RATES.falsePositive, RATES.falseNegative),
      ),
    ),
  ];
}

function rulesCheck(sets: readonly TestSet[]): Check {
  const all = sets.flatMap((set) =>
    MODES.flatMap((mode) => scored(rules, shown(set, mode), set).map(({ f1 }) => known(f1))),
  );
  const least = Math.min(...all);
  return holds("rules: F1 of both sub-goals in every mode", "1 exactly", String(least), least === 1);
}

/** F1 of counts added up over judges, whose interval must hold the closed form at the base rate of each sub-goal. */
function formCheck(
  name: string,
  set: TestSet,
  judgeOf: (seed: number, k: number) => Judge,
  form: (base: number) => number,
): Check {
  const transitions = shown(set, { view: "map", line: "inventory" });
  const found = SUBGOALS.map((subgoal, k) => {
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
    const { mean, low, high } = ratio(right, all, 0.999);
    const expected = form(baseRate(set, k));
    return {
      text: `${subgoal.name} ${mean?.toFixed(4)} [${low?.toFixed(4)}, ${high?.toFixed(4)}] beside ${expected.toFixed(4)}`,
      pass: low !== null && high !== null && low <= expected && expected <= high,
    };
  });
  return holds(
    name,
    `within the 99.9% interval over ${JUDGES} judges`,
    found.map(({ text }) => text).join(", "),
    found.every(({ pass }) => pass),
  );
}
