// Gating: a reward counts only while a condition on a channel holds, so that a second goal is not bought with the first ("profit
// counts only while trust is at least 0.6"). Pay in layers is a stack of gates.

import { scopedValue } from "../core/channel.ts";
import type { NumericSpec } from "../core/environment.ts";
import { UserError } from "../core/errors.ts";
import type { RewardPlan } from "../core/reward.ts";
import { channel, resolveChannel } from "./channel-reward.ts";
import { lastingIf, sum } from "./combine.ts";

/** Holds for an agent while the channel, as it sees it, lies within both bounds. */
export interface Condition {
  readonly channel: string;
  readonly atLeast?: number;
  readonly atMost?: number;
}

/** Says whether a condition holds for the agent in a seat; `outcomes` is [agents × channels]. */
export type ConditionTest = (outcomes: Float64Array, seat: number) => boolean;

/** A condition that meets worlds. Throws a UserError where it has no bound or can never hold; `what` has it: "the gate". */
export function conditionTest(condition: Condition, what: string): (spec: NumericSpec) => ConditionTest {
  const { atLeast = Number.NEGATIVE_INFINITY, atMost = Number.POSITIVE_INFINITY } = condition;
  if (condition.atLeast === undefined && condition.atMost === undefined) {
    const hint = "give atLeast or atMost";
    throw new UserError({ code: "empty-condition", what: `${what} on "${condition.channel}" has no bound`, hint });
  }
  if (atLeast > atMost) {
    throw new UserError({
      code: "empty-range",
      what: `${what} on "${condition.channel}" never opens: atLeast ${atLeast} lies above atMost ${atMost}`,
      hint: "exchange them",
    });
  }
  return (spec) => {
    const agents = spec.agents.length;
    const channels = spec.channels.length;
    const reference = resolveChannel(condition.channel, spec);
    return (outcomes, seat) => {
      const value = scopedValue(reference, outcomes, seat, agents, channels);
      return value >= atLeast && value <= atMost;
    };
  };
}

/** Pays `then` to the agents for whom the condition holds at this step, `otherwise` (default nothing) to the rest. */
export function gate(condition: Condition, then: RewardPlan, otherwise?: RewardPlan): RewardPlan {
  const test = conditionTest(condition, "the gate");
  return (spec, memory) => {
    const agents = spec.agents.length;
    const isOpen = test(spec);
    const open = then(spec, memory?.part("open"));
    const shut = otherwise?.(spec, memory?.part("shut"));
    const scratch = new Float64Array(agents);
    return {
      ...lastingIf(shut === undefined ? [open] : [open, shut]),
      reset(outcomes) {
        open.reset(outcomes);
        shut?.reset(outcomes);
      },
      pay(outcomes, status, pay) {
        open.pay(outcomes, status, pay);
        scratch.fill(0);
        shut?.pay(outcomes, status, scratch);
        for (let i = 0; i < agents; i++) if (!isOpen(outcomes, i)) pay[i] = scratch[i];
      },
    };
  };
}

/** A channel that is paid, and how much of it opens the layers above. */
export interface Layer {
  readonly channel: string;
  /** Factor on the channel; default 1. */
  readonly weight?: number;
  /** What the channel must reach at this step for the next layer to be paid; default 0. The last layer opens nothing. */
  readonly opens?: number;
}

/**
 * w₁·x₁ + [x₁ ≥ θ₁]·(w₂·x₂ + [x₂ ≥ θ₂]·(w₃·x₃ + …)) with x the channels of a step (after the hierarchical reward of arXiv
 * 2603.06065, whose formula is not published). Throws a UserError without layers.
 */
export function layers(stack: readonly Layer[]): RewardPlan {
  const [lowest, ...above] = stack;
  if (lowest === undefined)
    throw new UserError({ code: "no-layers", what: "pay in layers has none", hint: "name one" });
  const own = channel(lowest.channel, lowest.weight);
  if (above.length === 0) return own;
  return sum(own, gate({ channel: lowest.channel, atLeast: lowest.opens ?? 0 }, layers(above)));
}
