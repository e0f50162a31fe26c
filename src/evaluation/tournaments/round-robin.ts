// Round robin: every player meets every other, in rounds in which each player plays at most once.

/** A pairing of two players by their numbers. */
export type Pairing = readonly [first: number, second: number];

/** Rounds by the circle method: one player stays fixed and the others rotate; with an odd number one player rests in each round. */
export function roundRobin(players: number): Pairing[][] {
  const seats = Array.from({ length: players + (players % 2) }, (_, k) => k);
  const rounds: Pairing[][] = [];
  for (let round = 0; round + 1 < seats.length; round++) {
    const pairs: Pairing[] = [];
    for (let k = 0; k < seats.length / 2; k++) {
      const [a, b] = [seats[k], seats[seats.length - 1 - k]];
      // The fixed player alternates between first and second.
      if (a < players && b < players) pairs.push(round % 2 === 0 ? [a, b] : [b, a]);
    }
    rounds.push(pairs);
    seats.splice(1, 0, ...seats.splice(-1));
  }
  return rounds;
}
