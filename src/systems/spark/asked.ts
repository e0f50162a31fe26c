// What a model writes when it is asked a list of exercises, however long the list.

import { textSampler } from "../../algorithms/text/completions.ts";
import { promptSlots } from "../../algorithms/text/prompt-slots.ts";
import type { Random } from "../../core/random.ts";
import type { Exercise } from "../../environments/language/questions.ts";
import type { Writer } from "../../study/testbeds/text.ts";
import { posedContext, SIZES } from "./exercises.ts";
import { answerIn } from "./verified-answers.ts";

/** Answers to each exercise; undefined where one does not end. */
export type Answers = readonly (readonly (string | undefined)[])[];

/** Exercises that are asked at once. */
const BLOCK = 100;

export interface Asked {
  /** `answers` drawn answers to each exercise. */
  ask(exercises: readonly Exercise[], random: Random): Answers;
  close(): void;
}

/** Asks `answers` answers to each. */
export function asked({ model, parameters }: Writer, answers: number): Asked {
  const rows = promptSlots(SIZES, BLOCK, answers);
  const sampler = textSampler(posedContext(0), model, parameters, {
    groups: BLOCK,
    group: answers,
    worlds: rows.worlds,
  });
  return {
    ask(exercises, random) {
      const found: (string | undefined)[][] = [];
      for (let from = 0; from < exercises.length; from += BLOCK) {
        const block = exercises.slice(from, from + BLOCK);
        // What is missing of a block is filled with its first, whose answers are not read.
        rows.pose(Array.from({ length: BLOCK }, (_, k) => block[k] ?? block[0]));
        const texts = sampler.write(random.stream("block", from));
        for (const [g, { question }] of block.entries()) {
          found.push(Array.from({ length: answers }, (_, k) => answerIn(texts, g * answers + k, question.length)));
        }
      }
      return found;
    },
    close: sampler.close,
  };
}
