// What TR-4's App Store case (arXiv 2604.01240) should give: figures of the released code under its own noise, the score with and
// without the cells that are constant, and how far simulated and recorded history agree. Also the path without noise.

import { oneWayAnova } from "../../evaluation/statistics/anova.ts";
import { pearson } from "../../evaluation/statistics/correlation.ts";
import { mean } from "../../evaluation/statistics/moments.ts";
import type { Score } from "../../evaluation/statistics/rubric.ts";
import { type Check, closeTo, holds } from "../../study/legacy.ts";
import {
  APPLE_ACTORS,
  APPLE_GAME,
  APPLE_PHASES,
  APPLE_QUARTERS,
  APPLE_RECORD,
  APPLE_SHOCKS,
  applePlay,
  CONCILIATORY_SHOCKS,
  phaseMeans,
} from "./apple.ts";
import { APPLE_INDICATORS, appleScore, indicatorPoints } from "./apple-rubric.ts";
import { meanAction, type ReciprocityTrace } from "./reciprocity-simulator.ts";

const PHASE_MEANS = [
  [0.8545697243, 0.759877685, 0.7886728069],
  [0.993661242, 0.9514840239, 0.9614449632],
  [0.9330558924, 0.8262868646, 0.9373564452],
  [0.712252213, 0.4065572022, 0.8310397531],
  [0.8799003617, 0.4447323395, 0.8480104405],
];
const FINAL = [0.8801250337, 0.4345417471, 0.8893137823];
const GRAND_MEANS = [0.8010400721, 0.9688634097, 0.898899734, 0.6499497228, 0.7242143805];
const CONCILIATORY_FINAL = [0.9815092076, 0.8068321735, 0.9940723501];
const CONCILIATORY_MEANS = [0.8010400721, 0.9720380129, 0.9778745629, 0.9234737558, 0.9392983626];
const QUIET_MEANS = [0.8131644067, 0.9925697372, 0.8951073179, 0.6510339802, 0.6814062563];
// Of a separate computation in double precision, written from the equations alone.
const QUIET_FINAL = [0.7720767110051511, 0.502147818708844, 0.7746727360355274];

/** All checks of the case. */
export function appleChecks(): Check[] {
  const base = applePlay(APPLE_SHOCKS);
  const conciliatory = applePlay(CONCILIATORY_SHOCKS);
  const quiet = applePlay(APPLE_SHOCKS, false);
  return [
    near("App Store: mean action by phase and actor", phaseMeans(base).flat(), PHASE_MEANS.flat()),
    near("App Store: final actions", finalActions(base), FINAL),
    near("App Store: mean action by phase", grandMeans(base), GRAND_MEANS),
    ...scoreChecks(appleScore(base)),
    ...agreementChecks(base),
    near("App Store, had Apple conceded earlier: final actions", finalActions(conciliatory), CONCILIATORY_FINAL),
    near("App Store, had Apple conceded earlier: mean action by phase", grandMeans(conciliatory), CONCILIATORY_MEANS),
    near("App Store without noise: mean action by phase", grandMeans(quiet), QUIET_MEANS),
    near("App Store without noise: final actions", finalActions(quiet), QUIET_FINAL),
  ];
}

/** The score in a line, beside that of actors who never move and meet no shock. */
export function appleSummary(): string {
  const { points, most, earned } = appleScore(applePlay(APPLE_SHOCKS));
  const still = appleScore(applePlay([], false, { ...APPLE_GAME, gain: 0, decay: 0 }));
  return (
    `Apple ${points}/${most} = ${percent(points, most)}; cells that depend on the simulation ` +
    `${earned.points}/${earned.most} = ${percent(earned.points, earned.most)}, for actors who never move ${still.earned.points}/${still.earned.most}`
  );
}

function scoreChecks(score: Score): Check[] {
  const phases = APPLE_PHASES.map(({ name }) => score.categories.get(name));
  const given = { points: score.points - score.earned.points, most: score.most - score.earned.most };
  return [
    same("App Store score", [score.points, score.most], [43, 51]),
    same(
      "App Store score: points and cells by phase",
      phases.flatMap((phase) => [phase?.points ?? Number.NaN, phase?.most ?? Number.NaN]),
      [8.5, 9, 10, 10, 8, 10, 6.5, 10, 10, 12],
    ),
    same(
      `App Store score: ${APPLE_INDICATORS.join(", ")}`,
      indicatorPoints(score),
      [4.5, 2.5, 3.5, 5, 4.5, 3.5, 0.5, 5, 1, 5, 4.5, 3.5],
    ),
    same("App Store score: points and cells that are constant by construction", [given.points, given.most], [21, 22]),
    same("App Store score: the other cells", [score.earned.points, score.earned.most], [22, 29]),
  ];
}

function agreementChecks(base: ReciprocityTrace): Check[] {
  const anova = oneWayAnova(
    APPLE_PHASES.map(({ from, to }) => Array.from({ length: to - from + 1 }, (_, k) => meanAction(base, from + k))),
  );
  const simulated = phaseMeans(base).flat();
  const recorded = APPLE_PHASES.flatMap((phase) => phase.recorded);
  const rmse = Math.sqrt(mean(simulated.map((x, k) => (x - recorded[k]) ** 2)));
  const paths = APPLE_ACTORS.map((_, actor) => ({
    simulated: APPLE_RECORD.map(([quarter]) => base.actions[quarter * base.actors + actor]),
    recorded: APPLE_RECORD.map((row) => row[actor + 1]),
  }));
  const r = (x: readonly number[], y: readonly number[]) => pearson(x, y) ?? Number.NaN;
  return [
    closeTo("App Store: F of mean actions over phases", anova.f ?? Number.NaN, 92.135, 1e-3, true),
    closeTo("App Store: correlation of 15 phase means with the record", r(simulated, recorded), 0.785517, 1e-6, true),
    closeTo("App Store: root mean square distance of the phase means", rmse, 0.187359, 1e-6, true),
    closeTo(
      "App Store: correlation of 57 actions with the record",
      r(
        paths.flatMap((path) => path.simulated),
        paths.flatMap((path) => path.recorded),
      ),
      0.773209,
      1e-6,
      true,
    ),
    ...[0.859, 0.873, 0.309].map((expected, i) =>
      closeTo(
        `App Store: correlation with the record, ${APPLE_ACTORS[i]}`,
        r(paths[i].simulated, paths[i].recorded),
        expected,
        5e-4,
        true,
      ),
    ),
  ];
}

function finalActions(trace: ReciprocityTrace): number[] {
  return Array.from(trace.actions.subarray(APPLE_QUARTERS * trace.actors));
}

function grandMeans(trace: ReciprocityTrace): number[] {
  return phaseMeans(trace).map((actors) => mean(actors));
}

function near(name: string, measured: readonly number[], expected: readonly number[]): Check {
  const distances = measured.map((x, k) => Math.abs(x - expected[k]));
  const pass = measured.length === expected.length && distances.every((distance) => distance <= 1e-9);
  const text = (values: readonly number[]) => values.map((x) => x.toFixed(10)).join(" ");
  return holds(name, `${text(expected)} (±1e-9)`, text(measured), pass);
}

function same(name: string, measured: readonly number[], expected: readonly number[]): Check {
  const pass = measured.length === expected.length && measured.every((x, k) => x === expected[k]);
  return holds(name, expected.join(" "), measured.join(" "), pass);
}

function percent(points: number, most: number): string {
  return `${((100 * points) / most).toFixed(1)}%`;
}
