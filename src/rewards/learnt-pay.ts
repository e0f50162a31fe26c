// Pay by what an episode is worth under learnt weights: at each step by how much that worth rose, so that the pay of an episode adds up to
// the worth of the whole.

import { type ChannelReference, scopedValue } from "../core/channel.ts";
import type { NumericSpec } from "../core/environment.ts";
import { UserError } from "../core/errors.ts";
import type { RewardPlan } from "../core/reward.ts";
import { resolveChannel } from "./channel-reward.ts";

/** What a learnt worth is a weighted sum of: these channels, or all of them as an agent has them. */
export function learntFeatures(
  features: "channels" | readonly string[],
  spec: NumericSpec,
): readonly ChannelReference[] {
  const names = features === "channels" ? spec.channels.map(({ name }) => name) : features;
  return names.map((name) => resolveChannel(name, spec));
}

/**
 * Pays w·X(t) − w·X(t − 1) with X(t) the features of the episode so far, by sum, mean or last value as each channel says, and X(0) = 0.
 * `weights` are in the order of the features, in points for a unit of each. Paying without them throws a UserError.
 */
export function learntPay(features: "channels" | readonly string[], weights?: readonly number[]): RewardPlan {
  return (spec) => {
    const references = learntFeatures(features, spec);
    const [agents, channels] = [spec.agents.length, spec.channels.length];
    const used = [...new Set(references.map(({ index }) => index))];
    const terms = references.flatMap((reference, k) => ({ reference, weight: weights?.[k] ?? 0 }));
    const sofar = new Float64Array(agents * channels);
    const before = new Float64Array(agents);
    let steps = 0;
    return {
      reset() {
        sofar.fill(0);
        before.fill(0);
        steps = 0;
      },
      pay(outcomes, _status, pay) {
        if (weights === undefined) throw unlearnt();
        steps += 1;
        for (const c of used) {
          const { over } = spec.channels[c];
          for (let at = c; at < sofar.length; at += channels) {
            const now = outcomes[at];
            sofar[at] =
              over === "last" ? now : over === "sum" ? sofar[at] + now : sofar[at] + (now - sofar[at]) / steps;
          }
        }
        for (let i = 0; i < agents; i++) {
          let worth = 0;
          for (const { reference, weight } of terms)
            worth += weight * scopedValue(reference, sofar, i, agents, channels);
          pay[i] = worth - before[i];
          before[i] = worth;
        }
      },
    };
  };
}

function unlearnt(): UserError {
  const hint = "agon run fits it in each cell before anything is paid";
  return new UserError({ code: "unlearnt", what: "a learnt reward has no weights here", hint });
}
