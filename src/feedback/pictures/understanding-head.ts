// What a model understands of pictures: a small network on a canvas and its part of a caption, which says whether the object is as wanted and
// whether it lies as wanted. It learns from labelled renders, of which about half are right, and none of its labels come from what is judged.

import type { Random } from "../../core/random.ts";
import { drawAt } from "../../math/weighted-draw.ts";
import { nn, np } from "../../nn/jax.ts";
import { lossGradient } from "../../nn/loss-gradient.ts";
import { mlp } from "../../nn/models/mlp.ts";
import { networkProgram } from "../../nn/models/network-program.ts";
import { adam } from "../../nn/optimiser.ts";
import { Parameters } from "../../nn/parameters.ts";
import type { ObjectChances, ObjectMixture } from "./picture-judge.ts";

/** Canvases of a lesson, hidden units, the learning rate, and the largest deviation of noise on pixels. */
const [BATCH, HIDDEN, RATE, BLUR] = [128, [96, 48], 3e-3, 0.5];

/** The head over a world's canvases; `captions` [n × observationSize] are those of lessons, as the world shows them. */
export function understandingHead(mixture: ObjectMixture, observationSize: number) {
  const { tokens, size, count, templates, objects } = mixture;
  const words = observationSize / tokens;
  const net = mlp({ name: "understanding", inputs: size + words, hidden: HIDDEN, outputs: 2, activation: "relu" });
  const form = `understanding of ${size} pixels by ${words} words`;

  /** Writes a canvas and its part of a caption, whose 0s become −1. */
  const write = (into: Float32Array, row: number, pixels: ArrayLike<number>, caption: Float32Array, token: number) => {
    const at = row * (size + words);
    for (let k = 0; k < size; k++) into[at + k] = pixels[k];
    for (let k = 0; k < words; k++) into[at + size + k] = 2 * caption[token * words + k] - 1;
  };

  const weights = new Float64Array(count);
  const pixels = new Float64Array(size);
  /** Draws labelled renders: half as a demonstrator draws them, half any template. */
  const fill = (captions: Float32Array, inputs: Float32Array, labels: Float32Array, random: Random): void => {
    const rows = labels.length / 2;
    for (let row = 0; row < rows; row++) {
      const at = random.integer(captions.length / observationSize) * observationSize;
      const caption = captions.subarray(at, at + observationSize);
      const token = random.integer(tokens);
      mixture.weights(caption, token, weights);
      const template = random.uniform() < 0.5 ? drawAt(weights, 0, count, random) : random.integer(count);
      const blur = BLUR * random.uniform();
      for (let k = 0; k < size; k++) pixels[k] = templates[template * size + k] + blur * random.normal();
      write(inputs, row, pixels, caption, token);
      labels[2 * row] = objects.isAsWanted(caption, token, template) ? 1 : 0;
      labels[2 * row + 1] = objects.liesAsWanted(caption, token, template) ? 1 : 0;
    }
  };

  const readerOf = (parameters: Parameters) =>
    networkProgram([parameters], ([w], [x]) => [nn.sigmoid(net.apply(w, x))], [[BATCH, size + words]], `read ${form}`);

  return {
    begin(random: Random): Parameters {
      const parameters = new Parameters(net.shapes);
      net.initialise(parameters, 0, random);
      return parameters;
    },
    /** Takes gradient steps on the cross-entropy of both labels. */
    teach(parameters: Parameters, captions: Float32Array, steps: number, random: Random): void {
      const loss = lossGradient(
        parameters,
        (w, [x, y]) => {
          const z = net.apply(w, x);
          // ln(1 + e^z) − y·z, without overflow.
          const soft = np.maximum(z.ref, 0).add(np.log(np.exp(np.abs(z.ref).mul(-1)).add(1)));
          return { loss: np.mean(soft.sub(y.mul(z))), measures: {} };
        },
        [
          [BATCH, size + words],
          [BATCH, 2],
        ],
        [],
        `loss of an ${form}`,
      );
      const rate = (step: number) => RATE * (1 - (0.98 * step) / steps);
      const optimiser = adam(parameters.flat.length, { rate, clip: 1 });
      for (let step = 0; step < steps; step++) {
        fill(captions, loss.data[0], loss.data[1], random.stream("lesson", step));
        loss.run();
        optimiser.step(parameters.flat, loss.gradient);
      }
      loss.close();
    },
    /** Share of labels that it has right on renders that it has not seen. */
    accuracy(parameters: Parameters, captions: Float32Array, random: Random): number {
      const reader = readerOf(parameters);
      const labels = new Float32Array(2 * BATCH);
      let right = 0;
      for (let batch = 0; batch < 8; batch++) {
        fill(captions, reader.data[0], labels, random.stream("examination", batch));
        const [said] = reader.run();
        for (let k = 0; k < labels.length; k++) if (said[k] > 0.5 === labels[k] > 0.5) right += 1;
      }
      reader.close();
      return right / 8 / labels.length;
    },
    /** Chances as it sees them. */
    chances(parameters: Parameters): ObjectChances {
      return ({ pictures, captions, rows }) => {
        const reader = readerOf(parameters);
        const all = rows * tokens;
        const said = new Float32Array(2 * all);
        for (let from = 0; from < all; from += BATCH) {
          const here = Math.min(BATCH, all - from);
          for (let k = 0; k < here; k++) {
            const at = from + k;
            const row = Math.floor(at / tokens);
            const caption = captions.subarray(row * observationSize, (row + 1) * observationSize);
            write(reader.data[0], k, pictures.subarray(at * size, (at + 1) * size), caption, at % tokens);
          }
          said.set(reader.run()[0].subarray(0, 2 * here), 2 * from);
        }
        reader.close();
        return said;
      };
    },
  };
}
