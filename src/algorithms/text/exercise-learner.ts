// Learning from exercises that a training makes itself: its method, applied to rows that are asked what is posed to them.

import { UserError } from "../../core/errors.ts";
import { channel } from "../../rewards/index.ts";
import { restoreModel, type SavedTensors, savedModel } from "../training-checkpoint.ts";
import type { AccompaniedTraining, CallbackStage } from "./callback.ts";
import { groupLearner } from "./group-learner.ts";
import { type PosedSizes, promptSlots } from "./prompt-slots.ts";

/**
 * A learner whose rows answer the exercises that were posed last, one for each group, and are paid where they are right. It moves the
 * stage's model, or a copy of it, which is saved under names that begin with `apart`.
 */
export function exerciseLearner(
  { context, model, parameters, options, reference, optimiser, method }: CallbackStage,
  sizes: PosedSizes,
  apart?: string,
) {
  const { pose, worlds } = promptSlots({ ...sizes, context: model.context }, options.questions, options.answers);
  const { spec } = worlds(0);
  const correct = () => channel("correct")(spec);
  const answering = { ...context, spec, makeReward: correct, makeObjective: correct, objectiveOver: "sum" } as const;
  const own = apart === undefined ? parameters : parameters.clone();
  const parts = { reference, worlds, ...(apart === undefined && { optimiser }) };
  const learner = groupLearner(answering, model, own, method(spec), options, parts);
  return {
    ...learner,
    pose,
    save: () => (apart === undefined ? [] : savedModel(own, learner, apart)),
    restore(tensors: SavedTensors) {
      if (apart !== undefined) restoreModel(tensors, own, learner, apart);
    },
  };
}

/** Throws a UserError where the method, or a callback around it, cannot learn from `exercises`, which pay alone is known of. */
export function checkLearnsExercises({ method, callbacks }: AccompaniedTraining, exercises: string): void {
  const unfit = method.plan.payAlone === true ? callbacks.find(({ plan }) => plan.wrap !== undefined) : method;
  if (unfit === undefined) return;
  const what = `${exercises} are not learnt from by ${unfit.id}`;
  throw new UserError({ code: "bad-exercises", what, hint: "leave one of them out" });
}
