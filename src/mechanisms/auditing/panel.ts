// Fairness auditors: each has a private metric over people, and objects where two people are treated more differently than the metric
// permits. A panel reports a pair when enough members object (after arXiv 2206.04475).

import type { Random } from "../../core/random.ts";

/** Number of members whose objection is required, ⌈γ·m⌉ and at least one: γ = 1/m is any member, γ = 1 is all. */
export function quorum(members: number, share: number): number {
  return Math.max(1, Math.ceil(share * members - 1e-9));
}

/**
 * Computes a panel's distances of ordered pairs, written at `toAt` [pairs], from those of its members, read at `from` [members × pairs].
 */
export type PanelDistances = (distances: Float64Array, from: number, to: Float64Array, toAt: number) => void;

/**
 * Creates the function for a panel: its distance of a pair is the ⌈γ·m⌉-th smallest of its members' distances. A share γ of members objects
 * exactly where the chances differ by more than that distance plus α, so the panel acts as one auditor.
 */
export function panelDistances(members: number, share: number, pairs: number): PanelDistances {
  const rank = quorum(members, share) - 1;
  const sorted = new Float64Array(members);
  return (distances, from, to, toAt) => {
    for (let p = 0; p < pairs; p++) {
      for (let j = 0; j < members; j++) sorted[j] = distances[from + j * pairs + p];
      to[toAt + p] = sorted.sort()[rank];
    }
  };
}

/**
 * The ordered pair (a, b) whose difference of chances exceeds the panel's distance plus α by most, as a·k + b; −1 where there is none.
 * `chances` [k]; `distances` [k × k] of the panel start at `from`.
 */
export function reportedPair(chances: ArrayLike<number>, distances: Float64Array, from: number, slack: number): number {
  const people = chances.length;
  let [worst, pair] = [0, -1];
  for (let a = 0; a < people; a++)
    for (let b = 0; b < people; b++) {
      if (a === b) continue;
      const excess = chances[a] - chances[b] - distances[from + a * people + b] - slack;
      if (excess > worst) [worst, pair] = [excess, a * people + b];
    }
  return pair;
}

/** Distribution of panel members. */
export interface AuditorPool {
  /** Number of members with a metric L·√(v₁·Δ₁² + v₂·Δ₂²), L uniform in `steepness`, v₁ uniform in [¼, ¾], v₂ = 1 − v₁. */
  readonly steady: number;
  /** Number of members without a metric: their distances are uniform in [0, 1] and independent of the people. */
  readonly erratic: number;
  readonly steepness: readonly [number, number];
}

/** Draws a panel for k people with two features each, [k × 2] starting at `at`, and writes its members' distances, [members × k × k]. */
export function drawPanel(
  pool: AuditorPool,
  features: Float64Array,
  at: number,
  people: number,
  random: Random,
  to: Float64Array,
  toAt: number,
): void {
  const pairs = people * people;
  for (let j = 0; j < pool.steady + pool.erratic; j++) {
    const base = toAt + j * pairs;
    if (j >= pool.steady) {
      for (let p = 0; p < pairs; p++) to[base + p] = random.uniform();
      continue;
    }
    const steepness = random.uniform(pool.steepness[0], pool.steepness[1]);
    const first = random.uniform(0.25, 0.75);
    for (let a = 0; a < people; a++)
      for (let b = 0; b < people; b++) {
        const dx = features[at + 2 * a] - features[at + 2 * b];
        const dy = features[at + 2 * a + 1] - features[at + 2 * b + 1];
        to[base + a * people + b] = steepness * Math.sqrt(first * dx * dx + (1 - first) * dy * dy);
      }
  }
}
