import { describe, expect, it } from "vitest";
import { Random } from "../../core/random.ts";
import { np } from "../jax.ts";
import { lossGradient } from "../loss-gradient.ts";
import { Parameters } from "../parameters.ts";
import type { LanguageModel } from "./language-model.ts";
import { networkProgram } from "./network-program.ts";
import { transformer } from "./transformer.ts";

const model = transformer({ vocabulary: 12, context: 8, width: 16, layers: 2, heads: 2 });
const texts = 5;

function parametersOf(of: LanguageModel, seed: number): Parameters {
  const parameters = new Parameters(of.shapes);
  of.initialise(parameters, Random.of(seed, "weights"));
  // The head is initialised near 0; larger weights make differences visible.
  const head = parameters.view(of.shapes.length - 1);
  for (let k = 0; k < head.length; k++) head[k] *= 20;
  return parameters;
}

function textsOf(seed: number): Int32Array {
  const random = Random.of(seed, "texts");
  return Int32Array.from({ length: texts * model.context }, () => random.integer(model.vocabulary));
}

/** Writes texts as one-hot rows. */
function fillOneHot(tokens: Int32Array, vocabulary: number, into: Float32Array): void {
  for (const [k, token] of tokens.entries()) into[k * vocabulary + token] = 1;
}

/** Logits of whole texts, [texts·context × vocabulary]. */
function wholeLogits(parameters: Parameters, tokens: Int32Array): Float32Array {
  const shape = [texts * model.context, model.vocabulary];
  const whole = networkProgram([parameters], ([weights], [hot]) => [model.logits(weights, hot, texts)], [shape]);
  fillOneHot(tokens, model.vocabulary, whole.data[0]);
  return Float32Array.from(whole.run()[0]);
}

function largestDifference(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let most = 0;
  for (let k = 0; k < a.length; k++) most = Math.max(most, Math.abs(a[k] - b[k]));
  return most;
}

describe("a transformer", () => {
  it("has the number of parameters given by its sizes", () => {
    const { vocabulary, context, width } = model;
    const count = new Parameters(model.shapes).flat.length;
    expect(count).toBe(vocabulary * width * 2 + context * width + width + 12 * 2 * width * width);
  });

  it("has the same initial parameters for the same seed, and others for another seed", () => {
    expect(parametersOf(model, 3).flat).toEqual(parametersOf(model, 3).flat);
    expect(parametersOf(model, 4).flat).not.toEqual(parametersOf(model, 3).flat);
  });

  it("is causal", () => {
    const parameters = parametersOf(model, 1);
    const tokens = textsOf(1);
    const changed = tokens.slice();
    const place = 4;
    for (let text = 0; text < texts; text++) changed[text * 8 + place] = (changed[text * 8 + place] + 1) % 12;
    const [before, after] = [tokens, changed].map((t) => wholeLogits(parameters, t));
    for (let text = 0; text < texts; text++) {
      const row = (at: number) => [(text * 8 + at) * 12, (text * 8 + at + 1) * 12] as const;
      for (let at = 0; at < 8; at++) {
        const same = largestDifference(before.subarray(...row(at)), after.subarray(...row(at))) === 0;
        expect(same, `text ${text}, place ${at}`).toBe(at < place);
      }
    }
  });

  it("has the gradient of finite differences", () => {
    const parameters = parametersOf(model, 2);
    const tokens = textsOf(2);
    const loss = lossGradient(
      parameters,
      (weights, [hot, taps]) => ({ loss: np.sum(model.logits(weights, hot, texts).mul(taps)), measures: {} }),
      [
        [texts * 8, 12],
        [texts * 8, 12],
      ],
    );
    fillOneHot(tokens, 12, loss.data[0]);
    const random = Random.of(5, "taps");
    for (let k = 0; k < loss.data[1].length; k++) loss.data[1][k] = random.normal() / 100;
    loss.run();
    const gradient = loss.gradient.slice();
    const step = 1e-2;
    for (const [k, { name }] of model.shapes.entries()) {
      // The perturbation follows the gradient of one tensor, so that the difference is large relative to single precision.
      const whole = new Parameters(model.shapes, gradient.slice());
      const direction = whole.view(k).slice();
      const norm = Math.hypot(...direction);
      const at = (sign: number) => {
        const view = parameters.view(k);
        const kept = view.slice();
        for (let j = 0; j < view.length; j++) view[j] += (sign * step * direction[j]) / norm;
        const { loss: value } = loss.run();
        view.set(kept);
        return value;
      };
      const slope = (at(1) - at(-1)) / (2 * step);
      // Single precision and the kinks of ReLU cause errors of up to a percent.
      expect(Math.abs(slope / norm - 1), name).toBeLessThan(0.02);
    }
  });
});

describe("a reader", () => {
  it("has the logits of whole-text evaluation at every position, with rows at different positions", () => {
    const parameters = parametersOf(model, 1);
    const tokens = textsOf(1);
    const whole = wholeLogits(parameters, tokens);
    const reader = model.reader(parameters, texts);
    const places = new Int32Array(texts);
    for (let turn = 0; places.some((place) => place < 8); turn++) {
      // Row k starts after k steps and pauses in every fourth.
      const next = Int32Array.from(places, (place, row) =>
        turn < row || turn % 4 === 3 || place === 8 ? -1 : tokens[row * 8 + place],
      );
      reader.read(next);
      for (let row = 0; row < texts; row++) {
        if (next[row] < 0) continue;
        const expected = whole.subarray((row * 8 + places[row]) * 12, (row * 8 + places[row] + 1) * 12);
        const actual = reader.logits.subarray(row * 12, (row + 1) * 12);
        expect(largestDifference(actual, expected)).toBeLessThan(1e-5);
        places[row] += 1;
      }
    }
    expect(() => reader.read(Int32Array.of(1, -1, -1, -1, -1))).toThrow("more than 8 tokens");
    reader.close();
  });

  it("continues in another row, and in another reader", () => {
    const parameters = parametersOf(model, 6);
    const small = model.reader(parameters, 2);
    const large = model.reader(parameters, 3);
    for (const token of [3, 7, 1]) small.read(Int32Array.of(-1, token));
    large.read(Int32Array.of(9, 9, 9));
    large.copy(0, small, 1);
    large.copy(2, small, 1);
    small.read(Int32Array.of(-1, 5));
    large.read(Int32Array.of(5, -1, 5));
    const expected = small.logits.subarray(12, 24);
    for (const row of [0, 2]) {
      expect(largestDifference(large.logits.subarray(row * 12, (row + 1) * 12), expected)).toBe(0);
    }
  });

  it("takes new parameters at a refresh, and clears its texts", () => {
    const parameters = parametersOf(model, 7);
    const reader = model.reader(parameters, 1);
    reader.read(Int32Array.of(4));
    const before = reader.logits.slice();
    parameters.flat.set(parametersOf(model, 8).flat);
    reader.refresh();
    reader.read(Int32Array.of(4));
    expect(largestDifference(reader.logits, before)).toBeGreaterThan(0.01);
    parameters.flat.set(parametersOf(model, 7).flat);
    reader.refresh();
    reader.read(Int32Array.of(4));
    expect(reader.logits.slice()).toEqual(before);
  });
});
