// What a program that imports "agonlab" gets: parts to build worlds, rewards, agents and learners from, the laws to check
// them by, and experiments to run them in. What Agon's own studies alone use is not exported.

/**
 * Define a part: the default export of a file that an experiment names by its path.
 *
 * @example
 * ```ts
 * import { defineAgent, z } from "agonlab";
 *
 * export default defineAgent({
 *   summary: "plays one action for ever",
 *   parameters: z.strictObject({ level: z.number().default(1).describe("the action") }),
 *   make: ({ level }) => () => ({ reset() {}, act: (_observation, action) => action.set([level]) }),
 * });
 * ```
 */

export { z } from "zod";
export { defineCallback } from "./algorithms/text/callback.ts";
export { defineTextMethod } from "./algorithms/text/text-method.ts";
export { type Problem, UserError } from "./core/errors.ts";
export { defineMeasure } from "./core/measure.ts";
export {
  defineAgent,
  defineAlgorithm,
  defineEnvironment,
  defineReward,
  type PartDefinition,
  type PluginOf,
} from "./core/plugin.ts";
export { Random } from "./core/random.ts";
export { defineFeedback } from "./feedback/sources/source.ts";
export { defineRule } from "./mechanisms/rule.ts";

/**
 * Worlds: the form of a world, its state, its channels and its pictures; worlds of text; small games with all their
 * states; the shipped worlds by name; a world that speaks messages.
 *
 * @example
 * ```ts
 * import { choiceOf, layout, type NumericEnvironment, type NumericSpec, Status } from "agonlab";
 *
 * export function coin(): NumericEnvironment {
 *   const state = layout({ tosses: [1] });
 *   const spec: NumericSpec = {
 *     agents: ["agent_0"],
 *     labels: ["guesser"],
 *     horizon: 10,
 *     actionSize: 1,
 *     actionLow: Float64Array.of(0),
 *     actionHigh: Float64Array.of(1),
 *     actionUnit: "side",
 *     choices: 2,
 *     observation: [{ name: "tosses", size: 1, low: 0, high: 10, meaning: "tosses so far" }],
 *     observationSize: 1,
 *     channels: [{ name: "hit", unit: "guesses", low: 0, high: 1, over: "sum", state: false, meaning: "1 for a hit" }],
 *     publicState: [],
 *     deterministic: false,
 *     symmetric: true,
 *   };
 *   return {
 *     spec,
 *     state,
 *     reset(_random, outcomes) {
 *       state.buffer.fill(0);
 *       outcomes.fill(0);
 *     },
 *     step(actions, outcomes, random) {
 *       outcomes[0] = choiceOf(actions[0], 2) === random.integer(2) ? 1 : 0;
 *       state.views.tosses[0] += 1;
 *       return state.views.tosses[0] < spec.horizon ? Status.running : Status.truncated;
 *     },
 *     observe: (observations) => observations.set(state.views.tosses),
 *   };
 * }
 * ```
 */

export type { Channel, Over } from "./core/channel.ts";
export {
  type Bout,
  choiceOf,
  fieldOffset,
  type NumericEnvironment,
  type NumericSpec,
  type ObservationField,
  type Oracle,
  observationSize,
  type PublicPart,
  Status,
} from "./core/environment.ts";
export { type Layout, layout } from "./core/layout.ts";
export type { Point, Scene, SceneStep, Shape, Tone } from "./core/scene.ts";
export { type Alphabet, closedAlphabet, UNICODE } from "./core/text.ts";
export { CHANCE, type GameTree, OVER, type WholeGame, type WorldGame } from "./core/whole-game.ts";
export { type Bar, type BarPanel, barScene } from "./environments/bar-scene.ts";
export { environments } from "./environments/index.ts";
export { type LanguageTask, languageWorld } from "./environments/language/language-world.ts";
export { type NumberedGame, numberedGame } from "./environments/whole-game.ts";
export { type MessageEnvironment, withMessages } from "./play/messages.ts";

/**
 * Rewards: the form of a reward, every declared form as a function, and the shipped rewards by name.
 *
 * @example
 * ```ts
 * import { channel, potential, type RewardPlan, rewardPlan, rewards, sum } from "agonlab";
 *
 * export const shaped: RewardPlan = sum(channel("payoff"), potential({ trust: 100 }, 0.99));
 * // The same, as an experiment declares it.
 * export const declared: RewardPlan = rewardPlan(
 *   { sum: [{ channel: "payoff" }, { potential: { trust: 100 }, discount: 0.99 }] },
 *   rewards,
 * );
 * ```
 */

