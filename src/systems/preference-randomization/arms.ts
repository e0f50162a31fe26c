// The study's learners: the paper's, with one thing changed in each of the others.

import { duelingLearner, type QueryRule } from "../../algorithms/preference/dueling-learner.ts";
import { leastSquaresValues, posteriorModel } from "../../algorithms/preference/planner.ts";
import { comparisonBelief, observedBelief } from "../../algorithms/preference/reward-belief.ts";
import { Random } from "../../core/random.ts";
import { type Honesty, simulatedAnnotator } from "../../feedback/annotator.ts";
import type { DuelEpisode } from "./dueling-regret.ts";
import { type DuelTask, SLOPE } from "./tasks.ts";

/**
 * λ and σ_r of practice, with values kept in [−H, H] in the place of the paper's optimistic fallback. The theory's constants grow with powers
 * of d and H and are far too large: within any number of rounds that can be played, its learner would do nothing but explore.
 */
const [RIDGE, REWARD_WIDTH] = [1, 0.5];
/** Prior of the posterior variant: what the random processes are drawn from. */
const CONCENTRATION = 0.3;

/** What is changed. */
export interface DuelArm {
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
export function duelOf({ mdp, space, backupWidth }: DuelTask, arm: DuelArm, seed: number) {
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
