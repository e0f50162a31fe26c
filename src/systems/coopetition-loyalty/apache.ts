// TR-3's case (arXiv 2601.16237): the Apache HTTP Server project in four phases, the effort that the equilibrium predicts for
// each, and the 60-point rubric of the released suite that scores the predictions.

import type { Production, Teammates } from "../../environments/coopetition/team-production.ts";
import { mean } from "../../evaluation/statistics/moments.ts";
import { type Criterion, met, type Score, scoreRubric } from "../../evaluation/statistics/rubric.ts";
import { EFFORT_MAXIMUM, VALIDATION_WEIGHTS } from "./targets.ts";
import { teamCohesion, teamEquilibrium } from "./team-equilibrium.ts";

/** ω, β and c of the case. */
export const APACHE_PRODUCTION: Production = { omega: 30, beta: 0.65, cost: 1.2, maximum: EFFORT_MAXIMUM };

/** How much the project depends on each founder, and his loyalty at the start. */
const FOUNDERS: readonly (readonly [dependence: number, loyalty: number])[] = [
  [0.18, 0.85],
  [0.2, 0.9],
  [0.12, 0.8],
  [0.1, 0.75],
  [0.08, 0.7],
  [0.1, 0.78],
  [0.12, 0.82],
  [0.1, 0.76],
];

/** Size of the core team, what is left of the founders' loyalty, and effort by the record, which gives the order of the phases. */
export const APACHE_PHASES = [
  { name: "formation", members: 8, loyalty: 1, recorded: 6.8, level: "high" },
  { name: "growth", members: 25, loyalty: 0.85, recorded: 5.2, level: "moderate" },
  { name: "maturation", members: 40, loyalty: 0.7, recorded: 4.1, level: "sustained" },
  { name: "evolution", members: 35, loyalty: 0.6, recorded: 3.8, level: "declining" },
] as const;

/** Equilibria of the four phases. Later members are like the founders in turn, and the project depends on each by 1/n. */
export function apachePredictions(teammates: Teammates) {
  return APACHE_PHASES.map((phase) => {
    const members = Array.from({ length: phase.members }, (_, i) => FOUNDERS[i % FOUNDERS.length]);
    const loyalty = members.map(([, founder]) => founder * phase.loyalty);
    const dependence = members.map(([founder], i) => (i < FOUNDERS.length ? founder : 1 / phase.members));
    return {
      loyalty: mean(loyalty),
      cohesion: teamCohesion(dependence, loyalty),
      equilibrium: teamEquilibrium(loyalty, APACHE_PRODUCTION, VALIDATION_WEIGHTS, teammates),
    };
  });
}

/** Teams of different size that all sit at the floor have means that differ by rounding; they count as equal. */
const ROUNDING = 1e-9;

/** Scores predicted efforts, one a phase; categories are the phases, 15 points each. */
export function apacheScore(efforts: readonly number[]): Score {
  return scoreRubric(RUBRIC, efforts);
}

const recordedOrder = rankOf(APACHE_PHASES.map((phase) => phase.recorded));

/** Points for a share of the largest effort, by the level that the record shows. */
const LEVELS: Readonly<Record<(typeof APACHE_PHASES)[number]["level"], (share: number) => number>> = {
  high: (share) => (share > 0.6 ? 4 : share > 0.4 ? 3 : share > 0.2 ? 2 : 1),
  moderate: (share) => (share > 0.3 && share < 0.9 ? 4 : share > 0.2 ? 2 : 1),
  sustained: (share) => (share > 0.1 && share < 0.6 ? 4 : share > 0.05 ? 2 : 1),
  declining: (share) => (share < 0.5 ? 4 : share < 0.7 ? 2 : 1),
};

const RUBRIC: readonly Criterion<readonly number[]>[] = APACHE_PHASES.flatMap(({ name: category, level }, p) => {
  const graded = (name: string, award: (efforts: readonly number[]) => number) => ({ category, name, most: 4, award });
  return [
    met<readonly number[]>(category, "effort is positive", 1, (efforts) => efforts[p] > 0),
    met<readonly number[]>(category, "effort is below 100", 1, (efforts) => efforts[p] < 100),
    met<readonly number[]>(category, "effort is finite", 1, (efforts) => Number.isFinite(efforts[p])),
    graded("place among the phases", (efforts) => [4, 3, 1, 0][Math.abs(rankOf(efforts)[p] - recordedOrder[p])]),
    graded(`level is ${level}`, (efforts) => LEVELS[level](efforts[p] / EFFORT_MAXIMUM)),
    // The first phase has none before it and should stand at the top.
    graded("trend from the phase before", (efforts) =>
      p > 0 ? trendPoints(efforts[p - 1], efforts[p]) : efforts[0] >= 0.95 * Math.max(...efforts) ? 4 : 2,
    ),
  ];
});

/** Place of each value, 0 for the largest; equal values share a place. */
function rankOf(values: readonly number[]): number[] {
  return values.map((value) => values.filter((other) => other > value + ROUNDING).length);
}

function trendPoints(before: number, now: number): number {
  if (now < before - ROUNDING) return 4;
  if (now <= before + ROUNDING) return 2;
  return now < 1.1 * before ? 1 : 0;
}
