// Flow-DPO (arXiv 2501.13918): the best and the worst drawn action of a group are a pair, and the better one's velocity error is lowered against
// the reference more than the worse one's.

import type { Random } from "../../core/random.ts";
import type { Parameters } from "../../nn/parameters.ts";
import { dpo } from "../preference/pair-losses.ts";
import { type Measures, measureMeans } from "../training-measures.ts";
import { drawnBy, type FlowPlace, type FlowRule, noised, rowErrors } from "./flow-rule.ts";

export interface FlowPairOptions {
  /** β, of mean squared errors; with `fading` it is β·(1 − t)², which the theory gives. */
  readonly beta: number;
  readonly fading: boolean;
  /** Gradient steps on the pairs of an update. */
  readonly passes: number;
  /** Draws the actions. */
  readonly drawer: Parameters;
}

/**
 * Descends −ln σ(−(β/2)(d_w − d_l)) over pairs, with d = ‖v − u‖² − ‖v_ref − u‖² as means over the numbers of an action, at one time and noise
 * for both of a pair. Groups whose actions were all paid the same give no pair.
 */
export function flowPairs(place: FlowPlace, { beta, fading, passes, drawer }: FlowPairOptions): FlowRule {
  const { rows, network, reference, policy } = place;
  const size = network.actionSize;
  const { slope, loss } = dpo(1).loss;
  const shift = new Float32Array(rows * size);
  const own = new Float64Array(rows);
  const before = new Float64Array(rows);
  const chosen = new Int32Array(rows);
  const actions = new Float32Array(rows * size);
  const conditions = new Float32Array(rows * network.observationSize);
  return {
    draw: drawnBy(place, drawer),
    learn(drawn, random: Random): Measures {
      const pairs = extremes(drawn.pay, drawn.group, chosen);
      if (pairs === 0) return { pairs };
      // The batch has a fixed number of rows: pairs are repeated, each with a noise of its own, until it is full.
      for (let row = 0; row < rows; row++) {
        const from = chosen[row % (2 * pairs)];
        actions.set(drawn.actions.subarray(from * size, (from + 1) * size), row * size);
        const width = network.observationSize;
        conditions.set(drawn.conditions.subarray(from * width, (from + 1) * width), row * width);
      }
      const even = rows - (rows % 2);
      const means = measureMeans();
      for (let pass = 0; pass < passes; pass++) {
        const { x, velocity, t } = noised(
          actions,
          rows,
          random.stream("noise", pass),
          undefined,
          (row) => row - (row % 2),
        );
        rowErrors(place.velocities(reference, x, conditions, t), velocity, rows, before);
        const v = place.velocities(policy, x, conditions, t);
        rowErrors(v, velocity, rows, own);
        shift.fill(0);
        let [total, won] = [0, 0];
        for (let row = 0; row < even; row += 2) {
          const strength = fading ? beta * (1 - t[row]) ** 2 : beta;
          const margin = (-strength / 2) * (own[row] - before[row] - (own[row + 1] - before[row + 1]));
          total += loss(margin);
          if (margin > 0) won += 1;
          const pull = (-slope(margin) * strength) / size / (even / 2);
          for (let k = 0; k < size; k++) {
            const [better, worse] = [row * size + k, (row + 1) * size + k];
            shift[better] = pull * (v[better] - velocity[better]);
            shift[worse] = -pull * (v[worse] - velocity[worse]);
          }
        }
        const { gradientNorm } = place.descend(x, conditions, t, undefined, shift);
        means.add({ pairLoss: (2 * total) / even, margins: (2 * won) / even, gradientNorm });
      }
      return { ...means.means(), pairs };
    },
  };
}

/** Writes the best and the worst row of every group whose pay differs, pair after pair; returns the number of pairs. */
function extremes(pay: Float64Array, group: number, into: Int32Array): number {
  let pairs = 0;
  for (let from = 0; from < pay.length; from += group) {
    let [best, worst] = [from, from];
    for (let row = from; row < from + group; row++) {
      if (pay[row] > pay[best]) best = row;
      if (pay[row] < pay[worst]) worst = row;
    }
    if (pay[best] === pay[worst]) continue;
    into[2 * pairs] = best;
    into[2 * pairs + 1] = worst;
    pairs += 1;
  }
  return pairs;
}
