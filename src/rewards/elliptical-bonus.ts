// Pay for what points in a new direction within the episode: a count for states that are vectors.

import type { Reward, RewardPlan } from "../core/reward.ts";
import { ellipse } from "../math/ellipse.ts";
import { type FeatureOptions, stateFeatures } from "./state-features.ts";

/** How states become vectors, and how soon a direction counts as known. */
export interface EllipticalOptions extends FeatureOptions {
  /** λ. Default 0.1, the released value. */
  readonly ridge?: number;
}

/**
 * Pays b = φ(s')ᵀC⁻¹φ(s'), C = λI + Σ φφᵀ over the earlier states of the episode (E3B: Henaff et al., arXiv 2210.05805,
 * eq. 1). The state an episode begins in is added and not paid. φ is fixed here, not learned by an inverse model.
 */
export function ellipticalBonus(options: EllipticalOptions): RewardPlan {
  return (spec) => {
    const embed = stateFeatures(options, spec, "the elliptical bonus");
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
