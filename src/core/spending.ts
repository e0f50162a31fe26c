// Money that a run spends on those whom its agents and worlds ask, and the end of it.

/** Thrown in the place of a request for which there is no money left: the run stops, and goes on with another budget. */
export class BudgetSpent extends Error {
  constructor(limit: number) {
    super(`the budget of ${limit} is spent`);
  }
}

/** Where answers are paid from, in the currency of the run's prices. What it is told is awaited: it may have to go to another machine. */
export interface Spending {
  /** What may be spent; infinite where nothing is said. */
  readonly limit: number;
  /** Throws a BudgetSpent where nothing is left. Requests that are open already are paid for all the same. */
  check(): void | Promise<void>;
  /** Counts an answer that was asked for, and its cost; NaN where the cost is not known. */
  paid(cost: number): void | Promise<void>;
  /** Counts an answer that was on file and cost nothing. */
  recalledOne(): void;
}

/** What was spent for answers, how many were asked for, and how many were on file. */
export interface Spent {
  readonly spent: number;
  readonly asked: number;
  readonly recalled: number;
}

/** What one run spends: counted in this process, or told by those that count it. */
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

  /** Takes over what others have counted. */
  stand({ spent, asked, recalled }: Spent): void {
    [this.#spent, this.#asked, this.#recalled] = [spent, asked, recalled];
  }
}
