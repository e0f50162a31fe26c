// What the arms must come to, as it was fixed before the first run, and the arms themselves.

import { type Estimate, estimate } from "../../evaluation/statistics/interval.ts";
import { mean } from "../../evaluation/statistics/moments.ts";
import { pairedEffect } from "../../evaluation/statistics/paired.ts";
import { meanPowerLaw } from "../../evaluation/statistics/power-law.ts";
import { type Check, type Control, holds } from "../../study/legacy.ts";
import { type Arm, MARGIN, MIXTURE, type OneSidedPlayed, SHARES, WINDOWS } from "./arms.ts";

/** C(t) = √t; η(t) = rate/√t, with each arm's rate the best of a grid by Lagrangian regret on seeds that are not measured. */
const GROWING = { penalty: 1, growth: 0.5 };
const EXP2 = 0.2;
/** What accepting somebody is believed to have cost at the start of the wary arms. */
const WARY = 8000;

export const ARMS: readonly Arm[] = [
  { name: "Exp2", ...GROWING, rate: EXP2 },
  { name: "FTPL", ...GROWING, rate: 0.2, ftpl: true },
  { name: "C = 0", penalty: 0, rate: 2 },
  { name: "missing as negative", ...GROWING, rate: 0.02, costs: "missing as negative" },
  { name: "all labels", ...GROWING, rate: EXP2, costs: "all" },
  { name: "single auditor", ...GROWING, rate: 0.1, single: true },
  { name: "γ = 0.2", ...GROWING, rate: EXP2, share: 0.2 },
  { name: "γ = 1", ...GROWING, rate: EXP2, share: 1 },
  { name: "no 1/P", ...GROWING, rate: 0.3, costs: "unweighted" },
  { name: "wary Exp2", ...GROWING, rate: EXP2, wary: WARY },
  { name: "wary, no 1/P", ...GROWING, rate: EXP2, wary: WARY, costs: "unweighted" },
  { name: "decisions judged", ...GROWING, rate: 0.1, judgeDecisions: true },
];

type Measure = "error" | "regret" | "lagrangian" | "violations" | "reported" | "acceptance";

/** Means of a quarter (0 … 3) of all rounds, by seed. */
function quarter(played: readonly OneSidedPlayed[], measure: Measure, which: number): number[] {
  return played.map((one) => {
    const size = one[measure].length / 4;
    return mean(one[measure].slice(which * size, (which + 1) * size));
  });
}

const text = ({ mean: value, low, high }: Estimate, digits = 4) =>
  value === null
    ? "none"
    : `${value.toFixed(digits)}${low === null || high === null ? "" : ` (${low.toFixed(digits)} … ${high.toFixed(digits)})`}`;

