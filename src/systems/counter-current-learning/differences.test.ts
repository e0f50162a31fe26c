// Every gradient of a dual network against central differences.

import { expect, test } from "vitest";
import { Random } from "../../core/random.ts";
import { largestGap } from "../../study/matching.ts";
import { type DualNetwork, dualNetwork, type LayerComparison, localGradients } from "./counter-current.ts";
import { type DenseNetwork, layerOffset, type Samples } from "./dense.ts";

const SIZES = [7, 6, 5, 6, 4];
const LAYERS = SIZES.length - 1;
const ROWS = 12;

const random = Random.of(11, "exact");
const plain = dualNetwork(SIZES, random);
const normalised = dualNetwork(SIZES, random.stream("normalised"), { normalise: true });
const [digits, numbers] = [digitsBatch(), numbersBatch()];

function digitsBatch(): Samples {
  const stream = random.stream("digits");
  const targets = new Float64Array(ROWS * SIZES[LAYERS]);
  for (let i = 0; i < ROWS; i++) targets[i * SIZES[LAYERS] + stream.integer(SIZES[LAYERS])] = 1;
  return { rows: ROWS, inputs: normals(ROWS * SIZES[0], stream), targets };
}

function numbersBatch(): Samples {
  const stream = random.stream("numbers");
  return { rows: ROWS, inputs: normals(ROWS * SIZES[0], stream), targets: normals(ROWS * SIZES[LAYERS], stream) };
}

function normals(size: number, random: Random): Float64Array {
  return Float64Array.from({ length: size }, () => random.normal());
}

/** Of each layer's own loss alone, and of the sum where gradients are not stopped. */
const CASES: readonly (readonly [LayerComparison, string, DualNetwork, Samples])[] = [
  ["class products", "", plain, digits],
  ["normalised identity", "", plain, digits],
  ["batch identity", "", plain, digits],
  ["squared difference", "", plain, numbers],
  ["squared difference", ", units normalised", normalised, numbers],
];

test.each(CASES)(
  "%s%s: gradients are the differences of each layer's own loss, or of all",
  (comparison, _, dual, batch) => {
    for (const stop of [true, false]) {
      const gradients = () => localGradients(dual, batch, { comparison, stop });
      const { forward, feedback } = gradients();
      const differences = (network: DenseNetwork, levelOf: (l: number) => number) =>
        centralDifferences(network, (l) => {
          const { values } = gradients();
          return stop ? values[levelOf(l)] : values.reduce((sum, value) => sum + value, 0);
        });
      const own = differences(dual.forward, (l) => l + 1);
      expect(relativeError(forward, own)).toBeLessThanOrEqual(1e-5);
      const back = differences(dual.feedback, (l) => LAYERS - 1 - l);
      expect(relativeError(feedback, back)).toBeLessThanOrEqual(1e-5);
    }
  },
);

/** ∂(loss(l))/∂w for the weights of each layer l; weights are put back. */
function centralDifferences(network: DenseNetwork, loss: (l: number) => number): Float64Array {
  const { weights, sizes } = network;
  const result = new Float64Array(weights.length);
  for (let l = 0; l < LAYERS; l++) {
    for (let k = layerOffset(sizes, l); k < layerOffset(sizes, l + 1); k++) {
      const kept = weights[k];
      // Single precision holds kept ± step only nearly, so the distance is taken from what it holds.
      weights[k] = kept + 2 ** -14;
      const [high, above] = [weights[k], loss(l)];
      weights[k] = kept - 2 ** -14;
      const [low, below] = [weights[k], loss(l)];
      weights[k] = kept;
      result[k] = (above - below) / (high - low);
    }
  }
  return result;
}

function relativeError(gradient: Float64Array, differences: Float64Array): number {
  const size = differences.reduce((most, x) => Math.max(most, Math.abs(x)), 0);
  return largestGap(gradient, differences) / size;
}
