// Distribution matching as a signal for each drawn action: what a teacher and a flow of the student's own actions, the fake, say of it once it
// is noised. DMD (arXiv 2311.18828) uses it as a gradient, R_dm (arXiv 2603.28460) as a reward; formulas of the latter are our reading.

import type { Random } from "../../core/random.ts";
import { groupAdvantages } from "../text/group-advantage.ts";

export const NORMALISERS = ["none", "sample", "group"] as const;
export type Normaliser = (typeof NORMALISERS)[number];

/** Noise levels of DMD. */
const [LEAST, MOST] = [0.02, 0.98];

/** Writes the velocities of noised actions [rows × size] at times [rows]. */
export type Velocities = (x: Float32Array, t: Float64Array, into: Float32Array) => void;

/** What is said of actions x₀ at levels t; arrays of the next call are the same. */
export interface MatchingSignal {
  /** μ_fake − μ_real, [rows × size]: t²/(1 − t) times the difference of the scores, down which x₀ moves to the teacher. */
  readonly difference: Float32Array;
  /** Mean |x₀ − μ_real| over the numbers of an action, [rows]. */
  readonly residual: Float64Array;
  /**
   * Mean (x₀ − μ_fake)² − (x₀ − μ_real)², [rows]. A denoiser's squared error, weighted over all levels, is minus the log-density but for a
   * constant; the difference estimates log p_real(x₀) − log p_fake(x₀) up to the weight of its level.
   */
  readonly gain: Float64Array;
}

/** Returns a function that noises actions, all of a group at one level, and reads what both flows expect of them. */
export function matchingSignals(rows: number, size: number, group: number, teacher: Velocities, fake: Velocities) {
  const x = new Float32Array(rows * size);
  const t = new Float64Array(rows);
  const [real, own] = [new Float32Array(rows * size), new Float32Array(rows * size)];
  const difference = new Float32Array(rows * size);
  const [residual, gain] = [new Float64Array(rows), new Float64Array(rows)];
  return (actions: ArrayLike<number>, random: Random): MatchingSignal => {
    for (let row = 0; row < rows; row++) {
      t[row] = row % group === 0 ? random.uniform(LEAST, MOST) : t[row - 1];
      for (let k = row * size; k < (row + 1) * size; k++) x[k] = (1 - t[row]) * actions[k] + t[row] * random.normal();
    }
    teacher(x, t, real);
    fake(x, t, own);
    for (let row = 0; row < rows; row++) {
      let [far, better] = [0, 0];
      for (let k = row * size; k < (row + 1) * size; k++) {
        const [muReal, muFake] = [x[k] - t[row] * real[k], x[k] - t[row] * own[k]];
        difference[k] = muFake - muReal;
        far += Math.abs(actions[k] - muReal);
        better += (actions[k] - muFake) ** 2 - (actions[k] - muReal) ** 2;
      }
      residual[row] = far / size;
      gain[row] = better / size;
    }
    return { difference, residual, gain };
  };
}

/** What each row's difference is multiplied by, [rows]: 1, or one over its residual (DMD), or over its group's mean residual (GNDM); 0 for one over 0. */
export function matchingFactors(residual: Float64Array, group: number, normaliser: Normaliser): Float64Array {
  const factors = new Float64Array(residual.length).fill(1);
  if (normaliser === "none") return factors;
  const over = normaliser === "sample" ? 1 : group;
  for (let from = 0; from < residual.length; from += over) {
    let mean = 0;
    for (let row = from; row < from + over; row++) mean += residual[row] / over;
    factors.fill(mean > 0 ? 1 / mean : 0, from, from + over);
  }
  return factors;
}

/**
 * Advantages by R_dm, [rows]: gains above their group's mean, as they are, over the squared residual of their own, or over the deviation of
 * their group, in which the unknown weight of the level cancels.
 */
export function matchingAdvantages(
  { gain, residual }: MatchingSignal,
  group: number,
  normaliser: Normaliser,
): Float64Array {
  const factors = matchingFactors(residual, group, normaliser === "sample" ? "sample" : "none");
  const scale = normaliser === "group" ? "group" : "none";
  return groupAdvantages(
    gain.map((one, row) => one * factors[row] ** 2),
    group,
    { baseline: "group", scale },
  );
}
