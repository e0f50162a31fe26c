// Every study that Agon ships, in the order of the manual.

import { adapted } from "../study/legacy.ts";
import type { Study } from "../study/study.ts";
import { autobidding } from "./autobidding/study.ts";
import { averageReward } from "./average-reward/study.ts";
import { behaviorAlignment } from "./behavior-alignment/study.ts";
import { cooper } from "./cooper/study.ts";
import { coopetitionGym } from "./coopetition-gym/study.ts";
import { coopetitionInterdependence } from "./coopetition-interdependence/study.ts";
import { coopetitionLearners } from "./coopetition-learners/study.ts";
import { coopetitionLoyalty } from "./coopetition-loyalty/study.ts";
import { coopetitionReciprocity } from "./coopetition-reciprocity/study.ts";
import { coopetitionTrust } from "./coopetition-trust/study.ts";
import { counterCurrentLearning } from "./counter-current-learning/study.ts";
import { creditAssignmentLlm } from "./credit-assignment-llm/study.ts";
import { critiqueRl } from "./critique-rl/study.ts";
import { denseRewards } from "./dense-rewards/study.ts";
import { driveCuration } from "./drive-curation/study.ts";
import { dualMirrorDescent } from "./dual-mirror-descent/study.ts";
import { dualPlayStudy } from "./dual-play/study.ts";
import { dynamicalLinearBandits } from "./dynamical-linear-bandits/study.ts";
import { environmentDesign } from "./environment-design/study.ts";
import { explorationBonuses } from "./exploration-bonuses/study.ts";
import { greedyExploration } from "./greedy-exploration/study.ts";
import { hiringAgents } from "./hiring-agents/study.ts";
import { matchtir } from "./matchtir/study.ts";
import { metacognitiveTools } from "./metacognitive-tools/study.ts";
import { multiTouchAttribution } from "./multi-touch-attribution/study.ts";
import { negativeAware } from "./negative-aware/study.ts";
import { oneSidedFeedback } from "./one-sided-feedback/study.ts";
import { onlineMatching } from "./online-matching/study.ts";
import { orchestrationTraces } from "./orchestration-traces/study.ts";
import { policyCliff } from "./policy-cliff/study.ts";
import { positionAuctions } from "./position-auctions/study.ts";
import { preferenceRandomization } from "./preference-randomization/study.ts";
import { revisor } from "./revisor/study.ts";
import { rewardDesign } from "./reward-design/study.ts";
import { shoppingAgent } from "./shopping-agent/study.ts";
import { spark } from "./spark/study.ts";
import { switchingCosts } from "./switching-costs/study.ts";
import { targetDecoupling } from "./target-decoupling/study.ts";
import { toolAugmentedMdp } from "./tool-augmented-mdp/study.ts";
import { topocurate } from "./topocurate/study.ts";
import { turnGroupPolicy } from "./turn-group-policy/study.ts";
import { verlRank } from "./verl-rank/study.ts";

export const studies: readonly Study[] = [
  adapted(coopetitionInterdependence),
  adapted(coopetitionTrust),
  adapted(coopetitionLoyalty),
  adapted(coopetitionReciprocity),
  adapted(coopetitionGym),
  adapted(coopetitionLearners),
  adapted(policyCliff),
  adapted(averageReward),
  adapted(rewardDesign),
  adapted(behaviorAlignment),
  adapted(explorationBonuses),
  adapted(greedyExploration),
  denseRewards,
  adapted(environmentDesign),
  adapted(counterCurrentLearning),
  adapted(creditAssignmentLlm),
  adapted(targetDecoupling),
  adapted(metacognitiveTools),
  adapted(matchtir),
  negativeAware,
  adapted(verlRank),
  adapted(driveCuration),
  adapted(revisor),
  adapted(orchestrationTraces),
  adapted(toolAugmentedMdp),
  adapted(turnGroupPolicy),
  adapted(critiqueRl),
  adapted(shoppingAgent),
  adapted(topocurate),
  adapted(dualPlayStudy),
  adapted(cooper),
  adapted(spark),
  positionAuctions,
  dualMirrorDescent,
  autobidding,
  hiringAgents,
  adapted(switchingCosts),
  adapted(dynamicalLinearBandits),
  onlineMatching,
  adapted(preferenceRandomization),
  multiTouchAttribution,
  adapted(oneSidedFeedback),
];
