// Score-function estimates of the policy gradient of a tabular softmax policy and of its derivatives, all from the same
// batch of episodes: the sampled counterpart of exact planning's gradient field.

import type { Random } from "../../core/random.ts";
import { sampleNext, type TabularMdp } from "../../environments/tabular/mdp.ts";
import type { Policy } from "../planning/policy.ts";
import { firstState } from "./episode.ts";
import { softmaxTable } from "./softmax-policy.ts";

/** How a batch is made. */
export interface BatchOptions {
  readonly episodes: number;
  /** Longest episode. */
  readonly horizon: number;
  readonly random: Random;
}

/**
 * Plays a batch with the softmax of `logits`; ψ_t is ∇log π(a_t|s_t). Rewards are tables [states × actions]; estimates have
 * the shape of the logits.
 */
export function sampledGradient(
  mdp: TabularMdp,
  logits: ArrayLike<number>,
  { episodes, horizon, random }: BatchOptions,
) {
  const { states: S, actions: A } = mdp;
  const table = softmaxTable(S, A, logits);
  const { policy } = table;
  const batch = Array.from({ length: episodes }, () => play());
  const weights = new Float64Array(horizon);

  function play(): Trajectory {
    const path = trajectory(horizon);
    let state = firstState(mdp, random);
    while (path.length < horizon && mdp.terminal[state] === 0) {
      const action = table.choose(state, random);
      record(path, state, action, 0);
      state = sampleNext(mdp, state, action, random.uniform());
    }
    return path;
  }
  function pay(path: Trajectory, reward: Float64Array): void {
    for (let t = 0; t < path.length; t++) path.pay[t] = reward[path.states[t] * A + path.actions[t]];
  }
  function averaged(add: (path: Trajectory, sum: Float64Array) => void): Float64Array {
    const sum = new Float64Array(S * A);
    for (const path of batch) add(path, sum);
    return sum.map((value) => value / episodes);
  }

  return {
    /** Mean of Σ_t γ^(j−t) r_j ψ_t, with the factor γ^t where `discountedScores` is set. */
    gradient: (reward: Float64Array, discount: number, discountedScores = false) =>
      averaged((path, sum) => {
        pay(path, reward);
        discountedReturns(path, discount, weights);
        if (discountedScores) for (let t = 1, w = discount; t < path.length; t++, w *= discount) weights[t] *= w;
        addScores(path, weights, policy, A, sum);
      }),
    /** Derivative of the expectation of `gradient` (without γ^t) along logits `x`. */
    alongLogits(x: ArrayLike<number>, reward: Float64Array, discount: number) {
      const mean = new Float64Array(S);
      for (let at = 0; at < S * A; at++) mean[Math.floor(at / A)] += policy[at] * x[at];
      return averaged((path, sum) => {
        pay(path, reward);
        discountedReturns(path, discount, weights);
        // Σ_t G_t·∂ψ_t: the score itself turns with the policy.
        for (let t = 0; t < path.length; t++) {
          const s = path.states[t];
          for (let b = s * A; b < (s + 1) * A; b++) sum[b] -= weights[t] * policy[b] * (x[b] - mean[s]);
        }
        // Σ_t ψ_t Σ_{j≥t} γ^(j−t) r_j Σ_{i≤j} ψ_i·x: each reward becomes as likely as the actions before it.
        let likelier = 0;
        for (let j = 0; j < path.length; j++) {
          likelier += x[path.states[j] * A + path.actions[j]] - mean[path.states[j]];
          path.pay[j] *= likelier;
        }
        discountedReturns(path, discount, weights);
        addScores(path, weights, policy, A, sum);
      });
    },
    /** Derivative of `gradient` (without γ^t) by the discount. */
    alongDiscount: (reward: Float64Array, discount: number) =>
      averaged((path, sum) => {
        pay(path, reward);
        // G_t = r_t + γG_{t+1}, so G'_t = G_{t+1} + γG'_{t+1}.
        let value = 0;
        let slope = 0;
        for (let t = path.length - 1; t >= 0; t--) {
          slope = value + discount * slope;
          value = path.pay[t] + discount * value;
          weights[t] = slope;
        }
        addScores(path, weights, policy, A, sum);
      }),
  };
}

/** States, actions and pay of one episode; entries from `length` on are old. */
export interface Trajectory {
  length: number;
  readonly states: Int32Array;
  readonly actions: Int32Array;
  readonly pay: Float64Array;
}

/** Room for `horizon` steps. */
export function trajectory(horizon: number): Trajectory {
  return {
    length: 0,
    states: new Int32Array(horizon),
    actions: new Int32Array(horizon),
    pay: new Float64Array(horizon),
  };
}

/** Appends a step. Throws where the episode is longer than the room made for it. */
export function record(path: Trajectory, state: number, action: number, pay: number): void {
  if (path.length === path.states.length) throw new Error(`an episode of more than ${path.length} steps`);
  path.states[path.length] = state;
  path.actions[path.length] = action;
  path.pay[path.length++] = pay;
}

/** Writes G_t = Σ_{j≥t} γ^(j−t)·pay_j for every step to `returns`. */
export function discountedReturns({ length, pay }: Trajectory, discount: number, returns: Float64Array): void {
  let value = 0;
  for (let t = length - 1; t >= 0; t--) {
    value = pay[t] + discount * value;
    returns[t] = value;
  }
}

/**
 * Adds Σ_t weight_t·∇log π(a_t|s_t) to `gradient` [states × actions], with respect to the logits of a softmax policy:
 * weight·(1[b = a] − π(b|s)) in the row of each visited state (Williams, 1992).
 */
export function addScores(
  path: Trajectory,
  weights: Float64Array,
  policy: Policy,
  actions: number,
  gradient: Float64Array,
): void {
  for (let t = 0; t < path.length; t++) {
    const row = path.states[t] * actions;
    const weight = weights[t];
    if (weight === 0) continue;
    for (let b = 0; b < actions; b++) gradient[row + b] -= weight * policy[row + b];
    gradient[row + path.actions[t]] += weight;
  }
}
