// The rules that counter-current learning is compared with, on the same network and optimiser: exact back-propagation, two
// rules that replace its backward weights by random ones, and no learning at all below the top.

import type { Random } from "../../core/random.ts";
import {
  type Carriers,
  type DenseLearner,
  type DenseNetwork,
  type DenseOptions,
  denseNetwork,
  forwardPass,
  layerGradients,
  layerOffset,
  type Samples,
  type StepOptions,
  stepper,
} from "./dense.ts";
import { type OutputLoss, outputLoss } from "./losses.ts";
import { product } from "./products.ts";

/**
 * Where hidden layers learn from. "feedback alignment": fixed random matrices in place of the weights on the way back
 * (Lillicrap et al., Nature Communications 2016). "target projection": the target itself, through one fixed random
 * matrix for each hidden layer (Frenkel, Lefebvre & Bol, 2021, arXiv 1909.01311). "frozen": they do not learn.
 */
type CreditPath = "back-propagation" | "feedback alignment" | "target projection" | "frozen";

export interface BaselineOptions extends StepOptions {
  readonly sizes: readonly number[];
  readonly credit: CreditPath;
  readonly networks?: DenseOptions;
  /** At the output; default cross-entropy. */
  readonly loss?: OutputLoss;
}

/** A learner with one loss, at the output. It begins with the weights of counter-current learning's forward network. */
export function baseline(options: BaselineOptions, random: Random): DenseLearner {
  const { sizes, credit, loss = "cross-entropy" } = options;
  const layers = sizes.length - 1;
  const network = denseNetwork(sizes, random.stream("forward"), options.networks);
  const step = stepper(network, options);
  const carriers = carriersOf(credit, sizes, random);
  const projections = credit === "target projection" ? projectionsOf(sizes, random) : [];
  return {
    network,
    update(batch) {
      const pass = forwardPass(network, batch.inputs, batch.rows);
      const { value, gradient } = outputLoss(loss, pass.outputs[layers], batch.targets, sizes[layers]);
      const given: (Float64Array | undefined)[] = projections.map((projection, l) =>
        l === 0 ? undefined : projected(batch, projection, sizes[layers], sizes[l]),
      );
      given[layers] = gradient;
      step(layerGradients(network, pass, given, carriers));
      return value;
    },
  };
}

function carriersOf(credit: CreditPath, sizes: readonly number[], random: Random): Carriers {
  if (credit === "back-propagation") return "weights";
  if (credit !== "feedback alignment") return "nothing";
  const fixed: DenseNetwork = denseNetwork(sizes, random.stream("fixed"));
  return Array.from({ length: sizes.length - 1 }, (_, l) =>
    fixed.weights.slice(layerOffset(sizes, l), layerOffset(sizes, l + 1)),
  );
}

/** A [outputs × width] matrix for each hidden level, uniform within ±1/√outputs; entry 0 stays empty. */
function projectionsOf(sizes: readonly number[], random: Random): Float64Array[] {
  const outputs = sizes[sizes.length - 1];
  return sizes
    .slice(0, -1)
    .map((width, l) =>
      l === 0
        ? new Float64Array(0)
        : Float64Array.from(denseNetwork([outputs, width], random.stream("projection", l)).weights),
    );
}

/** Target times matrix over the batch, in place of the gradient. The matrix is symmetric about 0, so its sign does not matter. */
function projected({ targets, rows }: Samples, projection: Float64Array, outputs: number, width: number): Float64Array {
  const signal = product(targets, projection, rows, outputs, width);
  for (let k = 0; k < signal.length; k++) signal[k] /= rows;
  return signal;
}
