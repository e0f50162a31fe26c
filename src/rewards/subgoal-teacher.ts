// Which sub-goals to pay now: those that would teach most, seen from how the learner plays at present.

import { z } from "zod";
import { whole, within } from "../core/parameters.ts";
import type { RewardMemory } from "../core/reward-memory.ts";

/** How sub-goals are chosen. */
export const teaching = z.strictObject({
  active: whole(1, 30, 1).describe("sub-goals that are paid at a time"),
  every: whole(1, 1e6, 20).describe("episodes between choices"),
  window: within(1, 1e6, 100).describe("episodes over which a learner's habits are remembered"),
});

export type Teaching = z.output<typeof teaching>;

/**
 * Adaptive reward design (arXiv 2402.07019) with sub-goals for features and episodes for actions. Under a learner that reaches
 * sub-goal k with probability p, paying r for it is informative by I(R | L) = r·p·(1 − p): the paper's Σ L(a)·A(a)·(R(a) − E_L R)
 * where reaching is worth 1. That is linear in what is paid, so that the best choice of `active` sub-goals is those with the
 * largest I; of equals, those named first. What is never reached or always reached teaches little. p is (n + 1)/(N + 2) of
 * counts that fade by 1/`window` with each episode. All of it is kept in `memory`. Bit k of a
 * number stands for sub-goal k.
 */
export function subgoalTeacher(pays: readonly number[], options: Teaching, memory: RewardMemory) {
  const { active, every, window } = options;
  const reachedBefore = memory.array("reached", pays.length);
  const seen = memory.array("seen", 3);
  const [EPISODES, FADED, CHOICE] = [0, 1, 2];
  const fade = 1 - 1 / window;
  const choose = (): number => {
    const order = pays.map((pay, k) => {
      const p = (reachedBefore[k] + 1) / (seen[FADED] + 2);
      return { k, teaches: Math.abs(pay) * p * (1 - p) };
    });
    order.sort((a, b) => b.teaches - a.teaches || a.k - b.k);
    return order.slice(0, active).reduce((bits, { k }) => bits | (1 << k), 0);
  };
  return {
    /** What is paid in an episode that begins now. */
    choice() {
      if (seen[CHOICE] === 0) seen[CHOICE] = choose();
      return seen[CHOICE];
    },
    /** An episode is over in which the sub-goals of `reached` were reached. */
    watch(reached: number) {
      for (let k = 0; k < pays.length; k++) reachedBefore[k] = fade * reachedBefore[k] + ((reached >> k) & 1);
      seen[FADED] = fade * seen[FADED] + 1;
      seen[EPISODES] += 1;
      if (seen[EPISODES] % every === 0) seen[CHOICE] = choose();
    },
  };
}
