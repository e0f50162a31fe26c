// Every learning algorithm that can be named as a policy, by id.

import type { AlgorithmPlan } from "../core/algorithm.ts";
import { Registry } from "../core/registry.ts";
import { a2c } from "./a2c.ts";
import { barfi } from "./barfi.ts";
import { coma } from "./coma.ts";
import { ddpg } from "./ddpg.ts";
import { dqn } from "./dqn.ts";
import { dualPlayTraining } from "./language/dual-play-training.ts";
import { grpo } from "./language/grpo.ts";
import { textLearners } from "./language/presets.ts";
import { m3ddpg } from "./m3ddpg.ts";
import { maddpg } from "./maddpg.ts";
import { masac } from "./masac.ts";
import { matd3 } from "./matd3.ts";
import { meanField } from "./mean-field.ts";
import { ppo } from "./ppo.ts";
import { qmix } from "./qmix.ts";
import { referenceLearners } from "./reference-learners.ts";
import { reinforce } from "./reinforce.ts";
import { sac } from "./sac.ts";
import { td3 } from "./td3.ts";
import { vdn } from "./vdn.ts";

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
