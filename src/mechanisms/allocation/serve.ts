// Serves requests from a budget by prices: the option with the highest reward less the price of its uses is requested, and served if the
// budget suffices. Prices learn from requested uses, whether or not they could be served (dual mirror descent, arXiv 2011.10124, algorithm
// 1).

import { nextPrice, type PriceRule } from "./prices.ts";
import type { Requests } from "./requests.ts";

/** Remaining budgets, prices and total reward. */
export interface Ledger {
  /** Remaining budget of each resource, [resources]. */
  readonly remaining: Float64Array;
  /** Price μ of each resource, [resources]. */
  readonly prices: Float64Array;
  earned: number;
  /** Number of requests that were served, and number whose best option exceeded the budget. */
  served: number;
  missed: number;
}

/** Serves requests and updates the ledger. */
export interface Server {
  readonly ledger: Ledger;
  /** Serves all requests in order; writes each one's option, or −1, to `choices` [count]. Allocates no memory. */
  serve(requests: Requests, choices?: Int32Array): void;
}

export function ledgerOf(budgets: ArrayLike<number>, price: number | ArrayLike<number> = 0): Ledger {
  const start = typeof price === "number" ? new Float64Array(budgets.length).fill(price) : Float64Array.from(price);
  return { remaining: Float64Array.from(budgets), prices: start, earned: 0, served: 0, missed: 0 };
}

/**
 * A server with learnt prices. `rates` are ρ, the budgets divided by the expected number of requests. Of equally good options the first is
 * chosen, and only if its value is positive.
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

/** A server with fixed prices; with all prices 0 it serves first come, first served. */
export function fixedPrices(ledger: Ledger): Server {
  return { ledger, serve: (requests, choices) => serveBy(ledger, requests, choices) };
}

/** `learn` receives the index of the requested option's uses, or −1 where no option was requested. */
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
