// A learner along one trajectory that never restarts, as an agent: it learns from a step once it sees where the step has led.

import type { Agent } from "../../core/agent.ts";
import type { Random } from "../../core/random.ts";

/** A learner that acts by what it sees; the first number seen is the state. */
export interface ContinuingLearner {
  act(seen: Float32Array): number;
  observe(seen: Float32Array, action: number, reward: number, next: Float32Array): void;
  /** How often the policy that it follows was exchanged so far. */
  readonly switches: number;
}

/** The agent of a learner that begins anew with each episode; `size` numbers are seen. */
export function continuingPlayer(make: (random: Random) => ContinuingLearner, size: number): Agent {
  const before = new Float32Array(size);
  let learner: ContinuingLearner | undefined;
  let isPaid = false;
  let action = 0;
  let paid = 0;
  return {
    reset(random) {
      learner = make(random);
      isPaid = false;
    },
    act(seen, into) {
      if (learner === undefined) throw new Error("an agent acts before it is reset");
      if (isPaid) learner.observe(before, action, paid, seen);
      action = learner.act(seen);
      before.set(seen);
      into[0] = action;
    },
    receive(pay) {
      paid = pay;
      isPaid = true;
    },
    get counts() {
      return { switches: learner?.switches ?? 0 };
    },
  };
}
