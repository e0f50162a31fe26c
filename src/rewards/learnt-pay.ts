// Pay by what an episode is worth under learnt weights: at each step by how much that worth rose, so that the pay of an episode adds up to
// the worth of the whole.

import { type ChannelReference, episodeFeatures } from "../core/channel.ts";
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
export function learntPay(names: "channels" | readonly string[], weights?: readonly number[]): RewardPlan {
  return (spec) => {
    const references = learntFeatures(names, spec);
    const agents = spec.agents.length;
    const features = episodeFeatures(references, spec);
    const terms = references.flatMap((reference, k) => ({ reference, weight: weights?.[k] ?? 0 }));
    const before = new Float64Array(agents);
    return {
      reset() {
        features.reset();
        before.fill(0);
      },
      pay(outcomes, _status, pay) {
        if (weights === undefined) throw unlearnt();
        features.step(outcomes);
        for (let i = 0; i < agents; i++) {
          let worth = 0;
          for (const { reference, weight } of terms) worth += weight * features.value(reference, i);
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
