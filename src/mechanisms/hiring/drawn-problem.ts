// Hiring problems drawn at random: two agents of two or three actions each, two signals, two states.

import type { Random } from "../../core/random.ts";
import { type HiringProblem, hiringProblem } from "./problem.ts";

/**
 * Costs in [0, 0.1] and accuracies that rise with them, another one in each state; a share of the time the agents' luck is the same.
 * A right decision is worth 0.7 … 1, a wrong one 0 … 0.2.
 */
export function drawnProblem(random: Random): HiringProblem {
  const rising = (count: number, low: number, high: number) =>
    Array.from({ length: count }, () => random.uniform(low, high)).sort((a, b) => a - b);
  const one = random.uniform(0.3, 0.7);
  const counts = [0, 1].map(() => 2 + random.integer(2));
  const costs = counts.map((count) => [0, ...rising(count - 1, 0.005, 0.1)]);
  /** [agents][states][actions] */
  const accuracy = counts.map((count) => [0, 1].map(() => [0.5, ...rising(count - 1, 0.55, 0.95)]));
  const shared = random.uniform();
  const utility = [0, 1].map((a) =>
    [0, 1].map((state) => (a === state ? random.uniform(0.7, 1) : random.uniform(0, 0.2))),
  );
  return hiringProblem({
    prior: [1 - one, one],
    costs,
    signals: [2, 2],
    utility,
    law(actions, state, signals) {
      const right = actions.map((action, i) => accuracy[i][state][action]);
      const says = right.map((q, i) => (signals[i] === state ? q : 1 - q));
      // The same luck u makes everybody right with q > u.
      const least = Math.min(...right);
      const [first, second] = signals.map((signal) => signal === state);
      const together =
        first && second
          ? least
          : !first && !second
            ? 1 - Math.max(...right)
            : Math.max(0, first ? right[0] - right[1] : right[1] - right[0]);
      return shared * together + (1 - shared) * says[0] * says[1];
    },
  });
}
