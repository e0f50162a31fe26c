// How much of a task's steps an agent's calls of tools obtain, and how many calls that takes.

import { type ClassificationScores, classificationScores } from "../../evaluation/statistics/classification.ts";

/** Of many answers together, how many there were. */
export interface SolvingCounts {
  /** Results of the reference that were obtained, each once. */
  readonly solved: number;
  readonly calls: number;
  /** Results of the reference. */
  readonly needed: number;
}

/**
 * Share of calls that obtained something new that was needed (solve precision, solved/calls), share of what was needed that was
 * obtained (solve rate, solved/needed), and 2·solved/(calls + needed). A share of nothing is null.
 */
export function solvingScores({ solved, calls, needed }: SolvingCounts): {
  readonly precision: number | null;
  readonly rate: number | null;
  readonly f1: number | null;
} {
  const { precision, recall, f1 }: ClassificationScores = classificationScores({
    truePositives: solved,
    falsePositives: calls - solved,
    falseNegatives: needed - solved,
    trueNegatives: 0,
  });
  return { precision, rate: recall, f1 };
}
