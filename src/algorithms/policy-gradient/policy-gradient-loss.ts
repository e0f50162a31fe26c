// The loss whose gradient is the policy gradient, with a value function beside it: what A2C and REINFORCE both descend, with
// returns and advantages of their own.

import { np } from "../../nn/jax.ts";
import { type LossGradient, lossGradient } from "../../nn/loss-gradient.ts";
import type { Optimiser } from "../../nn/optimiser.ts";
import { checkFinite, type Measures } from "../training-measures.ts";
import type { ActorCritic } from "./actor-critic.ts";
import type { PlayedSteps } from "./rollout.ts";

/** Weights of the loss's parts. */
export interface PolicyGradientOptions {
  /** Of the mean entropy, which is added to what is sought. */
  readonly entropy: number;
  /** Of the value function's mean squared error, halved. */
  readonly valueWeight: number;
  /** Steps that are differentiated at a time; default all. Batches of many lengths need it: networks are compiled for each. */
  readonly rows?: number;
  /** Sequences side by side in a batch of networks that remember; their rows are step-major. */
  readonly sequences?: number;
}

/** Steps of play, as many as `advantages` has. */
export interface PolicyGradientBatch extends PlayedSteps {
  readonly advantages: Float32Array;
  /** Targets of the value functions, [batch × values]. */
  readonly returns: Float32Array;
  /** How much each step's log-probability counts: 1/batch for a mean over steps, 1/episodes for one over episodes. */
  readonly shares: Float32Array;
  /** How much each step's value and entropy count. */
  readonly valueShares: Float32Array;
  /** [sequences × memorySize] before the first step, and 0 in `keep` where an episode begins; for networks that remember. */
  readonly memory?: Float32Array;
  readonly keep?: Float32Array;
}

/** A gradient step on a network. */
export type PolicyGradient = ReturnType<typeof policyGradient>;

/**
 * −Σ share·A·log π(a|s) + valueWeight·½·Σ valueShare·(V(s) − G)² − entropy·Σ valueShare·H(π(·|s)). With A independent of the
 * action given the state, the first term's gradient is the policy gradient with its sign turned (Sutton et al., 2000).
 */
export function policyGradient(network: ActorCritic, options: PolicyGradientOptions) {
  const { flat } = network.parameters;
  const gradient = new Float32Array(flat.length);
  const part = new Float32Array(flat.length);
  const losses = new Map<number, LossGradient>();

  const lossOf = (size: number, widths: readonly number[], sequences: number): LossGradient => {
    const { memorySize } = network;
    return lossGradient(
      network.parameters,
      (weights, [observations, critic, actions, advantages, returns, shares, valueShares, memory, keep]) => {
        const past = memorySize > 0 ? { memory, keep, steps: size / sequences } : undefined;
        const seen = network.judge(weights, { observations, critic, actions, past });
        seen.routes?.dispose();
        const policyLoss = np.sum(seen.logProbability.mul(advantages).mul(shares)).mul(-1);
        const errors = np.sum(np.square(seen.values.sub(returns)), 1);
        const valueLoss = np.sum(errors.mul(valueShares.ref)).mul(0.5);
        const entropy = np.sum(seen.entropy.mul(valueShares));
        const loss = policyLoss.ref.add(valueLoss.ref.mul(options.valueWeight)).sub(entropy.ref.mul(options.entropy));
        return { loss, measures: { policyLoss, valueLoss, entropy } };
      },
      [
        ...widths.map((width) => [size, width]),
        [size],
        [size, network.values],
        [size],
        [size],
        ...(memorySize > 0 ? [[sequences, memorySize], [size]] : []),
      ],
      [],
      `policy gradient of ${network.form}, ${JSON.stringify([options.entropy, options.valueWeight, sequences])}`,
    );
  };

  function differentiate(batch: PolicyGradientBatch, into: Float32Array): Measures {
    const size = batch.advantages.length;
    const { observations, critic, actions, advantages, returns, shares, valueShares } = batch;
    let loss = losses.get(size);
    if (loss === undefined) {
      const widths = [observations, critic, actions].map((table) => table.length / size);
      loss = lossOf(size, widths, options.sequences ?? 1);
      losses.set(size, loss);
    }
    const tables = [observations, critic, actions, advantages, returns, shares, valueShares];
    if (network.memorySize > 0) tables.push(batch.memory ?? new Float32Array(0), batch.keep ?? new Float32Array(0));
    const measures = loss.run(...tables);
    into.set(loss.gradient);
    return measures;
  }

  /** Loss, measures and gradient are sums over steps; steps without a share fill the last rows up. */
  function total(batch: PolicyGradientBatch, into: Float32Array): Measures {
    const steps = batch.advantages.length;
    const rows = options.rows ?? steps;
    const measures: Measures = {};
    into.fill(0);
    for (let first = 0; first < steps; first += rows) {
      const some = differentiate(rows === steps ? batch : rollout(batch, first, rows), part);
      for (const [name, value] of Object.entries(some)) measures[name] = (measures[name] ?? 0) + value;
      for (let k = 0; k < part.length; k++) into[k] += part[k];
    }
    return measures;
  }

  return {
    /** Writes the gradient of the loss into `into`, as long as the network's parameters. */
    differentiate,
    /** The same, `rows` steps at a time. */
    total,
    /** Takes one step of the optimiser against the gradient; throws a UserError where a measure is not finite. */
    step(batch: PolicyGradientBatch, optimiser: Optimiser): Measures {
      const measures = total(batch, gradient);
      measures.gradientNorm = optimiser.step(flat, gradient);
      const taken = optimiser.state[optimiser.state.length - 1];
      checkFinite(measures, taken, "a smaller rate, or scaleRewards: true, keeps it finite");
      return measures;
    },
    close() {
      for (const loss of losses.values()) loss.close();
    },
  };
}

/** Steps `first` … `first` + `rows` − 1 in fresh arrays; beyond the end all is 0. */
function rollout(batch: PolicyGradientBatch, first: number, rows: number): PolicyGradientBatch {
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
