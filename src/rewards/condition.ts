// A condition on one channel, as gates and sub-goals read it.

import { scopedValue } from "../core/channel.ts";
import type { NumericSpec } from "../core/environment.ts";
import { UserError } from "../core/errors.ts";
import { resolveChannel } from "./channel-reward.ts";

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
    throw new UserError({
      code: "empty-condition",
      what: `${what} on "${condition.channel}" has no bound`,
      hint: "give atLeast or atMost",
    });
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
