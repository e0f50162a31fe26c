// The threads of a worker as lanes. A group of jobs holds a lane while it computes; one further group waits for the next free lane.

/** A held lane; calling it returns the lane. */
export type HeldLane = () => void;

/** Lanes of a worker, and the number of group parts that it should pass to idle workers. */
export class Lanes {
  readonly count: number;
  readonly #waiting: ((lane: HeldLane | undefined) => void)[] = [];
  #taken = 0;
  /** Minimum number of free lanes since the last beat. */
  #unused: number;
  /** Number of parts of groups to pass to other workers. */
  #owed = 0;

  constructor(count: number) {
    this.count = count;
    this.#unused = count;
  }

  /** Resolves with a lane once one is free; undefined where the group should be passed to another worker before. */
  async take(): Promise<HeldLane | undefined> {
    if (this.#taken >= this.count) return new Promise((resolve) => this.#waiting.push(resolve));
    this.#taken += 1;
    this.#unused = Math.min(this.#unused, this.count - this.#taken);
    return this.#lane();
  }

  /** Sets how many parts to pass on. `part`, 0 … 1, is the number of free lanes in the cluster relative to the groups being computed. */
  hear(part: number): void {
    // Rounded randomly, so that some of many workers pass on a part where each owes less than one.
    this.#owed = Math.floor(part * this.#taken + Math.random());
    // Waiting groups are passed on first, since they lose nothing.
    for (; this.#owed > 0 && this.#waiting.length > 0; this.#owed--) this.#waiting.pop()?.(undefined);
  }

  /** Returns whether the calling group should pass on a part; if so, one less is owed. */
  owes(): boolean {
    if (this.#owed === 0) return false;
    this.#owed -= 1;
    return true;
  }

  /** Returns the number of lanes that were free since the last call. */
  beat(): number {
    const unused = this.#unused;
    this.#unused = this.count - this.#taken;
    return unused;
  }

  get isFull(): boolean {
    return this.#taken === this.count;
  }

  /** Passes on all waiting groups. */
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
