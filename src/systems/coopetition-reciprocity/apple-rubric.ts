// The rubric by which TR-4 (arXiv 2604.01240) scores its App Store case: twelve indicators in five phases, 51 cells that apply,
// one point each. 22 of the cells give the same points for any simulation; they are marked, and scored apart.

import { deviation, mean, variance } from "../../evaluation/statistics/moments.ts";
import { type Criterion, type Score, scoreRubric } from "../../evaluation/statistics/rubric.ts";
import { APPLE_ACTORS, APPLE_PHASES, actionsIn } from "./apple.ts";
import { meanAction, type ReciprocityTrace } from "./simulator.ts";

type PhaseEvidence = ReturnType<typeof evidence>[number];

interface Rule {
  readonly constant?: true;
  award(phase: PhaseEvidence): number;
}

const halfUnless = (condition: (phase: PhaseEvidence) => boolean): Rule => ({
  award: (phase) => (condition(phase) ? 1 : 0.5),
});
const always = (points: number): Rule => ({ constant: true, award: () => points });
const inAll = (rule: Rule): readonly Rule[] => APPLE_PHASES.map(() => rule);

const magnitude: Rule = { award: ({ error }) => (error < 0.15 ? 1 : error < 0.25 ? 0.5 : 0) };
const noJump = halfUnless(({ jump }) => jump < 0.2);
const calm = halfUnless((phase) => phase.variance < 0.01);
const excited = halfUnless((phase) => phase.variance < 0.05);

/** Indicator by phase; null where it does not apply. */
const INDICATORS: Readonly<Record<string, readonly (Rule | null)[]>> = {
  "cooperation trend": [
    halfUnless(({ change }) => change > 0),
    halfUnless((phase) => phase.deviation < 0.05),
    { award: ({ change }) => (change < 0 ? 1 : 0) },
    halfUnless(({ change }) => change < -0.1),
    halfUnless(({ change }) => change > 0),
  ],
  "response magnitude": inAll(magnitude),
  memory: [always(0.5), noJump, noJump, noJump, noJump],
  // Met by any developers who move at all, so as good as given.
  asymmetry: inAll({ constant: true, award: ({ moved }) => (moved ? 1 : 0.5) }),
  "trust alignment": [always(1), always(1), always(1), always(1), always(0.5)],
  punishment: [
    null,
    always(1),
    halfUnless(({ majorChange }) => majorChange < 0),
    halfUnless(({ change }) => change < 0),
    always(1),
  ],
  forgiveness: [null, null, null, null, halfUnless(({ change }) => change > 0.05)],
  "phase timing": inAll(always(1)),
  "recovery shape": [null, null, null, null, halfUnless(({ rising }) => rising > 0.7)],
  stability: [calm, calm, excited, excited, calm],
  sensitivity: [always(1), always(1), always(1), halfUnless(({ change }) => change < -0.1), always(1)],
  "overall fit": inAll(halfUnless(({ error }) => error < 0.15)),
};

/** The names of the twelve indicators. */
export const APPLE_INDICATORS: readonly string[] = Object.keys(INDICATORS);

const RUBRIC: readonly Criterion<readonly PhaseEvidence[]>[] = APPLE_PHASES.flatMap((phase, p) =>
  Object.entries(INDICATORS).flatMap(([name, rules]) => {
    const rule = rules[p];
    if (rule === null) return [];
    const { constant = false } = rule;
    return { category: phase.name, name, most: 1, constant, award: (phases) => rule.award(phases[p]) };
  }),
);

/** Scores a simulated history; categories are the phases. */
export function appleScore(trace: ReciprocityTrace): Score {
  return scoreRubric(RUBRIC, evidence(trace));
}

/** Points of each indicator over all phases, in the order of `APPLE_INDICATORS`. */
export function indicatorPoints(score: Score): number[] {
  return APPLE_INDICATORS.map((name) =>
    score.criteria.filter((line) => line.name === name).reduce((sum, line) => sum + line.points, 0),
  );
}

/** What the rubric looks at in each phase. */
function evidence(trace: ReciprocityTrace) {
  return APPLE_PHASES.map((phase) => {
    const paths = APPLE_ACTORS.map((_, actor) => actionsIn(trace, phase, actor));
    const changes = paths.map((path) => path[path.length - 1] - path[0]);
    const moves = paths.flatMap((path) => Array.from(path.subarray(1), (action, k) => action - path[k]));
    const means = Array.from(paths[0], (_, k) => meanAction(trace, phase.from + k));
    return {
      /** Last less first action, mean over actors; of the major developers alone. */
      change: mean(changes),
      majorChange: changes[1],
      /** |phase mean − recorded| / recorded, mean over actors. */
      error: mean(paths.map((path, i) => Math.abs(mean(path) - phase.recorded[i]) / phase.recorded[i])),
      /** Standard deviation and variance over quarters, mean over actors. */
      deviation: mean(paths.map((path) => deviation(path, 0))),
      variance: mean(paths.map((path) => variance(path, 0))),
      /** Whether the developers moved at all. */
      moved: paths.slice(1).some((path) => path.some((action) => action !== path[0])),
      /** Largest change of any actor from one quarter to the next. */
      jump: Math.max(...moves.map(Math.abs)),
      /** Share of quarters in which the mean action did not fall by 0.01 or more. */
      rising: mean(means.slice(1).map((action, k) => (action - means[k] > -0.01 ? 1 : 0))),
    };
  });
}
