// Moves that sometimes go wrong: with a small probability another action is carried out than the one that was chosen.

/** Successors with their probabilities. */
export type Successors = readonly (readonly [next: number, probability: number])[];

/** The chosen move with probability 1 − `slip`, else a uniform one of all `actions`, the chosen one among them. */
export function slipping(actions: number, slip: number, move: (action: number) => number, action: number): Successors {
  if (slip === 0) return [[move(action), 1]];
  return [
    [move(action), 1 - slip],
    ...Array.from({ length: actions }, (_, other) => [move(other), slip / actions] as const),
  ];
}
