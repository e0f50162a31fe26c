// What a flow draws without noise and guidance while it is trained with both: the curve that shows what has passed into the policy.

import type { TrainingContext } from "../../core/algorithm.ts";
import type { Random } from "../../core/random.ts";
import { RewardMemory } from "../../core/reward-memory.ts";
import { type SavedTensor, type SavedTensors, saved } from "../training-checkpoint.ts";
import { levelWatch, type Measures } from "../training-measures.ts";
import { groupsOf } from "./drawn-groups.ts";
import { drawnBy, type FlowPlace } from "./flow-rule.ts";

/** Tensor of the updates until the goal was reached. */
const UNTIL = "until goal";

/**
 * After each update as many actions as it drew, each for an observation of its own, by the ordinary equation: `unguided` is their mean objective,
 * and `updatesToGoal` the updates until the mean of the latest ten reached `goal`, cut at all updates. Without a goal nothing is drawn.
 */
export function unguidedCurve(context: TrainingContext, place: FlowPlace, goal: number | undefined, updates: number) {
  const watch = levelWatch(goal, updates);
  const drawn = goal === undefined ? undefined : groupsOf(context, place.rows, 1, RewardMemory.empty());
  return {
    begin: watch.begin,
    restore(tensors: SavedTensors) {
      const until = tensors.get(UNTIL);
      if (until !== undefined) watch.until = until[0];
    },
    save: (): SavedTensor[] => (goal === undefined ? [] : [saved(UNTIL, [watch.until])]),
    /** Measures after update `update`, from 0 on. */
    measures(random: Random, update: number): Measures {
      if (drawn === undefined) return {};
      const { objective, rows } = drawn(random, drawnBy(place, place.policy));
      const unguided = objective.reduce((a, b) => a + b, 0) / rows;
      watch.watch([unguided], update);
      return { unguided, updatesToGoal: watch.until };
    },
  };
}
