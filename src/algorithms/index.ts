// Every learning algorithm that can be named as a policy, by id.

import type { AlgorithmPlan } from "../core/algorithm.ts";
import { Registry } from "../core/registry.ts";
import { ppo } from "./ppo.ts";

export const algorithms = new Registry<AlgorithmPlan>("algorithm", [ppo]);
