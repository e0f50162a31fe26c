// The auxiliary tasks that a learner can be given by name: to reconstruct an observation from what the shared layers make of it,
// through a few numbers; and to foresee the sign of the next reward from a short sequence of observations. Half of these sequences
// are followed by no reward, so that the rare rewards are not drowned by the many zeros.

import { z } from "zod";
import { type Path, UserError } from "../../core/errors.ts";
import { flag, whole, within } from "../../core/parameters.ts";
import type { Random } from "../../core/random.ts";
import { shuffle } from "../../math/weighted-draw.ts";
import { nn, np } from "../../nn/jax.ts";
import { mlp } from "../../nn/models/mlp.ts";
import { recurrent } from "../../nn/models/recurrent.ts";
import { picked } from "../rows.ts";
import type { AuxiliaryOptions, AuxiliaryPlan, AuxiliaryPlay } from "./auxiliary-heads.ts";

const stateReconstructionFields = z.strictObject({
  weight: within(0, 1000, 1).describe("of its squared error in the loss"),
  units: z
    .array(z.int().min(1).max(4096))
    .min(1)
    .max(8)
    .default([128, 32, 16])
    .describe(
      "of the encoder's layers; the decoder has them in reverse, and the last should be fewer than an observation's numbers",
    ),
  permuted: flag(false).describe("a control: deal the right answers to other observations of the step at random"),
});

/** The mean over observations and their numbers of (reconstructed − seen)². */
function stateReconstruction(p: z.output<typeof stateReconstructionFields>): AuxiliaryPlan {
  return (width, O) => {
    const hidden = [...p.units, ...p.units.slice(0, -1).reverse()];
    const net = mlp({ name: "stateReconstruction", inputs: width, hidden, outputs: O });
    return {
      form: `squared error of ${JSON.stringify([p.weight, hidden])}`,
      weight: p.weight,
      shapes: net.shapes,
      initialise: net.initialise,
      dataShapes: (size) => [
        [size, O],
        [size, O],
      ],
      begin({ observations }, random) {
        return (chosen, [seen, target]) => {
          picked(observations, chosen, O, seen);
          const order = p.permuted ? chosen.slice() : chosen;
          if (p.permuted) shuffle(order, random);
          picked(observations, order, O, target);
        };
      },
      loss: (weights, encode, [seen, target]) => np.mean(np.square(net.apply(weights, encode(seen)).sub(target))),
    };
  };
}

const rewardPredictionFields = z.strictObject({
  weight: within(0, 1000, 1).describe("of its cross-entropy in the loss"),
  length: whole(1, 64, 4).describe("observations of a sequence; an episode's beginning cuts it short"),
  sequences: whole(2, 4096, 64).describe("sequences in a gradient step, half of them followed by a reward of 0"),
  units: whole(1, 512, 32).describe("of the LSTM that reads a sequence"),
  permuted: flag(false).describe("a control: deal the right answers to other sequences of the step at random"),
});

/** Negative, zero, positive. */
const CLASSES = 3;

/** −mean log p(sign of the next reward | observations), of which the sequence's last step says p. */
function rewardPrediction(p: z.output<typeof rewardPredictionFields>): AuxiliaryPlan {
  const { length: L, sequences: S, units } = p;
  return (width, O) => {
    const name = "rewardPrediction";
    const net = recurrent({ name, inputs: width, hidden: [], cell: "lstm", units, outputs: CLASSES });
    return {
      form: `cross-entropy of ${JSON.stringify([p.weight, L, S, units])}`,
      weight: p.weight,
      shapes: net.shapes,
      initialise: net.initialise,
      dataShapes: () => [[L * S, O], [L * S], [S, net.memorySize], [S, CLASSES]],
      begin(play, random) {
        const draw = balanced(play.rewards, random);
        const ends = new Int32Array(S);
        const order = Int32Array.from({ length: S }, (_, s) => s);
        // Sequences begin without a memory: that table stays at 0.
        return (_chosen, [observations, keep, , targets]) => {
          draw(ends);
          for (let s = 0; s < S; s++) writeSequence(play, O, ends[s], L, S, s, observations, keep);
          if (p.permuted) shuffle(order, random);
          targets.fill(0);
          for (let s = 0; s < S; s++) targets[s * CLASSES + 1 + Math.sign(play.rewards[ends[order[s]]])] = 1;
        };
      },
      loss(weights, encode, [observations, keep, memory, targets]) {
        const logits = net.unroll(weights, encode(observations), memory, keep, L).slice([(L - 1) * S, L * S]);
        return np.mean(np.sum(nn.logSoftmax(logits, -1).mul(targets), 1)).mul(-1);
      },
    };
  };
}

/** Draws entries with replacement, half of them with a reward of 0; where one kind is missing, all from the other. */
function balanced(rewards: Float64Array, random: Random): (into: Int32Array) => void {
  const entries = Int32Array.from(rewards.keys());
  const zero = entries.filter((entry) => rewards[entry] === 0);
  const other = entries.filter((entry) => rewards[entry] !== 0);
  return (into) => {
    for (let k = 0; k < into.length; k++) {
      const own = k % 2 === 0 ? zero : other;
      const from = own.length > 0 ? own : k % 2 === 0 ? other : zero;
      into[k] = from[random.integer(from.length)];
    }
  };
}

/** Writes the `length` observations up to an entry as sequence `s` of `count`; what lies before the batch is 0 and forgotten. */
function writeSequence(
  { observations, keep, rows }: AuxiliaryPlay,
  width: number,
  end: number,
  length: number,
  count: number,
  s: number,
  into: Float32Array,
  keptInto: Float32Array,
): void {
  for (let k = 0; k < length; k++) {
    const entry = end - (length - 1 - k) * rows;
    const at = k * count + s;
    // A memory that begins with the batch is 0 before its first step.
    keptInto[at] = entry >= rows ? keep[entry] : 0;
    for (let j = 0; j < width; j++) into[at * width + j] = entry < 0 ? 0 : observations[entry * width + j];
  }
}

export const auxiliaryFields = z.strictObject({
  layers: whole(1, 8, 1).describe("first hidden layers of the actor that the tasks share with it"),
  rewardPrediction: rewardPredictionFields
    .optional()
    .describe("foresee the sign of the next reward from a short sequence of observations"),
  stateReconstruction: stateReconstructionFields.optional().describe("reconstruct an observation from a few numbers"),
});

/** The tasks that are named. Throws a UserError where none is, or where the actor has too few of the `hidden` layers. */
export function auxiliaryOptions(
  { layers, rewardPrediction: foreseen, stateReconstruction: seen }: z.output<typeof auxiliaryFields>,
  hidden: readonly number[],
  path: Path,
): AuxiliaryOptions {
  if (layers > hidden.length) {
    const what = `auxiliary tasks cannot share ${layers} hidden layers of ${hidden.length}`;
    const hint = "name fewer layers, or give the actor more in hidden";
    throw new UserError({ code: "bad-layers", what, path: [...path, "layers"], hint });
  }
  const plans = {
    ...(foreseen === undefined ? {} : { rewardPrediction: rewardPrediction(foreseen) }),
    ...(seen === undefined ? {} : { stateReconstruction: stateReconstruction(seen) }),
  };
  if (Object.keys(plans).length > 0) return { layers, plans };
  const hint = "name rewardPrediction, stateReconstruction or both";
  throw new UserError({ code: "no-task", what: "no auxiliary task is named", path, hint });
}
