// What must hold of the gradients for any data: each layer learns from its own loss and from nothing else.

import { Random } from "../../core/random.ts";
import { above, atMost, below } from "../../study/bound.ts";
import { type Claim, equation, is } from "../../study/claim.ts";
import { exact } from "../../study/figure.ts";
import { largestGap } from "../../study/matching.ts";
import { transportCosine } from "./alignment.ts";
import { CLASSIFIER } from "./arms.ts";
import { type DualNetwork, dualNetwork, localGradients } from "./counter-current.ts";
import { type DenseNetwork, layerOffset, layerWeights, type Samples } from "./dense.ts";

const SIZES = [7, 6, 5, 6, 4];
const LAYERS = SIZES.length - 1;
const ROWS = 12;

/** Equations on a small network with random data. */
export function exactEquations(): Claim[] {
  const random = Random.of(11, "exact");
  return [...localityEquations(dualNetwork(SIZES, random), digitsBatch(random)), startsUnrelated()];
}

function digitsBatch(random: Random): Samples {
  const [stream, classes] = [random.stream("digits"), SIZES[LAYERS]];
  const targets = new Float64Array(ROWS * classes);
  for (let i = 0; i < ROWS; i++) targets[i * classes + stream.integer(classes)] = 1;
  return { rows: ROWS, inputs: Float64Array.from({ length: ROWS * SIZES[0] }, () => stream.normal()), targets };
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
