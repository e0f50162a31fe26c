// Every study that Agon ships, in the order of the manual.

import { autobidding } from "./autobidding.ts";
import { averageReward } from "./average-reward.ts";
import { behaviorAlignment } from "./behavior-alignment.ts";
import { cooper } from "./cooper.ts";
import { coopetitionGym } from "./coopetition-gym.ts";
import { coopetitionInterdependence } from "./coopetition-interdependence.ts";
import { coopetitionLearners } from "./coopetition-learners.ts";
import { coopetitionLoyalty } from "./coopetition-loyalty.ts";
import { coopetitionReciprocity } from "./coopetition-reciprocity.ts";
import { coopetitionTrust } from "./coopetition-trust.ts";
import { counterCurrentLearning } from "./counter-current-learning.ts";
import { creditAssignmentLlm } from "./credit-assignment-llm.ts";
import { critiqueRl } from "./critique-rl.ts";
import { denseRewards } from "./dense-rewards.ts";
import { driveCuration } from "./drive-curation.ts";
import { dualMirrorDescent } from "./dual-mirror-descent.ts";
import { dualPlayStudy } from "./dual-play.ts";
import { dynamicalLinearBandits } from "./dynamical-linear-bandits.ts";
import { environmentDesign } from "./environment-design.ts";
import { explorationBonuses } from "./exploration-bonuses.ts";
import { greedyExploration } from "./greedy-exploration.ts";
import { hiringAgents } from "./hiring-agents.ts";
import { matchtir } from "./matchtir.ts";
import { metacognitiveTools } from "./metacognitive-tools.ts";
import { multiTouchAttribution } from "./multi-touch-attribution.ts";
import { negativeAware } from "./negative-aware.ts";
import { oneSidedFeedback } from "./one-sided-feedback.ts";
import { onlineMatching } from "./online-matching.ts";
import { orchestrationTraces } from "./orchestration-traces.ts";
import { policyCliff } from "./policy-cliff.ts";
import { positionAuctions } from "./position-auctions.ts";
import { preferenceRandomization } from "./preference-randomization.ts";
import { revisor } from "./revisor.ts";
import { rewardDesign } from "./reward-design.ts";
import { shoppingAgent } from "./shopping-agent.ts";
import { spark } from "./spark.ts";
import type { Study } from "./study.ts";
import { switchingCosts } from "./switching-costs.ts";
import { targetDecoupling } from "./target-decoupling.ts";
import { toolAugmentedMdp } from "./tool-augmented-mdp.ts";
import { topocurate } from "./topocurate.ts";
import { turnGroupPolicy } from "./turn-group-policy.ts";
import { verlRank } from "./verl-rank.ts";

export const studies: readonly Study[] = [
  coopetitionInterdependence,
  coopetitionTrust,
  coopetitionLoyalty,
  coopetitionReciprocity,
  coopetitionGym,
  coopetitionLearners,
  policyCliff,
  averageReward,
  rewardDesign,
  behaviorAlignment,
  explorationBonuses,
  greedyExploration,
  denseRewards,
  environmentDesign,
  counterCurrentLearning,
  creditAssignmentLlm,
  targetDecoupling,
  metacognitiveTools,
  matchtir,
  negativeAware,
  verlRank,
  driveCuration,
  revisor,
  orchestrationTraces,
  toolAugmentedMdp,
  turnGroupPolicy,
  critiqueRl,
  shoppingAgent,
  topocurate,
  dualPlayStudy,
  cooper,
  spark,
  positionAuctions,
  dualMirrorDescent,
  autobidding,
  hiringAgents,
  switchingCosts,
  dynamicalLinearBandits,
  onlineMatching,
  preferenceRandomization,
  multiTouchAttribution,
  oneSidedFeedback,
];
