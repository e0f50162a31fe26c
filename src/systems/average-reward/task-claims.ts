// What LOOP has to show on a task beside its rivals: the truth stays in its set, its promises are kept, its regret grows slowly, and
// it switches seldom.

import { above, atLeast, atMost, worded } from "../../study/bound.ts";
import { beside, type Claim, claim, is } from "../../study/claim.ts";
import type { Comparison } from "../../study/comparison.ts";
import { sampled, share } from "../../study/figure.ts";
import { type Arm, growth, type Run } from "./arms.ts";
import type { Task } from "./tasks.ts";

/** Regret of order √T has slope 0.5, linear regret 1. */
const SUBLINEAR = 0.65;
export const LINEAR = 0.9;

/** An arm that was not played on a task has no runs. */
export function taskClaims(task: Task, arms: Comparison<Arm, Run>): Claim[] {
  const { name, beta } = task;
  const optimists = arms.conducts("LOOP");
  const inside = optimists.filter((run) => run.inside === true).length;
  const most = Math.max(...optimists.map(last("switches")));
  const horizon = optimists[0].steps[optimists[0].steps.length - 1];
  const baselines = (["greedy", "ε-greedy"] as const).filter((arm) => arms.conducts(arm).length > 0);
  const switchesAdded = claim(
    `${name}: switches that choosing at every step adds`,
    is(arms.less("eager", "LOOP", last("switches")), above(0)),
  );
  return [
    claim(`${name}: runs in which the truth is in LOOP's set at all times`, [
      is(share(inside, optimists.length), atLeast(0.95), "share"),
      beside("β", beta),
    ]),
    claim(
      `${name}: optimism, the least J_f − J* of a hypothesis chosen while the truth is in the set`,
      is(Math.min(...optimists.map((run) => run.promise)), atLeast(-1e-9)),
    ),
    ...boundClaims(task, optimists),
    growthOfLoop(task, optimists),
    claim(`${name}: LOOP's most switches`, is(most, worded(atMost(10 + 3 * Math.log2(horizon)), "≤ 10 + 3·log2 T"))),
    ...baselines.map((arm) => growthOf(task, arm, arms.conducts(arm))),
    ...(arms.conducts("eager").length === 0 ? [] : [switchesAdded]),
  ];
}

/** The largest regret/√T over runs and powers of two, and the last T at which it is more than `limit`. */
export function worst(runs: readonly Run[], limit: number): { ratio: number; until: number } {
  let ratio = Number.NEGATIVE_INFINITY;
  let until = 0;
  for (const { steps, regret } of runs) {
    for (const [k, T] of steps.entries()) {
      const here = regret[k] / Math.sqrt(T);
      ratio = Math.max(ratio, here);
      if (here > limit) until = Math.max(until, T);
    }
  }
  return { ratio, until };
}

/**
 * The proven form sp·√(dβT), its constants taken as one. Without d and β it cannot hold at short horizons where promises have to be
 * refuted, each of them 3β times over. On RiverSwim the proven form lies above J*·T up to the horizon and could not fail.
 */
function boundClaims({ name, optimum, allowed, dimension }: Task, runs: readonly Run[]): Claim[] {
  const { ratio, until } = worst(runs, optimum.span);
  if (allowed ** 2 > optimum.gain ** 2 * runs[0].steps[runs[0].steps.length - 1]) return [];
  const most = worded(atMost(allowed), "≤ sp(V*)·√(dβ)");
  return [
    claim(`${name}: LOOP's largest regret/√T over all runs and powers of two, with d = ${dimension}`, [
      is(ratio, most),
      beside("sp(V*)·√(dβ)", allowed),
      beside("sp(V*) alone", optimum.span),
      beside("above that up to T =", until),
    ]),
  ];
}

/** LOOP's mean regret grows at most as T^0.65, or is not above what chance does to the mean of so many runs of the best policy. */
function growthOfLoop({ name, noise }: Task, runs: readonly Run[]): Claim {
  const { steps } = runs[0];
  const band = (2 * noise * Math.sqrt(steps[steps.length - 1])) / Math.sqrt(runs.length);
  const what = "LOOP's growth of log regret with log T from 2^10 on, or the last mean regret beside its noise";
  const tests = [
    is(growth(runs), atMost(SUBLINEAR), "slope"),
    is(sampled(runs.map(last("regret"))), worded(atMost(band), "≤ 2σ√(T/n)"), "last mean"),
    beside("2σ√(T/n)", band),
  ];
  return claim(`${name}: ${what}`, tests, { needs: "any" });
}

/**
 * Linear regret of a baseline. With ε-greedy runs that leave the near end late, the mean bends while they leave, though every run
 * is linear before and after: how many have not left stands beside the slope.
 */
function growthOf({ name }: Task, arm: Arm, runs: readonly Run[]): Claim {
  const perStep = runs.map((run) => last("regret")(run) / run.steps[run.steps.length - 1]);
  const stayed = perStep.filter((regret) => regret >= 0.9 * Math.max(...perStep)).length;
  return claim(`${name}: growth of log regret with log T, ${arm}`, [
    is(growth(runs), atLeast(LINEAR)),
    beside("runs that lose as much per step as the worst one to the end", stayed),
  ]);
}

/** The value at the longest horizon. */
export function last(of: "regret" | "switches"): (run: Run) => number {
  return (run) => run[of][run[of].length - 1];
}
