// What must hold of the gradients whatever the data: each layer learns from its own loss and from nothing else.

import { Random } from "../../core/random.ts";
import { above, atMost, below } from "../../study/bound.ts";
import { type Claim, equation, is } from "../../study/claim.ts";
import { exact } from "../../study/figure.ts";
import { largestGap } from "../../study/matching.ts";
import { transportCosine } from "./alignment.ts";
import { CLASSIFIER } from "./arms.ts";
import { type DualNetwork, dualNetwork, type LayerComparison, localGradients } from "./counter-current.ts";
import { type DenseNetwork, layerOffset, layerWeights, type Samples } from "./dense.ts";

const SIZES = [7, 6, 5, 6, 4];
const LAYERS = SIZES.length - 1;
const ROWS = 12;

/** Equations on a small network with random data. */
export function exactEquations(): Claim[] {
  const random = Random.of(11, "exact");
  const dual = dualNetwork(SIZES, random);
  const normalised = dualNetwork(SIZES, random.stream("normalised"), { normalise: true });
  const [digits, numbers] = [digitsBatch(random), numbersBatch(random)];
  return [
    ...localityEquations(dual, digits),
    startsUnrelated(),
    differenceEquation("class products", dual, digits),
    differenceEquation("normalised identity", dual, digits),
    differenceEquation("batch identity", dual, digits),
    differenceEquation("squared difference", dual, numbers),
    differenceEquation("squared difference", normalised, numbers, ", units normalised"),
  ];
}

function digitsBatch(random: Random): Samples {
  const stream = random.stream("digits");
  const targets = new Float64Array(ROWS * SIZES[LAYERS]);
  for (let i = 0; i < ROWS; i++) targets[i * SIZES[LAYERS] + stream.integer(SIZES[LAYERS])] = 1;
  return { rows: ROWS, inputs: normals(ROWS * SIZES[0], stream), targets };
}

function numbersBatch(random: Random): Samples {
  const stream = random.stream("numbers");
  return { rows: ROWS, inputs: normals(ROWS * SIZES[0], stream), targets: normals(ROWS * SIZES[LAYERS], stream) };
}

function normals(size: number, random: Random): Float64Array {
  return Float64Array.from({ length: size }, () => random.normal());
}

/** Replaces every layer in turn by random numbers and looks which gradients hear it. */
function localityEquations(dual: DualNetwork, batch: Samples): Claim[] {
  const base = localGradients(dual, batch);
  let leak = 0;
  let least = Number.POSITIVE_INFINITY;
  const expect = (changed: number, heard: boolean) => {
    if (heard) least = Math.min(least, changed);
    else leak = Math.max(leak, changed);
  };
  for (let m = 1; m <= LAYERS; m++) {
    const otherU = localGradients({ ...dual, forward: withRandomLayer(dual.forward, m - 1) }, batch);
    // V_m carries b_m to b_{m−1}: layer L − m of the feedback network in the order in which it is run.
    const otherV = localGradients({ ...dual, feedback: withRandomLayer(dual.feedback, LAYERS - m) }, batch);
    for (let l = 1; l <= LAYERS; l++) {
      const ofU = (g: typeof base) => layerOf(dual.forward, g.forward, l - 1);
      const ofV = (g: typeof base) => layerOf(dual.feedback, g.feedback, LAYERS - l);
      // U_l learns from a_{l−1}, itself and b_l, which V_{l+1} … V_L make; the top one from the targets.
      if (m !== l) expect(largestGap(ofU(base), ofU(otherU)), m < l);
      expect(largestGap(ofU(base), ofU(otherV)), m > l && l < LAYERS);
      // V_l learns from b_l, itself and a_{l−1}, which U_1 … U_{l−1} make.
      if (m !== l) expect(largestGap(ofV(base), ofV(otherV)), m > l);
      expect(largestGap(ofV(base), ofV(otherU)), m < l);
    }
  }
  const through = localGradients(dual, batch, { stop: false });
  const escaped = largestGap(layerOf(dual.forward, base.forward, 0), layerOf(dual.forward, through.forward, 0));
  return [
    equation("locality: change of a layer's gradient by other layers", [
      is(exact(leak), atMost(1e-12), "largest, by layers that it must not hear"),
      is(exact(least), above(1e-6), "least, by layers that it must hear"),
    ]),
    equation("gradients not stopped: change of U_1's", is(exact(escaped), above(1e-6))),
  ];
}

function withRandomLayer(network: DenseNetwork, l: number): DenseNetwork {
  const changed = { ...network, weights: network.weights.slice() };
  const random = Random.of(12, "replaced", l);
  const layer = layerWeights(changed, l);
  for (let k = 0; k < layer.length; k++) layer[k] = random.normal();
  return changed;
}

function layerOf(network: DenseNetwork, gradient: Float64Array, l: number): Float64Array {
  return gradient.subarray(layerOffset(network.sizes, l), layerOffset(network.sizes, l + 1));
}

/** Two independent random matrices of n entries have a cosine of deviation 1/√n. */
function startsUnrelated(): Claim {
  const scores = Array.from({ length: 20 }, (_, seed) => {
    const dual = dualNetwork(CLASSIFIER, Random.of(seed, "transport"));
    return CLASSIFIER.slice(1).map((width, l) => transportCosine(dual, l) * Math.sqrt(width * CLASSIFIER[l]));
  }).flat();
  return equation(
    "no weight transport: largest |cos(U_l, V_lᵀ)| of 20 fresh networks, in deviations of independent ones",
    is(exact(Math.max(...scores.map(Math.abs))), below(4)),
  );
}

/** Every gradient against central differences: of its own loss alone, and of the sum where gradients are not stopped. */
function differenceEquation(comparison: LayerComparison, dual: DualNetwork, batch: Samples, suffix = ""): Claim {
  const error = (stop: boolean): number => {
    const gradients = () => localGradients(dual, batch, { comparison, stop });
    const { forward, feedback } = gradients();
    const differences = (network: DenseNetwork, levelOf: (l: number) => number) =>
      centralDifferences(network, (l) => {
        const { values } = gradients();
        return stop ? values[levelOf(l)] : values.reduce((sum, value) => sum + value, 0);
      });
    const ofForward = differences(dual.forward, (l) => l + 1);
    const ofFeedback = differences(dual.feedback, (l) => LAYERS - 1 - l);
    return Math.max(relativeError(forward, ofForward), relativeError(feedback, ofFeedback));
  };
  return equation(`${comparison}${suffix}: gradients against central differences, largest relative error`, [
    is(exact(error(true)), atMost(1e-5), "of each layer's own loss"),
    is(exact(error(false)), atMost(1e-5), "of all losses, not stopped"),
  ]);
}

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
