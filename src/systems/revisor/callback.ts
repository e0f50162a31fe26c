// Pay for the way to an answer, by a second question: a model that has called for a piece of evidence is shown that piece alone, and
// is paid once more where it is enough to answer from (the decoupled reward of arXiv 2511.13026, R = λ₁·R_final + λ₂·R_causal).
// The same model answers, as it stands, and its second answers are part of the pay: nothing is learnt from them.

import { z } from "zod";
import { type Callback, type CallbackStage, defineCallback } from "../../algorithms/text/callback.ts";
import { textSampler } from "../../algorithms/text/completions.ts";
import type { LaterPay } from "../../algorithms/text/group-learner.ts";
import { promptSlots } from "../../algorithms/text/prompt-slots.ts";
import type { TrainingContext } from "../../core/algorithm.ts";
import type { NumericEnvironment } from "../../core/environment.ts";
import type { Reward } from "../../core/reward.ts";
import { textView } from "../../core/text-view.ts";
import type { Exercise } from "../../environments/language/questions.ts";
import { mean } from "../../evaluation/statistics/moments.ts";

export const callback = defineCallback({
  id: "revisor",
  summary: "pays for calling for what is enough to answer from: the model is asked once more, with that alone",
  source: "arXiv 2511.13026",
  example: { environment: "language/tape" },
  parameters: z.strictObject({
    question: z.string().default("alone").describe("view of the world in words that is asked when an episode is over"),
    weight: z.number().min(0).max(1000).default(0.3).describe("what a right answer to it is paid"),
  }),
  make: ({ question, weight }) => ({
    checkWorld: (world) => void viewsOf(world, question),
    make: (stage) =>
      secondQuery(stage, { weight, temperature: stage.options.temperature, exercise: exerciseFrom(question) }),
  }),
});

export interface SecondQueryOptions {
  /** λ₂, what a right second answer is paid. */
  readonly weight: number;
  readonly temperature?: number | undefined;
  /** What is asked of a world whose episode is over; undefined where there is nothing to ask, which is paid nothing. */
  readonly exercise: (world: NumericEnvironment) => Exercise | undefined;
}

/** A second question at the end of episodes. */
interface SecondQuery extends Callback {
  /** Asks, and adds the pay to the character that the model wrote last before the world first answered it. */
  readonly later: LaterPay;
  /** [rows] 1 where the last second answers were right. */
  readonly right: Float64Array;
}

/**
 * Asks about the `worlds` in which the rows' first answers are written, for answers of at most as many characters as the world's
 * horizon leaves room for.
 */
export function secondQuery(
  { context, model, parameters, worlds }: Pick<CallbackStage, "context" | "model" | "parameters" | "worlds">,
  { weight, temperature, exercise }: SecondQueryOptions,
): SecondQuery {
  // A row that is not asked answers a question of one character, for nothing.
  const none: Exercise = { question: "?", answers: [] };
  const rows = worlds.length;
  const sizes = { longestQuestion: 1, longestAnswer: context.spec.horizon, context: model.context };
  const posed = promptSlots(sizes, rows, 1);
  const { spec } = posed.worlds(0);
  const correct = spec.channels.findIndex(({ name }) => name === "correct");
  const C = spec.channels.length;
  const own: TrainingContext = { ...context, spec, makeReward: () => NOTHING, makeObjective: () => NOTHING };
  const sampler = textSampler(own, model, parameters, {
    groups: rows,
    group: 1,
    temperature,
    worlds: posed.worlds,
  });
  const right = new Float64Array(rows);
  return {
    right,
    later(texts, random) {
      posed.pose(worlds.map((world) => exercise(world) ?? none));
      const { outcomes } = sampler.write(random);
      for (let row = 0; row < rows; row++) {
        right[row] = outcomes[row * C + correct];
        let place = row * texts.context;
        const end = place + texts.lengths[row];
        for (let k = place; k < end; k++) if (texts.written[k] === 1 && texts.turns[k] === 0) place = k;
        texts.pay[place] += weight * right[row];
      }
    },
    after: () => ({ secondRight: mean(right) }),
    close: sampler.close,
  };
}

/** What is asked is a view of the world in words, named `question`, and the right answer another, `answer`. */
export function exerciseFrom(question: string): SecondQueryOptions["exercise"] {
  return (world) => {
    const { ask, answer } = viewsOf(world, question);
    const asked = ask();
    return asked === "" ? undefined : { question: asked, answers: [answer()] };
  };
}

function viewsOf(world: NumericEnvironment, question: string) {
  const view = (name: string) => textView(world, name, "a second question", ["question"]);
  return { ask: view(question), answer: view("answer") };
}

const NOTHING: Reward = {
  reset() {},
  pay(_outcomes, _status, pay) {
    pay[0] = 0;
  },
};
