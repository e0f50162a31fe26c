// A rubric: what an episode is worth to a judge, by weighted criteria over its channels. Side constraints are criteria too, whose best
// end is the lower one. The rubric is the judge's own; agents are told a judge's answers and never its weights.

import type { Channel } from "../core/channel.ts";
import { UserError } from "../core/errors.ts";

/** One criterion: it is worth nothing at `worst` and `weight` at `best`, and in proportion between them. */
export interface RubricCriterion {
  readonly channel: string;
  readonly worst: number;
  readonly best: number;
  readonly weight: number;
}

/**
 * Σ weight × how far a criterion is met, over Σ weight: from 0 to 1. `outcomes` are the channels of an episode of one agent, in the order
 * of `channels`. Throws a UserError where a channel is not there.
 */
export function rubric(
  criteria: readonly RubricCriterion[],
  channels: readonly Pick<Channel, "name">[],
): (outcomes: ArrayLike<number>) => number {
  const terms = criteria.map(({ channel, worst, best, weight }) => {
    const at = channels.findIndex(({ name }) => name === channel);
    if (at < 0) {
      const hint = `channels are ${channels.map(({ name }) => name).join(", ")}`;
      throw new UserError({
        code: "unknown-channel",
        what: `a rubric asks for ${channel}, which the world has not`,
        hint,
      });
    }
    return { at, worst, range: best - worst, weight };
  });
  const whole = terms.reduce((sum, { weight }) => sum + weight, 0);
  return (outcomes) => {
    let sum = 0;
    for (const { at, worst, range, weight } of terms)
      sum += weight * Math.min(1, Math.max(0, (outcomes[at] - worst) / range));
    return sum / whole;
  };
}
