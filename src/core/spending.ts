// The money that a run spends on requests of its agents and worlds, and its limit.

/** Thrown instead of sending a request when the budget is spent. The run stops, and resumes with another budget. */
export class BudgetSpent extends Error {
  constructor(limit: number) {
    super(`the budget of ${limit} is spent`);
  }
}

/**
 * Account for the cost of answers, in the currency of the run's prices. Its calls are awaited, since they may have to reach another
 * machine.
 */
export interface Spending {
  /** The budget; infinite where none is set. */
  readonly limit: number;
  /** Throws a BudgetSpent where the budget is spent. Pending requests are still paid for. */
  check(): void | Promise<void>;
  /** Counts a requested answer and its cost; NaN where the cost is not known. */
  paid(cost: number): void | Promise<void>;
  /** Counts an answer that was recorded already and cost nothing. */
  recalledOne(): void;
}

/** Cost of answers, the number of requested answers, and the number of recorded answers that were reused. */
export interface Spent {
  readonly spent: number;
  readonly asked: number;
  readonly recalled: number;
}

/** The account of one run: counted in this process, or set from the counts of another. */
export class Account implements Spending, Spent {
  readonly limit: number;
  #spent = 0;
  #asked = 0;
  #recalled = 0;

  constructor(limit = Number.POSITIVE_INFINITY) {
    this.limit = limit;
  }

  get spent(): number {
    return this.#spent;
  }

  get asked(): number {
    return this.#asked;
  }

  get recalled(): number {
    return this.#recalled;
  }

  get isOver(): boolean {
    return this.#spent >= this.limit;
  }

  check(): void {
    if (this.isOver) throw new BudgetSpent(this.limit);
  }

  paid(cost: number): void {
    this.#asked += 1;
    if (!Number.isNaN(cost)) this.#spent += cost;
  }

  recalledOne(): void {
    this.#recalled += 1;
  }

  /** Replaces the counts by those of another counter. */
  stand({ spent, asked, recalled }: Spent): void {
    [this.#spent, this.#asked, this.#recalled] = [spent, asked, recalled];
  }
}
