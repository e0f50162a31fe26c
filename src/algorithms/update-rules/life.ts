// A life: an agent that begins each episode with empty tables and learns in it by an update rule, from its own last steps. Hand-made and learned
// rules have one form, so that a life under either costs the same steps.

import type { Agent } from "../../core/agent.ts";
import { fieldOffset, type NumericSpec, Status } from "../../core/environment.ts";
import { UserError, unknownName } from "../../core/errors.ts";
import type { Random } from "../../core/random.ts";
import { BEGAN } from "../../environments/lasting.ts";
import { type SoftmaxTable, softmaxTable } from "../tabular/softmax-policy.ts";
import { seenStates } from "./seen-states.ts";

/** The last T steps of a life. */
export interface TableRollout {
  readonly steps: number;
  readonly states: Int32Array;
  readonly actions: Int32Array;
  readonly rewards: Float64Array;
  /** State that each step led to; where a try ended, the first of the next one. */
  readonly next: Int32Array;
  /** Bits of `Status`. The end of a try is part of the task, and counts as the world's own. */
  readonly status: Uint8Array;
}

export interface TableSizes {
  /** States that a life has room for. */
  readonly states: number;
  readonly actions: number;
  /** T, steps between updates. */
  readonly steps: number;
}

/** A rule at work in lives of one size, one after the other. */
export interface RuleAtWork {
  /** Forgets all; the first `states` rows of its tables may have been written. */
  begin(states: number): void;
  /** Changes the logits of the table and refreshes the rows that changed. */
  update(rollout: TableRollout, table: SoftmaxTable): void;
}

/** How a policy in tables is made better. */
export type UpdateRule = (sizes: TableSizes) => RuleAtWork;

/** The world of a life, and the steps between two updates. */
export interface LifeOptions {
  readonly spec: NumericSpec;
  /** Fields of the observation by which states are told apart; default all but the sign of a new try. */
  readonly sees?: readonly string[] | undefined;
  /** T. */
  readonly steps: number;
}

/** Throws a UserError where a life cannot be led in the world. */
export function checkLife({ spec, sees = [] }: Omit<LifeOptions, "steps">): void {
  if (spec.agents.length !== 1 || spec.choices === undefined) {
    const what = "learners by an update rule choose among actions, alone in their world";
    throw new UserError({ code: "not-alone", what, hint: "gridworld/objects is such a world" });
  }
  const names = spec.observation.map(({ name }) => name);
  for (const [k, name] of sees.entries())
    if (!names.includes(name))
      throw new UserError({ ...unknownName("field of the observation", name, names), path: ["sees", k] });
}

/** The agent of such lives. `watch` sees every rollout before the rule learns from it. It allocates nothing in a step. */
export function lifeAgent({ spec, sees, steps }: LifeOptions, rule: UpdateRule, watch?: UpdateRule): Agent {
  checkLife({ spec, sees });
  const actions = spec.choices ?? 0;
  const sizes = { states: spec.horizon + 1, actions, steps };
  const table = softmaxTable(sizes.states, actions);
  const seen = seenStates(spec, sees ?? spec.observation.map(({ name }) => name).filter((name) => name !== BEGAN));
  const began = fieldOffset(spec, BEGAN);
  const work = rule(sizes);
  const watching = watch?.(sizes);
  const rollout: TableRollout = {
    steps,
    states: new Int32Array(steps),
    actions: new Int32Array(steps),
    rewards: new Float64Array(steps),
    next: new Int32Array(steps),
    status: new Uint8Array(steps),
  };
  let hand: Random | undefined;
  let t = 0;
  let isPaid = false;
  return {
    reset(random) {
      const used = seen.count();
      table.logits.fill(0, 0, used * actions);
      table.policy.fill(1 / actions, 0, used * actions);
      work.begin(used);
      watching?.begin(used);
      seen.forget();
      hand = random;
      t = 0;
      isPaid = false;
    },
    act(observation, action) {
      if (hand === undefined) throw new Error("a learner acts before its first reset");
      const state = seen.number(observation);
      if (isPaid) {
        rollout.next[t] = state;
        rollout.status[t] = began !== undefined && observation[began] === 1 ? Status.terminated : Status.running;
        t += 1;
        if (t === steps) {
          watching?.update(rollout, table);
          work.update(rollout, table);
          t = 0;
        }
      }
      const choice = table.choose(state, hand);
      rollout.states[t] = state;
      rollout.actions[t] = choice;
      isPaid = false;
      action[0] = choice;
    },
    receive(pay) {
      rollout.rewards[t] = pay;
      isPaid = true;
    },
  };
}
