// Distribution of pots at the end of a hand. An all-in player contests as many chips of each opponent as it has put in itself.

/** Stakes and hands. All arrays have one number per player, in seat order. */
export interface Stakes {
  readonly paid: ArrayLike<number>;
  /** 1 where a player contests no pot, because it has folded or was not dealt in. */
  readonly out: ArrayLike<number>;
  /** Strength of the hand; lower is stronger, and ties are equal. It is not used where one player alone is left. */
  readonly strength: ArrayLike<number>;
  /** The seat after the button, from which on odd chips are distributed. */
  readonly first: number;
}

/**
 * Writes the chips that each player receives: from the main pot, every side pot, and uncalled bets. Ties share a pot, and its odd chips go
 * one each to the first of them.
 */
export function payOut({ paid, out, strength, first }: Stakes, into: Float64Array): void {
  const players = paid.length;
  into.fill(0);
  for (let below = 0; ; ) {
    let top = Number.POSITIVE_INFINITY;
    for (let seat = 0; seat < players; seat++)
      if (out[seat] === 0 && paid[seat] > below && paid[seat] < top) top = paid[seat];
    if (top === Number.POSITIVE_INFINITY) return;
    let [pot, best, winners] = [0, Number.POSITIVE_INFINITY, 0];
    for (let seat = 0; seat < players; seat++) {
      pot += Math.min(paid[seat], top) - Math.min(paid[seat], below);
      if (out[seat] === 1 || paid[seat] < top || strength[seat] > best) continue;
      winners = strength[seat] < best ? 1 : winners + 1;
      best = strength[seat];
    }
    const share = Math.floor(pot / winners);
    let odd = pot - share * winners;
    for (let k = 0; k < players; k++) {
      const seat = (first + k) % players;
      if (out[seat] === 1 || paid[seat] < top || strength[seat] !== best) continue;
      into[seat] += share + (odd > 0 ? 1 : 0);
      odd -= 1;
    }
    below = top;
  }
}
