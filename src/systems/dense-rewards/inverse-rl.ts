// From what an expert did to what it may have been paid: the reward under which its behaviour is the likeliest.

import { type Policy, softmaxPolicy } from "../../algorithms/planning/policy.ts";
import { softValueIteration } from "../../algorithms/planning/value-iteration.ts";
import { type TabularMdp, withReward } from "../../environments/tabular/mdp.ts";
import type { Step } from "./task.ts";

/** How the reward is learned. */
interface InverseOptions {
  /** Default 100. */
  readonly rounds?: number;
  /** Weight decay λ ≥ 0. Default 0.01. */
  readonly decay?: number;
}

/** Step of gradient ascent. */
const RATE = 0.5;

/** Σ_t γ^t [s_t = s, a_t = a] averaged over episodes, [states × actions]. */
export function discountedVisits(mdp: TabularMdp, episodes: readonly (readonly Step[])[]): Float64Array {
  const visits = new Float64Array(mdp.states * mdp.actions);
  for (const episode of episodes) {
    episode.forEach(({ state, action }, t) => {
      visits[state * mdp.actions + action] += mdp.discount ** t / episodes.length;
    });
  }
  return visits;
}

/** The same of a policy from the process's first states, by passing probability on until less than 1e-9 is left. */
export function policyVisits(mdp: TabularMdp, policy: Policy): Float64Array {
  const { states: S, actions: A, discount, terminal } = mdp;
  const visits = new Float64Array(S * A);
  let now = Float64Array.from(mdp.start);
  for (let weight = 1; weight > 0; weight *= discount) {
    const later = new Float64Array(S);
    let left = 0;
    for (let s = 0; s < S; s++) {
      if (now[s] === 0 || terminal[s] === 1) continue;
      left += now[s];
      for (let a = 0; a < A; a++) {
        const at = s * A + a;
        const flow = now[s] * policy[at];
        visits[at] += weight * flow;
        for (let k = mdp.offset[at]; k < mdp.offset[at + 1]; k++) later[mdp.next[k]] += flow * mdp.probability[k];
      }
    }
    if (weight * left < 1e-9) break;
    now = later;
  }
  return visits;
}

/**
 * Gradient ascent on the likelihood of the expert under the soft-optimal policy of the reward: its visits less those of
 * that policy (Ziebart et al., 2008; causal form: Ziebart, 2010). The reward is [states × actions].
 */
export function maximumEntropyInverse(
  mdp: TabularMdp,
  episodes: readonly (readonly Step[])[],
  { rounds = 100, decay = 0.01 }: InverseOptions = {},
): Float64Array {
  const expert = discountedVisits(mdp, episodes);
  const reward = new Float64Array(expert.length);
  for (let round = 0; round < rounds; round++) {
    const visits = policyVisits(mdp, softOptimalPolicy(mdp, reward));
    for (let k = 0; k < reward.length; k++) reward[k] += RATE * (expert[k] - visits[k] - decay * reward[k]);
  }
  return reward;
}

/** π(a|s) ∝ exp Q_soft(s, a) of a reward, with an entropy bonus of weight 1. */
export function softOptimalPolicy(mdp: TabularMdp, reward: ArrayLike<number>): Policy {
  const paid = withReward(mdp, reward);
  const { actionValues } = softValueIteration(paid, 1, { tolerance: 1e-7 });
  return softmaxPolicy(mdp, actionValues);
}
