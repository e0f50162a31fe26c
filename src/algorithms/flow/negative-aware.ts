// DiffusionNFT (arXiv 2509.16117): learns from good and bad drawn actions in the forward process alone. What is better than the group's mean is
// approached by the policy, and what is worse by its mirror image at the policy that drew it.

import type { Random } from "../../core/random.ts";
import type { Parameters } from "../../nn/parameters.ts";
import { groupAdvantages } from "../text/group-advantage.ts";
import { type Measures, measureMeans } from "../training-measures.ts";
import { drawnBy, type FlowPlace, type FlowRule, noised, runningMean } from "./flow-rule.ts";
import { type BalanceOptions, termBalance } from "./term-balance.ts";

export interface NegativeFlowOptions extends BalanceOptions {
  /** b: how far the two implicit velocities lie from the old one. */
  readonly guidance: number;
  readonly passes: number;
  /** Divides an advantage by the deviation of its group or of the batch, or not at all. */
  readonly scale: "group" | "batch" | "none";
  /** Weight of the mean squared distance of velocities from those at the start; its gradient is added to what a balance gives. */
  readonly kl: number;
}

/** Advantages are clipped to ±MOST. */
const MOST = 5;
/** Least mean error by which a squared error is divided. */
const LEAST_ERROR = 1e-5;
/** Decay of the drawing policy grows by FOLLOWS with each update, to MOST_FOLLOWS at most. */
const [FOLLOWS, MOST_FOLLOWS] = [0.001, 0.5];

/** Share of a positive outcome: ρ = clip(1/2 + A/(2·A_max), 0, 1). */
export const optimality = (advantage: number): number => Math.min(1, Math.max(0, 0.5 + advantage / (2 * MOST)));

/**
 * Writes the gradient in v of the loss of one row, (A_max/b)·[ρ‖x₀(v⁺) − x₀‖²/w⁺ + (1 − ρ)‖x₀(v⁻) − x₀‖²/w⁻] as a mean over the numbers of an
 * action, with v⁺ = (1 − b)v_old + b·v, v⁻ = (1 + b)v_old − b·v, x₀(v) = x − t·v and w± the mean absolute errors, through which no gradient
 * passes. Returns the loss.
 */
export function rowGradient(
  { v, old, x, clean }: Readonly<Record<"v" | "old" | "x" | "clean", ArrayLike<number>>>,
  from: number,
  size: number,
  { t, b, rho }: { readonly t: number; readonly b: number; readonly rho: number },
  into: Float32Array,
): number {
  let [toPlus, toMinus, squarePlus, squareMinus] = [0, 0, 0, 0];
  for (let k = from; k < from + size; k++) {
    const plus = x[k] - t * ((1 - b) * old[k] + b * v[k]) - clean[k];
    const minus = x[k] - t * ((1 + b) * old[k] - b * v[k]) - clean[k];
    toPlus += Math.abs(plus) / size;
    toMinus += Math.abs(minus) / size;
    squarePlus += (plus * plus) / size;
    squareMinus += (minus * minus) / size;
  }
  const forPlus = ((MOST / b) * rho) / Math.max(LEAST_ERROR, toPlus);
  const forMinus = ((MOST / b) * (1 - rho)) / Math.max(LEAST_ERROR, toMinus);
  for (let k = from; k < from + size; k++) {
    const plus = x[k] - t * ((1 - b) * old[k] + b * v[k]) - clean[k];
    const minus = x[k] - t * ((1 + b) * old[k] - b * v[k]) - clean[k];
    into[k] = (2 * t * b * (forMinus * minus - forPlus * plus)) / size;
  }
  return forPlus * squarePlus + forMinus * squareMinus;
}

/** The rule, which draws from a policy that follows the learning one slowly. */
export function negativeAware(place: FlowPlace, options: NegativeFlowOptions, old: Parameters): FlowRule {
  const { guidance: b, passes, scale, kl } = options;
  const { rows, network, policy, reference } = place;
  const size = network.actionSize;
  const shift = new Float32Array(rows * size);
  const before = new Float32Array(rows * size);
  const anchor = new Float32Array(kl > 0 ? rows * size : 0);
  const total = new Float32Array(kl > 0 ? policy.flat.length : 0);
  const balance = termBalance(place.terms, policy.flat.length, options);
  const isBalanced = options.balance !== "none";
  return {
    kept: { old, ...(isBalanced ? { balance: balance.weights } : {}) },
    readsTerms: isBalanced,
    draw: drawnBy(place, old),
    learn({ actions, conditions, pay, terms, group }, random: Random, update): Measures {
      const advantagesOf = (of: Float64Array) => groupAdvantages(of, group, { baseline: "group", scale });
      const credit = { whole: advantagesOf(pay), terms: terms.map(advantagesOf) };
      const means = measureMeans();
      for (let pass = 0; pass < passes; pass++) {
        const { x, t } = noised(actions, rows, random.stream("noise", pass));
        before.set(place.velocities(old, x, conditions, t));
        if (kl > 0) anchor.set(place.velocities(reference, x, conditions, t));
        const v = place.velocities(policy, x, conditions, t);
        const own = { v, old: before, x, clean: actions };
        const differentiate = (advantages: Float64Array): Float32Array => {
          let loss = 0;
          for (let row = 0; row < rows; row++) {
            const rho = optimality(advantages[row]);
            loss += rowGradient(own, row * size, size, { t: t[row], b, rho }, shift);
          }
          for (let k = 0; k < shift.length; k++) shift[k] /= rows;
          means.add({ negativeAwareLoss: loss / rows });
          return place.differentiate(x, conditions, t, shift);
        };
        const step = update * passes + pass;
        const { direction, measures } = balance.direction(step, credit, differentiate, random.stream("balance", pass));
        if (kl > 0) {
          total.set(direction);
          for (let k = 0; k < shift.length; k++) shift[k] = (2 * kl * (v[k] - anchor[k])) / shift.length;
          const pull = place.differentiate(x, conditions, t, shift);
          for (let k = 0; k < total.length; k++) total[k] += pull[k];
        }
        means.add({ ...measures, gradientNorm: place.step(kl > 0 ? total : direction) });
      }
      const decay = Math.min(FOLLOWS * update, MOST_FOLLOWS);
      runningMean(old.flat, policy.flat, decay);
      return means.means();
    },
  };
}
