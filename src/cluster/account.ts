// What the jobs of one submission pay from, wherever they are computed: an account in the database. A job that has a budget writes down each
// answer and looks before each request, so that no more is spent than the budget and what is under way; others write once, at their end.

import { randomUUID } from "node:crypto";
import type { Pool } from "pg";
import { type Limiter, sharedLimiter } from "../clients/limiter.ts";
import { type Account, BudgetSpent, type Spending, type Spent } from "../core/spending.ts";
import { lasting, type Queries } from "./postgres.ts";

/** An account of the cluster. */
export interface AccountPlace {
  readonly id: string;
  /** Undefined where there is no budget. */
  readonly budget?: JobBudget | undefined;
}

/** What jobs may spend together. */
interface JobBudget {
  readonly limit: number;
  /** Jobs that spend it at a time: of many that are begun a budget would bring none to its end. */
  readonly lanes: number;
}

/** Opens an account like that of a run, for jobs of which so many are to spend at a time. */
export async function openAccount(queries: Queries, { limit }: Account, lanes: number): Promise<AccountPlace> {
  const id = randomUUID();
  const budget = limit < Number.POSITIVE_INFINITY ? { limit, lanes } : undefined;
  await queries.query("INSERT INTO agon.accounts (id, budget) VALUES ($1, $2)", [id, budget?.limit ?? null]);
  return { id, ...(budget === undefined ? {} : { budget }) };
}

/** Lets as many jobs of an account spend at a time as it says, on all workers together. */
export const placesIn = ({ id, budget }: AccountPlace): Limiter =>
  budget === undefined ? (task) => task() : sharedLimiter(`jobs of the account ${id}`, budget.lanes);

/** What was spent from an account. */
export async function spentFrom(queries: Queries, { id }: AccountPlace): Promise<Spent> {
  const query = "SELECT spent, asked, recalled FROM agon.accounts WHERE id = $1";
  const { rows } = await queries.query<Spent>(query, [id]);
  if (rows.length === 0) throw new Error(`the account ${id} is gone`);
  return rows[0];
}

/** What a job on a worker pays from. Answers of a job whose result is refused later are paid for all the same. */
export class JobSpending implements Spending {
  readonly limit: number;
  readonly #pool: Pool;
  readonly #id: string;
  /** What is not written down yet. */
  #open = { spent: 0, asked: 0, recalled: 0 };

  constructor(pool: Pool, { id, budget }: AccountPlace) {
    [this.#pool, this.#id, this.limit] = [pool, id, budget?.limit ?? Number.POSITIVE_INFINITY];
  }

  async check(): Promise<void> {
    if (!this.#isLimited) return;
    const { spent } = await lasting(() => spentFrom(this.#pool, { id: this.#id }));
    if (spent >= this.limit) throw new BudgetSpent(this.limit);
  }

  async paid(cost: number): Promise<void> {
    this.#open.asked += 1;
    if (!Number.isNaN(cost)) this.#open.spent += cost;
    if (this.#isLimited) await this.write();
  }

  recalledOne(): void {
    this.#open.recalled += 1;
  }

  /** Writes down what is not yet. What is written just before the database is lost may count twice, and is never left out. */
  async write(): Promise<void> {
    const { spent, asked, recalled } = this.#open;
    if (asked === 0 && recalled === 0) return;
    this.#open = { spent: 0, asked: 0, recalled: 0 };
    const query =
      "UPDATE agon.accounts SET spent = spent + $2, asked = asked + $3, recalled = recalled + $4 WHERE id = $1";
    await lasting(() => this.#pool.query(query, [this.#id, spent, asked, recalled]));
  }

  get #isLimited(): boolean {
    return this.limit < Number.POSITIVE_INFINITY;
  }
}
