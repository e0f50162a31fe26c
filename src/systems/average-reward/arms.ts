// The learners that are compared, and what is logged of a run: the same seed gives every arm the same draws of the world.

import { Random } from "../../core/random.ts";
import { exponentOf, type Figure } from "../../study/figure.ts";
import { type ContinuingLearner, type RegretLog, regretOf } from "./continuing.ts";
import type { HypothesisClass } from "./hypotheses.ts";
import { bestFit, type HypothesisLearner, loop } from "./loop.ts";
import type { Task } from "./tasks.ts";
import { ucrl2 } from "./ucrl2.ts";

/** What a learner may be made from. */
interface Means {
  readonly hypotheses: HypothesisClass;
  readonly beta: number;
  readonly states: number;
  readonly actions: number;
  readonly random: Random;
}

const LEARNERS = {
  LOOP: loop,
  eager: (means: Means) => loop({ ...means, trigger: 0 }),
  "least promise": (means: Means) => loop({ ...means, prefer: "smallest" }),
  greedy: bestFit,
  "greedy, ties by chance": (means: Means) => bestFit({ ...means, ties: "random" }),
  "ε-greedy": (means: Means) => bestFit({ ...means, explore: 0.1 }),
  UCRL2: ucrl2,
} as const satisfies Record<string, (means: Means) => ContinuingLearner>;
export type Arm = keyof typeof LEARNERS;

/** Arms with a confidence set. */
const BELIEVING: ReadonlySet<Arm> = new Set(["LOOP", "eager", "least promise"]);

/** One run of one arm. */
export interface Run extends RegretLog {
  /** Whether the truth was in the confidence set after every step; null for arms without one. */
  readonly inside: boolean | null;
  /** The least J_f − J* of a hypothesis that was chosen while the truth was in the set. */
  readonly promise: number;
}

/** Follows an arm for `steps` from a seed; controls change the task's class or its radius. */
export function play(
  task: Task,
  arm: Arm,
  seed: number,
  steps: number,
  { beta = task.beta, hypotheses = task.hypotheses }: Partial<Pick<Task, "beta" | "hypotheses">> = {},
): Run {
  const { states, actions } = task.world;
  const random = Random.of(seed, "average-reward", task.name, "learner");
  const means = { hypotheses, beta, states, actions, random };
  const learner: ContinuingLearner & Partial<HypothesisLearner> = LEARNERS[arm](means);
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

/** Exponent of mean regret in T over the logged steps from 2¹⁰ on; without a value where it, or that without one run, is not positive. */
export function growth(runs: readonly Pick<Run, "steps" | "regret">[]): Figure {
  const from = runs[0].steps.indexOf(1024);
  const late = runs.map(({ regret }) => regret.slice(from));
  const column = (k: number) => late.map((regret) => regret[k]);
  const positive = late[0].every((_, k) => column(k).reduce((sum, x) => sum + x, 0) > Math.max(0, ...column(k)));
  return from >= 0 && positive ? exponentOf(runs[0].steps.slice(from), late) : { value: null, n: runs.length };
}
