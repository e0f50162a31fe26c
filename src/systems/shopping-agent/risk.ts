// What choosing the best and the worst half does to a gamble: it looks away from the middle, where honest answers stand, and sees
// lucky boasts above, and all other answers below.

import { groupAdvantages } from "../../algorithms/text/group-advantage.ts";
import { Random } from "../../core/random.ts";
import { contrastingRows } from "./method.ts";
import { SHOP, WEIGHTS } from "./shop.ts";

/** A shop: the chance that a boast is true, and how persuasive a boast and an honest detail are found. */
interface Gamble {
  readonly bestsellers: number;
  readonly rubric: { readonly boast: number; readonly detail: number };
}

/** Share of answers that are right but for their pitch. */
const RIGHT = 0.95;
const GROUPS = 4000;

/**
 * Mean of A·(1 for a boast, else 0, less the share of boasts) over the answers that are learnt from, in groups of 16 paid in
 * layers (of six criteria wrong answers miss one; no search is saved): by how much a gradient step moves the logit of boasting.
 */
export function pushOnBoasts({ bestsellers, rubric }: Gamble, boasts: number, contrast: boolean): number {
  const random = Random.of(1, "boasts");
  const [K, criteria] = [16, 6];
  const pay = new Float64Array(K);
  const dots = new Float64Array(K);
  const boasted = new Uint8Array(K);
  let push = 0;
  for (let g = 0; g < GROUPS; g++) {
    for (let k = 0; k < K; k++) {
      boasted[k] = random.uniform() < boasts ? 1 : 0;
      const meets = random.uniform() < RIGHT && (boasted[k] === 0 || random.uniform() < bestsellers);
      const points = Math.min(
        1,
        (boasted[k] === 1 ? rubric.boast : rubric.detail) + SHOP.rubricNoise * random.normal(),
      );
      pay[k] = meets ? WEIGHTS.criteria + WEIGHTS.persuasion * points : WEIGHTS.criteria * (1 - 1 / criteria);
      dots[k] = random.integer(7);
    }
    const rows = contrast ? contrastingRows(pay, dots, [0.25, 0.75]) : Array.from(pay, (_, k) => k);
    const shaped = Float64Array.from(rows, (k) => pay[k] - (contrast ? (0.1 * dots[k]) / Math.max(1, ...dots) : 0));
    const advantages = groupAdvantages(shaped, rows.length, { baseline: "group", scale: "group" });
    for (const [k, row] of rows.entries()) push += (advantages[k] * (boasted[row] - boasts)) / rows.length;
  }
  return push / GROUPS;
}