export type { Reward, RewardPlan } from "./core/reward.ts";
export { RewardMemory } from "./core/reward-memory.ts";
export { hopBetween } from "./math/hop.ts";
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
  type HopJudge,
  type HopPotential,
  hopPotential,
  integratedPay,
  type JudgedMoment,
  kinesthetic,
  type Layer,
  layers,
  perAgent,
  potential,
  privatePay,
  product,
  type RewardDeclaration,
  rewardPlan,
  rewards,
  type Subgoal,
  scaled,
  sharing,
  subgoals,
  sum,
  teamMix,
  weightedSum,
} from "./rewards/index.ts";

/**
 * Agents: the form of an agent, the shipped agents by name, and language models behind an endpoint.
 *
 * @example
 * ```ts
 * import { type Agent, fieldOffset, type Seat, UserError } from "agonlab";
 *
 * export function follower({ spec }: Seat): Agent {
 *   const at = fieldOffset(spec, "lastActions");
 *   if (at === undefined) throw new UserError({ code: "no-field", what: "the world shows no last actions" });
 *   return { reset() {}, act: (observation, action) => action.set([observation[at]]) };
 * }
 * ```
 */

export { agents } from "./agents/index.ts";
export { type Endpoint, endpointOf } from "./clients/endpoint.ts";
export { type ChatModel, languageModel } from "./clients/language-model.ts";
export { type Agent, type Chance, EpisodeFailed, type Remote } from "./core/agent.ts";
export type { AgentPlan, Seat } from "./core/seat.ts";

/**
 * Learning: the form of an algorithm, episodes to learn from, learners over a table of losses, and the matrices of a
 * linear system behind a record.
 *
 * @example
 * ```ts
 * import { environments, episodeRunner, type JointPolicy, privatePay, Random, streamsBelow } from "agonlab";
 *
 * // What each agent earns in an episode in which all of them do as little as they can.
 * const world = (await environments.get("coopetition/slcd")).make();
 * const idle: JointPolicy = { act: ({ actions }) => actions.set(world.spec.actionLow) };
 * const { totals } = episodeRunner(world, [privatePay]).play(idle, streamsBelow(Random.of(1)));
 * export const earned = totals[0];
 * ```
 */

export { batchedDartboard, batchedExp3, withExtraObservations } from "./algorithms/bandits/budgeted.ts";
export type { SystemBounds } from "./algorithms/bandits/dyn-lin-ucb.ts";
export { exp3Graph, exp3GraphRates } from "./algorithms/bandits/exp3.ts";
export { type LossMeter as Meter, type ObservingLearner, playLosses } from "./algorithms/bandits/observing.ts";
export { systemBounds } from "./algorithms/bandits/system-bounds.ts";
export type {
  AlgorithmPlan,
  Training,
  TrainingCheckpoint,
  TrainingContext,
  UpdateReport,
} from "./core/algorithm.ts";
export { graphOf } from "./environments/bandits/feedback-graph.ts";
export { drawLosses } from "./environments/bandits/losses.ts";
export type { LinearSystem, Rows } from "./math/linear-system.ts";
export {
  type IdentificationOptions,
  type IdentifiedSystem,
  identifySystem,
  type SystemRecord,
} from "./math/system-identification.ts";
export { type EpisodeRunner, type EpisodeView, episodeRunner, type JointPolicy } from "./play/episode.ts";
export { type EpisodeStreams, streamsBelow } from "./play/streams.ts";

/**
 * Text: what text methods and callbacks are made of, and what their answers are written in.
 *
 * @example
 * ```ts
 * import { clippedCredit, defineTextMethod, groupAdvantages, spread, totalPay } from "agonlab";
 *
 * export default defineTextMethod({
 *   summary: "an answer's credit is its pay beside the mean of its group",
 *   make: () => ({
 *     make({ options, sizes }) {
 *       const { objective, advantages, of } = clippedCredit(options, sizes);
 *       return {
 *         objectives: [objective],
 *         teach(texts) {
 *           spread(groupAdvantages(totalPay(texts), sizes.group, options), texts, advantages);
 *           return { credit: of(texts) };
 *         },
 *       };
 *     },
 *   }),
 * });
 * ```
 */

