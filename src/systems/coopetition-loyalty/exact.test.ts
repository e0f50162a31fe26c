// TR-3's figures to their digits: six targets on a grid of 5⁵ team settings, and the Apache HTTP Server project in four phases. Loyalty cares
// for the sum of the team-mates' payoffs (the report's figures) or for their mean (the released suite); both readings are here.
// Source: Pant & Yu, arXiv 2601.16237 (TR-3), and its released code, vikpant/strategic-coopetition.

import { describe, expect, test } from "vitest";
import { matrix } from "../../../test/fixtures/matrix.ts";
import { type Criterion, met, scoreRubric } from "../../../test/fixtures/rubric.ts";
import { sweep } from "../../../test/fixtures/sweep.ts";
import { teamEquilibrium } from "../../../test/fixtures/team-equilibrium.ts";
import {
  freeRidingEffort,
  type LoyaltyWeights,
  optimalEffort,
  type Production,
  type Teammates,
} from "../../environments/coopetition/team-production.ts";
import { mean, median } from "../../evaluation/statistics/moments.ts";
import { pairedEffect } from "../../evaluation/statistics/paired.ts";

/** φ_B and φ_C of the validation, and its largest effort. */
const WEIGHTS: LoyaltyWeights = { benefit: 0.8, relief: 0.3 };
const NOTHING: LoyaltyWeights = { benefit: 0, relief: 0 };
const MAXIMUM = 50;
/** Rounding that an order between two mean efforts may break. */
const ROUNDING = 1e-9;

const LOYALTIES = [0, 0.3, 0.5, 0.7, 0.9];
const GRID = {
  omega: [10, 15, 20, 25, 30],
  beta: [0.4, 0.45, 0.5, 0.55, 0.6],
  cost: [1.5, 2, 2.5, 3, 3.5],
  members: [3, 4, 5, 6, 8],
};

type Setting = ReturnType<typeof settings>[number];

/** Mean efforts at each loyalty in all 625 productions, differentiation effort(0.9)/effort(0.1), and synergy at θ = 0.7. */
function settings(teammates: Teammates, weights = WEIGHTS) {
  return sweep(GRID).map(({ members, ...given }) => {
    const production = { ...given, maximum: MAXIMUM };
    let unsettled = 0;
    const effort = (theta: number, by = weights) => {
      const settled = teamEquilibrium(new Array<number>(members).fill(theta), production, by, teammates);
      if (!settled.converged) unsettled += 1;
      return settled.mean;
    };
    const efforts = LOYALTIES.map((theta) => effort(theta));
    const none = effort(0.7, NOTHING);
    const alone = effort(0.7, { ...weights, relief: 0 }) + effort(0.7, { ...weights, benefit: 0 }) - 2 * none;
    return {
      efforts,
      freeRiding: freeRidingEffort(members, production),
      differentiation: efforts[4] / effort(0.1),
      // What both mechanisms add together over what each adds alone; 1 where these add nothing.
      synergy: alone > 0 ? (effort(0.7) - none) / alone : 1,
      unsettled,
    };
  });
}

const rises = (values: readonly number[]) => values.every((x, k) => k === 0 || x >= values[k - 1] - ROUNDING);

/** How many settings meet each of the six targets; of teams that grow, the first 125 settings of a size begin one each. */
function targets(all: readonly Setting[]): Record<string, number> {
  const meeting = (condition: (setting: Setting) => boolean) => all.filter(condition).length;
  const teams = Array.from({ length: 125 }, (_, k) => all.slice(5 * k, 5 * k + 5).map(({ efforts }) => efforts[0]));
  const efforts = all.flatMap((setting) => setting.efforts);
  return {
    differentiation: meeting(({ differentiation }) => differentiation > 2),
    synergy: meeting(({ synergy }) => synergy > 1.1),
    freeRiding: meeting(({ efforts: [found], freeRiding }) => Math.abs(found - freeRiding) / freeRiding < 0.05),
    monotone: meeting((setting) => rises(setting.efforts)),
    teamSize: teams.filter((team) => rises(team.toReversed())).length,
    bounded: efforts.filter((x) => x >= 0 && x <= MAXIMUM).length,
  };
}

/** ω, β and c of the case. */
const APACHE: Production = { omega: 30, beta: 0.65, cost: 1.2, maximum: MAXIMUM };

/** How much the project depends on each founder, and his loyalty at the start. */
const FOUNDERS = matrix("0.18 0.85 | 0.2 0.9 | 0.12 0.8 | 0.1 0.75 | 0.08 0.7 | 0.1 0.78 | 0.12 0.82 | 0.1 0.76");

