// Exp2: exponential weights over a finite class of rules whose losses are linear in what they decide, on estimates from the people
// who were accepted (Dani, Hayes & Kakade, 2007; for one-sided feedback after arXiv 2206.04475).

import type { LabelStore } from "../../feedback/label-store.ts";
import { drawAt } from "../../math/weighted-draw.ts";
import { exponentialWeights } from "../bandits/hedge.ts";
import type { RandomSource } from "../bandits/observing.ts";

/** What Exp2 is told. */
export interface Exp2Options {
  readonly rules: number;
  /** k */
  readonly people: number;
  /** Which rule accepts all people. */
  readonly acceptAll: number;
  /** p_min: with this chance all people are accepted, so that no chance is smaller. */
  readonly mixture: number;
  /** η of round t = 1, 2, …; w_h ∝ exp(−η(t)·Σ losses before t). */
  readonly rate: (round: number) => number;
  /** Losses that the rules begin with, [rules]: what is believed of them. Default 0. */
  readonly initial?: Float64Array;
}

/** Deploys π = (1 − p_min)·w + p_min·[accept all]. `weights` are the rules' chances under π, [rules]. */
export function exp2(options: Exp2Options, random: RandomSource): OneSidedLearner & { readonly weights: Float64Array } {
  const { rules, people, acceptAll, mixture, rate } = options;
  const { logs, probabilities, refresh } = exponentialWeights(rules);
  const losses = options.initial?.slice() ?? new Float64Array(rules);
  const deployed = new Float64Array(people);
  let [decisions, at, round]: [Uint8Array, number, number] = [new Uint8Array(0), 0, 0];
  return {
    weights: probabilities,
    deploy(table, from, chances) {
      round += 1;
      decisions = table;
      at = from;
      const eta = rate(round);
      for (let h = 0; h < rules; h++) logs[h] = -eta * losses[h];
      refresh();
      for (let h = 0; h < rules; h++) probabilities[h] *= 1 - mixture;
      probabilities[acceptAll] += mixture;
      for (let i = 0; i < people; i++) {
        let chance = 0;
        const row = from + i * rules;
        for (let h = 0; h < rules; h++) chance += probabilities[h] * table[row + h];
        deployed[i] = Math.min(1, chance);
        chances[i] = deployed[i];
      }
    },
    draw(accepted) {
      const rule = drawAt(probabilities, 0, rules, random);
      for (let i = 0; i < people; i++) accepted[i] = decisions[at + i * rules + rule];
    },
    inverse: (person) => 1 / deployed[person],
    learn(costs) {
      for (let i = 0; i < people; i++) {
        const cost = costs[i];
        if (cost === 0) continue;
        const row = at + i * rules;
        for (let h = 0; h < rules; h++) losses[h] += cost * decisions[row + h];
      }
    },
  };
}

/**
 * How costs are guessed from what was seen. "weighted": divided by the chance of seeing; "unweighted": as seen, nothing where
 * nothing was; "missing as negative": a rejected person is taken to have been a bad case; "all": every label is seen.
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