export type { Callback, CallbackPlan, CallbackStage } from "./algorithms/text/callback.ts";
export type { Completions } from "./algorithms/text/completions.ts";
export type { GenerationHook, GenerationStep } from "./algorithms/text/generation-hook.ts";
export {
  addPay,
  characterShares,
  groupAdvantages,
  payTexts,
  spread,
  totalPay,
} from "./algorithms/text/group-advantage.ts";
export type { GroupUpdate, LaterPay } from "./algorithms/text/group-learner.ts";
export { type ClippedCredit, clippedCredit } from "./algorithms/text/group-relative.ts";
export type { TrainingPhase } from "./algorithms/text/phases.ts";
export type {
  BatchSizes,
  Credit,
  GroupMethodOptions,
  MethodSetting,
  TextMethod,
  TextMethodPlan,
  TokenCredit,
} from "./algorithms/text/text-method.ts";
export { clippedObjective, type TokenObjective } from "./algorithms/text/token-objective.ts";
export type { SavedTensor, SavedTensors } from "./algorithms/training-checkpoint.ts";
export type { Measures } from "./algorithms/training-measures.ts";
export { callRewards, callSimilarity, type MatchingOptions } from "./feedback/call-matching.ts";
export { jsonCall, type ToolCall, writtenCalls } from "./feedback/tool-call.ts";

/**
 * Feedback: the form of a source, judges of sub-goals, annotators, and the credit of advertising channels.
 *
 * @example
 * ```ts
 * import { defineFeedback, type EpisodePair } from "agonlab";
 *
 * export default defineFeedback({
 *   summary: "prefers the episode with more of the objective, for ever",
 *   make: () => () => {
 *     let asked = 0;
 *     return {
 *       get asked() {
 *         return asked;
 *       },
 *       compare({ first, second }: EpisodePair) {
 *         asked += 1;
 *         return first.end.wanted > second.end.wanted ? 1 : 0;
 *       },
 *     };
 *   },
 * });
 * ```
 */

export { type Annotator, type SimulatedAnnotator, simulatedAnnotator } from "./feedback/annotator.ts";
export { type AttentionModel, type AttentionOptions, fitAttention } from "./feedback/attribution/attention-model.ts";
export {
  CREDIT_RULES,
  type CreditRule,
  type CreditSums,
  CreditTotals,
  type TotalledJourneys,
} from "./feedback/attribution/credit-totals.ts";
export { readJourneys, type TableOptions } from "./feedback/attribution/journey-table.ts";
export { fitLogisticJourneys, type LogisticInputs } from "./feedback/attribution/logistic-journeys.ts";
export {
  coinJudge,
  type Judge,
  type LabelledTransition,
  noisyJudge,
  ruleJudge,
  type SubgoalDescription,
  type SubgoalRule,
  type SubgoalVerdict,
  type Transition,
} from "./feedback/judge.ts";
export { judgedWorld } from "./feedback/judged-world.ts";
export { type Complete, type LanguageModelJudge, languageModelJudge } from "./feedback/language-model-judge.ts";
export { trainNgramJudge } from "./feedback/ngram-judge.ts";
export type {
  EpisodePair,
  EpisodeRating,
  EpisodeStanding,
  FeedbackPlace,
  FeedbackPlan,
  FeedbackSource,
  FinishedEpisode,
  LabelledPair as ToldPair,
} from "./feedback/sources/source.ts";
export { type Attribution, type AttributionOptions, attributeTouches } from "./lab/attribution/attribution.ts";
export type { CustomerColumn, TouchBlock } from "./logs/journey-rows.ts";
export type { LogInput } from "./logs/source.ts";
export { openTouches, type TouchLog, type TouchOptions } from "./logs/touches.ts";
export { removalCredit } from "./mechanisms/attribution/credit.ts";
export {
  type ChannelPair,
  CONFOUNDED_JOURNEYS,
  generateJourneys,
  type JourneyGenerator,
  trueModel,
} from "./mechanisms/attribution/generated-journeys.ts";
export type { JourneyModel, JourneyPaths, Journeys } from "./mechanisms/attribution/journeys.ts";

/**
 * Mechanisms: the forms of a rule for each family, and mechanisms to make one from.
 *
 * @example
 * ```ts
 * import { type AuctionRule, truthfulMechanism } from "agonlab";
 *
 * // Each bid that reaches the reserve has the same chance, however high it is, so that the truth pays best.
 * export const lottery: AuctionRule = {
 *   family: "auction",
 *   truthful: true,
 *   mechanism: ({ bidders, reserve }) =>
 *     truthfulMechanism(bidders, (bids) => bids.map((bid) => (bid >= reserve ? 1 / bidders : 0))),
 * };
 * ```
 */

