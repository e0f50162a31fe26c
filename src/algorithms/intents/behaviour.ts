// Behavioural incentive: what kind of driver a neighbour is. An encoder reads a neighbour's last rows and gives a distribution over a few
// kinds, which have no names; the latent moves towards it softly. A decoder must foresee later rows by it, and so gives kinds a meaning.
// Source: arXiv 2306.06236, eqs. of its behavioural incentive and its released code. Its dropout and its stability loss, of weight 0, are left out.

import { z } from "zod";
import { positive, share, whole } from "../../core/parameters.ts";
import type { Random } from "../../core/random.ts";
import { nn, np } from "../../nn/jax.ts";
import { type LossGradient, lossGradient } from "../../nn/loss-gradient.ts";
import { networkProgram } from "../../nn/models/network-program.ts";
import { recurrent } from "../../nn/models/recurrent.ts";
import { adam } from "../../nn/optimiser.ts";
import { Parameters, type Weights } from "../../nn/parameters.ts";
import type { Inference, Mind, Reader } from "./inference.ts";
import { drawMoment, type NeighbourRows, type SeenMoment, writeHistory } from "./neighbour-rows.ts";

export const behaviourFields = z.strictObject({
  kinds: whole(2, 64, 8).describe("numbers of a latent, which sum to 1"),
  window: whole(1, 64, 10).describe("rows that the encoder reads and the decoder foresees"),
  ahead: whole(1, 64, 10).describe("steps from a row to the one that is foreseen from it"),
  soft: share(0.1).describe("η: share of the latest reading in a latent; 1 is the hard update, 0 learns nothing"),
  units: whole(1, 512, 32).describe("of the encoder"),
  decoder: whole(1, 512, 64).describe("units of the decoder"),
  rate: positive(1, 1e-4).describe("learning rate"),
  batch: whole(1, 4096, 64).describe("histories of a gradient step"),
  lessons: whole(0, 10_000, 20).describe("gradient steps after each rollout"),
});
export type BehaviourOptions = z.output<typeof behaviourFields>;

/** Longest gradient, that of the released code. */
const LONGEST = 10;

export function behaviour(rows: NeighbourRows, p: BehaviourOptions, random: Random): Inference {
  const { count: N, features: F } = rows;
  const { kinds: K, window: H, ahead: A, batch: B } = p;
  const common = { activation: "relu", cell: "gru" } as const;
  const [encoder, decoder] = [
    recurrent({ ...common, name: "kinds", inputs: F, hidden: [p.units], units: p.units, outputs: K }),
    recurrent({ ...common, name: "rows", inputs: F + K, hidden: [p.decoder], units: p.decoder, outputs: F }),
  ];
  const parameters = new Parameters([...encoder.shapes, ...decoder.shapes]);
  encoder.initialise(parameters, 0, random);
  decoder.initialise(parameters, encoder.shapes.length, random);
  const optimiser = adam(parameters.flat.length, { rate: p.rate, clip: LONGEST });
  const form = JSON.stringify([N, F, p.kinds, H, A, p.units, p.decoder, B]);
  let loss: LossGradient | undefined;

  /** Kinds by the last step of windows [H·batch × F]; consumes all. */
  const read = (weights: Weights, window: np.Array, memory: np.Array, keep: np.Array, batch: number): np.Array =>
    nn.softmax(encoder.unroll(weights, window, memory, keep, H).slice([(H - 1) * batch, H * batch]), -1);

  /** Σ |foreseen − seen| / (F·H·batch): rows of a window, each with the kind by the window before, foresee those `ahead` steps later. */
  function lossOf(): LossGradient {
    const made = lossGradient(
      parameters,
      (weights, [history, memory, keep, window, held, target]) => {
        const kinds = read(weights.slice(0, encoder.shapes.length), history, memory, keep.ref, B);
        const each = np.concatenate(
          Array.from({ length: H }, () => kinds.ref),
          0,
        );
        kinds.dispose();
        const inputs = np.concatenate([window, each], 1);
        const foreseen = decoder.unroll(weights.slice(encoder.shapes.length), inputs, held, keep, H);
        return { loss: np.mean(np.abs(foreseen.sub(target))), measures: {} };
      },
      [[H * B, F], [B, encoder.memorySize], [H * B], [H * B, F], [B, decoder.memorySize], [H * B, F]],
      [],
      `behavioural incentive ${form}`,
    );
    made.data[2].fill(1);
    return made;
  }

  return {
    name: "behaviour",
    size: K,
    low: 0,
    high: 1,
    parameters,
    optimiser: optimiser.state,
    reader(own) {
      const compiled = networkProgram(
        [own.part(0, encoder.shapes.length)],
        ([weights], [window, memory, keep]) => [read(weights, window, memory, keep, N)],
        [[H * N, F], [N, encoder.memorySize], [H * N]],
        `kinds of ${form}`,
      );
      compiled.data[2].fill(1);
      return compiled;
    },
    mind: (reader) => mindOf(rows, p, reader),
    learn(play, hand) {
      loss ??= lossOf();
      const { data, run, gradient } = loss;
      const moment: SeenMoment = { step: 0, row: 0, place: 0 };
      let [sum, lessons] = [0, 0];
      for (let lesson = 0; lesson < p.lessons; lesson++) {
        for (let s = 0; s < B; s++) {
          if (!drawMoment(play, rows, H, H + A, hand, moment)) return mean(sum, lessons);
          writeHistory(play, rows, moment, H, data[0], B, s);
          moment.step += H;
          writeHistory(play, rows, moment, H, data[3], B, s);
          moment.step += A;
          writeHistory(play, rows, moment, H, data[5], B, s);
        }
        sum += run().loss;
        lessons += 1;
        optimiser.step(parameters.flat, gradient);
      }
      return mean(sum, lessons);
    },
    close: () => loss?.close(),
  };
}

/** A mean, undefined of nothing. */
export const mean = (sum: number, count: number): number | undefined => (count === 0 ? undefined : sum / count);

/** The latents of one seat's neighbours. */
function mindOf(rows: NeighbourRows, { kinds: K, window: H, soft }: BehaviourOptions, { data, run }: Reader): Mind {
  const { count: N, features: F } = rows;
  const window = new Float32Array(H * N * F);
  const latents = new Float32Array(N * K);
  return {
    latents,
    reset() {
      window.fill(0);
      latents.fill(1 / K);
    },
    see(observations, at) {
      window.copyWithin(0, N * F);
      for (let j = 0; j < N; j++) {
        const last = ((H - 1) * N + j) * F;
        if (rows.isSeen(observations, at, j)) rows.write(observations, at, j, window, last);
        else for (let t = 0; t < H; t++) window.fill(0, (t * N + j) * F, (t * N + j + 1) * F);
      }
      data[0].set(window);
      const [read] = run();
      for (let j = 0; j < N; j++) {
        const isSeen = rows.isSeen(observations, at, j);
        for (let k = j * K; k < (j + 1) * K; k++)
          latents[k] = isSeen ? (1 - soft) * latents[k] + soft * read[k] : 1 / K;
      }
    },
  };
}
