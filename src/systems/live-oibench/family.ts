// What a family of olympiad tasks is: how inputs are drawn, and four programs that solve it ever better.

import type { Random } from "../../core/random.ts";

/** An input: n, a further number, and further whole numbers. */
export interface Drawn {
  readonly n: number;
  readonly k?: number;
  readonly v: readonly number[];
}

/** A family. Programs are bodies of a function of `n`, `k` and `v` that returns a number. */
export interface TaskFamily {
  readonly asks: string;
  /** Draws an input of about `size`; of the special structure, on which the short cut is right. */
  draw(random: Random, size: number, special: boolean): Drawn;
  /** A wrong short cut. */
  readonly greedy: string;
  /** Right, in cubic or exponential time. */
  readonly brute: string;
  /** Right, in quadratic time. */
  readonly quadratic: string;
  /** Right, in about linear time: the reference that answers are made by. */
  readonly optimal: string;
}

/** Programs from the worst to the best; one that sends nothing has level 0. */
export const LEVELS = ["greedy", "brute", "quadratic", "optimal"] as const;
export type ProgramLevel = (typeof LEVELS)[number];

/** A body as a program that reads the input and returns the answer. */
export const programOf = (body: string): string => `function solve(text) {
  const x = text.split(" "), n = Number(x[0]), k = Number(x[1]), v = new Int32Array(x.length - 2);
  for (let i = 0; i < v.length; i++) v[i] = x[i + 2];
  ${body}
}`;

/** The text of an input. */
export const inputOf = ({ n, k = 0, v }: Drawn): string => [n, k, ...v].join(" ");

/** So many whole numbers from `low` to `high`. */
export const numbers = (random: Random, count: number, low: number, high: number): number[] =>
  Array.from({ length: count }, () => whole(random, low, high));

export const whole = (random: Random, low: number, high: number): number => low + random.integer(high - low + 1);
