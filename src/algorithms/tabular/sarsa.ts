// Sarsa in a table (Rummery & Niranjan, 1994): on-policy, so its values are those of the mistakes it goes on making.

import { epsilonGreedy } from "./action-choice.ts";
import type { TabularLearner } from "./episode.ts";
import { initialTable, stepRule, type ValueLearnerOptions } from "./q-learning.ts";

/**
 * Q(s,a) ← Q(s,a) + α·(r + γ·Q(s',a') − Q(s,a)) once the next action a' is chosen. With `expected`, and for the last
 * step of an episode that is cut off, Σ_b π(b|s')·Q(s',b) takes the place of Q(s',a') (van Seijen et al., 2009).
 */
export function sarsa(options: ValueLearnerOptions & { readonly expected?: boolean }): TabularLearner {
  const { actions: A, discount, choice = epsilonGreedy(0.1), expected = false } = options;
  const table = initialTable(options);
  const step = stepRule(options);
  // The entry that waits for the next action, −1 when none does.
  let waiting = -1;
  let waitingPay = 0;
  let waitingNext = 0;

  const move = (at: number, target: number) => {
    table[at] += step(at) * (target - table[at]);
  };
  const expectation = (state: number): number => {
    let value = 0;
    for (let a = 0; a < A; a++) value += choice.probability(table, state * A, A, a) * table[state * A + a];
    return value;
  };
  return {
    table,
    begin() {
      waiting = -1;
    },
    act(state, random) {
      const action = choice.choose(table, state * A, A, random);
      if (waiting >= 0) move(waiting, waitingPay + discount * table[state * A + action]);
      waiting = -1;
      return action;
    },
    observe(state, action, pay, next, ended) {
      const at = state * A + action;
      if (ended) move(at, pay);
      else if (expected) move(at, pay + discount * expectation(next));
      else {
        waiting = at;
        waitingPay = pay;
        waitingNext = next;
      }
    },
    end() {
      if (waiting >= 0) move(waiting, waitingPay + discount * expectation(waitingNext));
      waiting = -1;
    },
    probability: (state, action) => choice.probability(table, state * A, A, action),
  };
}
