// What learners measure of themselves, in words. A learner may measure more; a name that is not here stands for itself.

/** Of a curve of training, by its name in the table: what it is called, in which unit, and what it means. */
export const LEARNING_MEASURES: Readonly<Record<string, { label: string; unit: string; meaning: string }>> = {
  passAtK: {
    label: "pass@k",
    unit: "share of questions",
    meaning: "questions with a right one among their k answers, k being the answers of a group",
  },
  liveGroups: {
    label: "live groups",
    unit: "share of questions",
    meaning: "questions whose answers were not all paid the same, so that there is something to learn",
  },
  skipped: { label: "skipped", unit: "share of updates", meaning: "updates without anything to learn" },
  batches: { label: "batches", unit: "per update", meaning: "batches that were written in search of live groups" },
  episodeSteps: { label: "episode length", unit: "steps", meaning: "length of an episode while it learns" },
  entropy: { label: "entropy", unit: "nats", meaning: "of what an action, or a character, was drawn from" },
  effectiveRank: {
    label: "effective rank",
    unit: "directions",
    meaning: "directions that the hidden states of an answer span",
  },
  klDivergence: {
    label: "KL divergence",
    unit: "nats",
    meaning: "of what acts from what has just been learnt, at a gradient step",
  },
  referenceDivergence: {
    label: "divergence from the reference",
    unit: "nats",
    meaning: "of the model as it is from the model that it began this stage as",
  },
  clipFraction: {
    label: "clipped",
    unit: "share",
    meaning: "actions, or characters, whose probability ratio was clipped",
  },
  gradientNorm: { label: "gradient norm", unit: "", meaning: "Euclidean norm of the gradient" },
  imitationLoss: { label: "imitation loss", unit: "nats", meaning: "cross-entropy of the demonstrator's characters" },
  rollouts: { label: "rollouts", unit: "answers", meaning: "answers that were written to choose from" },
  succeeded: { label: "succeeded", unit: "answers", meaning: "of those, the ones that succeeded" },
  chosen: { label: "chosen", unit: "answers", meaning: "answers that are imitated" },
  curationLoss: {
    label: "loss of imitating its own",
    unit: "nats",
    meaning: "cross-entropy of the chosen answers' characters",
  },
  verifierPay: { label: "the verifier's pay", unit: "reward", meaning: "what the verifier says texts are worth, mean" },
  rulePay: { label: "the rule's pay", unit: "share", meaning: "texts that the rule confirms" },
  verifierGap: {
    label: "pay beyond the rule's",
    unit: "reward",
    meaning: "the verifier's pay less the rule's: what is gamed",
  },
  verifierAccuracy: {
    label: "the verifier's accuracy",
    unit: "share",
    meaning: "of its verdicts on what was written, right and wrong texts counting alike",
  },
  recycledPay: {
    label: "pay of exercises",
    unit: "reward",
    meaning: "of an update on exercises made of earlier answers",
  },
  verdictAccuracy: {
    label: "accuracy of verdicts",
    unit: "share",
    meaning: "verdicts of the model on answers that are right",
  },
};
