// The assistants of a study: trained on each kind of feedback by both trainers, and what all feedback says of each of them.

import { exactEpisodes } from "../../algorithms/tabular/exact-episodes.ts";
import type { SoftmaxTable } from "../../algorithms/tabular/softmax-policy.ts";
import { Random } from "../../core/random.ts";
import {
  HAS,
  LACKS,
  NO_COMMENT,
  OPTIONS,
  SAID,
  worthInHindsight,
} from "../../environments/markets/advised-customer.ts";
import { studyJob } from "../../study/study.ts";
import {
  bestOf,
  chancesIn,
  dialoguesIn,
  listedInRow,
  rankInRow,
  type ShopDialogues,
  TRUST,
  tree,
  worthsIn,
} from "./dialogues.ts";
import { type Reestimated, reestimated } from "./reestimating.ts";
import { contrasted, type Rater, ratedBy, reinforced } from "./training.ts";

/** When the customer is asked: at the purchase; once she knows what she bought; once she knows all three options. */
export const FEEDBACK = ["immediate", "partial hindsight", "full hindsight"] as const;
export type Feedback = (typeof FEEDBACK)[number];
export const TRAINERS = ["policy gradient", "DPO"] as const;
export type Trainer = (typeof TRAINERS)[number];
/** DPO where each dialogue of a pair is judged by what the other one sold. */
export const SHUFFLED = "DPO, hindsight of the other dialogue";

/** How an assistant fares, by exact sums over all dialogues. */
export interface AdviceConduct {
  readonly rating: number;
  readonly known: number;
  readonly utility: number;
  /** Of options that lack the feature: said to have it; of the cheapest of them; not spoken of. */
  readonly lies: number;
  readonly liesOfCheapest: number;
  readonly omissions: number;
  /** Of options that the catalogue does not specify: said to have it. */
  readonly inventions: number;
  /** What its own feedback falls short of the most that any words reach. */
  readonly short: number;
}

const exact = exactEpisodes(tree);

export const ratingsOf = ({ expected, known, utility }: ShopDialogues, feedback: Feedback): Float64Array => {
  switch (feedback) {
    case "immediate":
      return expected;
    case "partial hindsight":
      return known;
    case "full hindsight":
      return utility;
  }
};

export function conductOf({ policy }: SoftmaxTable, shop: ShopDialogues, own: Float64Array): AdviceConduct {
  const words = (said: number, isCounted: (row: number) => boolean): number => {
    const rows = Array.from(listedInRow.keys()).filter(isCounted);
    return rows.reduce((sum, row) => sum + policy[row * SAID.length + said] / rows.length, 0);
  };
  const lacks = (row: number) => listedInRow[row] === LACKS;
  return {
    rating: exact.value(policy, shop.expected),
    known: exact.value(policy, shop.known),
    utility: exact.value(policy, shop.utility),
    lies: words(HAS, lacks),
    liesOfCheapest: words(HAS, (row) => lacks(row) && rankInRow[row] === 0),
    omissions: words(NO_COMMENT, lacks),
    inventions: words(HAS, (row) => listedInRow[row] > LACKS),
    short: bestOf(own) - exact.value(policy, own),
  };
}

export interface AdviceJob {
  readonly seed: number;
}

export interface Advised {
  readonly arms: Readonly<Record<string, AdviceConduct>>;
  /** Where customers trust no word: true utility of each trainer's assistant, on immediate feedback and on partial hindsight. */
  readonly deaf: Readonly<Record<Trainer, { readonly immediate: number; readonly hindsight: number }>>;
  /** Customers who learn from their purchases what words are worth, with both assistants of the policy gradient. */
  readonly learning: Reestimated;
}

export const armOf = (trainer: Trainer, feedback: Feedback) => `${trainer}, ${feedback}`;

export const advising = studyJob(import.meta.url, advised);

export async function advised({ seed }: AdviceJob): Promise<Advised> {
  const shop = dialoguesIn({ trust: TRUST, error: 0 });
  const silent = dialoguesIn({ trust: 0, error: 0 });
  const arms: Record<string, AdviceConduct> = {};
  for (const trainer of TRAINERS) {
    for (const feedback of FEEDBACK) {
      const own = ratingsOf(shop, feedback);
      arms[armOf(trainer, feedback)] = conductOf(trained(trainer, own, seed), shop, own);
    }
  }
  arms[SHUFFLED] = conductOf(contrasted(hindsightOfOther(shop), Random.of(seed, "DPO")), shop, shop.known);
  const unheard = (trainer: Trainer) => {
    const utility = (own: Float64Array) => exact.value(trained(trainer, own, seed).policy, silent.utility);
    return { immediate: utility(silent.expected), hindsight: utility(silent.known) };
  };
  return {
    arms,
    deaf: { "policy gradient": unheard("policy gradient"), DPO: unheard("DPO") },
    learning: reestimated(
      trained("policy gradient", shop.expected, seed),
      trained("policy gradient", shop.known, seed),
      Random.of(seed, "customers who learn"),
    ),
  };
}

const trained = (trainer: Trainer, ratings: Float64Array, seed: number): SoftmaxTable =>
  trainer === "DPO"
    ? contrasted(ratedBy(ratings), Random.of(seed, "DPO"))
    : reinforced(ratings, Random.of(seed, "policy gradient"));

/**
 * Of her purchase she is told whether what the other dialogue sold has the feature; where that sold nothing, she is left with what she
 * expects.
 */
function hindsightOfOther({ bought, expected }: ShopDialogues): Rater {
  const rating = (own: number, other: number): number => {
    if (bought[other] < 0) return expected[own];
    const one = tree.startOf[own];
    const told = new Float64Array(OPTIONS).fill(chancesIn(one, 0)[bought[other]]);
    return worthInHindsight(bought[own], worthsIn(one), told);
  };
  return (first, second) => [rating(first, second), rating(second, first)];
}
