// Pay for what points in a new direction within the episode: a count for states that are vectors.

import { type ChannelReference, scopedValue } from "../core/channel.ts";
import type { NumericSpec } from "../core/environment.ts";
import { Random } from "../core/random.ts";
import type { Reward, RewardPlan } from "../core/reward.ts";
import { ellipse } from "../math/ellipse.ts";
import { stateChannels } from "./state-key.ts";

/** How states become vectors. */
export interface EllipticalOptions {
  /** State channels, each a whole number in its range. */
  readonly channels: readonly string[];
  /**
   * `one-hot`: a coordinate for each value of each channel, side by side. `projection`: a fixed random linear map of that
   * to `dimension` numbers. Default projection.
   */
  readonly features?: "one-hot" | "projection";
  /** Default 16. */
  readonly dimension?: number;
  /** λ. Default 0.1, the released value. */
  readonly ridge?: number;
  /** Seed of the projection. Default 0. */
  readonly seed?: number;
}

/**
 * Pays b = φ(s')ᵀC⁻¹φ(s'), C = λI + Σ φφᵀ over the earlier states of the episode (E3B: Henaff et al., arXiv 2210.05805,
 * eq. 1). The state an episode begins in is added and not paid. φ is fixed here, not learned by an inverse model.
 */
export function ellipticalBonus(options: EllipticalOptions): RewardPlan {
  return (spec) => {
    const embed = embedding(options, spec);
    const agents = spec.agents.length;
    const ellipses = Array.from({ length: agents }, () => ellipse(embed.dimension, options.ridge ?? 0.1));
    const reward: Reward = {
      reset(outcomes) {
        for (let i = 0; i < agents; i++) {
          ellipses[i].clear();
          ellipses[i].add(embed.write(outcomes, i));
        }
      },
      pay(outcomes, _status, pay) {
        for (let i = 0; i < agents; i++) pay[i] = ellipses[i].add(embed.write(outcomes, i));
      },
    };
    return reward;
  };
}

function embedding(options: EllipticalOptions, spec: NumericSpec) {
  const references = stateChannels(options.channels, spec, "the elliptical bonus");
  const sizes = references.map(({ channel }) => Math.floor(channel.high - channel.low) + 1);
  const starts = sizes.map((_, k) => sizes.slice(0, k).reduce((a, b) => a + b, 0));
  const width = sizes.reduce((a, b) => a + b, 0);
  const projected = (options.features ?? "projection") === "projection";
  const dimension = projected ? (options.dimension ?? 16) : width;
  const random = Random.of(options.seed ?? 0, "elliptical projection");
  // Columns of mean length one, so that both kinds of features have squares that add up to the number of channels.
  const map = Float64Array.from(
    { length: projected ? width * dimension : 0 },
    () => random.normal() / Math.sqrt(dimension),
  );
  const features = new Float64Array(dimension);
  const agents = spec.agents.length;
  const channels = spec.channels.length;
  const place = (reference: ChannelReference, k: number, outcomes: Float64Array, seat: number): number => {
    const at = Math.round(scopedValue(reference, outcomes, seat, agents, channels) - reference.channel.low);
    return starts[k] + Math.min(sizes[k] - 1, Math.max(0, at));
  };
  return {
    dimension,
    write(outcomes: Float64Array, seat: number): Float64Array {
      features.fill(0);
      for (let k = 0; k < references.length; k++) {
        const at = place(references[k], k, outcomes, seat);
        if (!projected) features[at] = 1;
        else for (let d = 0; d < dimension; d++) features[d] += map[at * dimension + d];
      }
      return features;
    },
  };
}
