// Flow matching on drawn actions, weighted by what they were paid: reward-weighted regression, and fine-tuning on the best of each group.

import type { Random } from "../../core/random.ts";
import { softmaxRow } from "../../math/softmax.ts";
import type { Parameters } from "../../nn/parameters.ts";
import { measureMeans } from "../training-measures.ts";
import { drawnBy, type FlowPlace, type FlowRule, noised, rowErrors } from "./flow-rule.ts";

/** How much each action of a group counts; `weights` are given the group's pay and sum to 1. */
export type GroupWeights = (pay: ArrayLike<number>, from: number, group: number, weights: Float64Array) => void;

/** w ∝ exp(r/β) within a group (reward-weighted regression, Peters & Schaal, 2007; for flows arXiv 2501.13918). */
export function exponential(beta: number): GroupWeights {
  return (pay, from, group, weights) => {
    softmaxRow(pay, weights, from, group, beta);
  };
}

/** The best of a group alone; of several, all in equal shares. */
export const best: GroupWeights = (pay, from, group, weights) => {
  let most = Number.NEGATIVE_INFINITY;
  let count = 0;
  for (let k = from; k < from + group; k++) {
    count = pay[k] > most ? 1 : count + (pay[k] === most ? 1 : 0);
    most = Math.max(most, pay[k]);
  }
  for (let k = from; k < from + group; k++) weights[k] = pay[k] === most ? 1 / count : 0;
};

/** Descends Σ_rows w·‖v − u‖²/size, with weights of mean 1, `passes` times with new noise. `drawer` draws the actions. */
export function weightedMatching(place: FlowPlace, weigh: GroupWeights, passes: number, drawer: Parameters): FlowRule {
  const { rows, network } = place;
  const size = network.actionSize;
  const weights = new Float64Array(rows);
  const scale = new Float64Array(rows);
  const shift = new Float32Array(rows * size);
  const errors = new Float64Array(rows);
  return {
    draw: drawnBy(place, drawer),
    learn({ actions, pay, conditions, group }, random: Random) {
      for (let from = 0; from < rows; from += group) weigh(pay, from, group, weights);
      const means = measureMeans();
      let square = 0;
      for (let row = 0; row < rows; row++) square += weights[row] ** 2;
      const effective = rows / group / square;
      for (let pass = 0; pass < passes; pass++) {
        const { x, velocity, t } = noised(actions, rows, random.stream("noise", pass));
        for (let row = 0; row < rows; row++) {
          // Weights of a group sum to 1: over all rows they sum to the number of groups.
          scale[row] = (2 * weights[row] * group) / rows / size;
          for (let k = row * size; k < (row + 1) * size; k++) shift[k] = -scale[row] * velocity[k];
        }
        const { gradientNorm, velocities } = place.descend(x, conditions, t, scale, shift);
        rowErrors(velocities, velocity, rows, errors);
        let matchingLoss = 0;
        for (let row = 0; row < rows; row++) matchingLoss += (errors[row] * weights[row] * group) / rows;
        means.add({ matchingLoss, gradientNorm });
      }
      return { ...means.means(), effectiveGroup: effective };
    },
  };
}
