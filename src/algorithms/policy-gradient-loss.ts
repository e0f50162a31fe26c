// The loss whose gradient is the policy gradient, with a value function beside it: what A2C and REINFORCE both descend, with
// returns and advantages of their own.

import { jit, np, valueAndGrad } from "../nn/jax.ts";
import type { Optimiser } from "../nn/optimiser.ts";
import type { Weights } from "../nn/parameters.ts";
import type { ActorCritic } from "./actor-critic.ts";
import { checkFinite, type Measures, number } from "./training-measures.ts";

/** Weights of the loss's parts. */
export interface PolicyGradientOptions {
  /** Of the mean entropy, which is added to what is sought. */
  readonly entropy: number;
  /** Of the value function's mean squared error, halved. */
  readonly valueWeight: number;
  /** Steps that are differentiated at a time; default all. Batches of many lengths need it: networks are compiled for one. */
  readonly rows?: number;
}

/** Steps of play, as many as `advantages` has. */
export interface PolicyGradientBatch {
  /** [batch × observationSize] */
  readonly observations: Float32Array;
  /** [batch × critic's inputs] */
  readonly critic: Float32Array;
  /** [batch × encoding] */
  readonly actions: Float32Array;
  readonly advantages: Float32Array;
  /** What the value function should have said. */
  readonly returns: Float32Array;
  /** How much each step's log-probability counts: 1/batch for a mean over steps, 1/episodes for one over episodes. */
  readonly shares: Float32Array;
  /** How much each step's value and entropy count. */
  readonly valueShares: Float32Array;
}

/** A gradient step on a network. */
export interface PolicyGradient {
  /** Writes the gradient of the loss into `into`, as long as the network's parameters; takes the arrays. */
  differentiate(batch: PolicyGradientBatch, into: Float32Array): Measures;
  /** Takes one step of the optimiser against the gradient, and copies of the arrays; throws a UserError where a measure is not finite. */
  step(batch: PolicyGradientBatch, optimiser: Optimiser): Measures;
  close(): void;
}

/**
 * −Σ share·A·log π(a|s) + valueWeight·½·Σ valueShare·(V(s) − G)² − entropy·Σ valueShare·H(π(·|s)). With A independent of the
 * action given the state, the first term's gradient is the policy gradient with its sign turned (Sutton et al., 2000).
 */
export function policyGradient(network: ActorCritic, options: PolicyGradientOptions): PolicyGradient {
  const loss = jit(
    valueAndGrad(
      (
        weights: Weights,
        observations: np.Array,
        critic: np.Array,
        actions: np.Array,
        advantages: np.Array,
        returns: np.Array,
        shares: np.Array,
        valueShares: np.Array,
      ): [np.Array, Record<string, np.Array>] => {
        const seen = network.judge(weights, observations, critic, actions);
        const policyLoss = np.sum(seen.logProbability.mul(advantages).mul(shares)).mul(-1);
        const valueLoss = np.sum(np.square(seen.value.sub(returns)).mul(valueShares.ref)).mul(0.5);
        const entropy = np.sum(seen.entropy.mul(valueShares));
        const total = policyLoss.ref.add(valueLoss.ref.mul(options.valueWeight)).sub(entropy.ref.mul(options.entropy));
        return [total, { policyLoss, valueLoss, entropy }];
      },
      { hasAux: true },
    ),
  );
  const { flat } = network.parameters;
  const gradient = new Float32Array(flat.length);
  const part = new Float32Array(flat.length);

  function differentiate(batch: PolicyGradientBatch, into: Float32Array): Measures {
    const size = batch.advantages.length;
    const [[total, aux], gradients] = loss(
      network.parameters.weights(),
      np.array(batch.observations).reshape([size, -1]),
      np.array(batch.critic).reshape([size, -1]),
      np.array(batch.actions).reshape([size, -1]),
      np.array(batch.advantages),
      np.array(batch.returns),
      np.array(batch.shares),
      np.array(batch.valueShares),
    );
    network.parameters.collect(gradients, into);
    const measures: Measures = { loss: number(total) };
    for (const [name, value] of Object.entries(aux)) measures[name] = number(value);
    return measures;
  }

  return {
    differentiate,
    step(batch, optimiser) {
      const steps = batch.advantages.length;
      const rows = options.rows ?? steps;
      const measures: Measures = {};
      gradient.fill(0);
      // Loss, measures and gradient are sums over steps; steps without a share fill the last rows up.
      for (let first = 0; first < steps; first += rows) {
        const some = differentiate(stretch(batch, first, rows), part);
        for (const [name, value] of Object.entries(some)) measures[name] = (measures[name] ?? 0) + value;
        for (let k = 0; k < part.length; k++) gradient[k] += part[k];
      }
      measures.gradientNorm = optimiser.step(flat, gradient);
      const taken = optimiser.state[optimiser.state.length - 1];
      checkFinite(measures, taken, "a smaller rate, or scaleRewards: true, keeps it finite");
      return measures;
    },
    close: () => loss.dispose(),
  };
}

/** Steps `first` … `first` + `rows` − 1 in fresh arrays; beyond the end all is 0. */
function stretch(batch: PolicyGradientBatch, first: number, rows: number): PolicyGradientBatch {
  const steps = batch.advantages.length;
  const cut = (table: Float32Array) => {
    const width = table.length / steps;
    const out = new Float32Array(rows * width);
    out.set(table.subarray(first * width, Math.min(steps, first + rows) * width));
    return out;
  };
  return {
    observations: cut(batch.observations),
    critic: cut(batch.critic),
    actions: cut(batch.actions),
    advantages: cut(batch.advantages),
    returns: cut(batch.returns),
    shares: cut(batch.shares),
    valueShares: cut(batch.valueShares),
  };
}
