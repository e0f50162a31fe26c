// What accepting somebody costs, for those who learn the outcome of accepted people only and hear of unfair pairs: errors and
// complaints in one loss that is linear in the decisions (after arXiv 2206.04475).

import type { LabelStore } from "../../feedback/label-store.ts";

/**
 * How costs are guessed from what was seen. "weighted": divided by the chance of seeing; "unweighted": as seen, nothing where
 * nothing was; "missing as negative": who was rejected is taken to have been a bad case; "all": every label is seen.
 */
export type CostRule = "weighted" | "unweighted" | "missing as negative" | "all";

/** 1 − 2y: what accepting adds to the error, for 1[ŷ ≠ y] = y + ŷ·(1 − 2y). The rest, y, depends on no decision. */
export function acceptanceCost(label: number): number {
  return 1 - 2 * label;
}

/** What a learner of linear losses over rules must do. None of its methods allocates. */
export interface OneSidedLearner {
  /** Writes the chances of acceptance that it deploys, [k]; `table` holds what every rule says, [k × rules] from `from` on. */
  deploy(table: Uint8Array, from: number, chances: Float64Array): void;
  /** Draws the decisions of this round, [k]: one rule for all. */
  draw(accepted: Uint8Array): void;
  /** An estimate of 1/P(ŷ_i = 1) before anything of this round was drawn; asked for people who were accepted. */
  inverse(person: number): number;
  /** Told what accepting each person of this round cost, [k]. */
  learn(costs: Float64Array): void;
}

/**
 * ĉ_i = [label part] + C·([i = a] − [i = b]), where (a, b) is the reported pair (a·k + b, or −1). The label part is
 * ŷ_i·(1 − 2y_i)/P(ŷ_i = 1) for "weighted". Writes [k].
 */
export function estimateCosts(
  rule: CostRule,
  accepted: Uint8Array,
  labels: LabelStore,
  learner: Pick<OneSidedLearner, "inverse">,
  pair: number,
  penalty: number,
  costs: Float64Array,
): void {
  const people = accepted.length;
  for (let i = 0; i < people; i++) {
    if (accepted[i] === 1 || rule === "all")
      costs[i] = acceptanceCost(labels.read(i)) * (rule === "weighted" ? learner.inverse(i) : 1);
    else costs[i] = rule === "missing as negative" ? acceptanceCost(0) : 0;
  }
  if (pair < 0) return;
  costs[Math.floor(pair / people)] += penalty;
  costs[pair % people] -= penalty;
}
