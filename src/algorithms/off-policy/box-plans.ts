// Algorithms for worlds whose actions are numbers in a box: every seat learns for itself, or all seats learn together with one
// memory.

import type { AlgorithmPlan } from "../../core/algorithm.ts";
import { needsBox } from "../box-action.ts";
import { alone, type MakeLearner, offPolicyPlan, together } from "./off-policy.ts";
import type { OffPolicyOptions } from "./off-policy-fields.ts";
import { checkJointMemory } from "./replay-buffer.ts";

/** The algorithm `id` of seats that learn for themselves. */
export function aloneInBoxes(id: string, options: OffPolicyOptions, make: MakeLearner): AlgorithmPlan {
  return offPolicyPlan(options, (spec) => needsBox(id, spec, "dqn or ppo"), alone, make);
}

/** The algorithm `id` of seats that learn together, remembering `capacity` joint steps. */
export function togetherInBoxes(
  id: string,
  options: OffPolicyOptions & { readonly capacity: number },
  make: MakeLearner,
): AlgorithmPlan {
  const check: AlgorithmPlan["check"] = (spec) => {
    needsBox(id, spec, "qmix or vdn");
    checkJointMemory(spec, options.capacity);
  };
  return offPolicyPlan(options, check, together, make);
}
