// States as vectors, for bonuses that tell how new a direction is.

import { type ChannelReference, scopedValue } from "../core/channel.ts";
import type { NumericSpec } from "../core/environment.ts";
import { Random } from "../core/random.ts";
import { stateChannels } from "./state-key.ts";

/** How states become vectors. */
export interface FeatureOptions {
  /** State channels, each a whole number in its range. */
  readonly channels: readonly string[];
  /**
   * `one-hot`: a coordinate for each value of each channel, side by side. `projection`: a fixed random linear map of that
   * to `dimension` numbers. Default projection.
   */
  readonly features?: "one-hot" | "projection";
  /** Default 16. */
  readonly dimension?: number;
  /** Seed of the projection, and of what else a bonus draws. Default 0. */
  readonly seed?: number;
}

/** φ(s) of an agent's state, for a bonus of that name. The projection is drawn from the seed alone. */
export function stateFeatures(options: FeatureOptions, spec: NumericSpec, purpose: string) {
  const references = stateChannels(options.channels, spec, purpose);
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
