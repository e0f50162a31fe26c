// Hindsight that is simulated: outcomes drawn from the assistant's own model of what customers buy, right or wrong by a known distance.

import { exactEpisodes } from "../../algorithms/tabular/exact-episodes.ts";
import { Random } from "../../core/random.ts";
import { OPTIONS, worthInHindsight } from "../../environments/markets/advised-customer.ts";
import { studyJob } from "../../study/study.ts";
import type { AdviceJob } from "./arms.ts";
import {
  bestOf,
  chancesIn,
  dialoguesIn,
  mostByCase,
  RANGE,
  type ShopDialogues,
  TRUST,
  tree,
  worthsIn,
} from "./dialogues.ts";
import { contrasted, type Rater, reinforced } from "./training.ts";

/** How often the catalogue errs here: otherwise an outcome would leave nothing to simulate. */
export const ERROR = 0.1;
/** What the model adds to the chance that an option has the feature. */
export const SHIFTS = [0.1, 0.3, 0.5, -0.1, -0.3, -0.5] as const;

const exact = exactEpisodes(tree);
const shopOf = () => dialoguesIn({ trust: TRUST, error: ERROR });
const shifted = (chance: number, by: number) => Math.min(1, Math.max(0, chance + by));

/** What the model expects that a customer thinks of each dialogue's purchase, [dialogues]. */
function simulatedWorths({ bought, shop }: ShopDialogues, shift: number): Float64Array {
  return Float64Array.from(bought, (option, dialogue) => {
    if (option < 0) return 0;
    const one = tree.startOf[dialogue];
    const chance = shifted(chancesIn(one, shop.error)[option], shift);
    return chance * worthsIn(one)[option] - (1 - chance);
  });
}

/** The customer is shown outcomes that are drawn for the options of a pair. */
function drawnHindsight({ bought, shop }: ShopDialogues, shift: number): Rater {
  const hasIt = new Uint8Array(OPTIONS);
  return (first, second, random) => {
    const one = tree.startOf[first];
    const chances = chancesIn(one, shop.error);
    for (let k = 0; k < OPTIONS; k++) hasIt[k] = random.uniform() < shifted(chances[k], shift) ? 1 : 0;
    const worths = worthsIn(one);
    return [worthInHindsight(bought[first], worths, hasIt), worthInHindsight(bought[second], worths, hasIt)];
  };
}

/** What is lost to the best words, in worth once she knows what she bought. */
export interface SimulationLosses {
  /** Trained by DPO on true outcomes, and on outcomes of a model without error; the true utility of both. */
  readonly utilities: { readonly real: number; readonly simulated: number };
  /** [SHIFTS], by DPO and by the policy gradient. */
  readonly dpo: readonly number[];
  readonly gradient: readonly number[];
}

export const simulating = studyJob(import.meta.url, simulated);

export async function simulated({ seed }: AdviceJob): Promise<SimulationLosses> {
  const shop = shopOf();
  const best = bestOf(shop.known);
  // The pairs are the same, and outcomes are drawn anew.
  const utility = (outcomes: string) => {
    const rater = drawnHindsight(shop, 0);
    const own = Random.of(seed, "outcomes", outcomes);
    return exact.value(contrasted((a, b) => rater(a, b, own), Random.of(seed, "DPO")).policy, shop.utility);
  };
  return {
    utilities: { real: utility("real"), simulated: utility("simulated") },
    dpo: SHIFTS.map(
      (shift) => best - exact.value(contrasted(drawnHindsight(shop, shift), Random.of(seed, "DPO")).policy, shop.known),
    ),
    gradient: SHIFTS.map(
      (shift) =>
        best -
        exact.value(reinforced(simulatedWorths(shop, shift), Random.of(seed, "policy gradient")).policy, shop.known),
    ),
  };
}

/** By how much, at most, a case or a dialogue breaks its bound (U_max − U_min)·TV; no more than 0 where all keep it. */
export function largestExcess(shift: number): { readonly feedback: number; readonly loss: number } {
  const shop = shopOf();
  const worths = simulatedWorths(shop, shift);
  const distance = (one: number, option: number) => {
    const chance = chancesIn(one, ERROR)[option];
    return Math.abs(shifted(chance, shift) - chance);
  };
  let [feedback, loss] = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];
  const [most, expected] = [mostByCase(shop.known), mostByCase(worths)];
  for (const [dialogue, option] of shop.bought.entries()) {
    const one = tree.startOf[dialogue];
    const far = option < 0 ? 0 : distance(one, option);
    feedback = Math.max(feedback, Math.abs(worths[dialogue] - shop.known[dialogue]) - RANGE * far);
    if (worths[dialogue] < expected[one]) continue;
    const farthest = Math.max(...Array.from({ length: OPTIONS }, (_, k) => distance(one, k)));
    loss = Math.max(loss, most[one] - shop.known[dialogue] - RANGE * farthest);
  }
  return { feedback, loss };
}
