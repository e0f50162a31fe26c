// A run's account: its counters, when the budget is spent, and totals adopted from another counter.

import { expect, test } from "vitest";
import { Account, BudgetSpent } from "./spending.ts";

test("an account counts answers and costs, and throws when its budget is spent", () => {
  const account = new Account(1);
  account.check();
  account.paid(0.75);
  account.recalledOne();
  // The cost is not known.
  account.paid(Number.NaN);
  account.check();
  expect(account).toMatchObject({ limit: 1, spent: 0.75, asked: 2, recalled: 1, isOver: false });
  account.paid(0.5);
  expect(account.isOver).toBe(true);
  expect(() => account.check()).toThrow(BudgetSpent);
  expect(() => account.check()).toThrow("the budget of 1 is spent");
});

test("without a budget it is never spent, and it adopts the counts of others", () => {
  const account = new Account();
  account.paid(2);
  account.stand({ spent: 1e9, asked: 7, recalled: 3 });
  account.check();
  expect(account).toMatchObject({ spent: 1e9, asked: 7, recalled: 3, isOver: false });
});
