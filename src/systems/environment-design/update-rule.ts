// A rule that makes a tabular policy better from its own rollouts, and a life under it. Hand-made and learned rules have
// this one form, so that a life under either costs the same steps.

import { rowGradient } from "../../algorithms/tabular/row-gradient.ts";
import { addEntropyGradient, type SoftmaxTable, softmaxTable } from "../../algorithms/tabular/softmax-policy.ts";
import type { Random } from "../../core/random.ts";
import type { SampledProcess } from "./sampled.ts";
import { type TabularRollouts, workers } from "./workers.ts";

/** How long a life is, and what each of its updates sees. */
export interface Lifetime {
  readonly updates: number;
  /** Copies of the process. */
  readonly environments: number;
  /** Steps of each copy for one update. */
  readonly steps: number;
}

/** One update: changes the table's logits and refreshes the rows that changed. `done` counts the updates before it. */
export type Update = (rollouts: TabularRollouts, table: SoftmaxTable, done: number) => void;

/** A rule; `begin` makes the update of one agent's life, which may remember. */
export interface UpdateRule {
  begin(process: Pick<SampledProcess, "states" | "actions">, lifetime: Lifetime): Update;
}

/** Told of every batch before the rule learns from it. */
export type Watch = (rollouts: TabularRollouts) => void;

/** A whole life from a uniform policy; returns the policy at its end. */
export function live(
  process: SampledProcess,
  rule: UpdateRule,
  lifetime: Lifetime,
  random: Random,
  watch?: Watch,
): SoftmaxTable {
  const table = softmaxTable(process.states, process.actions);
  const update = rule.begin(process, lifetime);
  const threadPool = workers(process, lifetime.steps, lifetime.environments);
  for (let done = 0; done < lifetime.updates; done++) {
    threadPool.play(table, random);
    watch?.(threadPool.rollouts);
    update(threadPool.rollouts, table, done);
  }
  return table;
}

/** Moves the logits of visited rows. */
export interface PolicyStep {
  /**
   * One step down mean_t(log π(a_t|s_t)·weights_t) − entropy·mean_t H(π(·|s_t)), the gradient's norm clipped to `clip`.
   * Weights are constants: minus an advantage, or what a learned rule says.
   */
  descend(
    rollouts: TabularRollouts,
    weights: ArrayLike<number>,
    table: SoftmaxTable,
    options: { readonly step: number; readonly clip: number; readonly entropy: number },
  ): void;
}

/** The step of a policy's table. */
export function policyStep(states: number, actions: number): PolicyStep {
  const gradient = rowGradient(states, actions);
  /** Sums of weights, and visits, by state. */
  const total = new Float64Array(states);
  const visits = new Float64Array(states);
  return {
    descend({ states: at, actions: chosen }, weights, table, { step, clip, entropy }) {
      const { values, rows } = gradient;
      const { policy } = table;
      const share = 1 / at.length;
      for (let k = 0; k < at.length; k++) {
        const s = at[k];
        values[gradient.touch(s) + chosen[k]] += share * weights[k];
        total[s] += share * weights[k];
        visits[s] += share;
      }
      const count = gradient.count();
      for (let k = 0; k < count; k++) {
        const s = rows[k];
        const row = s * actions;
        for (let b = row; b < row + actions; b++) values[b] -= total[s] * policy[b];
        if (entropy !== 0) addEntropyGradient(policy, row, actions, -entropy * visits[s], values);
        total[s] = 0;
        visits[s] = 0;
      }
      gradient.descend(table.logits, step, clip);
      for (let k = 0; k < count; k++) table.refresh(rows[k]);
    },
  };
}
