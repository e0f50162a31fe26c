// Rules of editing a program between rounds, as generators: a rule yields the trials that it asks for, is given their shares of points,
// and returns the program. What plays the trials may wait for them or not.

/** What a rule is given of an editing phase. */
export interface RuleDesk {
  readonly code: string;
  readonly samples: readonly string[];
  /** Number of remaining trials. */
  readonly left: () => number;
  /** Returns the program with a small random change. */
  mutated(code: string): string;
}

/** A trial that a rule asks for: a program against each of some others. */
export interface AskedTrial {
  readonly code: string;
  readonly others: readonly string[];
}

export type EditRule = (desk: RuleDesk) => Generator<AskedTrial, string, readonly number[]>;

/** Makes no change. */
// biome-ignore lint/correctness/useYield: it asks for no trial
export const leaves: EditRule = function* ({ code }) {
  return code;
};

/** Makes `changes` random changes without testing them. */
export const changesAtRandom = (changes: number): EditRule =>
  // biome-ignore lint/correctness/useYield: it asks for no trial
  function* ({ code, mutated }) {
    let edited = code;
    for (let k = 0; k < changes; k++) edited = mutated(edited);
    return edited;
  };

/** Keeps each random change that beats the current program, as often as there are trials. */
export const beatsItself: EditRule = function* ({ code, mutated, left }) {
  let edited = code;
  while (left() > 0) {
    const candidate = mutated(edited);
    const [share] = yield { code: candidate, others: [edited] };
    if (share > 0.5) edited = candidate;
  }
  return edited;
};

/**
 * Goes on from each random change that does better against the program of the round before and all samples, on average. A change that seems
 * better is tried again, and kept if the mean of both trials is better: of many changes the best share of one trial is mostly luck.
 */
export const beatsOthers: EditRule = function* ({ code, samples, mutated, left }) {
  if (left() === 0) return code;
  const others = [code, ...samples];
  const mean = (shares: readonly number[]) => shares.reduce((sum, share) => sum + share, 0) / shares.length;
  let best = code;
  let most = mean(yield { code, others });
  while (left() > 0) {
    const candidate = mutated(best);
    const once = mean(yield { code: candidate, others });
    if (once <= most || left() === 0) continue;
    const both = (once + mean(yield { code: candidate, others })) / 2;
    if (both > most) [best, most] = [candidate, both];
  }
  return best;
};
