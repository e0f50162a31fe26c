// Labels and units of measures that learners report. A learner may report others; a measure without an entry is shown by its name.

import type { Range } from "../../evaluation/statistics/interval.ts";

const PROCESS_AREA =
  "pairs of an action paid above the mean and another, of those held out, of which the learnt process reward scores the first higher";

/** For each measure of a training curve, by its name in the table: label, unit and meaning. */
export const LEARNING_MEASURES: Readonly<Record<string, readonly [label: string, unit: string, meaning: string]>> = {
  passAtK: [
    "pass@k",
    "share of questions",
    "questions with a right one among their k answers, k being the answers of a group",
  ],
  liveGroups: [
    "live groups",
    "share of questions",
    "questions whose answers were not all paid the same, so that there is something to learn",
  ],
  skipped: ["skipped", "share of updates", "updates without anything to learn"],
  batches: ["batches", "per update", "batches that were written in search of live groups"],
  episodeSteps: ["episode length", "steps", "length of an episode while it learns"],
  entropy: ["entropy", "nats", "of what an action, or a character, was drawn from"],
  effectiveRank: ["effective rank", "directions", "directions that the hidden states of an answer span"],
  stateCoupling: [
    "rank with velocity",
    "",
    "correlation over answers of the effective rank of hidden states and its velocity, length taken out",
  ],
  tokenCoupling: [
    "entropy with confidence",
    "",
    "correlation over answers of the entropy of characters and the likeliest one's probability, length taken out",
  ],
  decoupling: ["decoupling", "", "size of entropy with confidence less size of rank with velocity"],
  steadiness: [
    "steadiness of acceleration",
    "",
    "size of the correlation with length, of the rank's velocity less that of its acceleration",
  ],
  klDivergence: ["KL divergence", "nats", "of what acts from what has just been learnt, at a gradient step"],
  referenceDivergence: [
    "divergence from the reference",
    "nats",
    "of the model as it is from the model that it began this stage as",
  ],
  clipFraction: ["clipped", "share", "actions, or characters, whose probability ratio was clipped"],
  worstCosine: [
    "worst cosine",
    "",
    "least cosine of the direction of a gradient step with the gradients of the reward's terms",
  ],
  conflict: ["conflicts", "share of steps", "measured gradient steps that oppose the gradient of one of the terms"],
  backwardPasses: ["backward passes", "passes per step", "that a gradient step needs, without those of measures"],
  leastGain: [
    "least gain of a term",
    "deviations",
    "of the reward's terms the least rise since the start, at the end, to the same observations",
  ],
  gradientNoise: [
    "noise of the gradient",
    "squared lengths",
    "variance of the gradient of matching over batches, over the squared length of its mean",
  ],
  groupNoise: [
    "noise by the group's normaliser",
    "of that by an action's own",
    "noise of the gradient with the group's normaliser over that with each action's own, of the same batches",
  ],
  plainNoise: [
    "noise without a normaliser",
    "of that by an action's own",
    "the same ratio for the gradient that is divided by nothing",
  ],
  fakeLoss: ["loss of the fake", "", "mean squared error of the velocities of a flow that draws as the student does"],
  samples: ["student's samples", "actions", "drawn so far to learn from"],
  unguided: [
    "objective without guidance",
    "",
    "of actions that a flow draws without noise and guidance after an update",
  ],
  updatesToGoal: [
    "updates to the goal",
    "updates",
    "updates until the unguided objective's mean over ten reached the goal that is named; all of the training where it did not",
  ],
  judgements: ["judgements", "per action", "of noisy states by a process reward, for an action that is drawn"],
  evaluations: ["network evaluations", "per action", "of the velocity, to draw an action and to learn from it"],
  processArea90: ["area of the process reward at t = 0.9", "share of pairs", PROCESS_AREA],
  processArea60: ["area of the process reward at t = 0.6", "share of pairs", PROCESS_AREA],
  processArea30: ["area of the process reward at t = 0.3", "share of pairs", PROCESS_AREA],
  winRate: [
    "win rate",
    "share of sets",
    "sets of actions that are paid more than sets of the start to the same observations, at the end",
  ],
  setGain: ["gain of a set", "points of pay", "how much more sets are paid than those of the start, at the end"],
  setPay: ["pay of a set", "points of pay", "what each of an update's two sets is paid, mean"],
  betterSetPay: ["pay of the better set", "points of pay", "what the set is paid whose actions are preferred"],
  paySlope: ["slope of pay", "", "length of the gradient of pay in an action, root of the mean square"],
  networkCalls: ["network calls", "calls", "of the network, to draw an action that is learnt from"],
  understanding: [
    "understanding",
    "share",
    "verdicts of a judge of pictures, on renders that it has not seen, that are right",
  ],
  meanScore: ["score of objects", "", "what a judge says of an object of a drawn picture, from −1 to 1, mean"],
  scoreCalibration: [
    "calibration of scores",
    "",
    "correlation of a judge's scores of objects with those of the exact parser",
  ],
  scoreGap: ["gap of scores", "", "mean score of objects that are as wanted, less that of the others"],
  meanWeight: ["weight of pixels", "", "of the maps of a round, mean"],
  leastWeight: ["least weight of a pixel", "", "of the maps of a round"],
  gradientNorm: ["gradient norm", "", "Euclidean norm of the gradient"],
  imitationLoss: ["imitation loss", "nats", "cross-entropy of what the demonstrator did, or of its characters"],
  rewardPredictionLoss: ["loss of foreseeing reward", "nats", "cross-entropy of the next reward's sign"],
  stateReconstructionLoss: ["loss of reconstruction", "", "squared error of an observation's numbers"],
  hackRate: ["weight on the largest advantage", "share", "steps in which a learned router's largest weight lies there"],
  routeWeight0: ["weight of the first head", "share", "of an error router, mean over steps"],
  practised: ["questions kept", "questions", "questions that a stage practises, chosen as it begins"],
  practisedRate: [
    "pass rate of questions kept",
    "share of answers",
    "mean pass rate of these, by which they were chosen",
  ],
  rollouts: ["rollouts", "answers", "answers that were written to choose from"],
  succeeded: ["succeeded", "answers", "of those, the ones that succeeded"],
  chosen: ["chosen", "answers", "answers that are imitated"],
  curationLoss: ["loss of imitating its own", "nats", "cross-entropy of the chosen answers' characters"],
  verifierPay: ["the verifier's pay", "reward", "what the verifier says texts are worth, mean"],
  rulePay: ["the rule's pay", "share", "texts that the rule confirms"],
  verifierGap: ["pay beyond the rule's", "reward", "the verifier's pay less the rule's: what is gamed"],
  verifierAccuracy: [
    "the verifier's accuracy",
    "share",
    "of its verdicts on what was written, right and wrong texts counting alike",
  ],
  verifierBest: [
    "right answers picked",
    "share of questions",
    "questions whose answer that the verifier scores highest is right",
  ],
  verifierGain: ["gain by picking", "", "right answers picked, less the share of all answers that is right"],
  verifierArea: [
    "area under the verifier's curve",
    "share of pairs",
    "pairs of a right and a wrong answer, to any questions, of which the verifier scores the right one higher",
  ],
  verifierOrder: [
    "order within questions",
    "share of pairs",
    "pairs of a right and a wrong answer to one question of which the verifier scores the right one higher",
  ],
  verifierCalibration: [
    "the verifier's calibration error",
    "share",
    "mean distance, over ten bins of answers, of the verifier's chance from how many are right",
  ],
  secondRight: [
    "right by the second look alone",
    "share of answers",
    "answers whose second question, as `revisor` asks it, was answered rightly",
  ],
  recycledPay: ["pay of exercises", "reward", "of an update on exercises made of earlier answers"],
  exploitability: ["exploitability", "per game", "what best answers win against the mixture that is answered next"],
  agreement: ["agreement", "share of answers", "answers to posed questions that agree with the stated answer"],
  statedRight: ["stated answers that are right", "share of questions", "posed questions whose stated answer is right"],
  givenAway: ["not asked", "share of questions", "posed questions that have no answer, or give it away"],
  questionWorth: ["worth of questions", "reward", "what the proposer is paid for a question"],
  questionDifference: ["difference of questions", "share", "of the latest questions that are not like a new one"],
  differentQuestions: ["different questions", "share of questions", "of the latest hundred that were posed"],
  questionCharacters: ["length of questions", "characters", "of posed questions, with their mark"],
  questionsWaiting: ["questions waiting", "questions", "posed questions that the solver may practise"],
  solverPay: ["the solver's pay", "share of answers", "answers that are marked as right"],
  levelScore: ["score of levels", "", "of the levels of an update, by which they are replayed, mean"],
  untilLevel: [
    "episodes to the level",
    "episodes",
    "episodes until the objective's mean over ten reached the level that is named; all of the training where it did not",
  ],
  verdictAccuracy: ["accuracy of verdicts", "share", "verdicts of the model on answers that are right"],
};

/** Units of counts. Counts and the measures that are sizes or cross-entropies are never below 0. */
const COUNTED = new Set([
  "steps",
  "per update",
  "per action",
  "updates",
  "directions",
  "answers",
  "questions",
  "episodes",
]);
const SIZES = new Set([
  ...["gradientNorm", "imitationLoss", "curationLoss"],
  ...["rewardPredictionLoss", "stateReconstructionLoss", "exploitability"],
]);

/** Ranges of these measures, by name; measures without bounds are missing. */
export const LEARNING_RANGES: ReadonlyMap<string, Range> = new Map(
  Object.entries(LEARNING_MEASURES).flatMap(([name, [, unit]]): [string, Range][] => {
    if (unit.startsWith("share")) return [[name, [0, 1]]];
    return COUNTED.has(unit) || SIZES.has(name) ? [[name, [0, Number.POSITIVE_INFINITY]]] : [];
  }),
);
