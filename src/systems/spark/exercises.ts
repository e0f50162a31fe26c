// What is asked: digits to be sorted, and what is recycled of answers to that.

import type { PosedSizes } from "../../algorithms/text/prompt-slots.ts";
import type { TrainingContext } from "../../core/algorithm.ts";
import type { Random } from "../../core/random.ts";
import { type Exercise, posedWorld } from "../../environments/language/questions.ts";
import { sortWorld } from "../../environments/language/sort.ts";
import { contextIn } from "../../study/testbeds/text.ts";
import { type DrawExercise, drawnExercises } from "./drawn-exercises.ts";
import { recycledSizes } from "./recycled-forms.ts";
import type { Attempt, RecycledItem, RecycledKind } from "./recycling.ts";

const DIGITS = 4;
/** How often the demonstrator errs at a digit: about one of three of its answers is right. */
const NOISE = 0.25;

/** Characters of everything that is asked and answered. */
export const SIZES: PosedSizes = recycledSizes(DIGITS + 2, DIGITS);

/** What is trained and watched in: worlds that ask `exercises`, where the rows have none of their own. */
export function posedContext(seed: number, exercises: readonly Exercise[] = []): TrainingContext {
  return contextIn(() => posedWorld({ ...SIZES, exercises }), { channel: "correct" }, seed);
}

/** Questions with their right answers. */
export function tasks(): DrawExercise {
  return drawnExercises(sortWorld.make({ digits: DIGITS }), "expert");
}

/** Whether a text is an answer at all: so many digits, in whatever order. */
export function readable(text: string): boolean {
  return /^[0-9]*$/.test(text) && text.length === DIGITS;
}

/** What was written as an attempt: it is its own answer, and nothing where it cannot be read. */
export function attemptOf(text: string, right: boolean): Attempt {
  return readable(text) ? { text, answer: text, right } : { text, answer: "", right };
}

/** A question with its right answer, and attempts by a demonstrator who errs. */
export interface Posed {
  readonly question: string;
  readonly truth: string;
  /** Any attempt, and one that is wrong. */
  attempt(): string;
  wrong(): string;
}

/** Draws questions. */
export function demonstrated(): (random: Random) => Posed {
  const expert = tasks();
  const demonstrator = drawnExercises(sortWorld.make({ digits: DIGITS, noise: NOISE }), "demonstrator");
  return (random) => {
    const {
      question,
      answers: [truth],
    } = expert(random.stream("question"));
    let tries = 0;
    const attempt = () => demonstrator(random.stream("question"), random.stream("attempt", tries++)).answers[0];
    return {
      question,
      truth,
      attempt,
      wrong() {
        for (;;) {
          const text = attempt();
          if (text !== truth) return text;
        }
      },
    };
  };
}

/** An item of the kind; as many right as wrong attempts are to be judged, and as many first as second ones. */
export function itemOf(kind: RecycledKind, { question, truth, wrong }: Posed, random: Random): RecycledItem {
  const coin = random.uniform() < 0.5;
  switch (kind) {
    case "pointwise":
      return { kind, question, shown: [coin ? truth : wrong()], gold: coin ? "yes" : "no" };
    case "pairwise":
      return { kind, question, shown: coin ? [truth, wrong()] : [wrong(), truth], gold: coin ? "first" : "second" };
    case "reflection":
      return { kind, question, shown: [wrong()], gold: truth };
  }
}