/** Size of the core team, what is left of the founders' loyalty, and effort by the record, which gives the order of the phases. */
const PHASES = [
  { name: "formation", members: 8, loyalty: 1, recorded: 6.8, level: "high" },
  { name: "growth", members: 25, loyalty: 0.85, recorded: 5.2, level: "moderate" },
  { name: "maturation", members: 40, loyalty: 0.7, recorded: 4.1, level: "sustained" },
  { name: "evolution", members: 35, loyalty: 0.6, recorded: 3.8, level: "declining" },
] as const;

/** The four phases. Later members are like the founders in turn, and the project depends on each by 1/n. */
function apache(teammates: Teammates) {
  return PHASES.map((phase) => {
    const members = Array.from({ length: phase.members }, (_, i) => FOUNDERS[i % FOUNDERS.length]);
    const loyalty = members.map(([, founder]) => founder * phase.loyalty);
    const weights = members.map(([founder], i) => (i < FOUNDERS.length ? founder : 1 / phase.members));
    return {
      loyalty: mean(loyalty),
      // TR-3's cohesion: loyalty weighted by how much the team depends on each member.
      cohesion: mean(loyalty.map((theta, i) => theta * weights[i])) / mean(weights),
      settled: teamEquilibrium(loyalty, APACHE, WEIGHTS, teammates),
    };
  });
}

/** Place of each value, 0 for the largest; equal values share a place. */
const rankOf = (values: readonly number[]) =>
  values.map((value) => values.filter((other) => other > value + ROUNDING).length);
const recordedOrder = rankOf(PHASES.map(({ recorded }) => recorded));

/** Points for a share of the largest effort, by the level that the record shows. */
const LEVELS = {
  high: (x: number) => (x > 0.6 ? 4 : x > 0.4 ? 3 : x > 0.2 ? 2 : 1),
  moderate: (x: number) => (x > 0.3 && x < 0.9 ? 4 : x > 0.2 ? 2 : 1),
  sustained: (x: number) => (x > 0.1 && x < 0.6 ? 4 : x > 0.05 ? 2 : 1),
  declining: (x: number) => (x < 0.5 ? 4 : x < 0.7 ? 2 : 1),
};

function trendPoints(before: number, now: number): number {
  if (now < before - ROUNDING) return 4;
  if (now <= before + ROUNDING) return 2;
  return now < 1.1 * before ? 1 : 0;
}

const RUBRIC: readonly Criterion<readonly number[]>[] = PHASES.flatMap(({ name: category, level }, p) => {
  const graded = (name: string, award: (efforts: readonly number[]) => number) => ({ category, name, most: 4, award });
  return [
    met<readonly number[]>(category, "effort is positive", 1, (efforts) => efforts[p] > 0),
    met<readonly number[]>(category, "effort is below 100", 1, (efforts) => efforts[p] < 100),
    met<readonly number[]>(category, "effort is finite", 1, (efforts) => Number.isFinite(efforts[p])),
    graded("place among the phases", (efforts) => [4, 3, 1, 0][Math.abs(rankOf(efforts)[p] - recordedOrder[p])]),
    graded(`level is ${level}`, (efforts) => LEVELS[level](efforts[p] / MAXIMUM)),
    // The first phase has none before it and should stand at the top.
    graded("trend from the phase before", (efforts) =>
      p > 0 ? trendPoints(efforts[p - 1], efforts[p]) : efforts[0] >= 0.95 * Math.max(...efforts) ? 4 : 2,
    ),
  ];
});

/** Points of the four phases for their mean efforts. */
const pointsOf = (efforts: readonly number[]) =>
  [...scoreRubric(RUBRIC, efforts).categories.values()].map(({ points }) => points);

const near = (x: number, known: number, tolerance = 1e-6) => expect(Math.abs(x - known)).toBeLessThanOrEqual(tolerance);

