// The learners that are compared, and what is logged of a run: the same seed gives every arm the same luck of the world.

import { Random } from "../../core/random.ts";
import { mean } from "../../evaluation/statistics/moments.ts";
import { type ContinuingLearner, type RegretLog, regretOf } from "./continuing.ts";
import type { HypothesisClass } from "./hypotheses.ts";
import { bestFit, type HypothesisLearner, loop } from "./loop.ts";
import type { Task } from "./tasks.ts";
import { ucrl2 } from "./ucrl2.ts";

export type Arm = "LOOP" | "eager" | "greedy" | "greedy, ties by chance" | "ε-greedy" | "UCRL2" | "least promise";

/** One run of one arm. */
export interface Run extends RegretLog {
  /** Whether the truth was in the confidence set after every step; null for arms without one. */
  readonly inside: boolean | null;
  /** The least J_f − J* of a hypothesis that was chosen while the truth was in the set. */
  readonly promise: number;
}

/** Changes of a run, for controls. */
export interface LoopOptions {
  readonly hypotheses?: HypothesisClass;
  readonly beta?: number;
}

/** Follows an arm for `steps` from a seed. */
export function play(task: Task, arm: Arm, seed: number, steps: number, options: LoopOptions = {}): Run {
  const { beta = task.beta, hypotheses = task.hypotheses } = options;
  const own = Random.of(seed, "average-reward", task.name, "learner");
  const learner = learnerOf(task, arm, hypotheses, beta, own);
  const believer = hypotheses === task.hypotheses && BELIEVING.has(arm) ? learner : undefined;
  let inside = true;
  let promise = Number.POSITIVE_INFINITY;
  let followed = -1;
  const log = regretOf(task.world, task.optimum, learner, {
    steps,
    random: Random.of(seed, "average-reward", task.name, "world"),
    watch: () => {
      if (believer?.evidence === undefined || believer.hypothesis === undefined) return;
      const believed = believer.evidence.excess(task.truth) <= beta;
      inside &&= believed;
      if (believed && believer.hypothesis !== followed) {
        followed = believer.hypothesis;
        promise = Math.min(promise, hypotheses.gain[followed] - task.optimum.gain);
      }
    },
  });
  return { ...log, inside: believer === undefined ? null : inside, promise };
}

/** Arms with a confidence set. */
const BELIEVING: ReadonlySet<Arm> = new Set(["LOOP", "eager", "least promise"]);

function learnerOf(
  task: Task,
  arm: Arm,
  hypotheses: HypothesisClass,
  beta: number,
  random: Random,
): ContinuingLearner & Partial<HypothesisLearner> {
  const { actions, states } = task.world;
  switch (arm) {
    case "LOOP":
      return loop({ hypotheses, beta });
    case "eager":
      return loop({ hypotheses, beta, trigger: 0 });
    case "least promise":
      return loop({ hypotheses, beta, prefer: "smallest" });
    case "greedy":
      return bestFit({ hypotheses, actions, random });
    case "greedy, ties by chance":
      return bestFit({ hypotheses, actions, random, ties: "random" });
    case "ε-greedy":
      return bestFit({ hypotheses, actions, random, explore: 0.1 });
    case "UCRL2":
      return ucrl2({ states, actions });
    default:
      return arm satisfies never;
  }
}

/** Means over runs at each logged step. */
export function meanRegret(runs: readonly Run[], of: "regret" | "gaps" = "regret"): number[] {
  return runs[0].steps.map((_, k) => mean(runs.map((run) => run[of][k])));
}

/** Slope of log regret against log T by least squares over the logged steps from 2¹⁰ on; null where some regret is not positive. */
export function growth(steps: readonly number[], regret: readonly number[]): number | null {
  const from = steps.indexOf(1024);
  const x = steps.slice(from).map(Math.log);
  const late = regret.slice(from);
  if (from < 0 || !late.every((value) => value > 0)) return null;
  const y = late.map(Math.log);
  const mx = mean(x);
  const my = mean(y);
  const rise = x.reduce((sum, value, k) => sum + (value - mx) * (y[k] - my), 0);
  return rise / x.reduce((sum, value) => sum + (value - mx) ** 2, 0);
}
