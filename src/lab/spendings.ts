// What runs of this process spend, by the name of the channel on which a run tells its news: a cell is told of it by that name alone.

import { Spending } from "../core/spending.ts";

const open = new Map<string, Spending>();

/** Opens what a run may spend: without a limit where there is no budget. */
export function openSpending(news: string, budget: number | undefined): Spending {
  const spending = new Spending(budget);
  open.set(news, spending);
  return spending;
}

/** What a run spends; undefined in threads of its own, where nothing is asked. */
export const spendingOf = (news: string): Spending | undefined => open.get(news);

export function closeSpending(news: string): void {
  open.delete(news);
}
