// Stochastic moves: with a small probability another action is executed than the chosen one.

/** Successors with their probabilities. */
export type Successors = readonly (readonly [next: number, probability: number])[];

/** The chosen move with probability 1 − `slip`, otherwise a uniformly random one of all `actions`, including the chosen one. */
export function slipping(actions: number, slip: number, move: (action: number) => number, action: number): Successors {
  if (slip === 0) return [[move(action), 1]];
  return [
    [move(action), 1 - slip],
    ...Array.from({ length: actions }, (_, other) => [move(other), slip / actions] as const),
  ];
}
