// What has to hold before anybody learns: four ways to the best gain agree, and constants in values decide nothing.

import { policyReward } from "../../algorithms/planning/evaluation.ts";
import { deterministicPolicy } from "../../algorithms/planning/policy.ts";
import type { TabularMdp } from "../../environments/tabular/mdp.ts";
import type { LinearPrograms } from "../../math/linear-program.ts";
import { type Check, closeTo, holds } from "../../study/legacy.ts";
import { play } from "./arms.ts";
import { policyAverage, relativeValueIteration, stationaryDistribution } from "./average-reward.ts";
import { averageRewardProgram } from "./average-reward-program.ts";
import { riverSwim } from "./river-swim.ts";
import { climbTask, type Task } from "./tasks.ts";

/** Gains of RiverSwim with 4, 6 and 8 states, from an independent program. */
const GAINS = new Map([
  [4, 0.431085044],
  [6, 0.4286224338],
  [8, 0.4285724694],
]);

/** Planning and its laws. */
export function exactChecks(solver: LinearPrograms, tasks: readonly Task[]): Check[] {
  return [
    ...[...GAINS].map(([states, gain]) =>
      closeTo(
        `RiverSwim, ${states} states: gain J*`,
        relativeValueIteration(riverSwim({ states })).gain,
        gain,
        1e-9,
        true,
      ),
    ),
    closeTo("RiverSwim, 6 states: span sp(V*)", relativeValueIteration(riverSwim()).span, 6.3103243, 1e-6, true),
    ...tasks.flatMap(({ name, world, optimum }) => [
      closeTo(
        `${name}: gain of the linear program beside relative value iteration`,
        averageRewardProgram(solver, world).gain - optimum.gain,
        0,
        1e-8,
        true,
      ),
      holds(`${name}: Bellman residual`, "≤ 1e-10", residual(world).toExponential(1), residual(world) <= 1e-10),
    ]),
    closeTo(
      "RiverSwim: best of all 64 deterministic policies, by stationary distributions, beside J*",
      bestDeterministic(riverSwim()) - relativeValueIteration(riverSwim()).gain,
      0,
      1e-8,
      true,
    ),
    shiftCheck(),
  ];
}

/** max_s |J + V(s) − max_a (r + E V(s'))| */
function residual(world: TabularMdp): number {
  const { bias, actionValues } = relativeValueIteration(world);
  let worst = 0;
  for (let s = 0; s < world.states; s++) {
    const best = Math.max(...actionValues.slice(s * world.actions, (s + 1) * world.actions));
    worst = Math.max(worst, Math.abs(bias[s] - best));
  }
  return worst;
}

/** The largest gain over all deterministic policies; of a process in which each has one recurrent class. */
export function bestDeterministic(world: TabularMdp): number {
  let best = Number.NEGATIVE_INFINITY;
  for (let code = 0; code < world.actions ** world.states; code++) {
    const choice = Array.from(
      { length: world.states },
      (_, s) => Math.floor(code / world.actions ** s) % world.actions,
    );
    const policy = deterministicPolicy(world, choice);
    const reward = policyReward(world, policy);
    const gain = stationaryDistribution(world, policy).reduce((sum, share, s) => sum + share * reward[s], 0);
    if (Math.abs(gain - policyAverage(world, policy).gain) > 1e-9)
      throw new Error(`two ways to the gain of policy ${choice} differ`);
    best = Math.max(best, gain);
  }
  return best;
}

function shiftCheck(): Check {
  const steps = 4096;
  const plain = play(climbTask(), "LOOP", 0, steps);
  const shifted = play(climbTask(5), "LOOP", 0, steps);
  const same = plain.regret.every((value, k) => value === shifted.regret[k] && plain.gaps[k] === shifted.gaps[k]);
  return holds(
    "climb: a constant added to every value changes no decision",
    `the same regret at every power of two up to ${steps}`,
    same ? "the same" : "different",
    same,
  );
}
