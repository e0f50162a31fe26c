// What the arms must come to, as it was fixed before the first run.

import { mean } from "../../evaluation/statistics/moments.ts";
import { above, atLeast, atMost, below, within, worded } from "../../study/bound.ts";
import { beside, claim, control, equation, is, type Test } from "../../study/claim.ts";
import { type Comparison, comparison } from "../../study/comparison.ts";
import { exact, type Figure, sampled } from "../../study/figure.ts";
import type { StudyResult } from "../../study/study.ts";
import { table } from "../../study/table.ts";
import { ARM_NAMES, MARGIN, MIXTURE, type OneSidedName, type OneSidedPlayed, PEOPLE, WINDOWS } from "./arms.ts";

type Measure = "error" | "regret" | "lagrangian" | "violations" | "reported" | "acceptance";

/** Mean of a quarter (0 … 3) of all rounds, by default of the last. */
const quarter =
  (measure: Measure, which = 3) =>
  (played: OneSidedPlayed) => {
    const size = played[measure].length / 4;
    return mean(played[measure].slice(which * size, (which + 1) * size));
  };

/** Error of the last quarter beyond that of the fair optimum. */
const gap = (played: OneSidedPlayed) => quarter("error")(played) - played.optimum;

export function armClaims(
  seeds: readonly Readonly<Record<OneSidedName, OneSidedPlayed>>[],
  rounds: number,
): StudyResult {
  const arms = comparison<OneSidedName, OneSidedPlayed>(seeds);
  const all = ARM_NAMES.map((name) => ({ name, played: arms.conducts(name) }));
  const size = (measure: Measure, which?: number) => (played: OneSidedPlayed) =>
    Math.abs(quarter(measure, which)(played));
  const change = (arm: OneSidedName, measure: Measure) =>
    arms.mean(arm, (played) => size(measure)(played) - 0.5 * size(measure, 0)(played));
  const quarters = (arm: OneSidedName, measure: Measure): Test[] => [
    beside("first quarter", arms.mean(arm, quarter(measure, 0))),
    beside("last", arms.mean(arm, quarter(measure))),
  ];
  const halved = (arm: OneSidedName, measure: Measure): Test[] => [
    is(change(arm, measure), atMost(0), "size in the last quarter less half of that in the first"),
    ...quarters(arm, measure),
  ];
  /** Neither rejecting twice as many as another arm does, nor wrong more often: what the claim on missing labels wants of them. */
  const keeping = (arm: OneSidedName, other: OneSidedName): Test[] => [
    is(arms.ratio(arm, other, quarter("acceptance")), atLeast(0.5), "acceptance over that with 1/P"),
    is(arms.less(arm, other, quarter("error")), below(0.03), "more errors"),
    beside("accepts", arms.mean(arm, quarter("acceptance"))),
    beside("with 1/P", arms.mean(other, quarter("acceptance"))),
  ];
  const reported = ({ reported: found }: OneSidedPlayed) => mean(found);
  const reports = (fewer: OneSidedName, more: OneSidedName, label: string) =>
    is(arms.less(more, fewer, reported), above(0), label);
  const least = (values: (played: OneSidedPlayed) => number, some = all) =>
    Math.min(...some.flatMap(({ played }) => played.map(values)));
  const hearing = all.filter(({ name }) => name !== "single auditor" && name !== "decisions judged");
  const bound = ({ lagrangian, regret, penalties }: OneSidedPlayed) =>
    mean(lagrangian) - PEOPLE * mean(regret) - (MARGIN * penalties) / rounds;
  const missing = "missing as negative";
  return {
    claims: [
      claim("error regret of Exp2 against the fair optimum, last quarter: none", [
        is(arms.mean("Exp2", quarter("regret")), atMost(0)),
        beside("first quarter", arms.mean("Exp2", quarter("regret", 0))),
      ]),
      claim("error regret of Exp2: last quarter at most half of the first, in size", halved("Exp2", "regret")),
      claim("Lagrangian regret of Exp2: last quarter at most half of the first, in size", halved("Exp2", "lagrangian")),
      claim("rounds with a violation under Exp2: last quarter at most half of the first", halved("Exp2", "violations")),
      claim("violations of Exp2 in the last quarter over those with C = 0", [
        is(arms.ratio("Exp2", "C = 0", quarter("violations")), atMost(0.3)),
        beside("with C = 0", arms.mean("C = 0", quarter("violations"))),
      ]),
      claim("error of Exp2 in the last quarter over that of the fair optimum", [
        is(arms.mean("Exp2", gap), within(-0.03, 0.03)),
        beside("accepts", arms.mean("Exp2", quarter("acceptance"))),
        beside("error of the optimum", arms.mean("Exp2", "optimum")),
      ]),
      claim(
        "missing labels taken as negative: acceptance collapses (under half of Exp2's), or error ≥ 0.03 above Exp2's",
        [
          is(arms.ratio(missing, "Exp2", quarter("acceptance")), below(0.5), "acceptance over Exp2's"),
          is(arms.less(missing, "Exp2", quarter("error")), atLeast(0.03), "more errors"),
          beside("accepts", arms.mean(missing, quarter("acceptance"))),
        ],
        { needs: "any" },
      ),
      claim("rounds with a report, γ = 0.2, 0.6, 1: fewer with every step", [
        reports("Exp2", "γ = 0.2", "0.2 less 0.6"),
        reports("γ = 1", "Exp2", "0.6 less 1"),
        ...(["γ = 0.2", "Exp2", "γ = 1"] as const).map((arm) => beside(arm, arms.mean(arm, reported))),
      ]),
      equation(
        "(π(a) − π(b)) − (π*(a) − π*(b)) over every violation of every arm",
        is(
          exact(least(({ leastGap }) => leastGap)),
          worded(atLeast(MARGIN - 1e-7), `≥ ε = ${MARGIN}, up to the solver's 1e-8`),
          "smallest",
        ),
      ),
      equation(
        "Lagrangian regret less error regret and ε·Σ C over violations, every run that hears its panel",
        is(exact(least(bound, hearing)), worded(atLeast(-1e-6), "never below 0"), "smallest a round"),
      ),
    ],
    controls: [
      control(
        "without 1/P: accepts at least half as many as Exp2 and errs less than 0.03 more",
        keeping("no 1/P", "Exp2"),
        {
          note: "in the mean a label then counts P times its cost, whose sign is right: it slows learning and misleads nothing here",
        },
      ),
      control(
        "without 1/P after a start that rejects nearly all, where learning is slowed fifty times: keeps to Exp2 from there",
        keeping("wary, no 1/P", "wary Exp2"),
      ),
      control("auditors who judge decisions: reports in the last quarter at most half of those in the first", [
        ...halved("decisions judged", "reported"),
        beside("more errors than Exp2", arms.less("decisions judged", "Exp2", quarter("error"))),
      ]),
    ],
    tables: [
      arms.table("arms, first and last quarter of all rounds", ARM_NAMES, {
        "error regret, first": quarter("regret", 0),
        last: quarter("regret"),
        "violations, first": quarter("violations", 0),
        "violations, last": quarter("violations"),
        accepts: quarter("acceptance"),
        "Lagrangian regret, first": quarter("lagrangian", 0),
        "Lagrangian regret, last": quarter("lagrangian"),
      }),
      table("beside the claims", {
        [`error regret of Exp2 in the first ${1 / WINDOWS} of all rounds`]: {
          figure: arms.mean("Exp2", ({ regret }) => regret[0]),
        },
        "exponent of violations up to a round, Exp2": { figure: growth(arms, "Exp2") },
        "exponent of violations up to a round, C = 0": { figure: growth(arms, "C = 0") },
        "error of the best rule, fair or not": { figure: sampled(arms.values("Exp2", "unfair")) },
        [`smallest chance of acceptance (p_min ${MIXTURE})`]: { figure: exact(least((one) => one.smallestChance)) },
      }),
    ],
  };
}

/** The exponent of the number of violations so far, over the ends of windows from the second quarter on. */
function growth(arms: Comparison<OneSidedName, OneSidedPlayed>, arm: OneSidedName): Figure {
  const ends = Array.from({ length: WINDOWS }, (_, k) => k + 1).slice(WINDOWS / 4 - 1);
  const counts = ({ violations }: OneSidedPlayed) =>
    ends.map((end) => violations.slice(0, end).reduce((a, b) => a + b, 0));
  return arms.conducts(arm).some((one) => !(counts(one)[0] > 0)) ? { value: null } : arms.exponent(arm, ends, counts);
}
