// What a dense reward is worth: speed, alignment and how far it can be hacked, all against the sparse reward.

import { occupancy, policyValues } from "../../algorithms/planning/evaluation.ts";
import { deterministicPolicy, greedyChoice, softmaxPolicy } from "../../algorithms/planning/policy.ts";
import { finiteHorizonValues, valueIteration } from "../../algorithms/planning/value-iteration.ts";
import { playEpisode, type TransitionPay, tablePay } from "../../algorithms/tabular/episode.ts";
import { epsilonGreedy } from "../../algorithms/tabular/softmax-policy.ts";
import { qLearning } from "../../algorithms/tabular/value-learners.ts";
import { Random } from "../../core/random.ts";
import { withReward } from "../../environments/tabular/mdp.ts";
import { spearman } from "../../evaluation/statistics/correlation.ts";
import { deviation } from "../../evaluation/statistics/moments.ts";
import { type Dense, ofTable } from "./builders.ts";
import { maximumMeanCycle } from "./max-cycle.ts";
import { epicDistance } from "./reward-distance.ts";
import { optimal, successor, task } from "./task.ts";

const { states: S, actions: A, discount, terminal, reward: sparse } = task;
/** Longest episode of learning. */
const HORIZON = 200;
/** Steps after which learning counts as having failed. */
export const MOST_STEPS = 100_000;

/** 1 − V_π(start)/V*(start) under the sparse reward, of the policy that takes the first best action of `q`. */
export function regretOf(q: ArrayLike<number>): number {
  const values = policyValues(task, deterministicPolicy(task, greedyChoice(task, q)));
  return 1 - values[0] / optimal.values[0];
}

/** Regret of the policy that is exactly optimal for the dense reward. */
export function regret({ reward }: Dense): number {
  return regretOf(valueIteration(withReward(task, reward)).actionValues);
}

/** EPIC distance to the sparse reward. */
export function distanceToSparse({ onTriples }: Dense): number | null {
  return epicDistance(onTriples, ofTable(sparse).onTriples, { states: S, actions: A, discount });
}

/** Reward per step of the loop that pays best. */
export function bestLoop({ reward }: Dense): number {
  return maximumMeanCycle(withReward(task, reward)) ?? Number.NEGATIVE_INFINITY;
}

/** Discounted visits of policies between random and good, [policies][states × actions]. */
export function policySample(count: number): Float64Array[] {
  const random = Random.of(1, "policies");
  return Array.from({ length: count }, () => {
    const care = random.uniform(0, 60);
    const logits = Float64Array.from(optimal.actionValues, (q) => care * q + random.normal());
    const policy = softmaxPolicy(task, logits);
    const visits = occupancy(task, policy);
    return policy.map((p, at) => p * visits[Math.floor(at / A)]);
  });
}

/** Spearman's rank correlation of the policies' returns under the dense and the sparse reward; null without spread. */
export function rankCorrelation({ reward }: Dense, policies: readonly Float64Array[]): number | null {
  const returns = (table: Float64Array) =>
    policies.map((visits) => visits.reduce((sum, visit, at) => sum + visit * table[at], 0));
  return spearman(returns(reward), returns(sparse));
}

/** Discounted sparse returns of the plans that are exactly optimal for the dense reward over so many steps. */
export function plannedReturns({ reward }: Dense, horizons: readonly number[]): number[] {
  const values = finiteHorizonValues(withReward(task, reward), Math.max(...horizons));
  return horizons.map((horizon) => plannedReturn(reward, values, horizon));
}

function plannedReturn(reward: Float64Array, values: readonly Float64Array[], horizon: number): number {
  let total = 0;
  let state = 0;
  let weight = 1;
  for (let left = horizon; left > 0 && terminal[state] === 0; left--) {
    let best = 0;
    let most = Number.NEGATIVE_INFINITY;
    for (let a = 0; a < A; a++) {
      const value = reward[state * A + a] + discount * values[left - 1][successor(state, a)];
      // Rounding must not decide between equals.
      if (value > most + 1e-12) {
        most = value;
        best = a;
      }
    }
    total += weight * sparse[state * A + best];
    weight *= discount;
    state = successor(state, best);
  }
  return total;
}

/** Steps of Q-learning until its greedy policy earns 90% of V*; `MOST_STEPS` where it never does. Pay has unit deviation. */
export function stepsToLearn(pay: TransitionPay, seed: number): number {
  const learner = qLearning({ states: S, actions: A, discount, step: 0.5, choice: epsilonGreedy(0.1) });
  const world = Random.of(seed, "environment", 0);
  const choices = Random.of(seed, "learner", 0);
  for (let steps = 0; steps < MOST_STEPS; ) {
    steps += playEpisode(task, learner, pay, HORIZON, world, choices).steps;
    if (greedyReturn(learner.table) >= 0.9 * optimal.values[0]) return Math.min(steps, MOST_STEPS);
  }
  return MOST_STEPS;
}

/** Pay by a table, scaled to unit standard deviation over the states that do not end the episode. */
export function scaledPay({ reward }: Dense): TransitionPay {
  const spread = deviation(
    reward.filter((_, at) => terminal[Math.floor(at / A)] === 0),
    0,
  );
  return tablePay(task, spread > 0 ? reward.map((r) => r / spread) : reward);
}

/**
 * The task's own pay plus 0.1/√N(s'), N counted over all experience: it fades, so that there is no one reward to plan for, only a
 * speed.
 */
export function countBonusPay(): TransitionPay {
  const visits = new Float64Array(S);
  return {
    pay(state, action, next) {
      visits[next] += 1;
      return sparse[state * A + action] + 0.1 / Math.sqrt(visits[next]);
    },
  };
}

function greedyReturn(q: Float64Array): number {
  const choice = greedyChoice(task, q);
  let state = 0;
  let weight = 1;
  let total = 0;
  for (let t = 0; t < S && terminal[state] === 0; t++) {
    total += weight * sparse[state * A + choice[state]];
    weight *= discount;
    state = successor(state, choice[state]);
  }
  return total;
}
