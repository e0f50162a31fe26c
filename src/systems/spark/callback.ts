// Recycling beside a training (SPARK, arXiv 2509.22624): which exercises are made of answers and their verdicts, in any world of
// text that says whether an answer was right, how much room they need, and which model learns from them.

import { type Callback, type CallbackStage, defineCallback } from "../../algorithms/text/callback.ts";
import { checkLearnsExercises, exerciseLearner } from "../../algorithms/text/exercise-learner.ts";
import { textView } from "../../core/text-view.ts";
import { checkCommonAlphabet } from "../../environments/language/alphabet.ts";
import { answerRoom, type RecyclingParameters, readingOf, recyclingParameters, recyclingRoom } from "./parameters.ts";
import { recycledDemonstrations } from "./recycled-demonstrations.ts";
import { recycledTurns } from "./recycled-turns.ts";
import { recycledItems } from "./recycling.ts";
import { verifiedAnswers } from "./verified-answers.ts";

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
          check: (training) => checkLearnsExercises(training, "recycled exercises"),
          checkWorld(world) {
            checkCommonAlphabet(world.spec, "recycled exercises");
            readingOf(own, world.spec);
            if (own.reflections !== 0) textView(world, "answer", "a better answer", ["reflections"]);
          },
          room: (spec) => recyclingRoom(own, spec),
          shown: (context, from, room) =>
            own.shown === 0 ? undefined : recycledDemonstrations(context, from, own, room),
          make: (stage) => recyclingCallback(own, stage),
        },
});

/** Makes exercises of the answers that rows write in their worlds; undefined where there are none to learn from. */
export function recyclingCallback(p: RecyclingParameters, stage: CallbackStage): Callback | undefined {
  if (p.turns === 0) return undefined;
  const { context, model, worlds, options } = stage;
  // A posed world lets three more characters be written than the longest answer has.
  const sizes = { longestQuestion: 1, longestAnswer: answerRoom(p, context.spec) - 3 };
  const learner = exerciseLearner(stage, sizes, p.judge === "apart" ? "judge." : undefined);
  const reading = readingOf(p, context.spec);
  return recycledTurns(learner, p, options.questions, (texts, random) => {
    const items = recycledItems(verifiedAnswers(texts, worlds, reading), random, p, Math.ceil(options.questions / 2));
    return items.filter(({ question, right }) => right !== "" && question.length + right.length < model.context);
  });
}
