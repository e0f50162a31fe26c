// What a dense reward is worth: speed, alignment and how far it can be hacked, all against the sparse reward.

import { policyValues } from "../../algorithms/planning/evaluation.ts";
import { deterministicPolicy, greedyChoice, softmaxPolicy } from "../../algorithms/planning/policy.ts";
import { finiteHorizonValues, valueIteration } from "../../algorithms/planning/value-iteration.ts";
import { type TransitionPay, tablePay } from "../../algorithms/tabular/episode.ts";
import { epsilonGreedy } from "../../algorithms/tabular/softmax-policy.ts";
import { qLearning } from "../../algorithms/tabular/value-learners.ts";
import { Random } from "../../core/random.ts";
import { type TabularMdp, withReward } from "../../environments/tabular/mdp.ts";
import { spearman } from "../../evaluation/statistics/correlation.ts";
import { deviation } from "../../evaluation/statistics/moments.ts";
import { stepsUntil } from "../../study/testbeds/tabular.ts";
import { type Dense, ofTable } from "./builders.ts";
import { policyVisits } from "./learned-rewards.ts";
import { epicDistance } from "./reward-distance.ts";
import { firstBest, optimal, successor, task } from "./task.ts";

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
  return maximumMeanCycle(withReward(task, reward));
}

/**
 * Reward per step of the loop that pays best among states that can be reached from state 0, by Karp's theorem (1978):
 * max_v min_k [D_n(v) − D_k(v)]/(n − k), D_k(v) the largest reward of a walk of k steps to v. Waiting in a terminal state is
 * no loop; −∞ where there is none. Throws where a move is not certain. O(states² × actions).
 */
export function maximumMeanCycle(mdp: TabularMdp): number {
  const { states: S, actions: A, terminal, reward, next, offset } = mdp;
  const best = Array.from({ length: S + 1 }, () => new Float64Array(S).fill(Number.NEGATIVE_INFINITY));
  best[0][0] = 0;
  for (let k = 1; k <= S; k++) {
    for (let s = 0; s < S; s++) {
      if (best[k - 1][s] === Number.NEGATIVE_INFINITY || terminal[s] === 1) continue;
      for (let a = 0; a < A; a++) {
        const at = s * A + a;
        if (offset[at + 1] - offset[at] !== 1) throw new Error(`state ${s}, action ${a} has several successors`);
        const to = next[offset[at]];
        best[k][to] = Math.max(best[k][to], best[k - 1][s] + reward[at]);
      }
    }
  }
  let most = Number.NEGATIVE_INFINITY;
  for (let v = 0; v < S; v++) {
    if (best[S][v] === Number.NEGATIVE_INFINITY) continue;
    let least = Number.POSITIVE_INFINITY;
    for (let k = 0; k < S; k++) least = Math.min(least, (best[S][v] - best[k][v]) / (S - k));
    most = Math.max(most, least);
  }
  return most;
}

const policies = Random.of(1, "policies");
const sampled: Float64Array[] = [];

/** Discounted visits of policies between random and good, [policies][states × actions]: the first of one sample for all builders. */
export function policySample(count: number): readonly Float64Array[] {
  while (sampled.length < count) {
    const care = policies.uniform(0, 60);
    const logits = Float64Array.from(optimal.actionValues, (q) => care * q + policies.normal());
    sampled.push(policyVisits(task, softmaxPolicy(task, logits)));
  }
  return sampled.slice(0, count);
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
  const worth = (state: number, left: number) => (a: number) =>
    reward[state * A + a] + discount * values[left - 1][successor(state, a)];
  return horizons.map((horizon) => followed(horizon, (state, left) => firstBest(worth(state, left))));
}

/** Discounted sparse return of at most `steps` steps from the start, chosen by the state and the steps that are left. */
function followed(steps: number, choose: (state: number, left: number) => number): number {
  let [total, state, weight] = [0, 0, 1];
  for (let left = steps; left > 0 && terminal[state] === 0; left--) {
    const action = choose(state, left);
    total += weight * sparse[state * A + action];
    weight *= discount;
    state = successor(state, action);
  }
  return total;
}

/** Steps of Q-learning until its greedy policy earns 90% of V*; `MOST_STEPS` where it never does. Pay has unit deviation. */
export function stepsToLearn(pay: TransitionPay, seed: number): number {
  const learner = qLearning({ states: S, actions: A, discount, step: 0.5, choice: epsilonGreedy(0.1) });
  const world = Random.of(seed, "environment", 0);
  const choices = Random.of(seed, "learner", 0);
  const isGood = () => {
    const choice = greedyChoice(task, learner.table);
    return followed(S, (state) => choice[state]) >= 0.9 * optimal.values[0];
  };
  return stepsUntil({ mdp: task, horizon: HORIZON, learner, pay, world, choices }, isGood, MOST_STEPS);
}

/** Pay by a table, scaled to unit standard deviation over the states that do not end the episode. */
export function scaledPay({ reward }: Dense): TransitionPay {
  const live = reward.filter((_, at) => terminal[Math.floor(at / A)] === 0);
  const spread = deviation(live, 0);
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