export { type DirectMechanism, type DirectOutcome, payYourBid, truthfulMechanism } from "./mechanisms/direct.ts";
export { fixedEfforts, type HiringMechanism } from "./mechanisms/hiring/mechanism.ts";
export type { HiringProblem } from "./mechanisms/hiring/problem.ts";
export { type CascadePlaces, cascadeBound, pickedCascade, truthfulCascade } from "./mechanisms/position/cascade.ts";
export type { ListFloors } from "./mechanisms/position/floors.ts";
export { externalityPricing, type ListUsers } from "./mechanisms/position/list.ts";
export type {
  AuctionRule,
  AuctionSeller,
  HiringMeans,
  HiringRule,
  ListRule,
  ListSeller,
  Rule,
  SaleMechanism,
} from "./mechanisms/rule.ts";

/**
 * Statistics: means, shares and paired effects with intervals; prices that lost bids hide, other policies' values, and
 * whether chances came true; yes and no held against labels; a bidder's log.
 *
 * @example
 * ```ts
 * import { type Estimate, estimate, pairedEffect } from "agonlab";
 *
 * const [before, after] = [[1, 2, 3, 4], [2, 3, 3, 6]];
 * export const mean: Estimate = estimate(after);
 * export const gain: Estimate = pairedEffect(before, after);
 * ```
 */

export { hackingDirection, isAffinePair } from "./evaluation/overoptimisation/hackability.ts";
export { isSafeStep, regularisedPay, sureWantGain } from "./evaluation/overoptimisation/safe-budgets.ts";
export { type Calibration, type CalibrationBin, calibrationOf } from "./evaluation/statistics/calibration.ts";
export {
  classificationScores,
  confusion,
} from "./evaluation/statistics/classification.ts";
export { type Estimate, estimate, wilson } from "./evaluation/statistics/interval.ts";
export { type PairedEffect, pairedEffect } from "./evaluation/statistics/paired.ts";
export { type LoggedDecisions, type PolicyValue, policyValue } from "./evaluation/statistics/policy-value.ts";
export {
  kaplanMeier,
  massUpTo,
  meanUpTo,
  type SurvivalCurve,
  shareAbove,
  survivalQuantile,
} from "./evaluation/statistics/survival.ts";
export { type ClickCells, positionEffects } from "./feedback/clicks/position-effects.ts";
export {
  type BidFigures,
  type BidLogOptions,
  type BidPolicyValue,
  bidFigures,
  type LandscapePoint,
} from "./lab/bids/bid-log.ts";
export {
  type ClickFigures,
  clickFigures,
  type PositionFigures,
} from "./lab/clicks/click-figures.ts";
export type { RankingValue } from "./lab/clicks/ranking-value.ts";
export type { ClickOptions } from "./logs/clicks.ts";

/**
 * Traces of teams: read, checked and written; credit of units.
 *
 * @example
 * ```ts
 * import { attachedCredit, readTraces, type UnitCredit } from "agonlab";
 *
 * // What each message of a file's traces earned for the team.
 * export const messageCredit = (file: string): UnitCredit[] =>
 *   readTraces(file).flatMap((trace) => attachedCredit(trace, "message", "team"));
 * ```
 */

export type { Trace, TraceCosts, TraceEdge, TraceEvent } from "./core/trace.ts";
export { type CheckMode, checkTrace, type Fault } from "./evaluation/traces/check.ts";
export { type CounterfactualReplay, counterfactualCredit, shapleyCredit } from "./evaluation/traces/counterfactual.ts";
export { attachedCredit, sharedCredit, type UnitCredit } from "./evaluation/traces/credit.ts";
export { readTraces, traceLine, traceText } from "./evaluation/traces/file.ts";
export type { CreditUnit } from "./evaluation/traces/vocabulary.ts";

/**
 * Running experiments from code: read, run, reported and exported; the laws of a part.
 *
 * @example
 * ```ts
 * import { buildReport, type ReportData, readExperiment, runExperiment } from "agonlab";
 *
 * // Runs a file in this thread; a second call computes only what is missing.
 * export async function reportOf(file: string, store: string): Promise<ReportData> {
 *   const { folder } = await runExperiment(await readExperiment(file), { store, workers: 0 });
 *   return buildReport(folder);
 * }
 * ```
 */

export { agentLaws } from "./evaluation/laws/agent-laws.ts";
export { environmentLaws } from "./evaluation/laws/environment-laws.ts";
export type { LawVerdict } from "./evaluation/laws/law.ts";
export { rewardLaws } from "./evaluation/laws/reward-laws.ts";
export { type Experiment, parseExperiment, readExperiment } from "./lab/experiment/experiment.ts";
export { type ExportedRun, type ExportOptions, exportRun } from "./lab/exports/export.ts";
export { buildReport } from "./lab/report/report.ts";
export type { ReportData } from "./lab/report/report-data.ts";
export { type RunOptions, type RunResult, runExperiment } from "./lab/run/run.ts";
