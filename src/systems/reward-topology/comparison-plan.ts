// Which answers to write and which pairs of them to have compared: independent pairs, trees of answers with common beginnings, or answers
// that are compared several times. A plan says what an annotator has to read.

import { UserError } from "../../core/errors.ts";
import type { Random } from "../../core/random.ts";
import { shuffle } from "../../math/weighted-draw.ts";

/** Continues an answer by `tokens` tokens, or to its end where that is absent or comes sooner; returns what was added. */
export type PrefixSampler = (
  prefix: readonly number[],
  tokens: number | undefined,
  random: Random,
) => readonly number[];

/** Two answers to be compared. */
export interface PlannedComparison {
  /** Places in the plan's answers, in a random order. */
  readonly first: number;
  readonly second: number;
  /** The group of answers that it was drawn from, 0 … groups − 1: comparisons of one group are not independent. */
  readonly group: number;
  /** Tokens that both answers begin with. */
  readonly shared: number;
  /** Tokens of both answers that stand after the common beginning: what an annotator reads. */
  readonly read: number;
}

export interface ComparisonPlan {
  /** Tokens of each answer. */
  readonly answers: readonly (readonly number[])[];
  readonly comparisons: readonly PlannedComparison[];
  /** Tokens that the sampler wrote; a common beginning is written once. */
  readonly written: number;
}

/** How much is compared: a number of comparisons, or as many as can be read within a number of tokens. */
export type ComparisonBudget = { readonly comparisons: number } | { readonly tokens: number };

/** A tree of answers: each node is continued `branches` times, by as many tokens as `segments` says at its depth, and at last to the end. */
export interface AnswerTree {
  /** Tokens of all segments but the last one. */
  readonly segments: readonly number[];
  /** B ≥ 2. */
  readonly branches: number;
  /**
   * Pairs of leaves that are compared in a tree: as many, drawn without repetition; or at each node one of each two branches that stand
   * side by side, which compares n leaves n − 1 times and joins all of them.
   */
  readonly pairs: number | "each branching";
}

/** Answers that are written independently and compared among each other. */
export interface AnswerPool {
  readonly answers: number;
  readonly pairs: number;
}

/** Each comparison is of two answers of its own. */
export function chainPlan(sampler: PrefixSampler, budget: ComparisonBudget, random: Random): ComparisonPlan {
  return reusePlan(sampler, { answers: 2, pairs: 1 }, budget, random);
}

/** Comparisons within trees of answers (arXiv 2402.10184, section 4). */
export function treePlan(
  sampler: PrefixSampler,
  tree: AnswerTree,
  budget: ComparisonBudget,
  random: Random,
): ComparisonPlan {
  return grouped(budget, random, () => {
    const { leaves, written } = grownTree(sampler, tree, random);
    const pairs =
      tree.pairs === "each branching"
        ? branchingPairs(leaves.length, tree.branches, random)
        : somePairs(allPairs(leaves.length), tree.pairs, random);
    return { answers: leaves, written, pairs };
  });
}

/** Comparisons within small pools of independent answers: answers are shared as in a tree, beginnings are not. */
export function reusePlan(
  sampler: PrefixSampler,
  pool: AnswerPool,
  budget: ComparisonBudget,
  random: Random,
): ComparisonPlan {
  return grouped(budget, random, () => {
    const answers = Array.from({ length: pool.answers }, () => sampler([], undefined, random));
    const written = answers.reduce((sum, { length }) => sum + length, 0);
    return { answers, written, pairs: somePairs(allPairs(pool.answers), pool.pairs, random) };
  });
}

/** Comparisons of leaves of one tree with leaves of another one. */
export function acrossTreesPlan(
  sampler: PrefixSampler,
  tree: AnswerTree,
  budget: ComparisonBudget,
  random: Random,
): ComparisonPlan {
  return grouped(budget, random, () => {
    const [one, other] = [grownTree(sampler, tree, random), grownTree(sampler, tree, random)];
    const count = one.leaves.length;
    const pairs = one.leaves.flatMap((_, a) => other.leaves.map((__, b): Pair => [a, count + b]));
    return {
      answers: [...one.leaves, ...other.leaves],
      written: one.written + other.written,
      pairs: somePairs(pairs, tree.pairs === "each branching" ? 2 * count - 1 : 2 * tree.pairs, random),
    };
  });
}

