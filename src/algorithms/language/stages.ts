// A training in stages: what is paid changes after so many updates. Each stage has an optimiser of its own, and its divergence is
// measured from the model that the stage before it left (arXiv 2510.24320).

import { z } from "zod";
import type { TrainingContext } from "../../core/algorithm.ts";
import type { NumericSpec } from "../../core/environment.ts";
import { rewardDeclaration, rewardPlan } from "../../rewards/declaration.ts";
import { rewards } from "../../rewards/index.ts";

export const stageParameters = z
  .array(
    z.strictObject({
      updates: z.int().min(1).max(1_000_000).describe("updates of this stage"),
      reward: rewardDeclaration.describe("what is paid in it"),
    }),
  )
  .max(16)
  .default([])
  .describe("stages between the warm-up and the declared reward, each with a pay and an optimiser of its own");

/** Where a training stands in its stages; updates are counted from 0, without those of the warm-up. */
export interface Stages {
  /** Updates of all stages. */
  readonly updates: number;
  /** The first update of each stage. */
  readonly starts: readonly number[];
  /** What is trained in this update: the context, paid as the update's stage says. */
  contextOf(context: TrainingContext, update: number): TrainingContext;
  /** Throws a UserError where a stage's reward does not fit the world. */
  check(spec: NumericSpec): void;
}

/** The stages, and after them `last` updates under the context's own reward. */
export function stagesOf(given: z.output<typeof stageParameters>, last: number): Stages {
  const starts = [0];
  for (const { updates } of given) starts.push(starts[starts.length - 1] + updates);
  const plans = given.map(({ reward }, k) => rewardPlan(reward, rewards, ["stages", k, "reward"]));
  return {
    updates: starts[given.length] + last,
    starts,
    contextOf(context, update) {
      const stage = starts.findLastIndex((start) => start <= update);
      const plan = plans[stage];
      if (plan === undefined) return context;
      return { ...context, makeReward: (memory) => plan(context.spec, memory?.part(`stage ${stage}`)) };
    },
    check(spec) {
      for (const plan of plans) plan(spec);
    },
  };
}
