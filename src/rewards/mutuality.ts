// The three ways of paying that Coopetition-Gym compares: for oneself, for oneself and those one depends on, or for the
// whole. Source: arXiv 2605.02063. A world's `multiplier` and `penalty` channels apply to any reward;
// a world without a `utility` channel declares no interdependence, so that utility is payoff there.

import { z } from "zod";
import type { NumericSpec } from "../core/environment.ts";
import { UserError } from "../core/errors.ts";
import { type BoundEntry, bind } from "../core/registry.ts";
import type { RewardPlan } from "../core/reward.ts";
import { resolveChannel } from "./channel-reward.ts";

/** r_i = π_i·m_i − c_i. */
export const privatePay: RewardPlan = (spec) => own(spec, "payoff");

/** r_i = U_i·m_i − c_i. */
export const integratedPay: RewardPlan = (spec) => own(spec, utilityOf(spec));

/** r_i = mean_k(U_k)·m_i − c_i: the mean of the integrated utilities, as released. */
export const cooperativePay: RewardPlan = (spec) => {
  const agents = spec.agents.length;
  const channels = spec.channels.length;
  const index = needed(utilityOf(spec), spec);
  const settle = settlement(spec);
  return {
    reset() {},
    pay(outcomes, _status, pay) {
      let sum = 0;
      for (let i = 0; i < agents; i++) sum += outcomes[i * channels + index];
      pay.fill(sum / agents);
      settle(outcomes, pay);
    },
  };
};

function own(spec: NumericSpec, name: string): ReturnType<RewardPlan> {
  const agents = spec.agents.length;
  const channels = spec.channels.length;
  const index = needed(name, spec);
  const settle = settlement(spec);
  return {
    reset() {},
    pay(outcomes, _status, pay) {
      for (let i = 0; i < agents; i++) pay[i] = outcomes[i * channels + index];
      settle(outcomes, pay);
    },
  };
}

/** Place of a channel that the reward cannot do without. */
function needed(name: string, spec: NumericSpec): number {
  if (has(spec, name)) return resolveChannel(name, spec).index;
  const what = `this reward needs the channel "${name}", which the world does not report`;
  const reported = spec.channels.map((channel) => channel.name);
  const hint = `it reports ${reported.join(", ")}; the reward { channel: ${reported[0]} } pays by one of them`;
  throw new UserError({ code: "missing-channel", what, hint });
}

function settlement(spec: NumericSpec): (outcomes: Float64Array, pay: Float64Array) => void {
  const agents = spec.agents.length;
  const channels = spec.channels.length;
  const multiplier = spec.channels.findIndex((c) => c.name === "multiplier");
  const penalty = spec.channels.findIndex((c) => c.name === "penalty");
  return (outcomes, pay) => {
    if (multiplier >= 0) for (let i = 0; i < agents; i++) pay[i] *= outcomes[i * channels + multiplier];
    if (penalty >= 0) for (let i = 0; i < agents; i++) pay[i] -= outcomes[i * channels + penalty];
  };
}

function utilityOf(spec: NumericSpec): string {
  return has(spec, "utility") ? "utility" : "payoff";
}

function has(spec: NumericSpec, name: string): boolean {
  return spec.channels.some((c) => c.name === name);
}

const named = (id: string, summary: string, plan: RewardPlan) =>
  bind({
    ...{ id, summary, source: "arXiv 2605.02063 (Coopetition-Gym v1)" },
    ...{ parameters: z.strictObject({}), make: () => plan },
  });

/** The same by name. */
export const mutualRewards: readonly BoundEntry<RewardPlan>[] = [
  named("private", "an actor's own payoff", privatePay),
  named("integrated", "an actor's payoff and the payoffs of those it depends on, weighted by trust", integratedPay),
  named("cooperative", "the mean of all agents' integrated utilities", cooperativePay),
];
