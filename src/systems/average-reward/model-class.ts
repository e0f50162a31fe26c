// Hypotheses that are whole models: each is planned for exactly, and explains a step by what it expected of it.

import { greedyChoice } from "../../algorithms/planning/policy.ts";
import { expectedNext, type TabularMdp } from "../../environments/tabular/mdp.ts";
import { type AverageOptimum, relativeValueIteration } from "./gain.ts";
import type { Evidence, HypothesisClass } from "./hypotheses.ts";

/** Models with their optima. */
export interface ModelClass extends HypothesisClass {
  readonly models: readonly TabularMdp[];
  readonly optima: readonly AverageOptimum[];
}

/**
 * A class of models with the same states and actions. Discrepancy of g while f' is in use: (r_g + P_g V_f')(s,a) − r − V_f'(s').
 * It does not depend on the hypothesis that is judged, so one sum of squares per model is the whole record.
 */
export function modelClass(models: readonly TabularMdp[]): ModelClass {
  const optima = models.map((model) => relativeValueIteration(model));
  const choices = models.map((model, f) => greedyChoice(model, optima[f].actionValues));
  const expected = new Map<number, Float64Array>();

  /** (r_g + P_g V_f')(s,a) for all g, [states × actions × models]; made when f' is first in use. */
  function expectations(used: number): Float64Array {
    const known = expected.get(used);
    if (known !== undefined) return known;
    const { states, actions } = models[used];
    const table = new Float64Array(states * actions * models.length);
    for (let at = 0; at < states * actions; at++) {
      const s = Math.floor(at / actions);
      for (const [g, model] of models.entries()) {
        table[at * models.length + g] = model.reward[at] + expectedNext(model, s, at - s * actions, optima[used].bias);
      }
    }
    expected.set(used, table);
    return table;
  }

  function evidence(): Evidence {
    const losses = new Float64Array(models.length);
    let least = 0;
    return {
      add(used, state, action, reward, next) {
        const table = expectations(used);
        const from = (state * models[used].actions + action) * models.length;
        const seen = reward + optima[used].bias[next];
        least = Number.POSITIVE_INFINITY;
        for (let g = 0; g < losses.length; g++) {
          const loss = losses[g] + (table[from + g] - seen) ** 2;
          losses[g] = loss;
          if (loss < least) least = loss;
        }
      },
      excess: (hypothesis) => losses[hypothesis] - least,
    };
  }

  return {
    models,
    optima,
    size: models.length,
    gain: Float64Array.from(optima, (optimum) => optimum.gain),
    act: (hypothesis, state) => choices[hypothesis][state],
    evidence,
  };
}

/** Half the widest range that some model's V has over the states one action may lead to: σ of the truth's discrepancies. */
export function stepDeviation({ optima }: ModelClass, truth: TabularMdp): number {
  let widest = 0;
  for (const { bias } of optima) {
    for (let at = 0; at < truth.states * truth.actions; at++) {
      let low = Number.POSITIVE_INFINITY;
      let high = Number.NEGATIVE_INFINITY;
      for (let k = truth.offset[at]; k < truth.offset[at + 1]; k++) {
        low = Math.min(low, bias[truth.next[k]]);
        high = Math.max(high, bias[truth.next[k]]);
      }
      widest = Math.max(widest, high - low);
    }
  }
  return widest / 2;
}
