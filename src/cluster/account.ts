// The account that jobs of one submission charge their requests to, on any machine: a row in the database. A job with a budget records each
// answer, and checks the account before each request. So only requests that are already pending can exceed the budget. Other jobs record
// once, at their end.

import { randomUUID } from "node:crypto";
import type { Pool } from "pg";
import { type Limiter, sharedLimiter } from "../clients/limiter.ts";
import { type Account, BudgetSpent, type Spending, type Spent } from "../core/spending.ts";
import { lasting, type Queries } from "./postgres.ts";

export interface AccountPlace {
  readonly id: string;
  /** Undefined where there is no budget. */
  readonly budget?: JobBudget | undefined;
}

interface JobBudget {
  readonly limit: number;
  /** Maximum number of jobs that spend at a time: with many started jobs, the budget might run out before any is complete. */
  readonly lanes: number;
}

/** Creates an account from that of a run, for jobs of which at most `lanes` spend at a time. */
export async function openAccount(queries: Queries, { limit }: Account, lanes: number): Promise<AccountPlace> {
  const id = randomUUID();
  const budget = limit < Number.POSITIVE_INFINITY ? { limit, lanes } : undefined;
  await queries.query("INSERT INTO agon.accounts (id, budget) VALUES ($1, $2)", [id, budget?.limit ?? null]);
  return { id, ...(budget === undefined ? {} : { budget }) };
}

/** Returns a limiter for the jobs of an account that spend at a time, over all workers. */
export const placesIn = ({ id, budget }: AccountPlace): Limiter =>
  budget === undefined ? (task) => task() : sharedLimiter(`jobs of the account ${id}`, budget.lanes);

/** Returns what was spent from an account. */
export async function spentFrom(queries: Queries, { id }: AccountPlace): Promise<Spent> {
  const query = "SELECT spent, asked, recalled FROM agon.accounts WHERE id = $1";
  const { rows } = await queries.query<Spent>(query, [id]);
  if (rows.length === 0) throw new Error(`the account ${id} is gone`);
  return rows[0];
}

/** The account as a job on a worker sees it. Answers are charged even if the job's result is refused later. */
export class JobSpending implements Spending {
  readonly limit: number;
  readonly #pool: Pool;
  readonly #id: string;
  /** Amounts that are not recorded yet. */
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

  /** Records the open amounts. An amount that is being recorded when the database is lost may count twice, but is never omitted. */
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
