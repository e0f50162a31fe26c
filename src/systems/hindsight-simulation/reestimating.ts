// Customers who learn from what they bought how far an assistant's words can be trusted.

import type { SoftmaxTable } from "../../algorithms/tabular/softmax-policy.ts";
import type { Random } from "../../core/random.ts";
import { HAS, OPTIONS, purchase } from "../../environments/markets/advised-customer.ts";
import { CASES, chancesIn, PRIOR, rowsOf, TRUST, worthsIn } from "./dialogues.ts";

/** Dialogues of a customer, and customers. */
export const DIALOGUES = 50;
const CUSTOMERS = 400;
/** Purchases that her first trust is worth. */
const REMEMBERED = 10;

/** Mean ratings in each dialogue, [dialogues], by the assistant of immediate feedback and by that of hindsight. */
export interface Reestimated {
  readonly immediate: readonly number[];
  readonly hindsight: readonly number[];
}

export const reestimated = (immediate: SoftmaxTable, hindsight: SoftmaxTable, random: Random): Reestimated => ({
  immediate: ratingsOverTime(immediate, random.stream("customers")),
  hindsight: ratingsOverTime(hindsight, random.stream("customers")),
});

/**
 * She counts how often an option that she bought as having the feature had it, beside as many purchases at her first belief p₀ + κ(1 − p₀),
 * and trusts by κ = (share − p₀)/(1 − p₀), at least 0.
 */
function ratingsOverTime(policy: SoftmaxTable, random: Random): number[] {
  const ratings = new Array<number>(DIALOGUES).fill(0);
  const said = new Int32Array(OPTIONS);
  for (let customer = 0; customer < CUSTOMERS; customer++) {
    let [kept, told] = [REMEMBERED * (PRIOR + TRUST * (1 - PRIOR)), REMEMBERED];
    for (let dialogue = 0; dialogue < DIALOGUES; dialogue++) {
      const one = random.integer(CASES);
      for (let k = 0; k < OPTIONS; k++) said[k] = policy.choose(rowsOf[one * OPTIONS + k], random);
      const trust = Math.max(0, (kept / told - PRIOR) / (1 - PRIOR));
      const { option, expected } = purchase(said, worthsIn(one), { prior: PRIOR, trust });
      ratings[dialogue] += expected / CUSTOMERS;
      if (option < 0 || said[option] !== HAS) continue;
      told += 1;
      kept += chancesIn(one, 0)[option];
    }
  }
  return ratings;
}
