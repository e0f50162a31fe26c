// Instant incentive: where every neighbour moves in the next steps. Neighbours attend to each other, a recurrent cell keeps what each heeds, and
// a decoder rolls the next rows out of it, feeding back its own.
// Source: arXiv 2306.06236, its instant incentive and its released code. Its hard attention, a gate drawn by Gumbel, is left out.

import { z } from "zod";
import { positive, whole } from "../../core/parameters.ts";
import type { Random } from "../../core/random.ts";
import { orthogonal } from "../../nn/initialisers.ts";
import { nn, np } from "../../nn/jax.ts";
import { type LossGradient, lossGradient } from "../../nn/loss-gradient.ts";
import { networkProgram } from "../../nn/models/network-program.ts";
import { recurrent } from "../../nn/models/recurrent.ts";
import { adam } from "../../nn/optimiser.ts";
import { Parameters, type TensorShape, type Weights } from "../../nn/parameters.ts";
import { mean } from "./behaviour.ts";
import type { Inference, Mind, Reader } from "./inference.ts";
import { drawMoment, type NeighbourRows, type SeenMoment, writeHistory } from "./neighbour-rows.ts";

export const instantFields = z.strictObject({
  units: whole(1, 512, 32).describe("of a neighbour's attention and of the cells"),
  numbers: whole(1, 512, 8).describe("of a latent"),
  history: whole(1, 64, 10).describe("steps that gradients flow back through"),
  ahead: whole(1, 64, 5).describe("next rows that are foreseen"),
  rate: positive(1, 2e-5).describe("learning rate"),
  batch: whole(1, 4096, 64).describe("moments of a gradient step"),
  lessons: whole(0, 10_000, 20).describe("gradient steps after each rollout"),
});
export type InstantOptions = z.output<typeof instantFields>;

const LONGEST = 10;
/** Added to the attention to a place without a neighbour. */
const ABSENT = -1e9;

