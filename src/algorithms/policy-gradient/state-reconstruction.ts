// An auxiliary task: reconstruct an observation from what the shared layers make of it, through a few numbers.

import { z } from "zod";
import { flag, within } from "../../core/parameters.ts";
import { shuffle } from "../../math/weighted-draw.ts";
import { np } from "../../nn/jax.ts";
import { mlp } from "../../nn/models/mlp.ts";
import { picked } from "../rows.ts";
import type { AuxiliaryPlan } from "./auxiliary-heads.ts";

export const stateReconstructionFields = z.strictObject({
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
export function stateReconstruction(p: z.output<typeof stateReconstructionFields>): AuxiliaryPlan {
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
