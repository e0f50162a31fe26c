// TR-3: loyalty against free-riding. It cares for the SUM of the team-mates' payoffs (report) or for their MEAN (release). Both are run.

import { optimalEffort, type Teammates } from "../../environments/coopetition/team-production.ts";
import { mean, median } from "../../evaluation/statistics/moments.ts";
import { pairedEffect } from "../../evaluation/statistics/paired.ts";
import { above, atLeast, below, equalTo, near } from "../../study/bound.ts";
import { beside, type Claim, type Control, claim, control, equation, is, never } from "../../study/claim.ts";
import { exact, percent } from "../../study/figure.ts";
import { matching, matchingPoints } from "../../study/matching.ts";
import { combined, inStages, type Study, type StudyContext, type StudyResult } from "../../study/study.ts";
import { type Table, table } from "../../study/table.ts";
import { APACHE_PHASES, APACHE_PRODUCTION, apachePredictions, apacheScore } from "./apache.ts";
import { learning } from "./learners.ts";
import { differentiated, loyalEffort, loyaltySweep, type Target, targetsMet, VALIDATION_WEIGHTS } from "./targets.ts";
import { teamEquilibrium } from "./team-equilibrium.ts";

export const coopetitionLoyalty: Study = {
  id: "coopetition-loyalty",
  title: "Loyalty against free-riding in team production",
  source: "arXiv 2601.16237 (Pant & Yu, TR-3) and its released code, vikpant/strategic-coopetition",
  claim:
    "Members who care for their team-mates' payoff and feel their own effort less give many times the effort of disloyal ones, and the equilibria of the Apache project fall in the order of its history.",
  claimed:
    "3,125 settings; median differentiation 15.04; free-riding 96.5%, monotone 100%, differentiation 100%, team size 100%, synergy 99.5%, bounded 100%; p < 0.001, d = 0.71; Apache 60/60",
  seeds: { first: 20001, short: 5, full: 20 },
  notDone: ["The report's text: its abstract and its released code alone were at hand."],
  seenBefore: [
    "Learners of effort on seeds 901 to 904: Q-learning, whose totals lie up to 29 % above the equilibrium, and actor-critics with steps of 1, 3 and 10·10⁻⁴.",
  ],
  changed: ["Four agents that learn their effort are added; the equilibria are the same as before."],
  run: async (context) => combined(await equilibria(context), await learning(context)),
};

/** What is computed without learning. */
export function equilibria(context: Pick<StudyContext, "signal" | "progress">): Promise<StudyResult> {
  return inStages(context, {
    [REPORT.name]: () => ({ claims: [...sweepClaims(REPORT), ...apacheEquations(REPORT)] }),
    [RELEASED.name]: () => ({ claims: [...sweepClaims(RELEASED), ...apacheEquations(RELEASED)] }),
    "phases and controls": () => ({
      claims: phaseEquations(),
      controls: [mechanismsOff(), loyaltyOff()],
      tables: [apacheTable()],
    }),
  });
}

/** What each reading of loyalty is held against. */
const REPORT = {
  teammates: "sum",
  name: "report (sum)",
  /** Median, mean, smallest and largest ratio of effort at θ = 0.9 to effort at θ = 0.1. */
  differentiation: [15.036364, 18.385745, 2.997268, 60.034796],
  synergyMedian: 1.566389,
  effectSize: 0.71479,
  difference: 7.706827,
  /** Predicted mean efforts and points of the four phases. */
  efforts: [50, 35.927644, 14.531716, 11.470021],
  points: [15, 15, 15, 15],
} as const;

const RELEASED = {
  teammates: "mean",
  name: "released code (mean)",
  differentiation: [4.478238, 4.691246, 2.035898, 6.514542],
  synergyMedian: 1.424119,
  effectSize: 0.439837,
  difference: 1.99148,
  efforts: [9.665906, 0.096273, 0.011132, 0.014748],
  points: [12, 12, 11, 10],
} as const;

type Reading = typeof REPORT | typeof RELEASED;

/** Settings that meet each target under both readings. */
const TARGETS: Readonly<Record<Target, number>> = {
  "differentiation above 2": 625,
  "synergy above 1.1": 622,
  "free-riding effort within 5% of the closed form": 603,
  "effort never falls as loyalty rises": 625,
  "effort without loyalty never rises with the team": 125,
  "effort within its bounds": 3125,
};

const PHASES = APACHE_PHASES.map(({ name }) => name);

