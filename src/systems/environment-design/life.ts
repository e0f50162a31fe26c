// A tabular policy that is made better by a rule from its own rollouts, and a life under such a rule. Hand-made and learned rules
// have one form, so that a life under either costs the same steps.

import { rowGradient } from "../../algorithms/tabular/group-ascent.ts";
import { addEntropyGradient, type SoftmaxTable, softmaxTable } from "../../algorithms/tabular/softmax-policy.ts";
import { Status } from "../../core/environment.ts";
import type { Random } from "../../core/random.ts";

/** States and actions are whole numbers; episodes begin in one state and last `horizon` steps at most. */
export interface SampledProcess {
  readonly states: number;
  readonly actions: number;
  readonly start: number;
  readonly horizon: number;
  /** Result of the last `step`, written anew by each. */
  readonly outcome: { readonly reward: number; readonly ended: boolean };
  /** Plays an action; returns the next state, and leaves the rest in `outcome`. Allocates nothing. */
  step(state: number, action: number, random: Random): number;
}

/** T steps of N copies, row-major [T × N]: entry t·N + n. */
export interface TabularRollouts {
  readonly steps: number;
  readonly environments: number;
  readonly states: Int32Array;
  readonly actions: Int32Array;
  readonly rewards: Float64Array;
  /** State that each step led to, before any reset. */
  readonly next: Int32Array;
  /** Bits of `Status`. The horizon is part of a task, so that its end counts as the world's own. */
  readonly status: Uint8Array;
}

/** N copies at their start. They fill the same arrays again and again, and go on where they stopped. */
export function workers(process: SampledProcess, steps: number, environments: number) {
  const { start, horizon, outcome } = process;
  const size = steps * environments;
  const rollouts: TabularRollouts = {
    steps,
    environments,
    states: new Int32Array(size),
    actions: new Int32Array(size),
    rewards: new Float64Array(size),
    next: new Int32Array(size),
    status: new Uint8Array(size),
  };
  const at = new Int32Array(environments).fill(start);
  const time = new Int32Array(environments);
  return {
    rollouts,
    /** Plays T steps in each copy. */
    play(policy: Pick<SoftmaxTable, "choose">, random: Random): void {
      const { states, actions, rewards, next, status } = rollouts;
      for (let t = 0, k = 0; t < steps; t++) {
        for (let n = 0; n < environments; n++, k++) {
          const state = at[n];
          const action = policy.choose(state, random);
          const to = process.step(state, action, random);
          const over = outcome.ended || time[n] + 1 >= horizon;
          states[k] = state;
          actions[k] = action;
          rewards[k] = outcome.reward;
          next[k] = to;
          status[k] = over ? Status.terminated : Status.running;
          at[n] = over ? start : to;
          time[n] = over ? 0 : time[n] + 1;
        }
      }
    },
  };
}

/** How long a life is, and what each of its updates sees. */
export interface Lifetime {
  readonly updates: number;
  /** Copies of the process. */
  readonly environments: number;
  /** Steps of each copy for one update. */
  readonly steps: number;
}

/**
 * A rule; `begin` makes the update of one agent's life, which may remember. An update changes the table's logits and refreshes the rows
 * that changed; `done` counts the updates before it.
 */
export interface UpdateRule {
  begin(
    process: Pick<SampledProcess, "states" | "actions">,
    lifetime: Lifetime,
  ): (rollouts: TabularRollouts, table: SoftmaxTable, done: number) => void;
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
  const played = workers(process, lifetime.steps, lifetime.environments);
  for (let done = 0; done < lifetime.updates; done++) {
    played.play(table, random);
    watch?.(played.rollouts);
    update(played.rollouts, table, done);
  }
  return table;
}

/**
 * The step of a policy's table: one down mean_t(log π(a_t|s_t)·weights_t) − entropy·mean_t H(π(·|s_t)), the gradient's norm clipped to
 * `clip`. Weights are constants: minus an advantage, or what a learned rule says. Only logits of visited rows move.
 */
export function policyStep(states: number, actions: number) {
  const gradient = rowGradient(states, actions);
  /** Sums of weights, and visits, by state. */
  const total = new Float64Array(states);
  const visits = new Float64Array(states);
  return (
    { states: at, actions: chosen }: TabularRollouts,
    weights: ArrayLike<number>,
    table: SoftmaxTable,
    { step, clip, entropy }: { readonly step: number; readonly clip: number; readonly entropy: number },
  ): void => {
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
  };
}
