// Answers and their verdicts made into exercises for the model that wrote them: is this right, which of these two is right, here
// is a wrong one, do better. All of them have answers that are known, so that they can be paid for as the task itself is
// (SPARK, arXiv 2509.22624). The answers may be those of a model here, or stand in a log of any other.

import type { Random } from "../../core/random.ts";
import { shuffle } from "../../math/weighted-draw.ts";

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

export const RECYCLED_KINDS = ["pointwise", "pairwise", "reflection"] as const;
export type RecycledKind = (typeof RECYCLED_KINDS)[number];

/** An exercise of a kind, before it is put into words. */
export interface RecycledItem {
  readonly kind: RecycledKind;
  readonly question: string;
  /** What is shown of the attempts: one, and two where they are compared. */
  readonly shown: readonly string[];
  /** For the verifier alone: `yes` or `no`, `first` or `second`, or the right answer. */
  readonly gold: string;
}

export interface RecyclingOptions {
  /** How often a question with right and wrong answers gives a pointwise item, and not a pair. Default 0.3. */
  readonly pointwise?: number;
  /** The most judging items and the most reflections that are kept. Default 32 of each. */
  readonly judging?: number;
  readonly reflections?: number;
  /**
   * Keeps as many pointwise items with gold yes as with no, any of them, so that a constant verdict is never worth its while
   * where most questions are answered rightly, or most wrongly. Default false, as published.
   */
  readonly balanced?: boolean;
}

/**
 * Items from groups of verified answers. A question whose readable answers are all right gives a pointwise item with gold yes,
 * all wrong one with no; a mixed one a pointwise item of a class by coin, or a right and a wrong answer in an order by coin. A
 * question with a wrong answer gives a reflection too. Of each sort at most so many are kept, every choice of them alike, and in
 * the order of the questions.
 */
export function recycledItems(
  groups: readonly VerifiedGroup[],
  random: Random,
  { pointwise = 0.3, judging = 32, reflections = 32, balanced = false }: RecyclingOptions = {},
): RecycledItem[] {
  const readable = groups.map((group) => ({
    ...group,
    right: group.attempts.filter(({ answer, right }) => answer !== "" && right),
    wrong: group.attempts.filter(({ answer, right }) => answer !== "" && !right),
  }));
  const judgements = readable.flatMap(({ question, right, wrong }, k): RecycledItem[] => {
    const rng = random.stream("judging", k);
    const one = (attempts: readonly Attempt[]) => attempts[rng.integer(attempts.length)].answer;
    const point = (yes: boolean): RecycledItem[] => [
      { kind: "pointwise", question, shown: [one(yes ? right : wrong)], gold: yes ? "yes" : "no" },
    ];
    if (right.length === 0 && wrong.length === 0) return [];
    if (wrong.length === 0 || right.length === 0) return point(wrong.length === 0);
    if (rng.uniform() < pointwise) return point(rng.uniform() < 0.5);
    const [good, bad] = [one(right), one(wrong)];
    const first = rng.uniform() < 0.5;
    return [{ kind: "pairwise", question, shown: first ? [good, bad] : [bad, good], gold: first ? "first" : "second" }];
  });
  const mistaken = readable.filter(({ wrong }) => wrong.length > 0);
  const reflected = mistaken.map(({ question, wrong, truth }, k): RecycledItem => {
    const { answer } = wrong[random.stream("reflection", k).integer(wrong.length)];
    return { kind: "reflection", question, shown: [answer], gold: truth };
  });
  return [
    ...sample(balanced ? evened(judgements, random.stream("evened")) : judgements, judging, random.stream("judging")),
    ...sample(reflected, reflections, random.stream("reflection")),
  ];
}

/** All items but those pointwise ones that are too many of their gold. */
function evened(items: readonly RecycledItem[], random: Random): RecycledItem[] {
  const of = (gold: string) => items.filter((item) => item.kind === "pointwise" && item.gold === gold);
  const sides = [of("yes"), of("no")];
  const most = Math.min(...sides.map(({ length }) => length));
  const kept = new Set(sides.flatMap((side, k) => sample(side, most, random.stream(k))));
  return items.filter((item) => item.kind !== "pointwise" || kept.has(item));
}

/** At most `most` of the items, in their order. */
function sample<T>(items: readonly T[], most: number, random: Random): T[] {
  if (items.length <= most) return [...items];
  const order = items.map((_, k) => k);
  shuffle(order, random);
  const kept = new Set(order.slice(0, most));
  return items.filter((_, k) => kept.has(k));
}

/** The items with what is gold exchanged among those of the same kind: exercises that say nothing about their questions. */
export function shuffledGold(items: readonly RecycledItem[], random: Random): RecycledItem[] {
  const golds = new Map(
    RECYCLED_KINDS.map((kind) => {
      const own = items.filter((item) => item.kind === kind).map(({ gold }) => gold);
      shuffle(own, random.stream(kind));
      return [kind, own];
    }),
  );
  return items.map((item) => ({ ...item, gold: golds.get(item.kind)?.pop() ?? item.gold }));
}
