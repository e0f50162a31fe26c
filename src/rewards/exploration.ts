// The exploration bonuses as named rewards: `{ use: bonus/global, channels: [x, y] }` in an experiment.

import { z } from "zod";
import { flag, oneOf, positive, share, whole } from "../core/parameters.ts";
import { type BoundEntry, bind } from "../core/registry.ts";
import type { Reward, RewardPlan } from "../core/reward.ts";
import { ellipse } from "../math/ellipse.ts";
import { countBonus, episodicBonus, noveltyBonus } from "./count-bonuses.ts";
import { distillationBonus } from "./distillation-bonus.ts";
import { type FeatureOptions, stateFeatures } from "./state-features.ts";

/** How states become vectors, and how soon a direction counts as known. */
interface EllipticalOptions extends FeatureOptions {
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

const channels = z.array(z.string()).min(1).default(["x", "y"]).describe("state channels that tell states apart");
const cell = z.number().gt(0).default(1).describe("width of a bin of each channel");

/** How states become vectors. */
const features = {
  channels,
  features: oneOf(["projection", "one-hot"], "projection").describe(
    "a random linear map of the channels' values, or the values themselves",
  ),
  dimension: whole(1, 256, 16).describe("numbers in a projected feature vector"),
  seed: whole(0, 1_000_000_000, 0).describe("seed of the projection"),
};

export const explorationBonuses: readonly BoundEntry<RewardPlan>[] = [
  bind({
    id: "bonus/global",
    summary: "pays 1/√N for the N-th visit of a state over all episodes",
    source: "Strehl & Littman (2008); arXiv 2306.03236",
    parameters: z.strictObject({
      channels,
      cell,
      power: positive(4, 0.5).describe("how fast the bonus fades with visits"),
    }),
    make: ({ power, ...options }) => countBonus(options, power),
  }),
  bind({
    id: "bonus/episodic",
    summary: "pays 1 for the first visit of a state in an episode",
    source: "arXiv 2306.03236; arXiv 2002.12292",
    parameters: z.strictObject({ channels, cell }),
    make: episodicBonus,
  }),
  bind({
    id: "bonus/novelty",
    summary: "pays for stepping from a known state into a less known one (NovelD, with counts)",
    source: "Zhang et al., NovelD (NeurIPS 2021)",
    parameters: z.strictObject({
      channels,
      cell,
      scale: share(0.5).describe("share of the left state's novelty that is taken off"),
      firstVisit: flag(true).describe("pay only at the first visit of the episode"),
    }),
    make: noveltyBonus,
  }),
  bind({
    id: "bonus/elliptical",
    summary: "pays for states whose features point in a new direction within the episode (E3B)",
    source: "Henaff et al., E3B (arXiv 2210.05805)",
    parameters: z.strictObject({
      ...features,
      ridge: positive(1_000, 0.1).describe("λ: how soon a direction counts as known"),
    }),
    make: ellipticalBonus,
  }),
  bind({
    id: "bonus/distillation",
    summary: "pays for states that a network has not learned yet (RND)",
    source: "Burda et al., RND (arXiv 1810.12894)",
    parameters: z.strictObject({
      ...features,
      units: whole(1, 256, 16).describe("units of the hidden layer and of the output"),
      rate: positive(1, 0.001).describe("step of the network's gradient descent"),
    }),
    make: distillationBonus,
  }),
];