/** Makes an inference of next moves. */
export function instant(rows: NeighbourRows, p: InstantOptions, random: Random): Inference {
  const { count: N, features: F } = rows;
  const { units: D, numbers: U, history: H, ahead: A, batch: B } = p;
  const heed: readonly TensorShape[] = [
    { name: "heed.row", shape: [F, D] },
    { name: "heed.bias", shape: [D] },
    ...["query", "key", "value"].map((name) => ({ name: `heed.${name}`, shape: [D, D] })),
  ];
  const cell = recurrent({ name: "moves", inputs: D, hidden: [], cell: "gru", units: D, outputs: U });
  const decoder = recurrent({ name: "next", inputs: F + U, hidden: [], cell: "gru", units: D, outputs: F });
  const parameters = new Parameters([...heed, ...cell.shapes, ...decoder.shapes]);
  for (const k of [0, 2, 3, 4]) {
    orthogonal(k === 0 ? Math.SQRT2 : 1)(parameters.view(k), k === 0 ? F : D, D, random.stream("heed", k));
  }
  cell.initialise(parameters, heed.length, random);
  decoder.initialise(parameters, heed.length + cell.shapes.length, random);
  const before = heed.length + cell.shapes.length;
  const optimiser = adam(parameters.flat.length, { rate: p.rate, clip: LONGEST });
  const form = JSON.stringify([N, F, D, U, H, A, B]);
  let loss: LossGradient | undefined;

  /** What each neighbour heeds: rows [groups·N × F], presence [groups × N] → [groups·N × D]; consumes all. */
  const attend = (weights: Weights, x: np.Array, seen: np.Array, groups: number): np.Array => {
    const [row, bias, query, key, value] = weights;
    const h = nn.relu(np.dot(x, row).add(bias));
    const of = (weight: np.Array) => np.dot(h.ref, weight).reshape([groups, N, D]);
    const [queries, keys, values] = [of(query), of(key), nn.relu(of(value))];
    h.dispose();
    const hidden = np.array(1).sub(seen).mul(ABSENT).reshape([groups, 1, N]);
    const scores = np
      .matmul(queries, keys.transpose([0, 2, 1]))
      .mul(1 / Math.sqrt(D))
      .add(hidden);
    return np.matmul(nn.softmax(scores, -1), values).reshape([groups * N, D]);
  };

  /** Mean |foreseen − seen| of the next rows of neighbours that are drawn. */
  function lossOf(): LossGradient {
    const made = lossGradient(
      parameters,
      (weights, [history, seen, memory, last, chosen, target]) => {
        const heeded = attend(weights.slice(0, heed.length), history, seen.ref, H * B);
        // Without a neighbour nothing is kept.
        const kept = seen.reshape([H * B * N]);
        const outputs = cell.unroll(weights.slice(heed.length, before), heeded, memory, kept, H);
        const latents = np.tanh(outputs.slice([(H - 1) * B * N, H * B * N])).reshape([B, N, U]);
        const latent = np.sum(latents.mul(chosen.reshape([B, N, 1])), 1);
        const own = weights.slice(before);
        let held = np.zeros([B, D]);
        let row = last;
        const rolled: np.Array[] = [];
        for (let k = 0; k < A; k++) {
          const input = np.concatenate([row.ref, latent.ref], 1);
          const { output, memory: next } = decoder.step(
            own.map((weight) => weight.ref),
            input,
            held,
          );
          held = next;
          row = row.add(output);
          rolled.push(row.ref);
        }
        for (const array of [held, row, latent, ...own]) array.dispose();
        return { loss: np.mean(np.abs(np.concatenate(rolled, 0).sub(target))), measures: {} };
      },
      [
        [H * B * N, F],
        [H * B, N],
        [B * N, D],
        [B, F],
        [B, N],
        [A * B, F],
      ],
      [],
      `instant incentive ${form}`,
    );
    return made;
  }

  return {
    name: "instant",
    size: U,
    low: -1,
    high: 1,
    parameters,
    optimiser: optimiser.state,
    reader: (own) =>
      networkProgram(
        [own.part(0, before)],
        ([weights], [x, seen, memory]) => {
          const heeded = attend(weights.slice(0, heed.length), x, seen.ref, 1);
          const held = memory.mul(seen.reshape([N, 1]));
          const { output, memory: next } = cell.step(weights.slice(heed.length), heeded, held);
          return [np.tanh(output), next];
        },
        [
          [N, F],
          [1, N],
          [N, D],
        ],
        `moves of ${form}`,
      ),
    mind: (reader) => mindOf(rows, p, reader),
    learn(play, hand) {
      loss ??= lossOf();
      const { data, run, gradient } = loss;
      const moment: SeenMoment = { step: 0, row: 0, place: 0 };
      let [sum, lessons] = [0, 0];
      for (let lesson = 0; lesson < p.lessons; lesson++) {
        for (let s = 0; s < B; s++) {
          if (!drawMoment(play, rows, H, A, hand, moment)) return mean(sum, lessons);
          for (let j = 0; j < N; j++) {
            writeHistory(play, rows, { ...moment, place: j }, H, data[0], B * N, s * N + j);
            data[4][s * N + j] = j === moment.place ? 1 : 0;
          }
          writePresence(play, moment, s);
          writeHistory(play, rows, moment, 1, data[3], B, s);
          moment.step += A;
          writeHistory(play, rows, moment, A, data[5], B, s);
        }
        sum += run().loss;
        lessons += 1;
        optimiser.step(parameters.flat, gradient);
      }
      return mean(sum, lessons);

      /** Writes which neighbours are there in each step of a history; before the episode no car is. */
      function writePresence(
        { observations, width, keep, rows: R }: typeof play,
        { step, row }: SeenMoment,
        s: number,
      ): void {
        let isBegun = true;
        for (let k = H - 1; k >= 0; k--) {
          const entry = (step - (H - 1 - k)) * R + row;
          for (let j = 0; j < N; j++) {
            data[1][(k * B + s) * N + j] = isBegun && rows.isSeen(observations, entry * width, j) ? 1 : 0;
          }
          if (keep[entry] === 0) isBegun = false;
        }
      }
    },
    close: () => loss?.close(),
  };
}

/** The latents of one seat's neighbours. */
function mindOf(rows: NeighbourRows, { units: D, numbers: U }: InstantOptions, { data, run }: Reader): Mind {
  const { count: N, features: F } = rows;
  const memory = new Float32Array(N * D);
  const latents = new Float32Array(N * U);
  return {
    latents,
    reset() {
      memory.fill(0);
      latents.fill(0);
    },
    see(observations, at) {
      data[0].fill(0);
      for (let j = 0; j < N; j++) {
        data[1][j] = rows.isSeen(observations, at, j) ? 1 : 0;
        if (data[1][j] === 1) rows.write(observations, at, j, data[0], j * F);
      }
      data[2].set(memory);
      const [read, next] = run();
      for (let j = 0; j < N; j++) {
        const seen = data[1][j];
        for (let k = j * U; k < (j + 1) * U; k++) latents[k] = seen === 1 ? read[k] : 0;
        for (let k = j * D; k < (j + 1) * D; k++) memory[k] = seen === 1 ? next[k] : 0;
      }
    },
  };
}
