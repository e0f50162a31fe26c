// What judges are tested on: steps of rooms larger than any that was trained on, as often as they happen and balanced.

import { classificationScores, confusion } from "../../evaluation/statistics/classification.ts";
import { isReached, type Judge, type SubgoalVerdict, type Transition } from "../../feedback/judge.ts";
import { balancedSteps, naturalSteps } from "./demonstrations.ts";
import { type RoomStep, reachedBy, SUBGOALS } from "./rooms.ts";

/** Rows and columns of the rooms. */
const SIZES = [7, 9];
/** Balanced steps, and episodes of each size, whose every step is tested besides. */
const BALANCED = 256;
const EPISODES = 40;
const SEED = 4;

/** Steps with the simulator's account of them. */
export interface TestSet {
  readonly name: "natural rate" | "balanced";
  readonly steps: readonly RoomStep[];
  readonly labels: readonly SubgoalVerdict[];
}

let drawn: readonly [natural: TestSet, balanced: TestSet] | undefined;

/** Both sets. */
export function testSets(): readonly [natural: TestSet, balanced: TestSet] {
  const labelled = (name: TestSet["name"], steps: readonly RoomStep[]) => ({
    name,
    steps,
    labels: steps.map(reachedBy),
  });
  drawn ??= [
    labelled("natural rate", naturalSteps(SIZES, EPISODES, SEED)),
    labelled("balanced", balancedSteps(SIZES, BALANCED, SEED)),
  ];
  return drawn;
}

/** F1 and recall of each sub-goal of what a judge says; a set with steps of every kind always has them. */
export function scored(judge: Judge, transitions: readonly Transition[], { labels }: TestSet) {
  const said = transitions.map(judge.verdict);
  return SUBGOALS.map((_, k) => {
    const flags = (verdicts: readonly SubgoalVerdict[]) => verdicts.map((bits) => isReached(bits, k));
    const { f1, recall } = classificationScores(confusion(flags(said), flags(labels)));
    if (f1 === null || recall === null) throw new Error("a test set without steps of one kind");
    return { f1, recall };
  });
}

/** Share of the steps that reach sub-goal `k`. */
export function baseRate({ labels }: TestSet, k: number): number {
  return labels.filter((bits) => isReached(bits, k)).length / labels.length;
}
