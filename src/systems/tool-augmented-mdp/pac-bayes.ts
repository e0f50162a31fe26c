// What a few evaluation tasks certify about all of them: PAC-Bayes bounds on the loss of a randomised policy that may have been
// chosen by the very tasks it is judged on, as long as the prior was not.

import { root } from "../../math/root.ts";

/** What a bound is made from. Tasks are the independent draws; several rollouts of one task are still one task. */
export interface PacBayesData {
  /** E_Q of the mean loss on the tasks, in [0, 1]. */
  readonly loss: number;
  /** KL(Q‖P) in nats, P chosen before the tasks were seen. */
  readonly divergence: number;
  /** n, the independent tasks behind `loss`. */
  readonly tasks: number;
  /** Chance with which the bound may be wrong. Default 0.05. */
  readonly delta?: number;
}

/**
 * E_Q L ≤ E_Q L̂ + √((KL(Q‖P) + ln(2√n/δ))/(2n)) with probability ≥ 1 − δ, for all Q at once (McAllester, 1999, with Maurer's
 * constant, 2004, arXiv cs/0411099). Above 1 it says nothing.
 */
export function pacBayesBound(data: PacBayesData): number {
  return data.loss + Math.sqrt(allowance(data) / 2);
}

/**
 * The largest L with kl(E_Q L̂‖L) ≤ (KL(Q‖P) + ln(2√n/δ))/n, kl of two coins (Seeger, 2002; Maurer, 2004): what the bound above
 * is relaxed from, and never above it.
 */
export function pacBayesKlBound(data: PacBayesData): number {
  const most = allowance(data);
  const { loss } = data;
  if (loss >= 1) return 1;
  const beyond = (value: number) => binaryDivergence(loss, value) - most;
  // kl grows without limit towards 1, but floating-point numbers end before it does.
  const top = 1 - 1e-15;
  return beyond(top) <= 0 ? 1 : root(beyond, loss, top);
}

/** (KL + ln(2√n/δ))/n. */
function allowance({ loss, divergence, tasks, delta = 0.05 }: PacBayesData): number {
  if (!(loss >= 0 && loss <= 1)) throw new Error(`a loss of ${loss} is not in [0, 1]`);
  if (!(divergence >= 0 && tasks >= 1 && delta > 0 && delta < 1)) {
    throw new Error(`no bound by a divergence of ${divergence}, ${tasks} tasks and δ = ${delta}`);
  }
  return (divergence + Math.log((2 * Math.sqrt(tasks)) / delta)) / tasks;
}

/** kl(p‖q) = p·ln(p/q) + (1 − p)·ln((1 − p)/(1 − q)) of two coins, in nats. */
export function binaryDivergence(p: number, q: number): number {
  return part(p, q) + part(1 - p, 1 - q);
}

/** KL(Q‖P) in nats of two distributions over the same things; infinite where Q has what P lacks. */
export function divergenceOf(posterior: ArrayLike<number>, prior: ArrayLike<number>): number {
  let sum = 0;
  for (let k = 0; k < posterior.length; k++) sum += part(posterior[k], prior[k]);
  return Math.max(0, sum);
}

function part(p: number, q: number): number {
  return p === 0 ? 0 : p * Math.log(p / q);
}

/** Q_k ∝ P_k·exp(−strength·loss_k), the posterior that the bounds are tightest for at some strength; P is even by default. */
export function gibbsPosterior(
  losses: ArrayLike<number>,
  strength: number,
  prior: ArrayLike<number> = new Float64Array(losses.length).fill(1 / losses.length),
): Float64Array {
  let least = Number.POSITIVE_INFINITY;
  for (let k = 0; k < losses.length; k++) if (prior[k] > 0) least = Math.min(least, losses[k]);
  const posterior = Float64Array.from(losses, (loss, k) =>
    prior[k] === 0 ? 0 : prior[k] * Math.exp(-strength * (loss - least)),
  );
  const total = posterior.reduce((a, b) => a + b, 0);
  return posterior.map((weight) => weight / total);
}
