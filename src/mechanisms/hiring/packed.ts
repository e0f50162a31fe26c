// A hiring mechanism as a flat array, the form of a seat's action: weights of the effort profiles, payments for each agent and case, and
// decisions.

import type { HiringMechanism } from "./mechanism.ts";
import type { HiringProblem } from "./problem.ts";

/** Upper bound of each entry, with lower bound 0: [profiles + agents × cases + profiles × signal profiles]. */
export function packedLimits({ costs, profiles, signals, law, utility }: HiringProblem, cap: number): Float64Array {
  const limits = new Float64Array(profiles.count * (1 + signals.count) + costs.length * law.length).fill(cap);
  limits.fill(1, 0, profiles.count);
  limits.fill(utility.length - 1, profiles.count + costs.length * law.length);
  return limits;
}

export const packed = ({ chances, payments, decisions }: HiringMechanism): Float64Array =>
  Float64Array.from([...chances, ...payments.flatMap((own) => [...own]), ...decisions]);

/**
 * Decodes a mechanism; entries are clipped to their limits. Probabilities are normalised weights; where all are 0, the first profile is
 * recommended. An agent is told only its own recommendation.
 */
export function unpacked(problem: HiringProblem, limits: Float64Array, row: ArrayLike<number>): HiringMechanism {
  const { costs, profiles, law } = problem;
  const inside = limits.map((limit, k) => (row[k] > 0 ? Math.min(row[k], limit) : 0));
  const chances = inside.slice(0, profiles.count);
  const sum = chances.reduce((a, b) => a + b, 0);
  if (sum === 0) chances[0] = 1;
  const paid = (agent: number) => profiles.count + agent * law.length;
  return {
    chances: sum === 0 ? chances : chances.map((weight) => weight / sum),
    payments: costs.map((_, agent) => inside.slice(paid(agent), paid(agent + 1))),
    decisions: Int32Array.from(inside.subarray(paid(costs.length)), Math.round),
    announced: "own",
  };
}
