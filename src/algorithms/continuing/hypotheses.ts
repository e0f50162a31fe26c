// What an optimist may believe: a finite class of hypotheses, each with a gain, a policy and a record of how badly it
// explains what was seen. The algorithm knows nothing else, so that models and value functions learn by the same loop.
// Source: He, Zhong & Yang, arXiv 2404.12648, ICLR 2024 (discrepancies and confidence sets).

import { UserError } from "../../core/errors.ts";
import { type AverageOptimum, relativeValueIteration, span } from "../../environments/tabular/long-run.ts";
import { expectedNext, type TabularMdp } from "../../environments/tabular/mdp.ts";
import { greedyChoice } from "../planning/policy.ts";

/** A finite class. Hypotheses are numbered from 0. */
export interface HypothesisClass {
  readonly size: number;
  /** J_f, the gain that each hypothesis promises, [size]. */
  readonly gain: Float64Array;
  /** The action of hypothesis f's greedy policy, by what is seen. */
  act(hypothesis: number, seen: Float32Array): number;
  /** A new, empty record. */
  evidence(): Discrepancies;
}

/** Squared discrepancies of what was seen so far. */
export interface Discrepancies {
  /** Adds a step that was made while hypothesis `used` was followed. */
  add(used: number, seen: Float32Array, action: number, reward: number, next: Float32Array): void;
  /** L_D(f, f) − min_g L_D(f, g) ≥ 0: how much worse f explains the data than its best rival does. */
  excess(hypothesis: number): number;
}

/**
 * β that keeps the truth in the set at all times with probability 1 − δ: 2σ²·ln(N/δ), where a discrepancy of the truth is
 * noise of mean 0 within an interval of width 2σ. For each rival, exp(−(ΣΔ² + 2ΣΔξ)/(2σ²)) is a supermartingale (Hoeffding's lemma),
 * so Ville's inequality holds at all times at once and no logarithm of the horizon is needed.
 */
export function confidenceRadius(deviation: number, size: number, failure: number): number {
  return 2 * deviation ** 2 * Math.log(size / failure);
}

/** Models, by their optima. */
interface ModelClass extends HypothesisClass {
  readonly optima: readonly AverageOptimum[];
}

/**
 * A class of models with the same states and actions, each planned for exactly. Discrepancy of g while f' is in use: (r_g + P_g V_f')(s,a) − r − V_f'(s').
 * It does not depend on the hypothesis that is judged, so one sum of squares per model is the whole record.
 */
export function modelClass(models: readonly TabularMdp[]): ModelClass {
  const optima = models.map((model, f) => {
    const optimum = relativeValueIteration(model, { maxSweeps: 100_000 });
    if (optimum !== undefined) return optimum;
    const what = `of model ${f + 1}, the best that is paid a step in the long run is not the same from every state`;
    throw new UserError({ code: "no-gain", what, path: ["models"] });
  });
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

  function evidence(): Discrepancies {
    const losses = new Float64Array(models.length);
    let least = 0;
    return {
      add(used, [state], action, reward, [next]) {
        // Most of a run is spent here: what a closure holds is read once.
        const table = expectations(used);
        const sums = losses;
        const count = sums.length;
        const from = (state * models[used].actions + action) * models.length;
        const seen = reward + optima[used].bias[next];
        let smallest = Number.POSITIVE_INFINITY;
        for (let g = 0; g < count; g++) {
          const off = table[from + g] - seen;
          const loss = sums[g] + off * off;
          sums[g] = loss;
          if (loss < smallest) smallest = loss;
        }
        least = smallest;
      },
      excess: (hypothesis) => losses[hypothesis] - least,
    };
  }

  return {
    optima,
    size: models.length,
    gain: Float64Array.from(optima, (optimum) => optimum.gain),
    act: (hypothesis, [state]) => choices[hypothesis][state],
    evidence,
  };
}

/** Half the widest range that some model's V has over the states one action may lead to in some model: σ of the truth's discrepancies. */
export function stepDeviation({ optima }: ModelClass, models: readonly TabularMdp[]): number {
  let widest = 0;
  for (const { offset, next } of models) {
    for (let at = 0; at + 1 < offset.length; at++) {
      const reached = next.subarray(offset[at], offset[at + 1]);
      for (const { bias } of optima) widest = Math.max(widest, span(Array.from(reached, (to) => bias[to])));
    }
  }
  return widest / 2;
}
