// The auxiliary tasks that a learner can be given by name: their parameters, and what is made of them.

import { z } from "zod";
import { type Path, UserError } from "../../core/errors.ts";
import { whole } from "../../core/parameters.ts";
import type { AuxiliaryOptions } from "./auxiliary-heads.ts";
import { rewardPrediction, rewardPredictionFields } from "./reward-prediction.ts";
import { stateReconstruction, stateReconstructionFields } from "./state-reconstruction.ts";

export const auxiliaryFields = z.strictObject({
  layers: whole(1, 8, 1).describe("first hidden layers of the actor that the tasks share with it"),
  rewardPrediction: rewardPredictionFields
    .optional()
    .describe("foresee the sign of the next reward from a short sequence of observations"),
  stateReconstruction: stateReconstructionFields.optional().describe("reconstruct an observation from a few numbers"),
});

/** The tasks that are named. Throws a UserError where none is, or where the actor has too few of the `hidden` layers. */
export function auxiliaryOptions(
  { layers, rewardPrediction: foreseen, stateReconstruction: seen }: z.output<typeof auxiliaryFields>,
  hidden: readonly number[],
  path: Path,
): AuxiliaryOptions {
  if (layers > hidden.length) {
    const what = `auxiliary tasks cannot share ${layers} hidden layers of ${hidden.length}`;
    const hint = "name fewer layers, or give the actor more in hidden";
    throw new UserError({ code: "bad-layers", what, path: [...path, "layers"], hint });
  }
  const plans = {
    ...(foreseen === undefined ? {} : { rewardPrediction: rewardPrediction(foreseen) }),
    ...(seen === undefined ? {} : { stateReconstruction: stateReconstruction(seen) }),
  };
  if (Object.keys(plans).length > 0) return { layers, plans };
  const hint = "name rewardPrediction, stateReconstruction or both";
  throw new UserError({ code: "no-task", what: "no auxiliary task is named", path, hint });
}
