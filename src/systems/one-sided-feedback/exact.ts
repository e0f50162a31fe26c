// What holds exactly: estimates that are right in the mean over everything that may be decided.

import { type CostRule, estimateCosts, exp2 } from "../../algorithms/one-sided/exp2.ts";
import { Random } from "../../core/random.ts";
import { labelStore } from "../../feedback/label-store.ts";
import { atMost, below } from "../../study/bound.ts";
import { type Claim, type Control, control, equation, is } from "../../study/claim.ts";
import { exact } from "../../study/figure.ts";

const PENALTY = 3;

export function exactEquations(seed: number, count = 200): Claim[] {
  return [
    equation(
      `estimated losses of 4 rules in the mean over every draw, 3 people, ${count} rounds`,
      is(exact(largestBias(seed, count, "weighted")), below(1e-12), "furthest from the truth"),
    ),
  ];
}

/** The same with the idea taken out. */
export function exactControls(seed: number, count = 200): Control[] {
  return [
    control(
      "without 1/P: estimated losses true in the mean",
      is(exact(largestBias(seed, count, "unweighted")), atMost(1e-3), "furthest from the truth"),
    ),
  ];
}

/**
 * Largest distance of E[Σ_i ĉ_i·h(x_i)] from Σ_i c_i·h(x_i) over four rules, of which one accepts all people, k = 3: the mean goes
 * through the rules that may be drawn, by their chances.
 */
export function largestBias(seed: number, count: number, costs: CostRule): number {
  const [rules, people] = [4, 3];
  const random = Random.of(seed, "estimates");
  let largest = 0;
  for (let n = 0; n < count; n++) {
    const table = Uint8Array.from({ length: rules * people }, (_, k) =>
      k % rules === 0 || random.uniform() < 0.5 ? 1 : 0,
    );
    const labels = Uint8Array.from({ length: people }, () => random.integer(2));
    const pair = [-1, 1, 5, 6][random.integer(4)];
    let place = 0;
    const rng = { uniform: () => place, integer: () => 0 };
    const learner = exp2({ rules, people, acceptAll: 0, mixture: 0.1, rate: () => 0.5 }, rng);
    const chances = new Float64Array(people);
    learner.deploy(table, 0, chances);
    learner.learn(Float64Array.from({ length: people }, () => random.uniform(-2, 2)));
    learner.deploy(table, 0, chances);
    const mean = new Float64Array(rules);
    const found = new Float64Array(people);
    const accepted = new Uint8Array(people);
    let below = 0;
    for (let drawn = 0; drawn < rules; drawn++) {
      const chance = learner.weights[drawn];
      place = below + chance / 2;
      below += chance;
      learner.draw(accepted);
      const store = labelStore(labels, people);
      store.decide(0, accepted);
      estimateCosts(costs, accepted, store, learner, pair, PENALTY, found);
      for (let i = 0; i < people; i++)
        for (let h = 0; h < rules; h++) mean[h] += chance * found[i] * table[i * rules + h];
    }
    for (let h = 0; h < rules; h++) {
      let truth = 0;
      for (let i = 0; i < people; i++) {
        const complaint = pair < 0 ? 0 : Number(i === Math.floor(pair / people)) - Number(i === pair % people);
        truth += (1 - 2 * labels[i] + PENALTY * complaint) * table[i * rules + h];
      }
      largest = Math.max(largest, Math.abs(mean[h] - truth));
    }
  }
  return largest;
}
