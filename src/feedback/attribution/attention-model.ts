// The attention network fitted to journeys: chances of a purchase, and where it looked.

import type { Random } from "../../core/random.ts";
import { shuffle } from "../../math/weighted-draw.ts";
import { type JourneyModel, type Journeys, journeyCount, mostTouches } from "../../mechanisms/attribution/journeys.ts";
import { nn, np } from "../../nn/jax.ts";
import { lossGradient } from "../../nn/loss-gradient.ts";
import { networkProgram } from "../../nn/models/network-program.ts";
import type { CellKind } from "../../nn/models/recurrent.ts";
import { adam } from "../../nn/optimiser.ts";
import { type AttentionNetwork, type AttentionSizes, attentionNetwork } from "./attention-network.ts";

/** Sizes of the model and settings of its fit. */
export interface AttentionOptions {
  /** Where it looks: by attention that fades with time, by attention alone, or at the last touch only (a plain recurrent network). */
  readonly look?: "decay" | "attention" | "last";
  /** Whether it is told who the customer is. Default true. */
  readonly control?: boolean;
  /** Whether the time from a touch to the end is an input of the cell as well, which is ours. Default false. */
  readonly timed?: boolean;
  /** Touches of the longest journey that is seen whole; default that of the longest there is. */
  readonly longest?: number;
  /** Default a long short-term memory, as published. */
  readonly cell?: CellKind;
  /** Default 16. */
  readonly units?: number;
  /** Default 12. */
  readonly hidden?: number;
  /** Adam's, default 0.01. */
  readonly rate?: number;
  /** Default 8. */
  readonly epochs?: number;
  /** Journeys of a step, default 128. */
  readonly batch?: number;
}

/** A fitted network. */
export interface AttentionModel extends JourneyModel {
  readonly network: AttentionNetwork;
  /** The time that T is divided by: the longest of the journeys it was fitted to, one for all of them. */
  readonly timeUnit: number;
  /** λ, by that unit of time. */
  decay(): number;
  /** [touches]: where it looks; adds up to 1 over the touches of a journey. Touches before the last `longest` have 0. */
  attention(journeys: Journeys): Float64Array;
  /** Mean loss of each epoch, in nats. */
  readonly losses: readonly number[];
  close(): void;
}

/** Fits a network to journeys, at least one, by the cross-entropy of their ends. With no epochs it is as it was drawn. */
export function fitAttention(journeys: Journeys, options: AttentionOptions, random: Random): AttentionModel {
  const fitting = attentionFitting(journeys, options, random);
  for (let epoch = 0; epoch < fitting.epochs; epoch++) fitting.epoch();
  return fitting.end();
}

/** The same epoch by epoch, for callers that report or stop in between. */
export function attentionFitting(journeys: Journeys, options: AttentionOptions, random: Random) {
  const { look = "decay", control = true, timed = false, cell = "lstm", units = 16, hidden = 12 } = options;
  const { rate = 0.01, epochs = 8, batch = 128 } = options;
  const count = journeyCount(journeys);
  if (count === 0) throw new Error("no journeys to learn from");
  const longest = options.longest ?? mostTouches(journeys);
  const sizes: AttentionSizes = {
    inputs: journeys.channels.length + (timed ? 1 : 0),
    features: journeys.features.length,
    longest,
    units,
    control: hidden,
    cell,
  };
  const name = `journeys ${JSON.stringify(sizes)}`;
  const network = attentionNetwork(sizes, random.stream("network"));
  const timeUnit = journeys.before.reduce((a, b) => Math.max(a, b), 0) || 1;
  const seen: Seen = { ...sizes, ...network.widths, look, timed, user: control, unit: timeUnit, batch, name };
  const { parameters } = network;

  const losses: number[] = [];
  const loss = lossGradient(
    parameters,
    (weights, [touches, mask, times, user, labels, shares]) => {
      const { logits, attention } = network.apply(weights, [touches, mask, times, user], batch);
      attention.dispose();
      const errors = np.logaddexp(logits.ref, 0).sub(logits.mul(labels));
      return { loss: np.sum(errors.mul(shares)), measures: {} };
    },
    [...network.shapes(batch), [batch], [batch]],
    [],
    `${name} loss`,
  );
  const optimiser = adam(parameters.flat.length, { rate });
  const order = Int32Array.from({ length: count }, (_, k) => k);
  const shuffling = random.stream("order");
  const [labels, shares] = loss.data.slice(-2);
  const epoch = () => {
    shuffle(order, shuffling);
    let total = 0;
    for (let from = 0; from < count; from += batch) {
      const some = order.subarray(from, from + batch);
      fill(loss.data, journeys, some, seen);
      for (let k = 0; k < batch; k++) {
        labels[k] = k < some.length ? journeys.converted[some[k]] : 0;
        shares[k] = k < some.length ? 1 / some.length : 0;
      }
      total += loss.run().loss * some.length;
      optimiser.step(parameters.flat, loss.gradient);
    }
    losses.push(total / count);
    return total / count;
  };
  const end = (together = batch) => {
    loss.close();
    return attentionModel(network, { ...seen, batch: together }, losses);
  };
  return {
    /** Epochs that are wanted. */
    epochs,
    /** Goes through all journeys once; the mean loss, in nats. */
    epoch,
    /** The network as it is now, which computes `together` journeys at once, by default a batch. Nothing more can be fitted. */
    end,
  };
}

