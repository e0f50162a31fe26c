// Descent of a loss over comparisons until held-out groups are told no better; the parameters that told them best are kept.

import type { Random } from "../../core/random.ts";
import { shuffle } from "../../math/weighted-draw.ts";
import type { LossGradient } from "../../nn/loss-gradient.ts";
import { adam } from "../../nn/optimiser.ts";
import { withheld } from "./compared-answers.ts";

/** How far and how fast. */
export interface DescentOptions {
  /** Of Adam; default 0.01. */
  readonly rate?: number;
  /** Decoupled weight decay; default 0.01. */
  readonly decay?: number;
  /** Pairs of a step; default 64. */
  readonly batch?: number;
  /** Passes over the pairs, at most; a pass has ten steps at least. Default 60. */
  readonly epochs?: number;
  /** Passes without a better loss of the held-out groups after which it ends; default 8. */
  readonly patience?: number;
  /** Share of the groups that is held out; default 0.2. */
  readonly held?: number;
  /** Longest gradient; default any. */
  readonly clip?: number;
}

export const DESCENT: Required<DescentOptions> = {
  ...{ rate: 0.01, decay: 0.01, batch: 64, epochs: 60, patience: 8, held: 0.2 },
  clip: Number.POSITIVE_INFINITY,
};

/** The loss that is minimised. */
export interface Descended {
  /** Changed in place. */
  readonly parameters: Float32Array;
  /** Σ share·error of a batch; the shares are its last data, [batch]. */
  readonly loss: LossGradient;
  readonly groups: ArrayLike<number>;
  readonly rows: Int32Array;
  /** Writes pairs into the other data. */
  write(rows: Int32Array): void;
}

const LEAST_STEPS = 10;

/**
 * The mean loss of held-out groups at the parameters that are kept; null where fewer than two groups leave none to hold out, and all
 * passes are made.
 */
export function descend(
  { parameters, loss, groups, rows, write }: Descended,
  options: Required<DescentOptions>,
  random: Random,
): number | null {
  const { rate, decay, batch, epochs, patience, held: share, clip } = options;
  const { kept, held } = withheld(groups, rows, share, random.stream("held"));
  const optimiser = adam(parameters.length, { rate, decay, clip });
  const shares = loss.data[loss.data.length - 1];
  /** The loss of some pairs, each with this share. */
  const run = (some: Int32Array, each: number): number => {
    write(some);
    for (let k = 0; k < batch; k++) shares[k] = k < some.length ? each : 0;
    return loss.run().loss;
  };
  const heldLoss = (): number => {
    let sum = 0;
    for (let from = 0; from < held.length; from += batch) {
      sum += run(held.subarray(from, from + batch), 1 / held.length);
    }
    return sum;
  };
  const order = kept.slice();
  const shuffling = random.stream("order");
  const passes = Math.max(1, Math.ceil(LEAST_STEPS / Math.ceil(kept.length / batch)));
  let best = held.length === 0 ? null : heldLoss();
  let bestParameters = parameters.slice();
  for (let [epoch, since] = [0, 0]; epoch < epochs && since < patience; epoch++, since++) {
    for (let pass = 0; pass < passes; pass++) {
      shuffle(order, shuffling);
      for (let from = 0; from < order.length; from += batch) {
        const some = order.subarray(from, from + batch);
        run(some, 1 / some.length);
        optimiser.step(parameters, loss.gradient);
      }
    }
    if (best === null) {
      since = 0;
      continue;
    }
    const current = heldLoss();
    if (!(current < best)) continue;
    [best, since] = [current, 0];
    bestParameters = parameters.slice();
  }
  if (best !== null) parameters.set(bestParameters);
  return best;
}
