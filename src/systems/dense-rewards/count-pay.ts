// The count bonus as pay for transitions: it fades, so that there is no one reward to plan for, only a speed.

import type { TransitionPay } from "../../algorithms/tabular/episode.ts";
import { task } from "./task.ts";

/** The task's own pay plus weight/√N(s'), N counted over all experience. */
export function countBonusPay(weight = 0.1): TransitionPay {
  const visits = new Float64Array(task.states);
  return {
    pay(state, action, next) {
      visits[next] += 1;
      return task.reward[state * task.actions + action] + weight / Math.sqrt(visits[next]);
    },
  };
}
