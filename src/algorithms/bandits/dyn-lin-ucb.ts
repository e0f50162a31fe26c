// DynLin-UCB: for arms that work through a hidden state. It keeps an arm up until the state has settled, and learns from the last payoff
// alone (arXiv 2211.08997, algorithm 1).

import type { LinearLearner } from "./learner.ts";
import { type LinUcb, linUcb } from "./lin-ucb.ts";

/** Known upper bounds of the system and its arms. */
export interface SystemBounds {
  /** ρ̄ ≥ ρ(A), in [0, 1). */
  readonly radius: number;
  /** Φ(A) ≥ sup_k ‖A^k‖/ρ(A)^k, at least 1. */
  readonly growth: number;
  /** Θ ≥ |θ|: what a vector pays at once. */
  readonly theta: number;
  /** Ω ≥ |ω|: what the state pays. */
  readonly omega: number;
  /** B̄ ≥ ‖B‖: what a vector does to the state. */
  readonly input: number;
  /** U ≥ |u|: the longest vector. */
  readonly action: number;
  /** σ of the noise. */
  readonly deviation: number;
}

/** How wide a confidence interval is. */
export interface WidthOptions {
  readonly dimension: number;
  /** λ */
  readonly ridge: number;
  /** Chance with which the interval may fail. */
  readonly delta: number;
  /** Factor of the whole. Default 1. */
  readonly scale?: number;
}

/**
 * β_t = c₁√λ + √(2σ̄²(ln 1/δ + d/2·ln(1 + tU²/(dλ)))), c₁ = Θ + ΩB̄Φ/(1 − ρ̄), σ̄² = σ²(1 + Ω²Φ²/(1 − ρ̄²)): of LinUCB on such a system, t the
 * rounds played.
 */
export function linearWidth(bounds: SystemBounds, options: WidthOptions): (rounds: number) => number {
  const { radius, growth, theta, omega, input, action, deviation } = bounds;
  const { dimension, ridge, delta, scale = 1 } = options;
  const bias = (theta + (omega * input * growth) / (1 - radius)) * Math.sqrt(ridge);
  const noise = deviation ** 2 * (1 + (omega * growth) ** 2 / (1 - radius ** 2));
  return (rounds) => {
    const volume = (dimension / 2) * Math.log(1 + (rounds * action ** 2) / (dimension * ridge));
    return scale * (bias + Math.sqrt(2 * noise * (volume - Math.log(delta))));
  };
}

/**
 * β_t with what the state has not yet settled: linearWidth + c₂/√λ·ln(e(t + 1)), c₂ = UΩΦ(UB̄/(1 − ρ̄) + X), X = U/(1 − ρ̄).
 */
export function dynamicalWidth(bounds: SystemBounds, options: WidthOptions): (rounds: number) => number {
  const { radius, growth, omega, input, action } = bounds;
  const still = linearWidth(bounds, options);
  const unsettled = (action * omega * growth * (action * input + action)) / (1 - radius);
  const factor = ((options.scale ?? 1) * unsettled) / Math.sqrt(options.ridge);
  return (rounds) => still(rounds) + factor * (1 + Math.log(rounds + 1));
}

/** H_m = ⌊ln m/ln(1/ρ̄)⌋: rounds that epoch m, which counts from 1, waits before the one that counts. 0 for ρ̄ = 0. */
export function waitingRounds(epoch: number, radius: number): number {
  // A power of 1/ρ̄ is reached, though rounding says just not.
  return radius > 0 ? Math.floor(Math.log(epoch) / -Math.log(radius) + 1e-9) : 0;
}

export interface DynLinUcbOptions {
  readonly arms: number;
  readonly dimension: number;
  readonly ridge: number;
  /** ρ̄, which decides how long an arm is kept up. */
  readonly radius: number;
  /**
   * Learn from an epoch's last payoff, or from all of them. Default last, which is what theory covers: the others are biased by what came
   * before. All of them are more, though, and most have settled.
   */
  readonly samples?: "last" | "all";
  /** β after so many rounds. */
  width(rounds: number): number;
}

/** LinUCB in epochs: epoch m plays one arm for 1 + H_m rounds. With ρ̄ = 0 and its width it is LinUCB. */
export function dynLinUcb(options: DynLinUcbOptions): LinUcb {
  const { arms, dimension, ridge, radius, samples = "last", width } = options;
  let rounds = 0;
  let epoch = 1;
  let left = 0;
  let arm = 0;
  const inner = linUcb({ arms, dimension, ridge, width: () => width(rounds) });
  const learner: LinearLearner = {
    choose(features, random) {
      if (left === 0) {
        left = 1 + waitingRounds(epoch, radius);
        arm = inner.choose(features, random);
      }
      return arm;
    },
    learn(payoff) {
      rounds += 1;
      left -= 1;
      if (left === 0) epoch += 1;
      else if (samples === "last") return;
      inner.learn(payoff);
    },
  };
  return { ...learner, estimate: inner.estimate };
}
