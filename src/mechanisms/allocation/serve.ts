// Serving requests from a budget by prices: of a request's options the one that is worth most beyond what it uses at current prices
// is taken, if the budget still has it; and prices learn from what was asked for, whether or not it could be given
// (dual mirror descent, arXiv 2011.10124, algorithm 1).

import { nextPrice, type PriceRule } from "./prices.ts";
import type { Requests } from "./requests.ts";

/** What is left, and what was earned. */
export interface Ledger {
  /** [resources] */
  readonly remaining: Float64Array;
  /** [resources] μ */
  readonly prices: Float64Array;
  earned: number;
  /** Requests that were served, and those whose best option the budget did not have. */
  served: number;
  missed: number;
}

/** Serves requests, and keeps the ledger. */
export interface Server {
  readonly ledger: Ledger;
  /** Serves all of them in order; `choices` [count] is told each one's option, or −1. Nothing is allocated. */
  serve(requests: Requests, choices?: Int32Array): void;
}

/** A ledger at the start. */
export function ledgerOf(budgets: ArrayLike<number>, price: number | ArrayLike<number> = 0): Ledger {
  const start = typeof price === "number" ? new Float64Array(budgets.length).fill(price) : Float64Array.from(price);
  return { remaining: Float64Array.from(budgets), prices: start, earned: 0, served: 0, missed: 0 };
}

/**
 * Serves by prices that learn. `rates` are ρ, the budgets over the number of requests that will come. Of options that are worth the
 * same the first is taken, and none that is worth nothing.
 */
export function dualDescent(ledger: Ledger, rates: ArrayLike<number>, { mirror, rate }: PriceRule): Server {
  const { prices } = ledger;
  const store = Float64Array.from(rates);
  const plain = mirror === "subgradient";

  function learn(uses: Float64Array, at: number): void {
    for (let k = 0; k < prices.length; k++) {
      const used = at < 0 ? 0 : uses[at + k];
      if (plain) {
        const price = prices[k] - rate * (store[k] - used);
        prices[k] = price > 0 ? price : 0;
      } else prices[k] = nextPrice(mirror, prices[k], rate, store[k], used);
    }
  }

  return { ledger, serve: (requests, choices) => serveBy(ledger, requests, choices, learn) };
}

/** Serves by prices that stay: all 0 is first come, first served. */
export function fixedPrices(ledger: Ledger): Server {
  return { ledger, serve: (requests, choices) => serveBy(ledger, requests, choices) };
}

/** `learn` is told where the uses of the option that was asked for stand, or −1 where none was. */
function serveBy(
  ledger: Ledger,
  { count, options, resources: m, rewards, uses }: Requests,
  choices: Int32Array | undefined,
  learn?: (uses: Float64Array, at: number) => void,
): void {
  const { remaining, prices } = ledger;
  let [earned, served, missed] = [0, 0, 0];
  for (let t = 0; t < count; t++) {
    let best = 0;
    let chosen = -1;
    for (let j = t * options; j < (t + 1) * options; j++) {
      let worth = rewards[j];
      for (let k = 0, at = j * m; k < m; k++, at++) worth -= prices[k] * uses[at];
      if (worth > best) {
        best = worth;
        chosen = j;
      }
    }
    const at = chosen < 0 ? -1 : chosen * m;
    let fits = chosen >= 0;
    for (let k = 0; fits && k < m; k++) fits = uses[at + k] <= remaining[k];
    if (fits) {
      for (let k = 0; k < m; k++) remaining[k] -= uses[at + k];
      earned += rewards[chosen];
      served += 1;
    } else if (chosen >= 0) missed += 1;
    if (choices !== undefined) choices[t] = fits ? chosen - t * options : -1;
    learn?.(uses, at);
  }
  ledger.earned += earned;
  ledger.served += served;
  ledger.missed += missed;
}
