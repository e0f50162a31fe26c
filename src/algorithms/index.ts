// Every learning algorithm that can be named as a policy, by id.

import type { AlgorithmPlan } from "../core/algorithm.ts";
import { Registry } from "../core/registry.ts";
import { coma } from "./off-policy/coma.ts";
import { ddpg } from "./off-policy/ddpg.ts";
import { dqn } from "./off-policy/dqn.ts";
import { m3ddpg } from "./off-policy/m3ddpg.ts";
import { maddpg } from "./off-policy/maddpg.ts";
import { masac } from "./off-policy/masac.ts";
import { matd3 } from "./off-policy/matd3.ts";
import { meanField } from "./off-policy/mean-field.ts";
import { qmix } from "./off-policy/qmix.ts";
import { sac } from "./off-policy/sac.ts";
import { td3 } from "./off-policy/td3.ts";
import { vdn } from "./off-policy/vdn.ts";
import { a2c } from "./policy-gradient/a2c.ts";
import { barfi } from "./policy-gradient/barfi.ts";
import { ppo } from "./policy-gradient/ppo.ts";
import { reinforce } from "./policy-gradient/reinforce.ts";
import { referenceLearners } from "./reference-learners.ts";
import { dualPlayTraining } from "./text/dual-play-training.ts";
import { grpo } from "./text/grpo.ts";
import { textLearners } from "./text/presets.ts";

export const algorithms = new Registry<AlgorithmPlan>("algorithm", [
  ppo,
  a2c,
  reinforce,
  dqn,
  sac,
  ddpg,
  td3,
  maddpg,
  matd3,
  m3ddpg,
  masac,
  qmix,
  vdn,
  coma,
  meanField,
  barfi,
  grpo,
  dualPlayTraining,
  ...textLearners,
  ...referenceLearners,
]);
