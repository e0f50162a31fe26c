// A small judge that is trained on the spot: logistic regression on the letters of both texts. It knows no words and no
// map; what it learns are runs of letters that were there before or are there after a step of each kind.

import type { Random } from "../core/random.ts";
import { fitLogistic, type LogisticModel } from "../math/logistic-regression.ts";
import {
  isReached,
  type Judge,
  type LabelledTransition,
  type SubgoalDescription,
  type Transition,
  verdictOf,
} from "./judge.ts";

/** Features of the judge, and settings of its fit. */
export interface NgramOptions {
  /** Longest run of letters within a line. Default 3. */
  readonly order?: number;
  /** λ of the regression. Default 1. */
  readonly penalty?: number;
}

/**
 * Numbers the runs of letters in the texts of a training set: a run that stands in the text before is another than one after,
 * and one that never occurred has no number.
 */
export function ngramFeatures(transitions: readonly Transition[], order: number) {
  const numbers = new Map<string, number>();
  for (const transition of transitions) {
    for (const run of runsOf(transition, order)) if (!numbers.has(run)) numbers.set(run, numbers.size);
  }
  return {
    size: numbers.size,
    of(transition: Transition) {
      const known: number[] = [];
      for (const run of runsOf(transition, order)) {
        const number = numbers.get(run);
        if (number !== undefined) known.push(number);
      }
      return Int32Array.from(known);
    },
  };
}

/** Trains one model for each sub-goal; it says "reached" where its probability is above a half. `random` orders samples. */
export function trainNgramJudge(
  subgoals: readonly SubgoalDescription[],
  examples: readonly LabelledTransition[],
  random: Random,
  { order = 3, penalty = 1 }: NgramOptions = {},
): Judge {
  const features = ngramFeatures(
    examples.map(({ transition }) => transition),
    order,
  );
  const rows = examples.map(({ transition }) => features.of(transition));
  const models: LogisticModel[] = subgoals.map(({ name }, k) => {
    const labels = examples.map(({ reached }) => (isReached(reached, k) ? 1 : 0));
    return fitLogistic({ rows, labels, features: features.size }, random.stream(name), { penalty });
  });
  return {
    subgoals,
    verdict(transition) {
      const row = features.of(transition);
      return verdictOf(models.length, (k) => models[k].probability(row) > 0.5);
    },
  };
}

function runsOf({ before, after }: Transition, order: number): Set<string> {
  const runs = new Set<string>();
  collect(before, "<", order, runs);
  collect(after, ">", order, runs);
  return runs;
}

function collect(text: string, side: string, order: number, into: Set<string>): void {
  for (const line of text.split("\n")) {
    for (let from = 0; from < line.length; from++) {
      const most = Math.min(order, line.length - from);
      for (let length = 1; length <= most; length++) into.add(side + line.slice(from, from + length));
    }
  }
}