/** Counts exactly, figures to six decimals. */
function sweepClaims(reading: Reading): Claim[] {
  const { name } = reading;
  const settings = loyaltySweep(reading.teammates);
  const ratios = settings.map(({ differentiation }) => differentiation);
  const spread = [median(ratios), mean(ratios), Math.min(...ratios), Math.max(...ratios)];
  const [disloyal, loyal] = [settings.map(({ efforts }) => efforts[0]), settings.map(loyalEffort)];
  const effect = pairedEffect(disloyal, loyal, { lost: 0 });
  return [
    ...targetsMet(settings).map(([target, met, all]) =>
      claim(`${name}: ${target}`, [
        is(met, equalTo(TARGETS[target]), "settings"),
        beside("share", percent(exact(met / all))),
      ]),
    ),
    equation(
      `${name}: differentiation`,
      matching(["median", "mean", "smallest", "largest"], spread, reading.differentiation, 1e-6),
    ),
    equation(
      `${name}: median synergy`,
      is(median(settings.map(({ synergy }) => synergy)), near(reading.synergyMedian, 1e-6)),
    ),
    equation(
      `${name}: equilibria that did not settle`,
      never(settings.reduce((sum, { unsettled }) => sum + unsettled, 0)),
    ),
    equation(`${name}: effort at θ = 0.9 less effort at θ = 0`, [
      is(effect.mean, near(reading.difference, 1e-6)),
      is(effect.effectSize, near(reading.effectSize, 1e-6), "Cohen's d over the population deviation"),
      is(effect.p, below(0.001), "p of the paired t"),
    ]),
  ];
}

/** Mean efforts of the four phases by the equilibrium. */
const predicted = (teammates: Teammates) => apachePredictions(teammates).map(({ equilibrium }) => equilibrium.mean);

function apacheEquations({ teammates, name, efforts, points }: Reading): Claim[] {
  const measured = predicted(teammates);
  return [
    equation(`${name}: Apache, mean effort by phase`, matching(PHASES, measured, efforts, 1e-6)),
    equation(`${name}: Apache, points by phase`, matchingPoints(apacheScore(measured), points)),
  ];
}

/** Loyalty and cohesion of the phases, the same under both readings. */
function phaseEquations(): Claim[] {
  const phases = apachePredictions("sum");
  const loyalty = phases.map((phase) => phase.loyalty);
  const cohesion = phases.map((phase) => phase.cohesion);
  return [
    equation("Apache, mean loyalty by phase", matching(PHASES, loyalty, [0.795, 0.67762, 0.5565, 0.4798286], 1e-7)),
    equation("Apache, cohesion by phase", matching(PHASES, cohesion, [0.8124, 0.6856667, 0.5632667, 0.4844903], 1e-7)),
  ];
}

/** φ_B = φ_C = 0: loyalty that does nothing. */
function mechanismsOff(): Control {
  const settings = loyaltySweep("sum", { benefit: 0, relief: 0 });
  const ratios = settings.map(({ differentiation }) => differentiation);
  return control("φ_B = φ_C = 0: differentiation above 2", [
    is(differentiated(settings), above(0), `settings (of ${settings.length})`),
    beside("smallest", Math.min(...ratios)),
    beside("largest", Math.max(...ratios)),
  ]);
}

/** Mean efforts of the four phases with every loyalty at zero. */
const unloyal = () =>
  APACHE_PHASES.map(
    ({ members }) =>
      teamEquilibrium(new Array<number>(members).fill(0), APACHE_PRODUCTION, VALIDATION_WEIGHTS, "sum").mean,
  );

function loyaltyOff(): Control {
  const { points, most } = apacheScore(unloyal());
  return control("no loyalty: Apache earns all points", is(points, atLeast(most)));
}

/** Efforts of all variants, and what the rubric does not look at: how unequal the contributions are, how high the efforts. */
function apacheTable(): Table {
  const byPhase = (efforts: readonly number[]) => Object.fromEntries(efforts.map((effort, p) => [PHASES[p], effort]));
  const of = ({ teammates }: Reading) => {
    const [{ equilibrium }] = apachePredictions(teammates);
    const inequality = Math.max(...equilibrium.efforts) / Math.min(...equilibrium.efforts);
    return { ...byPhase(predicted(teammates)), [INEQUALITY]: inequality };
  };
  return table("Apache, mean effort by phase", {
    recorded: { ...byPhase(APACHE_PHASES.map(({ recorded }) => recorded)), [INEQUALITY]: 4.2 },
    [REPORT.name]: of(REPORT),
    [RELEASED.name]: of(RELEASED),
    "no loyalty": byPhase(unloyal()),
    "the team's optimum": { formation: optimalEffort(APACHE_PHASES[0].members, APACHE_PRODUCTION) },
  });
}

const INEQUALITY = "top over bottom contribution in formation";
