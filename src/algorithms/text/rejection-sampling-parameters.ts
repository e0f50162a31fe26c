// How rejection sampling is declared: what is answered, what is chosen of it, and how that is imitated.

import { z } from "zod";
import { channelIndex } from "../../core/channel.ts";
import type { NumericSpec } from "../../core/environment.ts";
import { UserError } from "../../core/errors.ts";
import { oneOf, positive, share, whole, within } from "../../core/parameters.ts";
import { ROLLOUT_CHOICES, TASK_CHOICES } from "../../feedback/topology/choice.ts";

const weight = z.number().min(0).max(1000);
const someWeight = {
  check: (weights: readonly number[]) => weights.some((one) => one > 0),
  error: "give at least one a weight above 0",
};

export const rejectionSamplingParameters = z.strictObject({
  questions: whole(1, 4096, 32).describe("different questions that are answered; fewer where the world has no more"),
  tries: whole(1, 1024, 16).describe("answers to each"),
  success: z
    .string()
    .optional()
    .describe("channel whose sum over an answer is above 0 where it succeeded; default: where the declared reward is"),
  by: oneOf(ROLLOUT_CHOICES, "topology").describe(
    "which answers are imitated: those that succeeded and score highest, any that succeeded, or any at all",
  ),
  keep: whole(1, 1024, 2).describe("answers that are chosen for each question, if there are so many"),
  among: oneOf(["question", "all"], "question").describe(
    "keep so many of the answers to each question, or as many in all of all answers",
  ),
  steps: whole(0, 1_000_000, 100).describe("gradient steps of imitating what was chosen"),
  texts: whole(1, 4096, 32).describe("chosen answers of each, drawn anew"),
  rate: positive(1, 1e-3).describe("largest learning rate of the imitation"),
  tasks: z
    .strictObject({
      by: oneOf(["all", ...TASK_CHOICES], "all").describe(
        "questions of the paid updates: all that the world draws, or of those answered here the most instructive, those nearest a pass rate of ½, or any",
      ),
      keep: whole(1, 4096, 8).describe("how many are practised, each as often"),
    })
    .prefault({})
    .describe("which questions are practised after it, in all stages that list none"),
  scores: z
    .strictObject({
      drop: share(0.15).describe("by how much the chance of success must fall for a turn to be a mistake"),
      answers: z
        .tuple([weight, weight, weight])
        .refine(someWeight.check, { error: someWeight.error })
        .default([1, 1, 1])
        .describe(
          "relative weights of coming back from mistakes, of wasting no turns, and of doing what is seldom done",
        ),
      tasks: z
        .tuple([weight, weight])
        .refine(someWeight.check, { error: someWeight.error })
        .default([3, 1])
        .describe("relative weights of error branches and of the number of ways to succeed, among questions"),
      temperature: within(0.005, 100, 0.05).describe("at which questions are drawn by these"),
    })
    .prefault({})
    .describe("what topology counts"),
});

export type RejectionSamplingOptions = z.output<typeof rejectionSamplingParameters>;

/** Throws a UserError where parameters contradict each other, or the world has no such channel. */
export function checkRejectionSampling(
  { questions, success, tasks }: RejectionSamplingOptions,
  { channels }: NumericSpec,
): void {
  if (tasks.by !== "all" && tasks.keep > questions) throw tooFew(`${questions} questions are answered`, tasks.keep);
  if (success !== undefined) channelIndex(success, channels, ["success"]);
}

/** The error where fewer questions are there than are to be kept. */
export function tooFew(what: string, keep: number): UserError {
  return new UserError({
    code: "few-questions",
    what: `${what}, and ${keep} are to be practised`,
    path: ["tasks", "keep"],
    hint: "let tasks keep fewer, or leave it out",
  });
}
