// Questions from a list, each with the answers that are right. The list may be written in an experiment, or be made
// while a training goes on (by another model, or of what was written before).

import type { NumericEnvironment } from "../../core/environment.ts";
import type { Random } from "../../core/random.ts";
import { languageWorld } from "./language-world.ts";
import { contextFor } from "./terms.ts";

/** A question, and the answers that are right, without the $ that ends them. */
export interface Exercise {
  readonly question: string;
  readonly answers: readonly string[];
}

export interface PosedOptions {
  /** Characters of the longest question and the longest answer. */
  readonly longestQuestion: number;
  readonly longestAnswer: number;
  /** What is asked, each as often; it may change between episodes, and must not be empty when one begins. */
  readonly exercises: readonly Exercise[];
  /** How often the demonstrator errs at a character. Default 0. */
  readonly noise?: number;
  /** Characters that fit, for a model of so many places; default as many as are needed. */
  readonly context?: number;
}

/**
 * A world that asks one of `exercises` in each episode. Its expert gives the first right answer, and its demonstrator any of
 * them, each character of which may be any letter or digit of the right answers.
 */
export function posedWorld(options: PosedOptions): NumericEnvironment {
  const { longestQuestion, longestAnswer, exercises, noise = 0, context } = options;
  /** Right answers to the question that a text is. */
  const answersTo = (text: string): readonly string[] =>
    exercises.filter(({ question }) => question === text).flatMap(({ answers }) => answers);
  return languageWorld({
    // An answer, $ and two characters to go wrong with.
    ...contextFor(longestQuestion, longestAnswer + 3),
    ...(context === undefined ? {} : { context }),
    channels: [],
    // Which exercise it is.
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
