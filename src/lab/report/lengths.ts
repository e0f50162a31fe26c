// How long episodes were, so that a curve over steps can say how many of them are still played at each.

/** Lengths of a variant's episodes, from the shortest: steps, and how many episodes have as many. */
export type Lengths = readonly (readonly [steps: number, episodes: number])[];

/** Episodes that are still played at a step, from 0, and all of them. */
export function playedAt(lengths: Lengths, step: number): { readonly played: number; readonly all: number } {
  let [played, all] = [0, 0];
  for (const [steps, episodes] of lengths) {
    all += episodes;
    if (steps > step) played += episodes;
  }
  return { played, all };
}
