// Money that a run spends on those whom its agents and worlds ask, and the end of it.

/** Thrown in the place of a request for which there is no money left: the run stops, and goes on with another budget. */
export class BudgetSpent extends Error {}

/** What one run has spent in this process, in the currency of its prices. */
export class Spending {
  /** What it may spend; infinite where nothing is said. */
  readonly limit: number;
  /** What was paid for answers. */
  spent = 0;
  /** Answers that were asked for, and those that were on file and cost nothing. */
  asked = 0;
  recalled = 0;

  constructor(limit = Number.POSITIVE_INFINITY) {
    this.limit = limit;
  }

  get isOver(): boolean {
    return this.spent >= this.limit;
  }

  /** Throws a BudgetSpent where nothing is left. Requests that are open already are paid for all the same. */
  check(): void {
    if (this.isOver) throw new BudgetSpent(`the budget of ${this.limit} is spent`);
  }
}
