// The threads of a worker as lanes. A group of jobs has a lane while it computes, and one group more waits for the next lane.

/** A lane that a group has; called, it gives the lane back. */
export type HeldLane = () => void;

/** Lanes of a worker, and how much it owes to workers that have nothing to do. */
export class Lanes {
  readonly count: number;
  readonly #waiting: ((lane: HeldLane | undefined) => void)[] = [];
  #taken = 0;
  /** Lanes that were free all the time since the last beat. */
  #unused: number;
  /** Parts of groups that others should have. */
  #owed = 0;

  constructor(count: number) {
    this.count = count;
    this.#unused = count;
  }

  /** A lane, when one is free; undefined where the group should go to another worker before that. */
  async take(): Promise<HeldLane | undefined> {
    if (this.#taken >= this.count) return new Promise((resolve) => this.#waiting.push(resolve));
    this.#taken += 1;
    this.#unused = Math.min(this.#unused, this.count - this.#taken);
    return this.#lane();
  }

  /** Tells which part, 0 … 1, of the groups at work anywhere should be shared: as many as lanes are free. */
  hear(part: number): void {
    // Rounded up or down by chance, so that of many workers some share where each owes less than one part.
    this.#owed = Math.floor(part * this.#taken + Math.random());
    // A group that waits loses nothing by going elsewhere.
    for (; this.#owed > 0 && this.#waiting.length > 0; this.#owed--) this.#waiting.pop()?.(undefined);
  }

  /** Whether the group that asks should give a part away; then less is owed. */
  owes(): boolean {
    if (this.#owed === 0) return false;
    this.#owed -= 1;
    return true;
  }

  /** Lanes that were free since this was last asked. */
  beat(): number {
    const unused = this.#unused;
    this.#unused = this.count - this.#taken;
    return unused;
  }

  get isFull(): boolean {
    return this.#taken === this.count;
  }

  /** Sends away what waits. */
  end(): void {
    for (const resolve of this.#waiting.splice(0)) resolve(undefined);
  }

  #lane(): HeldLane {
    let isGiven = true;
    return () => {
      if (!isGiven) return;
      isGiven = false;
      const next = this.#waiting.shift();
      if (next === undefined) this.#taken -= 1;
      else next(this.#lane());
    };
  }
}
