// The machine's limit for one step of a Coopetition-Gym world: the least arithmetic that its laws ask for, in a bare loop
// over typed arrays. No rules, no outcomes, no bounds, no reward: what a step takes beyond this is bookkeeping.

import type { NumericEnvironment } from "../src/core/environment.ts";

/** What the laws of a world ask for in every step. */
export interface Laws {
  readonly agents: number;
  /** [agents] What is expected of each. */
  readonly baseline: Float64Array;
  /** A second tanh for each agent: reciprocity. */
  readonly reciprocal: boolean;
  /** A second power: the team's output. */
  readonly team: boolean;
}

/** Reads the laws off what a world declares. Its actions just after a reset are its baselines. */
export function lawsOf({ spec, state }: NumericEnvironment): Laws {
  return {
    agents: spec.agents.length,
    baseline: Float64Array.from(state.views.actions),
    reciprocal: "history" in state.views,
    team: spec.channels.some(({ name }) => name === "teamPayoff"),
  };
}

/**
 * Computes for each step: n tanh (twice with reciprocity), n logarithms, the root of a product (a power more for a team),
 * and for each ordered pair a multiplication and an addition on trust and on damage. `rows` are actions [n], used in turn;
 * their number is a power of two. The sum that comes back keeps the loop from being removed.
 */
export function arithmeticLimit(laws: Laws, rows: readonly Float64Array[]): (steps: number) => number {
  const { agents: n, baseline, reciprocal, team } = laws;
  const mask = rows.length - 1;
  const signals = new Float64Array(n);
  const values = new Float64Array(n);
  const trust = new Float64Array(n * n).fill(0.5);
  const damage = new Float64Array(n * n);
  return (steps) => {
    let sum = 0;
    for (let step = 0; step < steps; step++) {
      const actions = rows[step & mask];
      let product = 1;
      let total = 0;
      for (let i = 0; i < n; i++) {
        const a = actions[i];
        let signal = Math.tanh(a - baseline[i]);
        if (reciprocal) signal += Math.tanh(a - total);
        signals[i] = signal;
        values[i] = Math.log(1 + a);
        product *= a;
        total += a;
      }
      let surplus = n === 2 ? Math.sqrt(product) : product ** (1 / n);
      if (team) surplus += total ** 0.7;
      for (let i = 0; i < n; i++) {
        values[i] += surplus;
        for (let j = 0; j < n; j++) {
          if (j === i) continue;
          const at = i * n + j;
          trust[at] = 0.9 * trust[at] + signals[j];
          damage[at] = 0.97 * damage[at] + signals[j];
        }
      }
      sum += values[0] + trust[1] + damage[1];
    }
    return sum;
  };
}
