// Judges of a loop by what they want and what they know (the taxonomy of arXiv 2506.03332): what a judge wants says which answers it
// criticises, and what it knows says what its critique rests on. The chances of a critique depend on whether the answer is right, which
// every judge is told but the silent and the hypercritical one, to whom it makes no difference.

import type { Random } from "../../core/random.ts";
import type { AnsweredItem } from "./rounds.ts";

/** The chances that a right and that a wrong answer is criticised. */
export interface Criticising {
  readonly right: number;
  readonly wrong: number;
}

/** What judges want, or how they fail. */
export const intents = {
  silent: { right: 0, wrong: 0 },
  /** Criticises what is wrong. */
  honest: { right: 0, wrong: 1 },
  /** Criticises all. */
  hypercritical: { right: 1, wrong: 1 },
  /** Speaks only where an answer is right, to mislead. */
  malicious: { right: 1, wrong: 0 },
} as const satisfies Readonly<Record<string, Criticising>>;

/** What a critique rests on: nothing but a template, the judge's own memory, or what it was given to read. */
export type Knowledge = "none" | "parametric" | "grounded";

/** What speaks against an answer, by each kind of knowledge. Undefined where nothing does: the critique is then the template. */
export interface Against<Item, Answer, Critique> {
  readonly template: (answered: AnsweredItem<Item, Answer, Critique>) => Critique;
  readonly recalled: (answered: AnsweredItem<Item, Answer, Critique>, random: Random) => Critique | undefined;
  readonly retrieved: (answered: AnsweredItem<Item, Answer, Critique>, random: Random) => Critique | undefined;
}

export interface JudgeOptions<Item, Answer> {
  /** Of an intent. */
  readonly criticises: Criticising;
  readonly knowledge: Knowledge;
  isRight(item: Item, answer: Answer): boolean;
  /** Draws what depends on chance, by item and round: judges with the same stream speak of the same answers. */
  readonly random: Random;
}

/** A judge for one round of a loop. */
export function judge<Item, Answer, Critique>(
  { criticises, knowledge, isRight, random }: JudgeOptions<Item, Answer>,
  against: Against<Item, Answer, Critique>,
) {
  return (answered: readonly AnsweredItem<Item, Answer, Critique>[]): (Critique | undefined)[] =>
    answered.map((one) => {
      const stream = random.stream("judge", one.number, one.round);
      const chance = isRight(one.item, one.answer) ? criticises.right : criticises.wrong;
      if (stream.uniform() >= chance) return undefined;
      const critique =
        knowledge === "none"
          ? undefined
          : against[knowledge === "parametric" ? "recalled" : "retrieved"](one, stream.stream("content"));
      return critique ?? against.template(one);
    });
}
