// How trained players play beside how they played in training: as they were, unless the file asks for their likeliest actions.

import type { AlgorithmPlan } from "../core/algorithm.ts";
import { flag } from "../core/parameters.ts";

/** The parameter of learners whose players draw their actions. */
export const mode = flag(false).describe(
  "trained players always play their most probable action; false: they draw, as in training",
);

/** The parameter of learners that write. */
export const writingMode = flag(false).describe(
  "trained players always write the likeliest character; false: they draw, as in training",
);

/** What a plan says of it, in words for reports. Players without the parameter choose, and tried actions at random in training. */
export function playsOtherwise(likeliest: boolean | undefined): Pick<AlgorithmPlan, "playsOtherwise"> {
  if (likeliest === false) return {};
  return {
    playsOtherwise:
      likeliest === undefined
        ? "always take the action that they hold to be best, and tried others in training"
        : "always take their likeliest action, and drew in training",
  };
}
