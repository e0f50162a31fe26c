// Flow-DPO (arXiv 2501.13918): of two drawn actions to one observation, the better one's velocity error is lowered against the reference more
// than the worse one's. Pairs are the best and the worst of a group, or members of two sets.

import type { Random } from "../../core/random.ts";
import type { Parameters } from "../../nn/parameters.ts";
import { dpo, ktoLoss } from "../preference/pair-losses.ts";
import { type Measures, measureMeans } from "../training-measures.ts";
import { drawnBy, type FlowPlace, type FlowRule, noised, rowErrors } from "./flow-rule.ts";
import { pairsOfSets, type SetPairing } from "./set-pairs.ts";

export interface FlowPairOptions {
  /** β, of mean squared errors; with `fading` it is β·(1 − t)², which the theory gives. */
  readonly beta: number;
  readonly fading: boolean;
  /** Gradient steps on the pairs of an update. */
  readonly passes: number;
  readonly pairing: SetPairing;
  /** A loss of the margin of a pair, or of each action alone. */
  readonly loss: "dpo" | "kto";
  /** Whether errors are measured against the policy before this update, and not against the start. */
  readonly refreshed: boolean;
  /** Draws the actions. */
  readonly drawer: Parameters;
}

/** Loss of a pair, and its slopes by −(β/2)·d of the better and of the worse action. */
interface PairLoss {
  loss: number;
  better: number;
  worse: number;
}

/**
 * With the columns r = −(β/2)·d in place of ln π/π_ref: `dpo` is −ln σ(r_w − r_l), and `kto` is (1 − σ(r_w − z)) + (1 − σ(z − r_l)) with z the
 * mean of r over the batch, at least 0, through which no gradient passes.
 */
export function pairLoss(kind: "dpo" | "kto", better: number, worse: number, z: number, into: PairLoss): void {
  if (kind === "dpo") {
    const { loss, slope } = DPO;
    into.loss = loss(better - worse);
    into.better = slope(better - worse);
    into.worse = -into.better;
    return;
  }
  const [won, lost] = [ktoLoss({ beta: 1 }, true, better, z), ktoLoss({ beta: 1 }, false, worse, z)];
  into.loss = won.loss + lost.loss;
  into.better = won.slope;
  into.worse = lost.slope;
}

const DPO = dpo(1).loss;

/**
 * Descends the loss of pairs, for DPO −ln σ(−(β/2)(d_w − d_l)), with d = ‖v − u‖² − ‖v_ref − u‖² as means over the numbers of an action, at one time and noise
 * for both of a pair. Groups whose actions were all paid the same give no pair.
 */
export function flowPairs(place: FlowPlace, options: FlowPairOptions): FlowRule {
  const { beta, fading, passes, pairing, drawer } = options;
  const { rows, network, policy } = place;
  const size = network.actionSize;
  const reference = options.refreshed ? policy.clone() : place.reference;
  const raised = new Float64Array(rows);
  const lost: PairLoss = { loss: 0, better: 0, worse: 0 };
  const shift = new Float32Array(rows * size);
  const own = new Float64Array(rows);
  const before = new Float64Array(rows);
  const chosen = new Int32Array(rows);
  const actions = new Float32Array(rows * size);
  const conditions = new Float32Array(rows * network.observationSize);
  return {
    readsSets: pairing !== "extremes",
    draw: drawnBy(place, drawer),
    learn(drawn, random: Random): Measures {
      const { pairs, measures } =
        pairing === "extremes"
          ? { pairs: extremes(drawn.pay, drawn.group, chosen), measures: {} }
          : pairsOfSets(drawn, pairing, chosen, random.stream("pairs"));
      if (pairs === 0) return { pairs };
      if (options.refreshed) reference.flat.set(policy.flat);
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
        let [total, won, sum] = [0, 0, 0];
        const strengthOf = (row: number) => (fading ? beta * (1 - t[row]) ** 2 : beta);
        for (let row = 0; row < even; row++) {
          raised[row] = (-strengthOf(row) / 2) * (own[row] - before[row]);
          sum += raised[row] / even;
        }
        for (let row = 0; row < even; row += 2) {
          pairLoss(options.loss, raised[row], raised[row + 1], Math.max(0, sum), lost);
          total += lost.loss;
          if (raised[row] > raised[row + 1]) won += 1;
          const pull = strengthOf(row) / size / (even / 2);
          for (let k = 0; k < size; k++) {
            const [better, worse] = [row * size + k, (row + 1) * size + k];
            shift[better] = -pull * lost.better * (v[better] - velocity[better]);
            shift[worse] = -pull * lost.worse * (v[worse] - velocity[worse]);
          }
        }
        const { gradientNorm } = place.descend(x, conditions, t, undefined, shift);
        means.add({ pairLoss: (2 * total) / even, margins: (2 * won) / even, gradientNorm });
      }
      return { ...means.means(), ...measures, pairs };
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
