// A training in stages: what is paid, what is asked, and in groups of which size changes after so many updates. Each stage has an
// optimiser of its own, and its divergence is measured from the model that the stage before it left (arXiv 2510.24320 for pay,
// 2511.06307 for chosen questions and sizes of groups).

import { z } from "zod";
import type { TrainingContext } from "../../core/algorithm.ts";
import type { NumericSpec } from "../../core/environment.ts";
import { UserError } from "../../core/errors.ts";
import { whole } from "../../core/parameters.ts";
import { startsFrom } from "../../environments/starts.ts";
import { rewardPlan } from "../../rewards/declaration.ts";
import { rewardDeclaration } from "../../rewards/forms.ts";
import { rewards } from "../../rewards/index.ts";
import { choosesOfNothing, type Starts, startParameters } from "./curriculum.ts";

export const groupSizes = {
  questions: whole(1, 4096, 8).describe("questions of an update"),
  answers: whole(2, 1024, 8).describe("answers to each question, which are compared"),
};

export const stageParameters = z
  .array(
    z.strictObject({
      updates: z.int().min(1).max(1_000_000).describe("updates of this stage"),
      reward: rewardDeclaration.optional().describe("what is paid in it; default the declared reward"),
      starts: startParameters,
      questions: groupSizes.questions
        .unwrap()
        .optional()
        .describe("questions of an update; default as after the stages"),
      answers: groupSizes.answers.unwrap().optional().describe("answers to each question; default as after the stages"),
    }),
  )
  .max(16)
  .default([])
  .describe("stages before the `updates`, each with a pay, questions and an optimiser of its own");

export interface GroupSizes {
  readonly questions: number;
  readonly answers: number;
}

/** What comes after the stages. */
export interface LastStage extends GroupSizes {
  readonly updates: number;
  readonly starts?: Starts;
  /** Parts that a pass over the answers is cut into, in every stage. */
  readonly minibatches: number;
}

/** Where a training stands in its stages; updates are counted from 0, from the first that is paid. */
export type Stages = ReturnType<typeof stagesOf>;

/** The stages, and after them the last under the context's own reward. Throws a UserError where sizes do not fit. */
export function stagesOf(given: z.output<typeof stageParameters>, last: LastStage) {
  const starts = [0];
  for (const { updates } of given) starts.push(starts[starts.length - 1] + updates);
  const plans = given.map(({ reward }, k) =>
    reward === undefined ? undefined : rewardPlan(reward, rewards, ["stages", k, "reward"]),
  );
  const sizes = [...given, last].map(({ questions = last.questions, answers = last.answers }) => ({
    questions,
    answers,
  }));
  for (const [k, { questions, answers }] of sizes.entries()) {
    if ((questions * answers) % last.minibatches === 0) continue;
    const what = `${questions} × ${answers} answers cannot be cut into ${last.minibatches} equal parts`;
    const hint = "choose a divisor";
    throw new UserError({ code: "bad-batch", what, path: k < given.length ? ["stages", k] : ["minibatches"], hint });
  }
  const practised = [...given, last].map((stage) => stage.starts);
  const aimless = choosesOfNothing(practised);
  if (aimless >= 0) {
    const what = "it chooses of the questions of stages before it, and none of them has a list";
    const path = aimless < given.length ? ["stages", aimless, "starts"] : ["starts"];
    throw new UserError({ code: "no-questions", what, path, hint: "say how many are drawn: { drawn: 512, keep: 64 }" });
  }
  const stageOf = (update: number) => starts.findLastIndex((start) => start <= update);
  return {
    /** Updates of all stages. */
    updates: starts[given.length] + last.updates,
    /** The first update of each stage. */
    starts,
    /** What each stage practises, as it is declared, the last one's at the end. */
    practised,
    /** The stage of an update; −1 before the first. */
    stageOf,
    /** What is trained in this update: the context, which is paid as the update's stage says, with these beginnings; default all. */
    contextOf(context: TrainingContext, update: number, beginnings?: readonly number[]): TrainingContext {
      const stage = stageOf(update);
      const plan = plans[stage];
      return {
        ...context,
        ...(plan && { makeReward: (memory) => plan(context.spec, memory?.part(`stage ${stage}`)) }),
        ...(beginnings && { makeEnvironment: () => startsFrom(context.makeEnvironment(), beginnings) }),
      };
    },
    /** How many answers this update writes. */
    sizesOf: (update: number): GroupSizes => sizes[stageOf(update)],
    /** Throws a UserError where a stage's reward does not fit the world. */
    check(spec: NumericSpec) {
      for (const plan of plans) plan?.(spec);
    },
  };
}
