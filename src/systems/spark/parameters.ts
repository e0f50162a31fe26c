// Parameters of recycling, and what they say of a world.

import { z } from "zod";
import { channelIndex } from "../../core/channel.ts";
import type { NumericSpec } from "../../core/environment.ts";
import { flag, maybeWhole, oneOf, share, whole } from "../../core/parameters.ts";

const most = (what: string) =>
  maybeWhole(0, 4096).describe(`exercises ${what} that are made of a batch at most; default half as many as questions`);

export const recyclingParameters = z.strictObject({
  channel: z.string().default("correct").describe("channel of the world that is above 0 where an answer is right"),
  judging: most("in judging, whether an answer is right or which of two is,"),
  reflections: most("in doing better than a wrong answer, to which the world's view `answer` is right,"),
  pointwise: share(0.3).describe("share of one answer alone among verdicts on questions with right and wrong answers"),
  balanced: flag(false).describe(
    "keep as many right as wrong answers among those that are judged alone; false, as published: as they come",
  ),
  longest: maybeWhole(1, 10_000).describe(
    "characters of the longest answer that is shown again, for which the model is given room; default all that fit the world",
  ),
  turns: whole(0, 100, 1).describe(
    "updates on exercises that may follow one on the task; each counts as one of `updates`, and its characters as written. 0: none, but the same demonstrations and room",
  ),
  gold: z
    .literal([true, "shuffled"])
    .default(true)
    .describe("what is paid for: what is right, or as a control what is right of another exercise"),
  judge: oneOf(["same", "apart"], "same").describe(
    "what learns from the exercises: the model that wrote, or a copy of it that never answers the task",
  ),
  shown: share(0.5).describe(
    "share of the demonstrations that show such exercises, made of answers by the imitated oracle",
  ),
  honest: share(0.5).describe(
    "how often the verdicts that are demonstrated are right; 0.5: they show their form alone",
  ),
});

export type RecyclingParameters = z.output<typeof recyclingParameters>;

/** How the answers of a world are read. */
export interface AnswerReading {
  /** Place of the channel that is above 0 where an answer is right. */
  readonly right: number;
  /** Characters of the longest answer that can be read. */
  readonly longest: number;
}

/** How answers are read. Throws a UserError for a channel that there is not. */
export function readingOf({ channel, longest }: RecyclingParameters, spec: NumericSpec): AnswerReading {
  const written = Math.min(spec.horizon, spec.observationSize) - 1;
  return { right: channelIndex(channel, spec.channels, ["channel"]), longest: Math.min(longest ?? written, written) };
}

/** Characters of an answer to an exercise, with its end: a verdict, or an answer as the world takes them. */
export const answerRoom = ({ reflections }: RecyclingParameters, { horizon }: NumericSpec) =>
  reflections === 0 ? 4 : Math.max(4, horizon);

/** Places that a model needs to be asked about answers to the world's questions, which are as long as the world has room for. */
export function recyclingRoom(p: RecyclingParameters, spec: NumericSpec): number {
  if (p.judging === 0 && p.reflections === 0) return 0;
  const { longest } = readingOf(p, spec);
  const { observationSize, horizon } = spec;
  const asked = horizon < observationSize ? observationSize - horizon : observationSize - 1;
  const pair = p.judging === 0 ? 0 : longest + "|?y$".length;
  const reflection = p.reflections === 0 ? 0 : ":".length + answerRoom(p, spec);
  // A multiple of 4, in which arrays are computed fastest.
  return Math.ceil((asked + longest + Math.max(pair, reflection)) / 4) * 4;
}