describe.each([
  {
    teammates: "sum",
    differentiation: [15.036364, 18.385745, 2.997268, 60.034796],
    synergy: 1.566389,
    effect: [7.706827, 0.71479],
    efforts: [50, 35.927644, 14.531716, 11.470021],
    points: [15, 15, 15, 15],
    inequality: 1,
  },
  {
    teammates: "mean",
    differentiation: [4.478238, 4.691246, 2.035898, 6.514542],
    synergy: 1.424119,
    effect: [1.99148, 0.439837],
    efforts: [9.665906, 0.096273, 0.011132, 0.014748],
    points: [12, 12, 11, 10],
    inequality: 5000,
  },
] as const)("loyalty to the $teammates of the team-mates' payoffs", ({ teammates, ...known }) => {
  const all = settings(teammates);

  test("settings that meet each target: 100, 99.5, 96.5, 100, 100 and 100 %", () => {
    expect(targets(all)).toEqual({
      ...{ differentiation: 625, synergy: 622, freeRiding: 603, monotone: 625, teamSize: 125, bounded: 3125 },
    });
    expect(all.filter(({ unsettled }) => unsettled > 0)).toEqual([]);
  });

  test("median, mean, smallest and largest differentiation, and median synergy", () => {
    const ratios = all.map(({ differentiation }) => differentiation);
    const found = [median(ratios), mean(ratios), Math.min(...ratios), Math.max(...ratios)];
    for (const [k, x] of found.entries()) near(x, known.differentiation[k]);
    near(median(all.map(({ synergy }) => synergy)), known.synergy);
  });

  test("effort at θ = 0.9 less effort at θ = 0, d over the population deviation", () => {
    const [disloyal, loyal] = [0, 4].map((k) => all.map(({ efforts }) => efforts[k]));
    const { mean: difference, effectSize, p } = pairedEffect(disloyal, loyal, { lost: 0 });
    near(difference ?? 0, known.effect[0]);
    near(effectSize ?? 0, known.effect[1]);
    expect(p).toBeLessThan(0.001);
  });

  test("Apache: mean effort and points by phase, and how unequal the contributions are in formation (4.2 recorded)", () => {
    const efforts = apache(teammates).map(({ settled }) => settled.mean);
    for (const [k, effort] of efforts.entries()) near(effort, known.efforts[k]);
    expect(pointsOf(efforts)).toEqual(known.points);
    const [{ settled }] = apache(teammates);
    expect(Math.max(...settled.efforts) / Math.min(...settled.efforts)).toBeCloseTo(known.inequality, 9);
  });
});

describe("either mechanism", () => {
  const differentiation = (weights: LoyaltyWeights) => mean(settings("sum", weights).map((one) => one.differentiation));

  test("alone differentiates less than both, and has no synergy", () => {
    const care = { ...WEIGHTS, relief: 0 };
    const relief = differentiation({ ...WEIGHTS, benefit: 0 });
    expect(relief).toBeGreaterThan(1);
    expect(differentiation(care)).toBeGreaterThan(relief);
    expect(differentiation(care)).toBeLessThan(differentiation(WEIGHTS));
    for (const { synergy } of settings("sum", care)) expect(synergy).toBeCloseTo(1, 9);
  });

  test("off, no setting differentiates: all ratios are 1", () => {
    for (const one of settings("sum", NOTHING)) expect(one.differentiation).toBe(1);
  });
});

describe("Apache", () => {
  test("loyalty and cohesion by phase", () => {
    const phases = apache("sum");
    const loyalty = [0.795, 0.67762, 0.5565, 0.4798286];
    const cohesion = [0.8124, 0.6856667, 0.5632667, 0.4844903];
    for (const [k, phase] of phases.entries()) {
      near(phase.loyalty, loyalty[k], 1e-7);
      near(phase.cohesion, cohesion[k], 1e-7);
    }
  });

  test("earns 48 of 60 points without loyalty; its optimum is beyond what members can give", () => {
    const efforts = PHASES.map(
      ({ members }) => teamEquilibrium(new Array<number>(members).fill(0), APACHE, WEIGHTS, "sum").mean,
    );
    expect(scoreRubric(RUBRIC, efforts).points).toBe(48);
    near(efforts[0], 0.9467, 5e-5);
    near(optimalEffort(8, APACHE), 360.2, 0.05);
  });

  test("points are for four falling efforts in their bands, less for place, band and trend; equal efforts are equal", () => {
    expect(pointsOf([45, 30, 15, 10])).toEqual([15, 15, 15, 15]);
    // Validity 3 each; places off by 3, 1, 1, 3; shares 0.1, 0.2, 0.3, 0.4; first not the highest, then three large rises.
    expect(pointsOf([5, 10, 15, 20])).toEqual([3 + 0 + 1 + 2, 3 + 3 + 1 + 0, 3 + 3 + 4 + 0, 3 + 0 + 4 + 0]);
    const rounded = 0.01 + 1e-18;
    const equal = [3 + 4 + 1 + 4, 3 + 3 + 1 + 2, 3 + 1 + 1 + 2, 3 + 0 + 4 + 2];
    expect(pointsOf([0.01, 0.01, rounded, 0.01])).toEqual(equal);
    expect(pointsOf([45, 30, 15, Number.NaN])[3]).toBeLessThan(12);
  });
});
