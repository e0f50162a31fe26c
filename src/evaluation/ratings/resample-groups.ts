// Which players a resample compares: groups of players that its games connect. A player without a game is in none of them.

/** Groups of one resample after the other; nothing is allocated between them. */
export class ResampleGroups {
  readonly #rated: Float64Array;
  /** The player whose rating is set; −1 for none. */
  readonly #anchor: number;
  /** A player nearer to the head of its group, or itself; −1 where no game of it was drawn. */
  readonly #towards: Int32Array;
  /** Of the group of each head: its players, and by how much the resample rates them above the games as they were. */
  readonly #size: Int32Array;
  readonly #above: Float64Array;
  /** Times that two groups became one: with one less than players, all are connected and no game changes that. */
  #joined = 0;

  /** `rated` has the ratings of the games as they were, [players]. */
  constructor(rated: Float64Array, anchor: number) {
    this.#rated = rated;
    this.#anchor = anchor;
    this.#towards = new Int32Array(rated.length);
    this.#size = new Int32Array(rated.length);
    this.#above = new Float64Array(rated.length);
  }

  /** Forgets the games of a resample. */
  clear(): void {
    this.#towards.fill(-1);
    this.#joined = 0;
  }

  /** Two players have met. */
  join(a: number, b: number): void {
    if (this.#joined === this.#towards.length - 1) return;
    if (this.#towards[a] < 0) this.#towards[a] = a;
    if (this.#towards[b] < 0) this.#towards[b] = b;
    const [head, other] = [this.#head(a), this.#head(b)];
    if (head === other) return;
    this.#joined += 1;
    if (head < other) this.#towards[other] = head;
    else this.#towards[head] = other;
  }

  /** Makes NaN of the ratings of players without a game, [players]: a prior alone holds them. */
  strike(ratings: Float64Array): void {
    for (let player = 0; player < ratings.length; player++) {
      if (this.#towards[player] < 0) ratings[player] = Number.NaN;
    }
  }

  /**
   * Moves each group as a whole, where only differences of ratings mean something. That of the anchor comes to lie where the anchor lies; one
   * that does not hold all players has the mean that its players have by the games as they were. Else the prior would put it at the mean
   * of all, and that would look like chance.
   */
  align(ratings: Float64Array): void {
    const [size, above] = [this.#size.fill(0), this.#above.fill(0)];
    for (let player = 0; player < ratings.length; player++) {
      if (this.#towards[player] < 0) continue;
      const head = this.#head(player);
      size[head] += 1;
      above[head] += ratings[player] - this.#rated[player];
    }
    const own = this.#anchor < 0 || this.#towards[this.#anchor] < 0 ? -1 : this.#head(this.#anchor);
    const anchored = own < 0 ? 0 : ratings[this.#anchor] - this.#rated[this.#anchor];
    for (let player = 0; player < ratings.length; player++) {
      if (this.#towards[player] < 0) continue;
      const head = this.#head(player);
      if (player === this.#anchor) ratings[player] = this.#rated[player];
      else if (head === own) ratings[player] -= anchored;
      else if (size[head] < ratings.length) ratings[player] -= above[head] / size[head];
    }
  }

  #head(player: number): number {
    let at = player;
    while (this.#towards[at] !== at) {
      // Halves the way for the next that asks.
      this.#towards[at] = this.#towards[this.#towards[at]];
      at = this.#towards[at];
    }
    return at;
  }
}