/** Everything that is checked on what was played. */
export function armChecks(all: readonly OneSidedPlayed[]): {
  checks: Check[];
  controls: Control[];
  measured: string;
} {
  const of = (name: string) => all.filter((one) => one.name === name);
  const at = (name: string, measure: Measure, which = 3) => quarter(of(name), measure, which);
  const level = (name: string, measure: Measure, which = 3) => estimate(at(name, measure, which));
  const value = (name: string, measure: Measure, which = 3) => mean(at(name, measure, which));
  const halved = (name: string, measure: Measure) => value(name, measure) <= 0.5 * value(name, measure, 0);
  const course = (name: string, measure: Measure) =>
    `first quarter ${text(level(name, measure, 0))}, last ${text(level(name, measure))}`;
  const gap = (name: string) => estimate(of(name).map((one, k) => at(name, "error")[k] - one.optimum));
  const within = (name: string) => Math.abs(gap(name).mean ?? 1) <= 0.03;
  const worse = (name: string) => pairedEffect(at("Exp2", "error"), at(name, "error"));
  const least = Math.min(...all.map(({ leastGap }) => leastGap));
  const reports = SHARES.map((share) => (share === 0.6 ? "Exp2" : `γ = ${share}`));
  const totals = reports.map((name) => mean(of(name).map(({ reported }) => mean(reported))));
  const [missing, exp2] = [value("missing as negative", "acceptance"), value("Exp2", "acceptance")];
  const bound = lagrangianBound(all);
  const checks = [
    holds(
      "error regret of Exp2 per round, last quarter against first",
      "at most half",
      course("Exp2", "regret"),
      halved("Exp2", "regret"),
    ),
    holds(
      "rounds with a violation under Exp2, last quarter against first",
      "at most half",
      course("Exp2", "violations"),
      halved("Exp2", "violations"),
    ),
    holds(
      "violations of Exp2 in the last quarter",
      "at most 30% of those with C = 0",
      `${text(level("Exp2", "violations"))} and ${text(level("C = 0", "violations"))}`,
      value("Exp2", "violations") <= 0.3 * value("C = 0", "violations"),
    ),
    holds(
      "error of Exp2 in the last quarter over that of the fair optimum",
      "within 0.03",
      `${text(gap("Exp2"))}; the optimum errs ${text(estimate(of("Exp2").map(({ optimum }) => optimum)))}`,
      within("Exp2"),
    ),
    holds(
      "missing labels taken as negative",
      "acceptance collapses (under half of Exp2's), or error ≥ 0.03 above Exp2's",
      `accepts ${missing.toFixed(3)} (Exp2 ${exp2.toFixed(3)}), errs ${text(worse("missing as negative"))} more`,
      missing < 0.5 * exp2 || (worse("missing as negative").mean ?? 0) >= 0.03,
    ),
    holds(
      "rounds with a report, γ = 0.2, 0.6, 1",
      "fewer with every step",
      totals.map((total) => total.toFixed(4)).join(", "),
      totals[0] > totals[1] && totals[1] > totals[2],
    ),
    holds(
      "(π(a) − π(b)) − (π*(a) − π*(b)) over every violation of every arm",
      `≥ ε = ${MARGIN}, up to the solver's 1e-8`,
      `smallest ${least.toFixed(8)}`,
      least >= MARGIN - 1e-7,
    ),
    holds(
      "Lagrangian regret less error regret and ε·Σ C over violations, every run that hears its panel",
      "never below 0",
      `smallest ${bound.toFixed(3)} a round`,
      bound >= -1e-6,
    ),
  ];
  const controls: Control[] = [
    {
      name: "wary start without 1/P: error within 0.03 of the fair optimum in the last quarter, as Exp2's from there",
      failed: within("wary Exp2") && !within("wary, no 1/P"),
      measured: `${text(gap("wary, no 1/P"))}, accepts ${value("wary, no 1/P", "acceptance").toFixed(3)}; Exp2 ${text(gap("wary Exp2"))}, accepts ${value("wary Exp2", "acceptance").toFixed(3)}`,
    },
    {
      name: "auditors who judge decisions: reports in the last quarter at most half of those in the first",
      failed: !halved("decisions judged", "reported"),
      measured: `${course("decisions judged", "reported")}; errs ${text(worse("decisions judged"))} more than Exp2`,
    },
  ];
  return {
    checks,
    controls,
    measured: [
      ...ARMS.map(
        ({ name }) =>
          `${name}: error regret ${value(name, "regret", 0).toFixed(4)} → ${value(name, "regret").toFixed(4)}, violations ${value(name, "violations", 0).toFixed(4)} → ${value(name, "violations").toFixed(4)}, accepts ${value(name, "acceptance").toFixed(3)}, Lagrangian regret ${value(name, "lagrangian", 0).toFixed(3)} → ${value(name, "lagrangian").toFixed(3)}`,
      ),
      `Exp2's error regret in the first ${1 / WINDOWS} of all rounds ${text(estimate(of("Exp2").map(({ regret }) => regret[0])))}`,
      `violations up to a round grow as its power ${growth(of("Exp2"))} under Exp2, ${growth(of("C = 0"))} with C = 0`,
      `best rule, fair or not, errs ${mean(of("Exp2").map(({ unfair }) => unfair)).toFixed(4)}`,
      `smallest chance of acceptance ${Math.min(...all.map(({ smallestChance }) => smallestChance)).toFixed(4)} (p_min ${MIXTURE})`,
    ].join("; "),
  };
}

/** The exponent of the number of violations so far, over the ends of windows from the second quarter on. */
function growth(played: readonly OneSidedPlayed[]): string {
  const ends = Array.from({ length: WINDOWS }, (_, k) => k + 1).slice(WINDOWS / 4 - 1);
  const counts = played.map(({ violations }) => ends.map((end) => violations.slice(0, end).reduce((a, b) => a + b, 0)));
  if (counts.some(([first]) => !(first > 0))) return "unknown";
  const { exponent, low, high } = meanPowerLaw(ends, counts);
  return text({ mean: exponent, low, high, n: counts.length }, 2);
}

/** Smallest mean over rounds of Lagrangian regret − k·error regret − ε·C·[violation]: the key inequality summed up. */
function lagrangianBound(all: readonly OneSidedPlayed[]): number {
  const told = all.filter(({ name }) => name !== "single auditor" && name !== "decisions judged");
  return Math.min(
    ...told.map(({ lagrangian, regret, penalties, rounds, people }) => {
      return mean(lagrangian) - people * mean(regret) - (MARGIN * penalties) / rounds;
    }),
  );
}
