// Texts of contest problems. A problem is a set of concepts. Its statement has a word for each concept and a story, a program has an idiom
// for each and the style of its author. A word or an idiom is one of several for its concept.

import type { Random } from "../../core/random.ts";
import { randomOrder } from "../../math/weighted-draw.ts";

export const CONCEPTS = 60;
export const OF_A_PROBLEM = 5;
const STORY_WORDS = 100;
const CODERS = 40;

export interface TextOptions {
  /** Words for a concept in statements, and as many idioms for it in programs. */
  readonly ways: number;
  /** Words of a story. */
  readonly story: number;
  /** Words of an author's style. */
  readonly style: number;
  /** Share of a problem's concepts that show in a program. */
  readonly complete: number;
}

/** Concepts of a problem in ascending order. */
export type Concepts = readonly number[];

/** Makes texts; a text is an array of word numbers from 1 on, of `length` numbers, filled up with 0. */
export interface ContestTexts {
  /** Numbers of a text. */
  readonly length: number;
  /** The largest word number. */
  readonly words: number;
  /** A statement in fresh words and with a fresh story. */
  statement(concepts: Concepts, random: Random): number[];
  /** A program by a random author. */
  program(concepts: Concepts, random: Random): number[];
  /** A statement without a story. */
  simplified(concepts: Concepts, random: Random): number[];
  /** The part of a statement before its story. */
  mainPart(statement: ArrayLike<number>): number[];
}

export function contestTexts({ ways, story, style, complete }: TextOptions): ContestTexts {
  const length = OF_A_PROBLEM + Math.max(story, style);
  const idioms = 1 + CONCEPTS * ways;
  const stories = idioms + CONCEPTS * ways;
  const styles = stories + STORY_WORDS;
  const filled = (words: readonly number[]) => Array.from({ length }, (_, k) => words[k] ?? 0);
  const named = (first: number, concepts: Concepts, random: Random) =>
    concepts.map((concept) => first + ways * concept + random.integer(ways));
  return {
    length,
    words: styles + CODERS * style - 1,
    statement(concepts, random) {
      const around = Array.from({ length: story }, () => stories + random.integer(STORY_WORDS));
      return filled([...named(1, concepts, random), ...around]);
    },
    program(concepts, random) {
      const used = concepts.filter(() => random.uniform() < complete);
      const first = styles + style * random.integer(CODERS);
      const manner = Array.from({ length: style }, (_, k) => first + k);
      return filled([...named(idioms, used, random), ...manner]);
    },
    simplified: (concepts, random) => filled(named(1, concepts, random)),
    mainPart: (statement) => filled(Array.from(statement).slice(0, OF_A_PROBLEM)),
  };
}

/** How many concepts two problems share. */
export const shared = (a: Concepts, b: Concepts): number => a.filter((concept) => b.includes(concept)).length;

const inOrder = (concepts: readonly number[]): Concepts => concepts.toSorted((a, b) => a - b);

/** Draws problems that differ from each other, and from `there`; they share at most `most` concepts with each of the latter. */
export function drawnProblems(
  count: number,
  random: Random,
  there: readonly Concepts[] = [],
  most = OF_A_PROBLEM - 1,
): Concepts[] {
  const drawn: Concepts[] = [];
  const known = new Set(there.map(String));
  while (drawn.length < count) {
    const concepts = inOrder(randomOrder(CONCEPTS, random).slice(0, OF_A_PROBLEM));
    const isNear = most < OF_A_PROBLEM - 1 && there.some((one) => shared(one, concepts) > most);
    if (isNear || known.has(String(concepts))) continue;
    known.add(String(concepts));
    drawn.push(concepts);
  }
  return drawn;
}

/** Draws a problem that shares 3 or 4 concepts with `one`, and all with none of the `old`. */
export function relatedProblem(one: Concepts, old: readonly Concepts[], random: Random): Concepts {
  for (;;) {
    const order = randomOrder(OF_A_PROBLEM, random).slice(0, 3 + random.integer(2));
    const others = randomOrder(CONCEPTS, random).filter((concept) => !one.includes(concept));
    const mixed = inOrder([...order.map((k) => one[k]), ...others.slice(0, OF_A_PROBLEM - order.length)]);
    if (!old.some((other) => shared(other, mixed) === OF_A_PROBLEM)) return mixed;
  }
}
