// What PPO descends on a minibatch: the clipped surrogate, the value functions' errors and the entropy, with the measures that
// are reported beside them. A router that learns is part of it, since its gradient flows through the surrogate; so are the
// tasks that the actor's first layers learn beside.

import { np } from "../../nn/jax.ts";
import { type LossGradient, lossGradient } from "../../nn/loss-gradient.ts";
import type { ActorCritic } from "./actor-critic.ts";
import { byRoutes } from "./advantage.ts";

export interface ClippedLossOptions {
  /** Entries of a minibatch. */
  readonly size: number;
  /** ε: how far a probability ratio may leave 1. */
  readonly clip: number;
  /** Whether a value may not move further than `clip` either. */
  readonly clipValue: boolean;
  readonly entropy: number;
  readonly valueWeight: number;
  /** Of each value function's loss; their mean counts. */
  readonly headWeights: readonly number[];
  /** Whether advantages that a router mixed are brought to mean 0 and deviation 1. Others come as they are to be used. */
  readonly normalise: boolean;
  /** Steps of a sequence, for networks that remember; default 1. */
  readonly sequence?: number;
}

/**
 * −E[min(ρA, clip(ρ, 1 ± ε)A)] + valueWeight·½·mean_k w_k·E[(V_k − R_k)²] − entropy·E[H] with ρ = π/π_old (Schulman et al.,
 * arXiv 1707.06347, eqs. 7 and 9). Its data are, in this order: observations, what the critic sees, actions, old
 * log-probabilities, advantages ([size], or [size × heads] for a network with a router), returns and old values [size × heads],
 * the heads' weights, for networks that remember the memory before and the marks of `RolloutTables.keep`, and the data of the
 * network's auxiliary tasks, whose weighed losses are added.
 */
export function clippedLoss(network: ActorCritic, options: ClippedLossOptions): LossGradient {
  const { size, clip, clipValue, sequence = 1, headWeights: weightOf } = options;
  const { memorySize, values: K, routed } = network;
  const shapes = [
    [size, network.observationSize],
    [size, network.criticInputs],
    [size, network.head.encoding],
    [size],
    routed ? [size, K] : [size],
    [size, K],
    [size, K],
    [K],
    ...(memorySize > 0 ? [[size / sequence, memorySize], [size]] : []),
  ];
  const loss = lossGradient(
    network.parameters,
    (weights, data) => {
      const [observations, critic, actions, oldLogProbability, advantages, target, oldValue, headWeights] = data;
      const [memory, keep] = data.slice(8);
      const beside = network.judgeBeside(weights, data.slice(shapes.length));
      const past = memorySize > 0 ? { memory, keep, steps: sequence } : undefined;
      const judged = network.judge(weights, { observations, critic, actions, past });
      const { logProbability, entropy, values, routes } = judged;
      const route = routes === undefined ? undefined : byRoutes(routes, advantages);
      const mixed = route === undefined ? advantages : route.mixed;
      const advantage = route === undefined || !options.normalise ? mixed : normalised(mixed);
      const logRatio = logProbability.sub(oldLogProbability);
      const ratio = np.exp(logRatio.ref);
      const apart = ratio.ref.sub(1);
      const klDivergence = np.mean(apart.ref.sub(logRatio));
      const clipFraction = np.mean(np.abs(apart).greater(clip).astype(np.float32));
      const held = np.clip(ratio.ref, 1 - clip, 1 + clip);
      const surrogate = np.mean(np.minimum(ratio.mul(advantage.ref), held.mul(advantage)));
      const error = np.square(values.ref.sub(target.ref));
      const near = clipValue ? np.clip(values.sub(oldValue.ref), -clip, clip).add(oldValue.ref) : values;
      const heldError = np.square(near.sub(target));
      oldValue.dispose();
      const valueLoss = np.sum(np.mean(np.maximum(error, heldError), 0).mul(headWeights)).mul(0.5);
      const meanEntropy = np.mean(entropy);
      const own = valueLoss.ref.mul(options.valueWeight).sub(surrogate.ref).sub(meanEntropy.ref.mul(options.entropy));
      const routing = route === undefined ? {} : { hackRate: route.hackRate, routeEntropy: route.entropy };
      const measures = { surrogate, valueLoss, entropy: meanEntropy, klDivergence, clipFraction, ...routing };
      if (beside === undefined) return { loss: own, measures };
      return { loss: own.add(beside.loss), measures: { ...measures, ...beside.measures } };
    },
    [...shapes, ...(network.auxiliary?.dataShapes(size) ?? [])],
    [],
    `clipped loss of ${network.form}, ${JSON.stringify([clip, clipValue, options.entropy, options.valueWeight, options.normalise, sequence])}`,
  );
  for (let k = 0; k < K; k++) loss.data[7][k] = weightOf[k] / K;
  return loss;
}

/** Mean 0 and deviation 1 over a batch, as an expression; consumes x. */
function normalised(x: np.Array): np.Array {
  const centred = x.ref.sub(np.mean(x));
  const deviation = np.sqrt(np.mean(np.square(centred.ref)));
  return centred.div(deviation.add(1e-8));
}
