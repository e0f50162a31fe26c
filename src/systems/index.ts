// Every study that Agon ships, in the order of the manual.

import { fileURLToPath } from "node:url";
import { Library } from "../core/library.ts";
import type { StudyEntry } from "../study/study.ts";

/** The study that is the experiment of its folder. */
const experiment = (id: string) => async (): Promise<StudyEntry> => {
  const { experimentStudy } = await import("../study/experiment-study.ts");
  return experimentStudy(fileURLToPath(new URL(`./${id}/experiment.yaml`, import.meta.url)));
};

export const studies = new Library<StudyEntry>("study", {
  "coopetition-interdependence": experiment("coopetition-interdependence"),
  "coopetition-trust": experiment("coopetition-trust"),
  "coopetition-loyalty": experiment("coopetition-loyalty"),
  "coopetition-reciprocity": experiment("coopetition-reciprocity"),
  "coopetition-gym": experiment("coopetition-gym"),
  "coopetition-learners": async () => (await import("./coopetition-learners/study.ts")).coopetitionLearners,
  "policy-cliff": experiment("policy-cliff"),
  "average-reward": experiment("average-reward"),
  "reward-design": async () => (await import("./reward-design/study.ts")).rewardDesign,
  "behavior-alignment": experiment("behavior-alignment"),
  "exploration-bonuses": experiment("exploration-bonuses"),
  "greedy-exploration": experiment("greedy-exploration"),
  "dense-rewards": experiment("dense-rewards"),
  "environment-design": async () => (await import("./environment-design/study.ts")).environmentDesign,
  "counter-current-learning": async () => (await import("./counter-current-learning/study.ts")).counterCurrentLearning,
  "credit-assignment-llm": experiment("credit-assignment-llm"),
  "target-decoupling": async () => (await import("./target-decoupling/study.ts")).targetDecoupling,
  "metacognitive-tools": experiment("metacognitive-tools"),
  matchtir: experiment("matchtir"),
  "negative-aware": experiment("negative-aware"),
  "verl-rank": async () => (await import("./verl-rank/study.ts")).verlRank,
  "drive-curation": async () => (await import("./drive-curation/study.ts")).driveCuration,
  revisor: async () => (await import("./revisor/study.ts")).revisor,
  "orchestration-traces": experiment("orchestration-traces"),
  "tool-augmented-mdp": experiment("tool-augmented-mdp"),
  "turn-group-policy": experiment("turn-group-policy"),
  "critique-rl": async () => (await import("./critique-rl/study.ts")).critiqueRl,
  "shopping-agent": experiment("shopping-agent"),
  topocurate: experiment("topocurate"),
  "dual-play": async () => (await import("./dual-play/study.ts")).dualPlayStudy,
  cooper: async () => (await import("./cooper/study.ts")).cooper,
  spark: async () => (await import("./spark/study.ts")).spark,
  "position-auctions": experiment("position-auctions"),
  "dual-mirror-descent": experiment("dual-mirror-descent"),
  autobidding: experiment("autobidding"),
  "hiring-agents": experiment("hiring-agents"),
  "switching-costs": experiment("switching-costs"),
  "dynamical-linear-bandits": experiment("dynamical-linear-bandits"),
  "online-matching": experiment("online-matching"),
  "preference-randomization": experiment("preference-randomization"),
  "multi-touch-attribution": async () => (await import("./multi-touch-attribution/study.ts")).multiTouchAttribution,
  "one-sided-feedback": async () => (await import("./one-sided-feedback/study.ts")).oneSidedFeedback,
  cpret: async () => (await import("./cpret/study.ts")).cpret,
  "swiss-dynamics": async () => (await import("./swiss-dynamics/study.ts")).swissDynamicsStudy,
  "live-oibench": experiment("live-oibench"),
  codeclash: async () => (await import("./codeclash/study.ts")).codeclash,
  "swe-rm": async () => (await import("./swe-rm/study.ts")).sweRm,
  "swe-search": async () => (await import("./swe-search/study.ts")).sweSearch,
  "contrastive-preference": async () => (await import("./contrastive-preference/study.ts")).contrastivePreference,
  "hindsight-simulation": experiment("hindsight-simulation"),
<<<<<<< HEAD
  "user-feedback": experiment("user-feedback"),
  inpo: async () => (await import("./inpo/study.ts")).inpoStudy,
=======
  "user-feedback": async () => (await import("./user-feedback/study.ts")).userFeedback,
  inpo: experiment("inpo"),
>>>>>>> conv-e
  "branch-and-rethink": async () => (await import("./branch-and-rethink/study.ts")).branchAndRethink,
  "rlhf-workflow": async () => (await import("./rlhf-workflow/study.ts")).rlhfWorkflow,
  "reward-hacking": async () => (await import("./reward-hacking/study.ts")).rewardHacking,
  fightladder: experiment("fightladder"),
  "justifiable-decisions": async () => (await import("./justifiable-decisions/study.ts")).justifiableDecisions,
  "lucy-skg": async () => (await import("./lucy-skg/study.ts")).lucySkg,
  "objective-mismatch": async () => (await import("./objective-mismatch/study.ts")).objectiveMismatch,
  basalt: async () => (await import("./basalt/study.ts")).basalt,
  "nash-mirror-prox": experiment("nash-mirror-prox"),
  "reward-topology": async () => (await import("./reward-topology/study.ts")).rewardTopology,
  "preference-as-reward": experiment("preference-as-reward"),
  "deceptive-judge": async () => (await import("./deceptive-judge/study.ts")).deceptiveJudge,
  "feedback-friction": async () => (await import("./feedback-friction/study.ts")).feedbackFriction,
});
