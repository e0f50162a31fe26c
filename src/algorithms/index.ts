// The learning algorithms of this room that can be named as a policy, by id. The trainer of texts, which is put together from methods
// and callbacks, is not among them (`lab/experiment/algorithms.ts`).

import type { AlgorithmPlan } from "../core/algorithm.ts";
import { Library, together } from "../core/library.ts";
import type { BoundEntry } from "../core/registry.ts";

export const algorithms = new Library<BoundEntry<AlgorithmPlan>>("algorithm", {
  ppo: async () => (await import("./policy-gradient/ppo.ts")).ppo,
  iplan: async () => (await import("./intents/iplan.ts")).iplan,
  a2c: async () => (await import("./policy-gradient/a2c.ts")).a2c,
  reinforce: async () => (await import("./policy-gradient/reinforce.ts")).reinforce,
  cloning: async () => (await import("./policy-gradient/cloning.ts")).cloning,
  supervised: async () => (await import("./supervised/supervised.ts")).supervised,
  "episode-dpo": async () => (await import("./policy-gradient/episode-dpo.ts")).episodeDpo,
  dqn: async () => (await import("./off-policy/dqn.ts")).dqn,
  sac: async () => (await import("./off-policy/soft.ts")).sac,
  ddpg: async () => (await import("./off-policy/deterministic.ts")).ddpg,
  td3: async () => (await import("./off-policy/deterministic.ts")).td3,
  maddpg: async () => (await import("./off-policy/deterministic.ts")).maddpg,
  matd3: async () => (await import("./off-policy/deterministic.ts")).matd3,
  m3ddpg: async () => (await import("./off-policy/deterministic.ts")).m3ddpg,
  masac: async () => (await import("./off-policy/soft.ts")).masac,
  qmix: async () => (await import("./off-policy/value-decomposition.ts")).qmix,
  vdn: async () => (await import("./off-policy/value-decomposition.ts")).vdn,
  coma: async () => (await import("./off-policy/coma.ts")).coma,
  "flow-matching": async () => (await import("./flow/flow-matching.ts")).flowMatching,
  ...together(
    ["flow-rwr", "flow-srum", "flow-dpo", "flow-nft", "flow-grpo", "flow-distil", "flow-draft"],
    async () => (await import("./flow/paid-flows.ts")).paidFlows,
  ),
  "guided-flow": async () => (await import("./flow/guided-flow.ts")).guidedFlow,
  "q-learning": async () => (await import("./tabular/q-learning.ts")).qLearning,
  "value-iteration": async () => (await import("./planning/planner.ts")).planner,
  "contrastive-preference": async () => (await import("./preference/contrastive-preference.ts")).contrastivePreference,
  "actor-critic": async () => (await import("./tabular/table-actor-critic.ts")).tableActorCritic,
  "designed-reward": async () => (await import("./reward-design/designed-reward.ts")).designedReward,
  lpg: async () => (await import("./update-rules/lpg.ts")).lpg,
  "mean-field": async () => (await import("./off-policy/mean-field.ts")).meanField,
  psro: async () => (await import("./self-play/psro.ts")).psro,
  league: async () => (await import("./self-play/league-learner.ts")).leagueLearner,
  ...together(
    ["ippo", "ia2c", "independent-reinforce", "isac", "lola", "self-play-ppo", "fcp", "mappo"],
    async () => (await import("./reference-learners.ts")).referenceLearners,
  ),
});
