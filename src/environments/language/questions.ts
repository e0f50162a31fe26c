// Questions from a list, each with its right answers. The list may be part of an experiment or be generated during training (by another
// model, or from earlier texts).

import type { NumericEnvironment } from "../../core/environment.ts";
import type { Random } from "../../core/random.ts";
import { languageWorld } from "./language-world.ts";
import { contextFor } from "./terms.ts";

/** A question and its right answers, without the final $. */
export interface Exercise {
  readonly question: string;
  readonly answers: readonly string[];
}

export interface PosedOptions {
  /** Characters of the longest question and the longest answer. */
  readonly longestQuestion: number;
  readonly longestAnswer: number;
  /** Questions, asked with equal probabilities; the list may change between episodes and must not be empty at a reset. */
  readonly exercises: readonly Exercise[];
  /** The demonstrator's error rate per character. Default 0. */
  readonly noise?: number;
  /** Context length of the model; default as many characters as needed. */
  readonly context?: number;
}

/**
 * Creates an environment that asks one of `exercises` in each episode. Its expert writes the first right answer. Its demonstrator writes a
 * random right answer, in which an erroneous character is any letter or digit of the right answers.
 */
export function posedWorld(options: PosedOptions): NumericEnvironment {
  const { longestQuestion, longestAnswer, exercises, noise = 0, context } = options;
  const answersTo = (text: string): readonly string[] =>
    exercises.filter(({ question }) => question === text).flatMap(({ answers }) => answers);
  return languageWorld({
    // An answer, $ and two spare characters.
    ...contextFor(longestQuestion, longestAnswer + 3),
    ...(context === undefined ? {} : { context }),
    channels: [],
    // Index of the exercise.
    hidden: 1,
    noise,
    ask(random, hidden) {
      hidden[0] = random.integer(exercises.length);
      return exercises[hidden[0]].question;
    },
    judge: (answer, _text, hidden) => exercises[hidden[0]].answers.includes(answer),
    texts: { answer: (_text, hidden) => exercises[hidden[0]].answers[0] },
    write(text, random, chance) {
      const answers = answersTo(text);
      const right = answers[random.integer(answers.length)];
      return `${[...right].map((character) => slip(character, answers, random, chance)).join("")}$`;
    },
    expert: (text) => `${answersTo(text)[0]}$`,
  });
}

function slip(character: string, answers: readonly string[], random: Random, chance: number): string {
  if (chance === 0 || random.uniform() >= chance) return character;
  const letters = answers.join("");
  return letters[random.integer(letters.length)];
}
