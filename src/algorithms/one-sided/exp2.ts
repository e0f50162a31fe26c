// Exp2: exponential weights over a finite class of rules whose losses are linear in their decisions, on estimates from the people
// who were accepted (Dani, Hayes & Kakade, 2007; for one-sided feedback after arXiv 2206.04475).

import { acceptanceCost } from "../../mechanisms/auditing/fair-optimum.ts";
import { exponentialWeights } from "../bandits/hedge.ts";

/** Parameters of Exp2. */
export interface Exp2Options {
  readonly rules: number;
  /** k */
  readonly people: number;
  /** Index of the rule that accepts all people. */
  readonly acceptAll: number;
  /** p_min: with this chance all people are accepted, so that no chance is smaller. */
  readonly mixture: number;
  /** η of round t = 1, 2, …; w_h ∝ exp(−η(t)·Σ losses before t). */
  readonly rate: (round: number) => number;
}

/** A learner of linear losses over rules. None of its methods allocates. */
export interface OneSidedLearner {
  /** Writes the chances of acceptance that it deploys, [k]; `table` holds the decisions of all rules, [k × rules]. */
  deploy(table: Uint8Array, chances: Float64Array): void;
  /** An estimate of 1/P(ŷ_i = 1) for a person of this round who was accepted. */
  inverse(person: number): number;
  /** Learns the estimated costs of accepting each person of this round, [k]. */
  learn(costs: Float64Array): void;
}

/** Deploys π = (1 − p_min)·w + p_min·[accept all]. `weights` are the rules' chances under π, [rules]. */
export function exp2(options: Exp2Options): OneSidedLearner & { readonly weights: Float64Array } {
  const { rules, people, acceptAll, mixture, rate } = options;
  const { logs, probabilities, refresh } = exponentialWeights(rules);
  const losses = new Float64Array(rules);
  const deployed = new Float64Array(people);
  let [decisions, round]: [Uint8Array, number] = [new Uint8Array(0), 0];
  return {
    weights: probabilities,
    deploy(table, chances) {
      round += 1;
      decisions = table;
      const eta = rate(round);
      for (let h = 0; h < rules; h++) logs[h] = -eta * losses[h];
      refresh();
      for (let h = 0; h < rules; h++) probabilities[h] *= 1 - mixture;
      probabilities[acceptAll] += mixture;
      for (let i = 0; i < people; i++) {
        let chance = 0;
        for (let h = 0; h < rules; h++) chance += probabilities[h] * table[i * rules + h];
        deployed[i] = Math.min(1, chance);
        chances[i] = deployed[i];
      }
    },
    inverse: (person) => 1 / deployed[person],
    learn(costs) {
      for (let i = 0; i < people; i++) {
        const cost = costs[i];
        if (cost === 0) continue;
        for (let h = 0; h < rules; h++) losses[h] += cost * decisions[i * rules + h];
      }
    },
  };
}

/**
 * How costs are estimated from observed outcomes. "weighted": divided by the chance of observing; "unweighted": as observed, 0 where
 * nothing was; "missing as negative": a rejected person counts as a bad case.
 */
export const COST_RULES = ["weighted", "unweighted", "missing as negative"] as const;
export type CostRule = (typeof COST_RULES)[number];

/**
 * ĉ_i = [label part] + C·([i = a] − [i = b]), where (a, b) is the reported pair (a·k + b, or −1). The label part is
 * ŷ_i·(1 − 2y_i)/P(ŷ_i = 1) for "weighted". Labels of rejected people are not read. Writes [k].
 */
export function estimateCosts(
  rule: CostRule,
  accepted: Uint8Array,
  labels: Uint8Array,
  learner: Pick<OneSidedLearner, "inverse">,
  pair: number,
  penalty: number,
  costs: Float64Array,
): void {
  const people = accepted.length;
  for (let i = 0; i < people; i++) {
    if (accepted[i] === 1) costs[i] = acceptanceCost(labels[i]) * (rule === "weighted" ? learner.inverse(i) : 1);
    else costs[i] = rule === "missing as negative" ? acceptanceCost(0) : 0;
  }
  if (pair < 0) return;
  costs[Math.floor(pair / people)] += penalty;
  costs[pair % people] -= penalty;
}
