// CUCB: choose the items that could be worth the most together, where each chosen one shows what it paid (Chen, Wang & Yuan, 2013).

import { armMeans } from "./arm-means.ts";

/** A learner of items, several of which are chosen at once. */
export interface ItemLearner {
  /** Writes what each item may be worth, [items]; the largest are to be chosen. */
  score(scores: Float64Array): void;
  /** Told which items were chosen (1 or 0) and what each of them paid, both [items] from their places on. */
  learn(seen: ArrayLike<number>, chosenAt: number, paidAt: number): void;
}

/** Scores x̄_i + √(α·ln t/n_i), infinite for an item never chosen; t counts rounds. Payoffs in [0, 1]; α = 3/2 is the published one. */
export function cucb(items: number, exploration = 1.5): ItemLearner {
  const seen = armMeans(items);
  return {
    score(scores) {
      const width = exploration * Math.log(seen.rounds + 1);
      for (let k = 0; k < items; k++) {
        const n = seen.pulls[k];
        scores[k] = n === 0 ? Number.POSITIVE_INFINITY : seen.means[k] + Math.sqrt(width / n);
      }
    },
    learn(told, chosenAt, paidAt) {
      seen.rounds += 1;
      for (let k = 0; k < items; k++) {
        if (told[chosenAt + k] !== 1) continue;
        seen.pulls[k] += 1;
        seen.means[k] += (told[paidAt + k] - seen.means[k]) / seen.pulls[k];
      }
    },
  };
}