/** The fitted network, which computes chances and attention of any journeys. */
function attentionModel(network: AttentionNetwork, seen: Seen, losses: readonly number[]): AttentionModel {
  const { batch, longest } = seen;
  const { parameters } = network;
  const { data, run, close } = networkProgram(
    [parameters],
    ([weights], inputs) => {
      const { logits, attention } = network.apply(weights, inputs, batch);
      return [nn.sigmoid(logits), attention];
    },
    network.shapes(batch),
    `${seen.name} chances`,
  );
  /** Computes all journeys, a batch at a time. */
  const each = (some: Journeys, take: (outputs: readonly Float32Array[], which: Int32Array) => void) => {
    const all = Int32Array.from({ length: journeyCount(some) }, (_, k) => k);
    for (let from = 0; from < all.length; from += batch) {
      const which = all.subarray(from, from + batch);
      fill(data, some, which, seen);
      take(run(), which);
    }
  };
  return {
    network,
    timeUnit: seen.unit,
    losses,
    close,
    decay() {
      const [rho] = parameters.view(network.tensors.decay);
      return Math.max(rho, 0) + Math.log1p(Math.exp(-Math.abs(rho)));
    },
    probabilities(some) {
      const probabilities = new Float64Array(journeyCount(some));
      each(some, ([chances], which) => probabilities.set(chances.subarray(0, which.length), which[0]));
      return probabilities;
    },
    attention(some) {
      const weights = new Float64Array(some.channel.length);
      each(some, ([, attention], which) => {
        for (let k = 0; k < which.length; k++) {
          const [from, to] = lastTouches(some, which[k], longest);
          for (let t = from; t < to; t++) weights[t] = attention[(t - from) * batch + k];
        }
      });
      return weights;
    },
  };
}

/** Input arrays of the network for journeys. */
interface Seen extends AttentionSizes {
  readonly touch: number;
  readonly look: "decay" | "attention" | "last";
  readonly timed: boolean;
  readonly user: boolean;
  readonly unit: number;
  readonly batch: number;
  /** Of its programs. */
  readonly name: string;
}

/**
 * Writes journeys into the inputs. A model that does not see fading is shown no times, one that looks at the last touch only is
 * shown a mask of it alone, one that does not see customers is shown none: the network is the same for all.
 */
function fill(
  [touches, mask, times, user]: readonly Float32Array[],
  journeys: Journeys,
  which: Int32Array,
  seen: Seen,
): void {
  const { batch, touch, look } = seen;
  const known = journeys.features.length;
  const width = user.length / batch;
  for (const table of [touches, mask, times, user]) table.fill(0);
  for (let k = 0; k < which.length; k++) {
    const [from, to] = lastTouches(journeys, which[k], seen.longest);
    for (let t = from; t < to; t++) {
      const row = (t - from) * batch + k;
      touches[row * touch + journeys.channel[t]] = 1;
      // The time stands in the place after the channels.
      if (seen.timed) touches[row * touch + journeys.channels.length] = journeys.before[t] / seen.unit;
      mask[row] = look === "last" && t < to - 1 ? 0 : 1;
      if (look === "decay") times[row] = journeys.before[t] / seen.unit;
    }
    for (let j = 0; seen.user && j < known; j++) user[k * width + j] = journeys.user[which[k] * known + j];
  }
}

/** The touches of a journey that are seen, from and to. */
function lastTouches({ starts }: Journeys, journey: number, longest: number): readonly [number, number] {
  return [Math.max(starts[journey], starts[journey + 1] - longest), starts[journey + 1]];
}
