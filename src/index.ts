// What a program that imports "agonlab" gets: parts to build worlds, rewards and agents from, the laws to check them by,
// and experiments to run them in.

export { z } from "zod";
export { agents } from "./agents/index.ts";
export { batchedDartboard, batchedExp3, withExtraObservations } from "./algorithms/bandits/budgeted.ts";
export type { SystemBounds } from "./algorithms/bandits/dyn-lin-ucb.ts";
export { exp3Graph, exp3GraphRates } from "./algorithms/bandits/exp3.ts";
export { type LossMeter as Meter, type ObservingLearner, playLosses } from "./algorithms/bandits/observing.ts";
export { systemBounds } from "./algorithms/bandits/system-bounds.ts";
export {
  type Callback,
  type CallbackPlan,
  type CallbackStage,
  defineCallback,
} from "./algorithms/text/callback.ts";
export type { Completions } from "./algorithms/text/completions.ts";
export {
  addPay,
  characterShares,
  groupAdvantages,
  payTexts,
  spread,
  totalPay,
} from "./algorithms/text/group-advantage.ts";
export { type ClippedCredit, clippedCredit } from "./algorithms/text/group-relative.ts";
export {
  defineTextMethod,
  type MethodSetting,
  type TextMethod,
  type TextMethodPlan,
  type TokenCredit,
} from "./algorithms/text/text-method.ts";
export { clippedObjective, type TokenObjective } from "./algorithms/text/token-objective.ts";
export { type Endpoint, endpointOf } from "./clients/endpoint.ts";
export { type ChatModel, languageModel } from "./clients/language-model.ts";
export { type Agent, type AgentPlan, type Chance, EpisodeFailed, type Remote, type Seat } from "./core/agent.ts";
export type {
  AlgorithmPlan,
  Training,
  TrainingCheckpoint,
  TrainingContext,
  UpdateReport,
} from "./core/algorithm.ts";
export type { Channel, Over } from "./core/channel.ts";
export {
  fieldOffset,
  type NumericEnvironment,
  type NumericSpec,
  type ObservationField,
  observationSize,
  Status,
} from "./core/environment.ts";
export { type Problem, UserError } from "./core/errors.ts";
export { type Layout, layout } from "./core/layout.ts";
export { defineAgent, defineAlgorithm, defineEnvironment, defineReward, type PluginOf } from "./core/plugin.ts";
export { Random } from "./core/random.ts";
export type { Reward, RewardPlan } from "./core/reward.ts";
export { RewardMemory } from "./core/reward-memory.ts";
export type { Point, Scene, SceneStep, Shape, Tone } from "./core/scene.ts";
export { type Alphabet, closedAlphabet, UNICODE } from "./core/text.ts";
export type { Trace, TraceCosts, TraceEdge, TraceEvent } from "./core/trace.ts";
export { CHANCE, type GameTree, OVER, type WholeGame, type WorldGame } from "./core/whole-game.ts";
export { graphOf } from "./environments/bandits/feedback-graph.ts";
export { drawLosses } from "./environments/bandits/losses.ts";
export { type Bar, type BarPanel, barScene } from "./environments/bar-scene.ts";
export { environments } from "./environments/index.ts";
export { type LanguageTask, languageWorld } from "./environments/language/language-world.ts";
export { type NumberedGame, numberedGame } from "./environments/whole-game.ts";
export { type ComponentAdvice, componentAdvice } from "./evaluation/component-advice.ts";
export {
  type CurriculumOptions,
  type CurriculumStage,
  groupSignal,
  groupSizeFor,
  hardFocus,
  planCurriculum,
} from "./evaluation/curriculum.ts";
export { agentLaws } from "./evaluation/laws/agent-laws.ts";
export { environmentLaws } from "./evaluation/laws/environment-laws.ts";
export type { LawVerdict } from "./evaluation/laws/law.ts";
export { rewardLaws } from "./evaluation/laws/reward-laws.ts";
export {
  type ContestMeans,
  contestMeans,
  type HumanStanding,
  humanStanding,
  type MedalCutoffs,
  medalOf,
  type PercentileRule,
  passRate,
  relativeScore,
  totalsOf,
} from "./evaluation/olympiad/contest.ts";
export { contestRating, expectedPlace, type RatedHuman, ratingOfRank } from "./evaluation/olympiad/contest-rating.ts";
export { byTokens, judgeOlympiad, type OlympiadChecker, type OlympiadTest } from "./evaluation/olympiad/judging.ts";
export {
  bestSample,
  type JudgedSample,
  type OlympiadSubtask,
  type OlympiadTask,
  type TestResult,
  type TestStatus,
  taskScore,
} from "./evaluation/olympiad/task.ts";
export { bestOfN, bestOfNBound, type RankedAnswers, rankAnswers } from "./evaluation/overoptimisation/best-of-n.ts";
export { goldBesideProxy, type PressedSeed } from "./evaluation/overoptimisation/gold-beside-proxy.ts";
export { hackedPair, hackingDirection, isAffinePair } from "./evaluation/overoptimisation/hackability.ts";
export { calibrated, type JudgedAnswers } from "./evaluation/overoptimisation/judged-answers.ts";
export { normalMaximum } from "./evaluation/overoptimisation/normal-maximum.ts";
export {
  drawnNormalAnswers,
  drawnNormalWorld,
  goldScore,
  learnedProxy,
  linearScore,
  type NormalComparisons,
  type NormalLaw,
  type NormalWorld,
  normalLaw,
} from "./evaluation/overoptimisation/normal-world.ts";
export {
  fitOverOptimisation,
  type OverOptimisationForm,
  type OverOptimisationLaw,
} from "./evaluation/overoptimisation/overoptimisation-law.ts";
export {
  fallAfterPeak,
  type GoldFall,
  type Parting,
  partingDivergence,
  partingOf,
} from "./evaluation/overoptimisation/parting.ts";
export type { GoldBesideProxy, PressedCurve } from "./evaluation/overoptimisation/pressed-curve.ts";
export {
  bestOfNCurve,
  type GoldPeak,
  goldPeak,
  type PressurePoint,
  tiltCurve,
  tiltCurveAt,
} from "./evaluation/overoptimisation/pressure-curve.ts";
export {
  cautiousReward,
  centredReward,
  clippedReward,
  logSigmoidReward,
  meanReward,
  polynomialSigmoid,
  preferenceReward,
  referencedReward,
  scaledReward,
  shapingEffects,
  sigmoidReward,
  worstReward,
} from "./evaluation/overoptimisation/shaped-rewards.ts";
export { largestDivergence, strengthAt, type TiltedPrompt, tilt } from "./evaluation/overoptimisation/tilt.ts";
export { bestResponse, type GameResponse, gameNashConv, gameValues } from "./evaluation/ratings/best-response.ts";
export { channelShares } from "./evaluation/reward-analysis/channel-shares.ts";
export { type Farming, farming } from "./evaluation/reward-analysis/farming.ts";
export { movePay, type RewardedMove } from "./evaluation/reward-analysis/move-pay.ts";
export { type RewardGrid, rewardMap, signDisagreements } from "./evaluation/reward-analysis/reward-map.ts";
export { type Bm25, type Bm25Options, bm25 } from "./evaluation/similarity/bm25.ts";
export {
  ndcg,
  type RetrievalQuality,
  reciprocalRank,
  retrievalQuality,
} from "./evaluation/similarity/retrieval-measures.ts";
export { type Calibration, type CalibrationBin, calibrationOf } from "./evaluation/statistics/calibration.ts";
export { type Estimate, estimate, groupJackknife, wilson } from "./evaluation/statistics/interval.ts";
export { type PacBayesData, pacBayesBound, pacBayesKlBound } from "./evaluation/statistics/pac-bayes.ts";
export { pairedEffect } from "./evaluation/statistics/paired.ts";
export { type PassRate, passRates } from "./evaluation/statistics/pass-rates.ts";
export {
  effectiveSample,
  type LoggedDecisions,
  type PolicyValue,
  policyValue,
} from "./evaluation/statistics/policy-value.ts";
export {
  kaplanMeier,
  massUpTo,
  meanUpTo,
  type SurvivalCurve,
  shareAbove,
  survivalQuantile,
} from "./evaluation/statistics/survival.ts";
export { type CheckMode, checkTrace, type Fault } from "./evaluation/traces/check.ts";
export { type CounterfactualReplay, counterfactualCredit, shapleyCredit } from "./evaluation/traces/counterfactual.ts";
export { attachedCredit, familyRewards, sharedCredit, type UnitCredit } from "./evaluation/traces/credit.ts";
export { readTraces, traceLine, traceText } from "./evaluation/traces/file.ts";
export { auditTrace, type TraceMeters, traceMeters } from "./evaluation/traces/meters.ts";
export { orchestrationReward } from "./evaluation/traces/orchestration-reward.ts";
export { traceRollout } from "./evaluation/traces/trace-rollouts.ts";
export { CREDIT_UNITS, type CreditUnit, REWARD_FAMILIES, SUB_DECISIONS } from "./evaluation/traces/vocabulary.ts";
export { type Annotator, type SimulatedAnnotator, simulatedAnnotator } from "./feedback/annotator.ts";
export { type AttentionModel, type AttentionOptions, fitAttention } from "./feedback/attribution/attention-model.ts";
export {
  budgetShares,
  channelShapley,
  creditShares,
  journeyShapley,
  removalCredit,
  type ShapleyPlayers,
  shareDistance,
} from "./feedback/attribution/credit.ts";
export {
  CREDIT_RULES,
  type CreditRule,
  type CreditSums,
  CreditTotals,
  type TotalledJourneys,
} from "./feedback/attribution/credit-totals.ts";
export {
  CONFOUNDED_JOURNEYS,
  generateJourneys,
  type JourneyGenerator,
  RECENT_JOURNEYS,
  trueModel,
} from "./feedback/attribution/generated-journeys.ts";
export {
  chosenJourneys,
  converters,
  type JourneyModel,
  type JourneyPaths,
  type Journeys,
  readJourneys,
  type TableOptions,
  withoutChannel,
} from "./feedback/attribution/journeys.ts";
export { fitLogisticJourneys, type LogisticInputs } from "./feedback/attribution/logistic-journeys.ts";
export { type JourneyChain, journeyChain } from "./feedback/attribution/markov-removal.ts";
export {
  type AttributionRule,
  firstTouch,
  lastTouch,
  linearRule,
  ruleCredit,
  shapleyRule,
  timeDecay,
  touchCredit,
} from "./feedback/attribution/rules.ts";
export { callRewards, callSimilarity, type MatchingOptions } from "./feedback/call-matching.ts";
export type { Judge, SubgoalDescription, Transition } from "./feedback/judge.ts";
export { coinJudge, noisyJudge, ruleJudge } from "./feedback/judge.ts";
export { judgedWorld } from "./feedback/judged-world.ts";
export { type LabelStore, labelStore } from "./feedback/label-store.ts";
export { type Complete, type LanguageModelJudge, languageModelJudge } from "./feedback/language-model-judge.ts";
export { trainNgramJudge } from "./feedback/ngram-judge.ts";
export {
  type AnswerPool,
  type AnswerTree,
  acrossTreesPlan,
  type ComparisonBudget,
  type ComparisonPlan,
  chainPlan,
  type PlannedComparison,
  type PrefixSampler,
  type ReadingCost,
  readingCost,
  reusePlan,
  treePlan,
} from "./feedback/preferences/comparison-plan.ts";
export {
  fitRareReactions,
  type RareReactionOptions,
  type ReactionLog,
  type ReactionModel,
  reactionChance,
} from "./feedback/preferences/rare-reactions.ts";
export {
  defineFeedback,
  type EpisodePair,
  type EpisodeRating,
  type EpisodeStanding,
  type FeedbackPlace,
  type FeedbackPlan,
  type FeedbackSource,
  type FinishedEpisode,
} from "./feedback/sources/source.ts";
export { jsonCall, type ToolCall, writtenCalls } from "./feedback/tool-call.ts";
export {
  chosenRollouts,
  chosenTasks,
  graded,
  type Manifest,
  type PickOptions,
  pick,
} from "./feedback/topology/choice.ts";
export { type QuotientGraph, quotientGraph } from "./feedback/topology/quotient-graph.ts";
export { actionKey, type Rollout, type Turn } from "./feedback/topology/rollout.ts";
export { taskScores, taskWeights, trajectoryScores, trajectoryWeights } from "./feedback/topology/scores.ts";
export {
  type AttentionChoice,
  type AttentionCredit,
  type Attribution,
  type AttributionOptions,
  attributeTouches,
} from "./lab/attribution/attribution.ts";
export {
  type BidFigures,
  type BidLogOptions,
  type BidPolicyValue,
  bidFigures,
  type LandscapePoint,
} from "./lab/bids/bid-log.ts";
export { type Experiment, parseExperiment, readExperiment } from "./lab/experiment/experiment.ts";
export type { Plugin } from "./lab/experiment/plugins.ts";
export { type ExportedRun, type ExportOptions, exportRun } from "./lab/exports/export.ts";
export { buildReport } from "./lab/report/report.ts";
export type { ReportData } from "./lab/report/report-data.ts";
export { runExperiment } from "./lab/run/run.ts";
export { type SimilarityFigures, type SimilarityOptions, similarityFigures } from "./lab/similarity/similarity.ts";
export type { CustomerColumn, TouchBlock } from "./logs/journey-rows.ts";
export type { LogInput } from "./logs/source.ts";
export { openTouches, type TouchLog, type TouchOptions } from "./logs/touches.ts";
export type { LinearSystem, Rows } from "./math/linear-system.ts";
export {
  type IdentificationOptions,
  type IdentifiedSystem,
  identifySystem,
  type SystemRecord,
} from "./math/system-identification.ts";
export {
  type DirectMechanism,
  type DirectOutcome,
  payYourBid,
  truthfulMechanism,
} from "./mechanisms/direct.ts";
export { fixedEfforts, type HiringMechanism } from "./mechanisms/hiring/mechanism.ts";
export type { HiringProblem } from "./mechanisms/hiring/problem.ts";
export { externalityPricing, type ListUsers } from "./mechanisms/position/list.ts";
export { type AuctionRule, defineRule, type HiringRule, type ListRule, type Rule } from "./mechanisms/rule.ts";
export { type EpisodeView, episodeRunner, type JointPolicy } from "./play/episode.ts";
export { type MessageEnvironment, withMessages } from "./play/messages.ts";
export { type EpisodeStreams, streamsBelow } from "./play/streams.ts";
export {
  bounded,
  type Combination,
  type Condition,
  channel,
  combined,
  cooperativePay,
  type DistanceShape,
  distanceShape,
  gate,
  integratedPay,
  kinesthetic,
  perAgent,
  potential,
  privatePay,
  product,
  rewardPlan,
  rewards,
  type Subgoal,
  scaled,
  subgoals,
  sum,
  teamMix,
  weightedSum,
} from "./rewards/index.ts";
export { chatLine } from "./systems/spark/recycled-forms.ts";
export { type RecycledItem, recycledItems, type VerifiedGroup } from "./systems/spark/recycling.ts";
