// Answers and their verdicts made into exercises for the model that wrote them: is this right, which of these two is right, here
// is a wrong one, do better. All of them have answers that are known, so that they can be paid for as the task itself is
// (SPARK, arXiv 2509.22624). The answers may be those of a model here, or stand in a log of any other.

import { z } from "zod";
import { grouped } from "../../core/grouped.ts";
import type { Random } from "../../core/random.ts";
import {
  type AnswerQuestion,
  betterQuestion,
  pairwiseQuestion,
  pointwiseQuestion,
  VERDICTS,
} from "../../environments/language/verdicts.ts";
import { randomOrder, shuffle } from "../../math/weighted-draw.ts";
import type { RecyclingParameters } from "./parameters.ts";

/** An answer that a verifier has judged. */
export interface Attempt {
  /** Empty where none can be read, and such an attempt is never shown. */
  readonly answer: string;
  readonly right: boolean;
}

/** A question, answers to it, and what is right. */
export interface VerifiedGroup {
  readonly question: string;
  readonly attempts: readonly Attempt[];
  readonly truth: string;
}

export const recycledItem = z.object({
  kind: z.enum(["pointwise", "pairwise", "reflection"]),
  question: z.string(),
  paid: z.string().describe("the answer that is paid for"),
  right: z.string(),
});

/** An exercise of a kind, in characters of language worlds. */
export type RecycledItem = Readonly<z.output<typeof recycledItem>>;

/** An item that pays for what is right. */
const itemOf = (kind: RecycledItem["kind"], { question, right }: AnswerQuestion): RecycledItem => {
  return { kind, question, paid: right, right };
};

/** Which items are made. Balanced, a constant verdict never pays. */
export type RecyclingOptions = Pick<RecyclingParameters, "pointwise" | "balanced" | "judging" | "reflections">;

/**
 * Items from groups of verified answers. A question whose readable answers are all right gives a pointwise item with answer yes,
 * all wrong one with no; a mixed one a pointwise item of a class by coin, or a right and a wrong answer in an order by coin. A
 * question with a wrong answer gives a reflection too. At most `judging` and `reflections` items are kept, default `most` of each: every
 * choice of them is equally likely, and they stay in the order of the questions.
 */
export function recycledItems(
  groups: readonly VerifiedGroup[],
  random: Random,
  { pointwise, balanced, judging, reflections }: RecyclingOptions,
  most: number,
): RecycledItem[] {
  const readable = groups.map(({ question, truth, attempts }) => {
    const shown = (is: boolean) =>
      attempts.flatMap(({ answer, right }) => (answer !== "" && right === is ? answer : []));
    return { question, truth, right: shown(true), wrong: shown(false) };
  });
  const judged = readable.flatMap(({ question, right, wrong }, k): RecycledItem[] => {
    const rng = random.stream("judging", k);
    const one = (answers: readonly string[]) => answers[rng.integer(answers.length)];
    const verdict = (yes: boolean) => [itemOf("pointwise", pointwiseQuestion(question, one(yes ? right : wrong), yes))];
    if (right.length === 0 && wrong.length === 0) return [];
    if (wrong.length === 0 || right.length === 0) return verdict(wrong.length === 0);
    if (rng.uniform() < pointwise) return verdict(rng.uniform() < 0.5);
    const [good, bad] = [one(right), one(wrong)];
    return [itemOf("pairwise", pairwiseQuestion(question, good, bad, rng.uniform() < 0.5))];
  });
  const mistaken = readable.filter(({ wrong }) => wrong.length > 0);
  const reflected = mistaken.map(({ question, wrong, truth }, k) => {
    const answer = wrong[random.stream("reflection", k).integer(wrong.length)];
    return itemOf("reflection", { question: betterQuestion(question, answer), right: truth });
  });
  return [
    ...sample(balanced ? evened(judged, random.stream("evened")) : judged, judging ?? most, random.stream("judging")),
    ...sample(reflected, reflections ?? most, random.stream("reflection")),
  ];
}

/** All items but those pointwise ones that are too many of their answer. */
function evened(items: readonly RecycledItem[], random: Random): RecycledItem[] {
  const sides = VERDICTS.pointwise.map((verdict) =>
    items.filter(({ kind, right }) => kind === "pointwise" && right === verdict),
  );
  const most = Math.min(...sides.map(({ length }) => length));
  const kept = new Set(sides.flatMap((side, k) => sample(side, most, random.stream(k))));
  return items.filter((item) => item.kind !== "pointwise" || kept.has(item));
}

/** At most `most` of the items, in their order. */
function sample<T>(items: readonly T[], most: number, random: Random): T[] {
  if (items.length <= most) return [...items];
  const kept = new Set(randomOrder(items.length, random).slice(0, most));
  return items.filter((_, k) => kept.has(k));
}

/** The items with their pay exchanged among those of the same kind: exercises that teach nothing of their questions. */
export function shuffledGold(items: readonly RecycledItem[], random: Random): RecycledItem[] {
  const golds = grouped(items, ({ kind }) => kind);
  for (const [kind, own] of golds) shuffle(own, random.stream(kind));
  return items.map((item) => ({ ...item, paid: golds.get(item.kind)?.pop()?.right ?? item.paid }));
}
