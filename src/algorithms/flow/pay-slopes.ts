// The slope of the declared pay in an action, for learners that climb it: a world gives the slopes of its channels in the action, and the pay
// is a function of the channels, so that no reward has to say how it is differentiated.

import type { NumericEnvironment, NumericSpec, Status } from "../../core/environment.ts";
import { UserError } from "../../core/errors.ts";
import type { Reward } from "../../core/reward.ts";

/** Distance of outcomes by which the pay is differentiated; a weighted sum of channels has its exact weights. */
const APART = 1e-5;

/** Throws a UserError where a world gives no slopes. */
export function checkSlopes(id: string, { slopes }: NumericSpec): void {
  if (slopes !== undefined && slopes.length > 0) return;
  const what = `${id} climbs the slope of pay in the action, and this world gives no slopes of its channels`;
  throw new UserError({ code: "no-slopes", what, hint: "pictures/clips does; flow-nft learns from pay alone" });
}

/**
 * Returns a function that writes ∂pay/∂action = Σ_c ∂pay/∂outcome_c · ∂outcome_c/∂action of the world's last step, [actionSize], given the
 * outcomes of the reset and of the step. Throws a UserError where the pay changes with a channel that has no slope.
 */
export function paySlopes({ spec, slope }: NumericEnvironment, reward: Reward) {
  if (reward.lasting === true) {
    const what = "this reward remembers across episodes, so that its slope in one action is not defined";
    throw new UserError({ code: "lasting-pay", what, path: ["reward"], hint: "pay for channels of the episode alone" });
  }
  const { channels, slopes = [] } = spec;
  const sloped = channels.map(({ name }) => slopes.includes(name));
  const shifted = new Float64Array(channels.length);
  const partials = new Float64Array(channels.length);
  const pay = new Float64Array(1);
  const paid = (begun: Float64Array, status: Status): number => {
    reward.reset(begun);
    reward.pay(shifted, status, pay);
    return pay[0];
  };
  return (begun: Float64Array, outcomes: Float64Array, status: Status, into: Float64Array): void => {
    if (slope === undefined) throw new Error("a world declares slopes, and has no function for them");
    shifted.set(outcomes);
    for (let c = 0; c < channels.length; c++) {
      const apart = APART * Math.max(1, Math.abs(outcomes[c]));
      shifted[c] = outcomes[c] + apart;
      const above = paid(begun, status);
      shifted[c] = outcomes[c] - apart;
      partials[c] = (above - paid(begun, status)) / (2 * apart);
      shifted[c] = outcomes[c];
      if (partials[c] !== 0 && !sloped[c]) throw unsloped(channels[c].name, slopes);
    }
    slope(partials, into);
  };
}

function unsloped(name: string, slopes: readonly string[]): UserError {
  const what = `the pay changes with the channel "${name}", which has no slope in the action`;
  return new UserError({
    code: "no-slope",
    what,
    path: ["reward"],
    hint: `channels with one are ${slopes.join(", ")}`,
  });
}
