// Recycling beside a training (SPARK, arXiv 2509.22624): which exercises are made of answers and their verdicts, in any world of
// text that says whether an answer was right, how much room they need, and which model learns from them.

import { z } from "zod";
import {
  type AccompaniedTraining,
  type Callback,
  type CallbackStage,
  defineCallback,
} from "../../algorithms/text/callback.ts";
import { groupLearner, groupOptimiser } from "../../algorithms/text/group-learner.ts";
import { answeringContext, promptSlots } from "../../algorithms/text/prompt-slots.ts";
import type { ImitationChange } from "../../algorithms/text/sft.ts";
import { restore, restoreParameters, saved, savedParameters } from "../../algorithms/training-checkpoint.ts";
import type { TrainingContext } from "../../core/algorithm.ts";
import { channelIndex } from "../../core/channel.ts";
import type { NumericEnvironment, NumericSpec } from "../../core/environment.ts";
import { UserError } from "../../core/errors.ts";
import { flag, oneOf, share, whole } from "../../core/parameters.ts";
import { ALPHABET, hasCommonAlphabet } from "../../environments/language/alphabet.ts";
import { recycledDemonstrations } from "./recycled-demonstrations.ts";
import { recycledExercise } from "./recycled-forms.ts";
import { recycledTurns } from "./recycled-turns.ts";
import { type RecyclingOptions, recycledItems } from "./recycling.ts";
import { type AnswerReading, verifiedAnswers } from "./verified-answers.ts";

const most = (what: string) =>
  z
    .int()
    .min(0)
    .max(4096)
    .optional()
    .describe(`exercises ${what} that are made of a batch at most; default half as many as questions`);

