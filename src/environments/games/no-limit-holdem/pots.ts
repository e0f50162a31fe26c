// Which player is paid which pot at the end of a hand. A player that is all in contests, of the chips of each other, as many as its own.

/** What players have put in, and what they show. All arrays hold one number for each player, in the order of their seats. */
export interface Stakes {
  readonly paid: ArrayLike<number>;
  /** 1 where a player contests no pot: it has folded, or was not dealt in. */
  readonly out: ArrayLike<number>;
  /** The lower the stronger; equal where hands tie. It is not read where one player alone is left. */
  readonly strength: ArrayLike<number>;
  /** The seat that odd chips go to first, from which on they are given round: the one after the button. */
  readonly first: number;
}

/**
 * Writes the chips that each player gets back: of the main pot, of every side pot, and what was bet and not called. Ties share a pot, and
 * its odd chips go one each to the first of them.
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
