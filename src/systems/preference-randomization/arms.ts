// The study's learners: the paper's, with one thing changed in each of the others; and all arms of a seed in one world, as the few
// numbers that the claims need.

import { horizonReturn } from "../../algorithms/planning/finite-horizon.ts";
import { uniformPolicy } from "../../algorithms/planning/policy.ts";
import { duelingLearner, type QueryRule } from "../../algorithms/preference/dueling-learner.ts";
import { leastSquaresValues, posteriorModel } from "../../algorithms/preference/planner.ts";
import { type ComparisonBelief, comparisonBelief, observedBelief } from "../../algorithms/preference/reward-belief.ts";
import { Random } from "../../core/random.ts";
import { afterstatesOf } from "../../environments/tabular/afterstates.ts";
import { mean } from "../../evaluation/statistics/moments.ts";
import { type Honesty, simulatedAnnotator } from "../../feedback/annotator.ts";
import { preferenceProbability } from "../../math/logistic-regression.ts";
import { studyJob } from "../../study/study.ts";
import { type DuelEpisode, playDuels } from "./dueling-regret.ts";
import { type DuelTask, SLOPE, type TaskName, taskOf } from "./tasks.ts";

/**
 * λ and σ_r of practice, with values kept in [−H, H] in the place of the paper's optimistic fallback. The theory's constants grow with powers
 * of d and H and are far too large: within any number of rounds that can be played, its learner would do nothing but explore.
 */
const [RIDGE, REWARD_WIDTH] = [1, 0.5];
/** Prior of the posterior variant: what the random processes are drawn from. */
const CONCENTRATION = 0.3;

/** What is changed. */
interface DuelArm {
  readonly rule: QueryRule | "rewards are seen";
  /** Default true. */
  readonly noise?: boolean;
  /** Default "older". */
  readonly partner?: "older" | "itself";
  /** Draw whole models and rewards from posteriors. Default false. */
  readonly posterior?: boolean;
  readonly honesty?: Honesty;
}

/** An arm that is ready to be played. All arms of a seed draw from streams of the same names. */
function duelOf({ mdp, space, backupWidth }: DuelTask, arm: DuelArm, seed: number) {
  const { rule, noise = true, partner = "older", posterior = false, honesty = "honest" } = arm;
  const rng = Random.of(seed, "duels");
  const width = noise ? REWARD_WIDTH : 0;
  const belief = comparisonBelief({
    dimension: space.dimension,
    ridge: RIDGE,
    slope: SLOPE,
    width: posterior ? "posterior" : width,
  });
  const learner = duelingLearner({
    space,
    planner: posterior
      ? posteriorModel({ space, concentration: CONCENTRATION })
      : leastSquaresValues({ space, ridge: RIDGE, deviation: noise ? backupWidth : 0 }),
    learnsFrom:
      rule === "rewards are seen"
        ? { rewards: observedBelief(space.dimension, RIDGE, width) }
        : { comparisons: belief, rule },
    partner,
    random: rng.stream("learner"),
  });
  const annotator = simulatedAnnotator({
    value: ({ reward }: DuelEpisode) => reward,
    slope: SLOPE,
    honesty,
    random: rng.stream("annotator"),
  });
  return { mdp, horizon: space.horizon, learner, annotator, belief, random: rng.stream("world") };
}

/** Rounds of every run, and those at which regret is read. */
const ROUNDS = 1600;
export const MARKS = [25, 50, 100, 200, 400, 800, 1600];

const active = (epsilon: number) => ({ rule: { kind: "active", epsilon } }) as const;
const asking = { rule: { kind: "always" } } as const;

/** Arms by name; "budget" has the ε of its task, and "random" asks by chance as often as "ε 0.2" does. */
const ARMS = {
  "ε 0.1": active(0.1),
  "ε 0.2": active(0.2),
  "ε 0.4": active(0.4),
  "ε 0.8": active(0.8),
  always: asking,
  "no noise": { ...asking, noise: false },
  itself: { ...active(0.2), partner: "itself" },
  posterior: { ...active(0.2), posterior: true },
  rewards: { rule: "rewards are seen" },
  flipped: { ...active(0.2), honesty: "flipped" },
  coin: { ...asking, honesty: "coin" },
} as const satisfies Readonly<Record<string, DuelArm>>;

export type DuelArmName = keyof typeof ARMS | "random" | "budget";

/** What came of a run. */
export interface DuelSummary {
  /** Regret at each mark. */
  readonly regret: readonly number[];
  /** Questions in each quarter of the rounds. */
  readonly asked: readonly number[];
  /** Mean return of the fresh policies of the last quarter, less that of the policy that chooses every action alike. */
  readonly aboveChance: number;
  /** Mean |P̂ − 1/2| of what θ̂ says at the end of the pairs that were asked; 0 where none was. */
  readonly sure: number;
}

/** What is to be played. */
export interface DuelJob {
  readonly task: TaskName;
  readonly seed: number;
  /** Names of arms; "ε 0.2" and "always" must come before "random". */
  readonly arms: readonly DuelArmName[];
  /** Default 1600. */
  readonly rounds?: number;
}

/** Plays the named arms. */
export async function measure({ task: name, seed, arms, rounds = ROUNDS }: DuelJob) {
  const task = taskOf(name, seed);
  const { mdp, space, budgetEpsilon } = task;
  const changedOf = (arm: DuelArmName) =>
    arm === "budget" ? active(budgetEpsilon) : arm === "random" ? matched(played) : ARMS[arm];
  const uniform = horizonReturn(afterstatesOf(mdp), uniformPolicy(mdp), space.horizon);
  const played: Partial<Record<DuelArmName, DuelSummary>> = {};
  for (const arm of arms) {
    const { belief, ...duel } = duelOf(task, changedOf(arm), seed);
    const { regret, asked, fresh } = playDuels({ ...duel, rounds });
    const quarter = rounds / 4;
    played[arm] = {
      regret: MARKS.filter((mark) => mark <= rounds).map((mark) => regret[mark - 1]),
      asked: [0, 1, 2, 3].map((k) => asked.subarray(k * quarter, (k + 1) * quarter).reduce((a, b) => a + b, 0)),
      aboveChance: mean(fresh.subarray(3 * quarter)) - uniform,
      sure: sureness(belief),
    };
  }
  return played;
}

export const measuring = studyJob(import.meta.url, measure);

/** Asks of as many of the pairs that differ as the active rule: always asking asks of all of them. */
function matched({ "ε 0.2": chosen, always }: Partial<Record<DuelArmName, DuelSummary>>): DuelArm {
  if (!chosen || !always) throw new Error("the random rule is matched with two arms, of which one was not played");
  return { rule: { kind: "random", rate: questions(chosen) / questions(always) } };
}

/** Questions of all rounds. */
export function questions({ asked }: DuelSummary): number {
  return asked.reduce((a, b) => a + b, 0);
}

/** Mean |P̂ − 1/2| of what θ̂ says of the pairs that were asked. */
function sureness({ log, estimate }: ComparisonBelief): number {
  let sure = 0;
  for (let row = 0; row < log.size; row++) {
    let margin = 0;
    for (let k = 0; k < log.dimension; k++) margin += log.differences[row * log.dimension + k] * estimate[k];
    sure += Math.abs(preferenceProbability(margin, SLOPE) - 0.5) / log.size;
  }
  return sure;
}
