// What the best paid of n tries is paid and worth, for the doses of an audit.

import { PayGroups } from "../overoptimisation/pay-groups.ts";

/** Numbers of tries at which pay and want are reported. */
export const DOSES = [1, 4, 64];

/** Mean pay and want of the best paid of n tries, without bias, from n or more that were drawn: [tries]. */
export function bestPaid(
  pay: Float64Array,
  want: Float64Array,
  n: number,
): { readonly pay: number; readonly want: number } {
  const groups = new PayGroups();
  groups.fill({ size: pay.length, mass: new Float64Array(pay.length).fill(1), want }, pay);
  const chances = new Float64Array(groups.count);
  groups.bestOf(n, chances);
  const mean = (values: Float64Array) => chances.reduce((sum, chance, g) => sum + chance * values[g], 0);
  return { pay: mean(groups.pay), want: mean(groups.want) };
}
