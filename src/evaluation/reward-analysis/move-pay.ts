// What a reward pays for single moves: of a process in a table, so that it can be solved under that pay.

import { type NumericSpec, Status } from "../../core/environment.ts";
import type { RewardPlan } from "../../core/reward.ts";

/** A move from a situation to another one; both write outcomes [agents × channels] into an array that holds zeros. */
export interface RewardedMove {
  before(into: Float64Array): void;
  after(into: Float64Array): void;
  /** Whether the move ends the episode. */
  readonly isLast: boolean;
}

/** What a reward pays the first seat for each move, as if it were the first of an episode. */
export function movePay(plan: RewardPlan, spec: NumericSpec, moves: Iterable<RewardedMove>): number[] {
  const reward = plan(spec);
  const outcomes = new Float64Array(spec.agents.length * spec.channels.length);
  const pay = new Float64Array(spec.agents.length);
  return Array.from(moves, ({ before, after, isLast }) => {
    before(outcomes.fill(0));
    reward.reset(outcomes);
    after(outcomes.fill(0));
    reward.pay(outcomes, isLast ? Status.terminated : Status.running, pay);
    return pay[0];
  });
}
