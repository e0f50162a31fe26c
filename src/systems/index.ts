// Every study that Agon ships, in the order of the manual.

import { Library } from "../core/library.ts";
import type { Study as LegacyStudy } from "../study/legacy.ts";
import type { Study } from "../study/study.ts";

/** A study that is not on the kit yet. */
const legacy = async (load: () => Promise<LegacyStudy>): Promise<Study> =>
  (await import("../study/legacy.ts")).adapted(await load());

export const studies = new Library<Study>("study", {
  "coopetition-interdependence": async () =>
    (await import("./coopetition-interdependence/study.ts")).coopetitionInterdependence,
  "coopetition-trust": async () => (await import("./coopetition-trust/study.ts")).coopetitionTrust,
  "coopetition-loyalty": async () => (await import("./coopetition-loyalty/study.ts")).coopetitionLoyalty,
  "coopetition-reciprocity": async () => (await import("./coopetition-reciprocity/study.ts")).coopetitionReciprocity,
  "coopetition-gym": async () => (await import("./coopetition-gym/study.ts")).coopetitionGym,
  "coopetition-learners": async () => (await import("./coopetition-learners/study.ts")).coopetitionLearners,
  "policy-cliff": async () => (await import("./policy-cliff/study.ts")).policyCliff,
  "average-reward": async () => (await import("./average-reward/study.ts")).averageReward,
  "reward-design": async () => (await import("./reward-design/study.ts")).rewardDesign,
  "behavior-alignment": async () => (await import("./behavior-alignment/study.ts")).behaviorAlignment,
  "exploration-bonuses": async () => (await import("./exploration-bonuses/study.ts")).explorationBonuses,
  "greedy-exploration": async () => (await import("./greedy-exploration/study.ts")).greedyExploration,
  "dense-rewards": async () => (await import("./dense-rewards/study.ts")).denseRewards,
  "environment-design": async () => (await import("./environment-design/study.ts")).environmentDesign,
  "counter-current-learning": async () => (await import("./counter-current-learning/study.ts")).counterCurrentLearning,
  "credit-assignment-llm": async () => (await import("./credit-assignment-llm/study.ts")).creditAssignmentLlm,
  "target-decoupling": async () => (await import("./target-decoupling/study.ts")).targetDecoupling,
  "metacognitive-tools": async () => (await import("./metacognitive-tools/study.ts")).metacognitiveTools,
  matchtir: async () => (await import("./matchtir/study.ts")).matchtir,
  "negative-aware": async () => (await import("./negative-aware/study.ts")).negativeAware,
  "verl-rank": async () => (await import("./verl-rank/study.ts")).verlRank,
  "drive-curation": async () => (await import("./drive-curation/study.ts")).driveCuration,
  revisor: async () => (await import("./revisor/study.ts")).revisor,
  "orchestration-traces": async () => (await import("./orchestration-traces/study.ts")).orchestrationTraces,
  "tool-augmented-mdp": async () => (await import("./tool-augmented-mdp/study.ts")).toolAugmentedMdp,
  "turn-group-policy": async () => (await import("./turn-group-policy/study.ts")).turnGroupPolicy,
  "critique-rl": async () => (await import("./critique-rl/study.ts")).critiqueRl,
  "shopping-agent": async () => (await import("./shopping-agent/study.ts")).shoppingAgent,
  topocurate: async () => (await import("./topocurate/study.ts")).topocurate,
  "dual-play": async () => (await import("./dual-play/study.ts")).dualPlayStudy,
  cooper: async () => (await import("./cooper/study.ts")).cooper,
  spark: async () => (await import("./spark/study.ts")).spark,
  "position-auctions": async () => (await import("./position-auctions/study.ts")).positionAuctions,
  "dual-mirror-descent": async () => (await import("./dual-mirror-descent/study.ts")).dualMirrorDescent,
  autobidding: async () => (await import("./autobidding/study.ts")).autobidding,
  "hiring-agents": async () => (await import("./hiring-agents/study.ts")).hiringAgents,
  "switching-costs": async () => (await import("./switching-costs/study.ts")).switchingCosts,
  "dynamical-linear-bandits": async () => (await import("./dynamical-linear-bandits/study.ts")).dynamicalLinearBandits,
  "online-matching": async () => (await import("./online-matching/study.ts")).onlineMatching,
  "preference-randomization": async () => (await import("./preference-randomization/study.ts")).preferenceRandomization,
  "multi-touch-attribution": async () => (await import("./multi-touch-attribution/study.ts")).multiTouchAttribution,
  "one-sided-feedback": async () => (await import("./one-sided-feedback/study.ts")).oneSidedFeedback,
});
