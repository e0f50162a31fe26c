// The reciprocity modifier of the TR-4 environments: pay rises slightly where partners contribute more than recently. Source:
// Coopetition-Gym v1 release; equation numbers of arXiv 2604.01240 (TR-4), whose own simulator is sequential-reciprocity.ts.

import { layout } from "../../core/layout.ts";
import { flow } from "../declaration.ts";
import type { Extension } from "./declaration.ts";

/** Parameters of TR-4's response to a partner. */
export interface ResponseParameters {
  /** ρ_0: strength of the response. */
  readonly strength: number;
  /** η: elasticity with respect to dependence (eq. 23). */
  readonly elasticity: number;
  /** κ: steepness in the deviation from the expectation (eq. 21). */
  readonly steepness: number;
  /** k: steps of memory (eq. 20). */
  readonly memory: number;
  /** λ_R: weight of the gated effect (eq. 44). */
  readonly weight: number;
  /** ω: amplification by dependence. */
  readonly amplification: number;
}

/** Sensitivity to a partner, ρ_ij = ρ_0·D_ij^η (TR-4 eq. 23). */
export const sensitivityTo = (dependence: number, strength: number, elasticity: number): number =>
  strength * dependence ** elasticity;

/** Gain of G_ij before the response: λ_R·T_ij·(1 + ω·D_ij)·ρ_ij; times tanh(κ·s) it is TR-4 eq. 44. */
export function gatedSensitivity(
  trust: number,
  dependence: number,
  sensitivity: number,
  p: Pick<ResponseParameters, "weight" | "amplification">,
): number {
  return p.weight * trust * (1 + p.amplification * dependence) * sensitivity;
}

/**
 * m_i = max(0.01, 1 + Σ_j G_ij / mean(e)), where the expectation of j is the mean of its last min(k, L−1) actions. As in the release, that
 * window contains the current action, so that constant play has no effect.
 */
export function reciprocityModifier(
  p: ResponseParameters,
  endowment: readonly number[],
  dependence: readonly (readonly number[])[],
): Extension {
  const n = endowment.length;
  const meanEndowment = endowment.reduce((a, b) => a + b, 0) / n;
  const strongest = (d: number) => gatedSensitivity(1, d, sensitivityTo(d, p.strength, p.elasticity), p);
  const most = Math.max(...dependence.map((row) => row.reduce((sum, d) => sum + strongest(d), 0)));
  const reach = most / meanEndowment;
  const scaled = "reciprocity: pay is scaled by what partners did beyond their recent habit";
  return {
    shapes: { history: [p.memory, n] },
    channels: [flow("multiplier", "factor", Math.max(0.01, 1 - reach), 1 + reach, "mean", scaled)],
    bind(common, { history }, place) {
      const multiplier = place("multiplier");
      const { actions, trust, dependence } = common;
      const { sensitivity, surprise } = layout({ sensitivity: [n, n], surprise: [n] }).views;
      // An actor does not respond to itself: the diagonal stays 0.
      for (let at = 0; at < n * n; at++) {
        if (at % (n + 1) !== 0) sensitivity[at] = sensitivityTo(dependence[at], p.strength, p.elasticity);
      }
      const end = p.memory * n;
      return {
        step(outcomes, channels) {
          // Converted to an integer, because the remainder of floating-point numbers is slow.
          const before = (common.step[0] - 1) | 0;
          const window = Math.min(p.memory, before);
          const slot = before % p.memory;
          for (let j = 0; j < n; j++) history[slot * n + j] = actions[j];
          // From the newest step backwards in two runs: to the ring's first row, then on from its last.
          const first = Math.min(window, slot + 1);
          for (let j = 0; j < n; j++) {
            let sum = 0;
            let at = slot * n + j;
            for (let back = 0; back < first; back++, at -= n) sum += history[at];
            at += end;
            for (let back = first; back < window; back++, at -= n) sum += history[at];
            surprise[j] = p.steepness * (actions[j] - (window === 0 ? 0 : sum / window));
          }
          for (let j = 0; j < n; j++) surprise[j] = Math.tanh(surprise[j]);
          for (let i = 0; i < n; i++) {
            let effect = 0;
            for (let j = 0; j < n; j++) {
              const at = i * n + j;
              effect += gatedSensitivity(trust[at], dependence[at], sensitivity[at], p) * surprise[j];
            }
            outcomes[i * channels + multiplier] *= Math.max(0.01, 1 + effect / meanEndowment);
          }
        },
      };
    },
  };
}
