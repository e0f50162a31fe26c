// What has to hold before any learning: four ways to the best gain agree, and constants in values decide nothing.

import { policyReward } from "../../algorithms/planning/evaluation.ts";
import { deterministicPolicy } from "../../algorithms/planning/policy.ts";
import type { TabularMdp } from "../../environments/tabular/mdp.ts";
import type { LinearPrograms } from "../../math/linear-program.ts";
import { mixedRadix } from "../../math/mixed-radix.ts";
import { atMost, equalTo, near } from "../../study/bound.ts";
import { type Claim, equation, is } from "../../study/claim.ts";
import { largestGap, matching } from "../../study/matching.ts";
import { play } from "./arms.ts";
import { averageRewardProgram, policyAverage, relativeValueIteration, stationaryDistribution } from "./gain.ts";
import { riverSwim } from "./river-swim.ts";
import { climbTask, type Task } from "./tasks.ts";

/** Planning and its laws. */
export function exactEquations(solver: LinearPrograms, tasks: readonly Task[]): Claim[] {
  const gain = (states: number) => relativeValueIteration(riverSwim({ states })).gain;
  const gap = (other: number, own: number, label: string) => is(other - own, near(0, 1e-8), label);
  return [
    // From an independent program.
    equation(
      "RiverSwim: gain J*",
      matching(
        ["4 states", "6 states", "8 states"],
        [4, 6, 8].map(gain),
        [0.431085044, 0.4286224338, 0.4285724694],
        1e-9,
      ),
    ),
    equation("RiverSwim, 6 states: span sp(V*)", is(relativeValueIteration(riverSwim()).span, near(6.3103243, 1e-6))),
    equation("gain of other methods less that of relative value iteration", [
      ...tasks.map(({ name, world, optimum }) =>
        gap(averageRewardProgram(solver, world).gain, optimum.gain, `${name}: linear program`),
      ),
      gap(
        bestDeterministic(riverSwim()),
        gain(6),
        "RiverSwim: best of 64 deterministic policies, by stationary distributions",
      ),
    ]),
    equation(
      "Bellman residual",
      tasks.map(({ name, world }) => is(residual(world), atMost(1e-10), name)),
    ),
    shiftEquation(),
  ];
}

/** max_s |J + V(s) − max_a (r + E V(s'))| */
function residual(world: TabularMdp): number {
  const { bias, actionValues } = relativeValueIteration(world);
  const best = (s: number) => Math.max(...actionValues.slice(s * world.actions, (s + 1) * world.actions));
  return largestGap(
    bias,
    bias.map((_, s) => best(s)),
  );
}

/** The largest gain over all deterministic policies; of a process in which each has one recurrent class. */
function bestDeterministic(world: TabularMdp): number {
  const choices = mixedRadix(new Array<number>(world.states).fill(world.actions));
  let best = Number.NEGATIVE_INFINITY;
  for (let code = 0; code < choices.count; code++) {
    const choice = choices.digits(code);
    const policy = deterministicPolicy(world, choice);
    const reward = policyReward(world, policy);
    const gain = stationaryDistribution(world, policy).reduce((sum, share, s) => sum + share * reward[s], 0);
    if (Math.abs(gain - policyAverage(world, policy).gain) > 1e-9)
      throw new Error(`two ways to the gain of policy ${choice} differ`);
    best = Math.max(best, gain);
  }
  return best;
}

function shiftEquation(): Claim {
  const steps = 4096;
  const plain = play(climbTask(), "LOOP", 0, steps);
  const shifted = play(climbTask(5), "LOOP", 0, steps);
  return equation(`climb: a constant added to every value changes no decision, at every power of two up to ${steps}`, [
    is(largestGap(plain.regret, shifted.regret), equalTo(0), "difference of regrets"),
    is(largestGap(plain.gaps, shifted.gaps), equalTo(0), "difference of gaps"),
  ]);
}
