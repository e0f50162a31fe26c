// The smallest world with a cliff: one choice between two states in which one stays for ever, and each step pays ±ε or nothing.

import { deterministicPolicy, greedyChoice, type Policy, softmaxPolicy } from "../../algorithms/planning/policy.ts";
import { softValueIteration, valueIteration } from "../../algorithms/planning/value-iteration.ts";
import { type TabularMdp, tabularMdp } from "../../environments/tabular/mdp.ts";

/** State 0 chooses between state 1 (action 0) and state 2 (action 1); the choice and every later step pay what is given. */
export function choiceWorld(pay: readonly [first: number, second: number], discount: number): TabularMdp {
  return tabularMdp({
    states: 3,
    actions: 2,
    discount,
    transitions: (s, a) => [[s === 0 ? 1 + a : s, 1]],
    reward: (s, a) => pay[s === 0 ? a : s - 1],
  });
}

/** The greedy policy with ties to the first action, and the optimal action values behind it. */
export function hardPolicy(mdp: TabularMdp): { policy: Policy; actionValues: Float64Array } {
  const { actionValues } = valueIteration(mdp, { tolerance: 1e-16 });
  return { policy: deterministicPolicy(mdp, greedyChoice(mdp, actionValues)), actionValues };
}

/** softmax(Q/α) with the soft action values Q. */
export function softPolicy(mdp: TabularMdp, temperature: number): { policy: Policy; actionValues: Float64Array } {
  const { actionValues } = softValueIteration(mdp, temperature);
  return { policy: softmaxPolicy(mdp, actionValues, temperature), actionValues };
}
