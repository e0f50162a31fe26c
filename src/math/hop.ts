// Hops: how much closer to the goal a moment is than another, relative to what was left or to what was there. Progress is 0 at the start
// and 1 at the goal. Source: arXiv 2512.23703, its hop labels, three perspectives and consistency check.

/**
 * H(p, q) = (q − p)/(1 − p) where q ≥ p, else (q − p)/p: from progress p to q, in [−1, 1]. 0 where nothing was left (p = 1 ≤ q), or where
 * nothing was there (p = 0 > q).
 */
export function hopBetween(p: number, q: number): number {
  const whole = q >= p ? 1 - p : p;
  return whole > 0 ? (q - p) / whole : 0;
}

/** Progress after a hop from progress p, the inverse of `hopBetween`. It stays in [0, 1] for every hop in [−1, 1]. */
export const afterHop = (p: number, hop: number): number => p + (hop >= 0 ? 1 - p : p) * hop;

/** Hops of one moment: from the moment before, from the start, and from the goal. */
export interface Hops {
  readonly incremental: number;
  readonly forward: number;
  readonly backward: number;
}

/** How perspectives make one progress; `caution` is α. */
export const PERSPECTIVES = ["incremental", "forward", "backward", "fused", "anchors", "cautious"] as const;
export type Perspective = (typeof PERSPECTIVES)[number];

/**
 * Progress by hops, moment by moment, from 0. Incremental: Φ ← Φ + ΔΦ by `afterHop`; forward: H(start, now); backward: 1 + H(goal, now);
 * fused: their mean, where ΔΦ starts at the last fused Φ; anchors: the mean of the latter two. Cautious:
 * Φ ← Φ + w/2·(mean − Φ + ΔΦ), w = exp(−α·δ²), δ = |backward − forward|/(mean + 1e-6).
 */
export function progressByHops(by: Perspective, caution = 1) {
  let progress = 0;
  return {
    begin() {
      progress = 0;
    },
    next({ incremental, forward, backward: back }: Hops): number {
      const backward = 1 + back;
      const stepped = afterHop(progress, incremental);
      const mean = (forward + backward) / 2;
      switch (by) {
        case "incremental":
          progress = stepped;
          break;
        case "forward":
          progress = forward;
          break;
        case "backward":
          progress = backward;
          break;
        case "fused":
          progress = (stepped + forward + backward) / 3;
          break;
        case "anchors":
          progress = mean;
          break;
        case "cautious": {
          const apart = Math.abs(backward - forward) / (Math.abs(mean) + 1e-6);
          progress += (Math.exp(-caution * apart ** 2) / 2) * (mean - progress + (stepped - progress));
          break;
        }
        default:
          by satisfies never;
      }
      // A judge may be so wrong that anchors leave the range; in [0, 1] they count.
      progress = progress < 0 ? 0 : progress > 1 ? 1 : progress;
      return progress;
    },
  };
}
