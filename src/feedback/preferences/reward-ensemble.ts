// An ensemble of rewards, each fitted to other groups: where its members differ, nothing that was compared says what an answer is worth.

import type { Random } from "../../core/random.ts";
import { type ComparedAnswers, everyPair, type FeatureRows, resampledGroups } from "./compared-answers.ts";
import {
  type FeatureReward,
  fitNetworkReward,
  type NetworkReward,
  type NetworkRewardOptions,
} from "./network-reward.ts";

/** What members say of answers: rewards less their mean over the answers that were compared, so that they can differ in no constant. */
export interface EnsembleScores {
  /** [answers] */
  readonly mean: Float64Array;
  /** Standard deviation over members, [answers]. */
  readonly spread: Float64Array;
}

/** A reward of several members; its scores are their mean. */
export interface RewardEnsemble<Member extends FeatureReward = FeatureReward> extends FeatureReward {
  readonly members: readonly Member[];
  /** Mean reward of each member over the answers that were compared, [members]. */
  readonly centres: Float64Array;
  both(features: FeatureRows): EnsembleScores;
}

/** Members as one reward; `compared` are answers that they were fitted to, [answers × width]. */
export function ensembleOf<Member extends FeatureReward>(
  members: readonly Member[],
  compared: FeatureRows,
): RewardEnsemble<Member> {
  const centres = Float64Array.from(members, ({ scores }) => {
    const all = scores(compared);
    return all.reduce((sum, score) => sum + score, 0) / all.length;
  });
  const both = (features: FeatureRows): EnsembleScores => {
    const each = members.map(({ scores }, m) => scores(features).map((score) => score - centres[m]));
    const mean = each[0].map((_, k) => each.reduce((sum, own) => sum + own[k], 0) / each.length);
    const spread = mean.map((middle, k) =>
      Math.sqrt(each.reduce((sum, own) => sum + (own[k] - middle) ** 2, 0) / Math.max(1, each.length - 1)),
    );
    return { mean, spread };
  };
  return {
    ...{ members, centres, both },
    scores: (features) => both(features).mean,
    lean: members.reduce((sum, { lean }) => sum + lean / members.length, 0),
  };
}

/** Networks, each drawn anew and fitted to groups that are drawn with replacement. */
export function fitNetworkEnsemble(
  compared: ComparedAnswers,
  rows: Int32Array = everyPair(compared),
  members: number,
  options: NetworkRewardOptions,
  random: Random,
): RewardEnsemble<NetworkReward> {
  const fitted = Array.from({ length: members }, (_, member) => {
    const own = random.stream("member", member);
    return fitNetworkReward(compared, resampledGroups(compared.groups, rows, own.stream("groups")), options, own);
  });
  return ensembleOf(fitted, compared.features);
}