/** What a plan costs. */
export interface ReadingCost {
  readonly comparisons: number;
  readonly answers: number;
  /** Tokens that the sampler writes. */
  readonly written: number;
  /** Tokens that annotators read after common beginnings. */
  readonly read: number;
  /** Tokens of all compared answers, common beginnings among them. */
  readonly whole: number;
  /** Mean tokens read for a comparison; NaN without one. */
  readonly perComparison: number;
}

export function readingCost({ answers, comparisons, written }: ComparisonPlan): ReadingCost {
  const read = comparisons.reduce((sum, one) => sum + one.read, 0);
  const whole = comparisons.reduce((sum, { first, second }) => sum + answers[first].length + answers[second].length, 0);
  const counts = { comparisons: comparisons.length, answers: answers.length };
  return { ...counts, written, read, whole, perComparison: read / comparisons.length };
}

type Pair = readonly [one: number, other: number];

interface Group {
  readonly answers: readonly (readonly number[])[];
  readonly written: number;
  readonly pairs: readonly Pair[];
}

/** Groups in a row without two answers that differ, after which a sampler counts as one that always writes the same. */
const MOST_EMPTY = 1000;

/** Groups of answers until the budget is spent. The same answer twice is not compared. */
function grouped(budget: ComparisonBudget, random: Random, grow: () => Group): ComparisonPlan {
  const most = "comparisons" in budget ? budget.comparisons : budget.tokens;
  if (!(most >= 1))
    throw new UserError({ code: "budget", what: `a budget of ${most} buys nothing`, hint: "give 1 or more" });
  const answers: (readonly number[])[] = [];
  const comparisons: PlannedComparison[] = [];
  let [spent, written, empty] = [0, 0, 0];
  for (let group = 0; ; group++) {
    const grown = grow();
    const kept: PlannedComparison[] = [];
    let isFull = false;
    for (const [one, other] of grown.pairs) {
      const [a, b] = random.integer(2) === 0 ? [one, other] : [other, one];
      const shared = commonBeginning(grown.answers[a], grown.answers[b]);
      const read = grown.answers[a].length + grown.answers[b].length - 2 * shared;
      if (read === 0) continue;
      const cost = "comparisons" in budget ? 1 : read;
      isFull = spent + cost > most;
      if (isFull) break;
      spent += cost;
      kept.push({ first: answers.length + a, second: answers.length + b, group, shared, read });
    }
    comparisons.push(...kept);
    if (kept.length > 0) answers.push(...grown.answers);
    if (kept.length > 0 || !isFull) written += grown.written;
    if (isFull || spent === most) return { answers, comparisons, written };
    empty = kept.length > 0 ? 0 : empty + 1;
    if (empty < MOST_EMPTY) continue;
    const what = `${MOST_EMPTY} groups of answers had no two that differ`;
    throw new UserError({ code: "same-answers", what, hint: "give a sampler that varies" });
  }
}

function grownTree(
  sampler: PrefixSampler,
  { segments, branches }: AnswerTree,
  random: Random,
): { readonly leaves: readonly (readonly number[])[]; readonly written: number } {
  let nodes: (readonly number[])[] = [[]];
  let written = 0;
  for (const tokens of [...segments, undefined]) {
    nodes = nodes.flatMap((prefix) =>
      Array.from({ length: branches }, () => {
        const added = sampler(prefix, tokens, random);
        written += added.length;
        return [...prefix, ...added];
      }),
    );
  }
  return { leaves: nodes, written };
}

const allPairs = (answers: number): Pair[] =>
  Array.from({ length: answers }, (_, b) => Array.from({ length: b }, (__, a): Pair => [a, b])).flat();

/** Leaves stand in the order of their branches, so that those below a node are a block. */
function branchingPairs(leaves: number, branches: number, random: Random): Pair[] {
  const pairs: Pair[] = [];
  for (let block = leaves / branches; block >= 1; block /= branches) {
    for (let from = 0; from < leaves; from += block) {
      if ((from / block) % branches === branches - 1) continue;
      pairs.push([from + random.integer(block), from + block + random.integer(block)]);
    }
  }
  return pairs;
}

function somePairs(pairs: readonly Pair[], count: number, random: Random): Pair[] {
  const order = [...pairs];
  shuffle(order, random);
  return order.slice(0, count);
}

function commonBeginning(a: readonly number[], b: readonly number[]): number {
  let shared = 0;
  while (shared < a.length && shared < b.length && a[shared] === b[shared]) shared += 1;
  return shared;
}