export const recyclingParameters = z.strictObject({
  channel: z.string().default("correct").describe("channel of the world that is above 0 where an answer is right"),
  judging: most("in judging, whether an answer is right or which of two is,"),
  reflections: most("in doing better than a wrong answer, to which the world's view `answer` is right,"),
  pointwise: share(0.3).describe("share of one answer alone among verdicts on questions with right and wrong answers"),
  balanced: flag(false).describe(
    "keep as many right as wrong answers among those that are judged alone; false, as published: as they come",
  ),
  longest: z
    .int()
    .min(1)
    .max(10_000)
    .optional()
    .describe(
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

type RecyclingChoice = z.output<typeof recyclingParameters>;

export const callback = defineCallback({
  id: "spark",
  summary:
    "updates on exercises about the answers that were written and their verdicts, in turns with those on the task; of several turns of a world, the answer is the last",
  source: "SPARK, arXiv 2509.22624",
  parameters: recyclingParameters,
  make: (own) =>
    own.judging === 0 && own.reflections === 0
      ? {}
      : {
          freshAnswers: "what was right of answers",
          check: checkTraining,
          checkWorld: (world) => checkRecycled(own, world),
          room: (spec) => recyclingRoom(own, spec),
          shown: (context, from, room) => recyclingShown(own, context, from, room),
          make: (stage) => recyclingCallback(own, stage),
        },
});

/** Throws a UserError where the training's method cannot learn from recycled exercises. */
function checkTraining({ method, callbacks }: AccompaniedTraining): void {
  const unfit = method.plan.payAlone === true ? callbacks.find(({ plan }) => plan.wrap !== undefined) : method;
  if (unfit === undefined) return;
  throw wrong([], `recycled exercises are not learnt from by ${unfit.id}`, "leave one of them out");
}

/** Throws a UserError where answers to the world cannot be recycled. */
function checkRecycled(p: RecyclingChoice, { spec, texts }: NumericEnvironment): void {
  if (!hasCommonAlphabet(spec)) {
    throw wrong(
      [],
      "recycled exercises are put together from the characters of language/… worlds, and this world has others",
      `its alphabet would have to be ${ALPHABET.join("")}`,
    );
  }
  readingOf(p, spec);
  if (p.reflections !== 0 && texts?.answer === undefined) {
    throw wrong(
      ["reflections"],
      'this world does not say what the right answer is: it has no view "answer"',
      "reflections: 0 asks for verdicts alone",
    );
  }
}

function wrong(path: readonly string[], what: string, hint: string): UserError {
  return new UserError({ code: "bad-recycling", what, path, hint });
}

/** How answers are read. Throws a UserError for a channel that there is not. */
function readingOf({ channel, longest }: RecyclingChoice, { channels, horizon, observationSize }: NumericSpec) {
  const right = channelIndex(channel, channels, ["channel"]);
  const written = Math.min(horizon, observationSize) - 1;
  return { right, longest: Math.min(longest ?? written, written) } satisfies AnswerReading;
}

/** Characters of an answer to an exercise, with its end: a verdict, or an answer as the world takes them. */
const answerRoom = ({ reflections }: RecyclingChoice, { horizon }: NumericSpec) =>
  reflections === 0 ? 4 : Math.max(4, horizon);

/** Places that a model needs to be asked about answers to the world's questions, which are as long as the world has room for. */
export function recyclingRoom(p: RecyclingChoice, spec: NumericSpec): number {
  const { longest } = readingOf(p, spec);
  const { observationSize, horizon } = spec;
  const asked = horizon < observationSize ? observationSize - horizon : observationSize - 1;
  const pair = p.judging === 0 ? 0 : asked + 2 * longest + "|?y$".length;
  const reflection = p.reflections === 0 ? 0 : asked + longest + ":".length + answerRoom(p, spec);
  // A multiple of 4, in which arrays are computed fastest.
  return Math.ceil(Math.max(pair, reflection) / 4) * 4;
}

/** Which items are made of a batch of so many questions. */
function itemsOf(p: RecyclingChoice, questions: number): RecyclingOptions {
  const { pointwise, balanced, judging = Math.ceil(questions / 2), reflections = Math.ceil(questions / 2) } = p;
  return { pointwise, balanced, judging, reflections };
}

/** What demonstrations show of such exercises; undefined where they show none. */
function recyclingShown(
  p: RecyclingChoice,
  context: TrainingContext,
  from: string,
  room: number,
): ImitationChange | undefined {
  if (p.shown === 0) return undefined;
  const { shown, honest } = p;
  return recycledDemonstrations(context, from, {
    ...readingOf(p, context.spec),
    share: shown,
    honest,
    items: itemsOf(p, 2),
    room,
  });
}

/** Makes exercises of the answers that rows write in their worlds; undefined where there are none to learn from. */
export function recyclingCallback(
  p: RecyclingChoice,
  { context, model, parameters, worlds, options, reference, optimiser, method }: CallbackStage,
): Callback | undefined {
  if (p.turns === 0) return undefined;
  const { questions, answers } = options;
  const reading = readingOf(p, context.spec);
  const room = answerRoom(p, context.spec);
  // A posed world lets three more characters be written than the longest answer has.
  const sizes = { longestQuestion: 1, longestAnswer: room - 3, context: model.context };
  const rows = promptSlots(sizes, questions, answers);
  const { spec } = rows.worlds(0);
  const own = answeringContext(context, spec);
  const apart = p.judge === "apart";
  const judge = apart ? parameters.clone() : parameters;
  const mover = apart ? groupOptimiser(judge.flat.length, options) : optimiser;
  const learner = groupLearner(own, model, judge, method(spec), options, {
    reference,
    worlds: rows.worlds,
    optimiser: mover,
  });
  const items = itemsOf(p, questions);
  const turns = recycledTurns(learner, rows, {
    questions,
    turns: p.turns,
    shuffled: p.gold === "shuffled",
    recycle: (texts, random) =>
      recycledItems(verifiedAnswers(texts, worlds, reading), random, items).filter((item) => {
        const { question, answers: golds } = recycledExercise(item);
        return golds[0] !== "" && question.length + golds[0].length < model.context;
      }),
  });
  if (!apart) return turns;
  return {
    ...turns,
    save: () => [...(turns.save?.() ?? []), ...savedParameters(judge, "judge."), saved("judge.optimiser", mover.state)],
    restore(tensors) {
      turns.restore?.(tensors);
      restoreParameters(tensors, judge, "judge.");
      restore(tensors, "judge.optimiser", mover.state);
    },
  };
}
