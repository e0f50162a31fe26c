// Two trainers of the assistant: a policy gradient on ratings, and DPO on pairs of dialogues of which the customer preferred one.

import { treeTable } from "../../algorithms/tabular/episode-tree.ts";
import { groupAscent } from "../../algorithms/tabular/group-ascent.ts";
import { type SoftmaxTable, softmaxTable } from "../../algorithms/tabular/softmax-policy.ts";
import { jointCredit } from "../../algorithms/text/group-advantage.ts";
import type { Random } from "../../core/random.ts";
import { OPTIONS, SAID } from "../../environments/markets/advised-customer.ts";
import { fitDenseLogistic } from "../../math/dense-logistic.ts";
import { preferenceProbability } from "../../math/logistic-regression.ts";
import { CASES, dialogueOf, rowsOf, tree, WORDS } from "./dialogues.ts";

/** Dialogues of each case in an update, updates, and their size. */
const GROUP = 8;
export const UPDATES = 600;
export const RATE = 30;

/** The policy that a gradient on ratings [dialogues] reaches, from words by chance; each is held against the others of its case. */
export function reinforced(ratings: Float64Array, random: Random): SoftmaxTable {
  const table = treeTable(tree);
  const credit = jointCredit([1], { baseline: "others", scale: "none" });
  const ascent = groupAscent(tree, table, [{ scores: ratings }], { group: GROUP, credit, rate: RATE });
  for (let update = 0; update < UPDATES; update++) ascent.update(random);
  return table;
}

export const PAIRS = 5000;
/** β of DPO; log-odds of a preference for a difference of 1 between two ratings; what holds logits that pairs say nothing of. */
export const BETA = 0.1;
export const SHARPNESS = 5;
export const RIDGE = 1e-3;

/** The customer's ratings of two dialogues of one case. */
export type Rater = (first: number, second: number, random: Random) => readonly [number, number];

export const ratedBy =
  (ratings: Float64Array): Rater =>
  (first, second) => [ratings[first], ratings[second]];

/**
 * The policy that DPO reaches on pairs of dialogues with words by chance. The reference says everything equally often and both dialogues are
 * of one case, so that normalisers drop out: the loss is a logistic regression on which word is in which dialogue.
 */
export function contrasted(rater: Rater, random: Random): SoftmaxTable {
  const columns = tree.contexts * SAID.length;
  const features = new Float64Array(PAIRS * columns);
  const labels = new Float64Array(PAIRS);
  const slopes = new Float64Array(PAIRS).fill(BETA);
  const [drawn, said, judged] = [random.stream("cases"), random.stream("dialogues"), random.stream("preferences")];
  const outcomes = random.stream("outcomes");
  for (let pair = 0; pair < PAIRS; pair++) {
    const one = drawn.integer(CASES);
    const [first, second] = [said.integer(WORDS.count), said.integer(WORDS.count)];
    for (let k = 0; k < OPTIONS; k++) {
      const at = pair * columns + rowsOf[one * OPTIONS + k] * SAID.length;
      features[at + WORDS.digit(first, k)] += 1;
      features[at + WORDS.digit(second, k)] -= 1;
    }
    const dialogues = [first, second].map((words) => dialogueOf[one * WORDS.count + words]);
    const [a, b] = rater(dialogues[0], dialogues[1], outcomes);
    labels[pair] = judged.uniform() < preferenceProbability(a - b, SHARPNESS) ? 1 : 0;
  }
  const { weights } = fitDenseLogistic({ features, labels, slopes }, columns, { ridge: RIDGE, tolerance: 1e-6 });
  return softmaxTable(tree.contexts, SAID.length, weights);
}
