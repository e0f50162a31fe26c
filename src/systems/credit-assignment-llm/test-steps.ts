// What judges are tested on: steps of rooms larger than any that was trained on, as often as they happen and balanced.

import { type ClassificationScores, scoresPerClass } from "../../evaluation/statistics/classification.ts";
import { isReached, type Judge, type Transition, type Verdict } from "../../feedback/judge.ts";
import { balancedSteps, naturalSteps } from "./demonstrations.ts";
import { type Mode, type RoomStep, reachedBy, SUBGOALS, told } from "./rooms.ts";

/** Rows and columns of the rooms. */
const SIZES = [7, 9];
/** Balanced steps. */
const BALANCED = 256;
/** Episodes of each size, whose every step is tested besides. */
const EPISODES = 40;

/** Steps with the simulator's account of them. */
export interface TestSet {
  readonly name: "natural rate" | "balanced";
  readonly steps: readonly RoomStep[];
  readonly labels: readonly Verdict[];
}

/** Both sets, drawn from `seed`. */
export function testSets(seed: number): readonly [natural: TestSet, balanced: TestSet] {
  const natural = naturalSteps(SIZES, EPISODES, seed);
  const balanced = balancedSteps(SIZES, BALANCED, seed);
  return [
    { name: "natural rate", steps: natural, labels: natural.map(reachedBy) },
    { name: "balanced", steps: balanced, labels: balanced.map(reachedBy) },
  ];
}

/** The steps in words. */
export function shown({ steps }: TestSet, mode: Mode): Transition[] {
  return steps.map((step) => told(step, mode));
}

/** Scores of each sub-goal of what a judge says. */
export function scored(judge: Judge, transitions: readonly Transition[], { labels }: TestSet): ClassificationScores[] {
  const said = transitions.map(judge.verdict);
  const flags = (verdicts: readonly Verdict[]) => SUBGOALS.map((_, k) => verdicts.map((bits) => isReached(bits, k)));
  return Object.values(
    scoresPerClass(
      SUBGOALS.map(({ name }) => name),
      flags(said),
      flags(labels),
    ),
  );
}

/** A score that a set with steps of every kind always has. */
export function known(value: number | null | undefined): number {
  if (value === null || value === undefined) throw new Error("a test set without steps of one kind");
  return value;
}

/** Share of the steps that reach sub-goal `k`. */
export function baseRate({ labels }: TestSet, k: number): number {
  return labels.filter((bits) => isReached(bits, k)).length / labels.length;
}
