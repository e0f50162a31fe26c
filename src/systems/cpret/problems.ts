// Problems of a contest that are made of concepts and a story: statements in words of their own, codes in idioms, duplicates that
// tell the same concepts anew.

import type { Random } from "../../core/random.ts";
import { shuffle } from "../../math/weighted-draw.ts";

/** The world's numbers; of the card 60 concepts, 5 of a problem and 70 % of them in a code. */
const CONCEPTS = 60;
const OF_A_PROBLEM = 5;
const IN_A_CODE = 0.7;
/** Words for a concept in statements, and idioms for it in codes. */
const WAYS = 3;
const STORY_WORDS = 100;
const OF_A_STORY = 5;
const CODERS = 40;
const OF_A_STYLE = 5;

const IDIOMS = CONCEPTS * WAYS;
const STORIES = 2 * IDIOMS;
const STYLES = STORIES + STORY_WORDS;

/** Numbers that stand for words of statements and codes. */
export const WORDS = STYLES + CODERS * OF_A_STYLE;

/** Concepts of a problem, in their order. */
export type Concepts = readonly number[];

export interface ContestProblem {
  readonly concepts: Concepts;
  /** The words of its statement. */
  readonly statement: Int32Array;
}

const some = (count: number, of: number, random: Random): number[] => {
  const all = Array.from({ length: of }, (_, k) => k);
  shuffle(all, random);
  return all.slice(0, count);
};

const inOrder = (concepts: readonly number[]): Concepts => concepts.toSorted((a, b) => a - b);

/** How many concepts two problems share. */
export const shared = (a: Concepts, b: Concepts): number => a.filter((concept) => b.includes(concept)).length;

/** A word for each concept: the statement without its story. */
export const simplified = (concepts: Concepts, random: Random): Int32Array =>
  Int32Array.from(concepts, (concept) => WAYS * concept + random.integer(WAYS));

/** A problem of these concepts in fresh words and with a fresh story. */
export function told(concepts: Concepts, random: Random): ContestProblem {
  const story = some(OF_A_STORY, STORY_WORDS, random).map((word) => STORIES + word);
  return { concepts, statement: Int32Array.from([...simplified(concepts, random), ...story]) };
}

/** A statement without its story. */
export const mainPart = ({ statement }: ContestProblem): Int32Array => statement.slice(0, OF_A_PROBLEM);

/** A code that solves a problem: idioms of some of its concepts, in the style of a coder. */
export function code(concepts: Concepts, random: Random): Int32Array {
  const used = concepts.filter(() => random.uniform() < IN_A_CODE);
  const coder = random.integer(CODERS);
  const style = Array.from({ length: OF_A_STYLE }, (_, k) => STYLES + coder * OF_A_STYLE + k);
  return Int32Array.from([...used.map((concept) => IDIOMS + WAYS * concept + random.integer(WAYS)), ...style]);
}

/** So many problems that share at most `most` concepts with each other and with those that are there. */
export function fresh(
  count: number,
  most: number,
  random: Random,
  there: readonly ContestProblem[] = [],
): ContestProblem[] {
  const found: ContestProblem[] = [];
  while (found.length < count) {
    const concepts = inOrder(some(OF_A_PROBLEM, CONCEPTS, random));
    const near = (one: ContestProblem) => shared(one.concepts, concepts) > most;
    if (!there.some(near) && !(most === OF_A_PROBLEM - 1 && found.some(near))) found.push(told(concepts, random));
  }
  return found;
}

/** What a new problem has in common with the old ones. */
export type ProblemKind = "duplicate" | "related" | "fresh";

export interface NewProblem extends ContestProblem {
  readonly kind: ProblemKind;
  readonly difficulty: number;
}

/** Old problems, and a benchmark of which a third are duplicates, a third share 3 or 4 concepts with an old one, a third at most 2 with any. */
export function benchmark(
  old: number,
  thirds: number,
  random: Random,
): { old: ContestProblem[]; benchmark: NewProblem[] } {
  const before = fresh(old, OF_A_PROBLEM - 1, random.stream("old"));
  const draws = random.stream("new");
  const of = (kind: ProblemKind, make: (k: number) => ContestProblem): NewProblem[] =>
    Array.from({ length: thirds }, (_, k) => ({ ...make(k), kind, difficulty: draws.normal() }));
  const models = some(2 * thirds, old, draws).map((k) => before[k].concepts);
  const strangers = fresh(thirds, 2, draws, before);
  return {
    old: before,
    benchmark: [
      ...of("duplicate", (k) => told(models[k], draws)),
      ...of("related", (k) => told(relative(models[thirds + k], before, draws), draws)),
      ...of("fresh", (k) => strangers[k]),
    ],
  };
}

/** Concepts of which 3 or 4 are an old problem's, and which are those of none. */
function relative(concepts: Concepts, old: readonly ContestProblem[], random: Random): Concepts {
  for (;;) {
    const kept = some(3 + random.integer(2), OF_A_PROBLEM, random).map((k) => concepts[k]);
    const others = some(CONCEPTS, CONCEPTS, random).filter((concept) => !concepts.includes(concept));
    const mixed = inOrder([...kept, ...others.slice(0, OF_A_PROBLEM - kept.length)]);
    if (!old.some((one) => shared(one.concepts, mixed) === OF_A_PROBLEM)) return mixed;
  }
}
