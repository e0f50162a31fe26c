// Lengths of episodes, so that a curve over steps can show how many are still running at each step.

/** Lengths of a variant's episodes, in ascending order: steps, and the number of episodes with that length. */
export type Lengths = readonly (readonly [steps: number, episodes: number])[];

/** Returns how many episodes are still running at a step, counted from 0, and the number of all. */
export function playedAt(lengths: Lengths, step: number): { readonly played: number; readonly all: number } {
  let [played, all] = [0, 0];
  for (const [steps, episodes] of lengths) {
    all += episodes;
    if (steps > step) played += episodes;
  }
  return { played, all };
}
