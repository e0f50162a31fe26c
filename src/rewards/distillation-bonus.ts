// Pay for states that a network has not learned yet: random network distillation.

import { Random } from "../core/random.ts";
import type { RewardPlan } from "../core/reward.ts";
import { RewardMemory } from "../core/reward-memory.ts";
import { type FeatureOptions, stateFeatures } from "./state-features.ts";

/** How states become vectors, and how the network learns them. */
export interface DistillationOptions extends FeatureOptions {
  /** Units of the hidden layer and of the output. Default 16. */
  readonly units?: number;
  /** Step of gradient descent. Default 0.001, by which the bonus of a lone state is halved in about 20 visits. */
  readonly rate?: number;
}

/**
 * Pays b = ‖f(s') − f̄(s')‖²/units, f̄ a fixed random network of φ(s') and f another that takes one step of gradient descent
 * on ‖f − f̄‖²/2 at each visit (RND: Burda et al., arXiv 1810.12894). Both have one hidden layer of tanh. The state an episode begins in
 * is learned and not paid. Each agent has its own network. It lasts: two episodes are paid differently.
 */
export function distillationBonus(options: DistillationOptions): RewardPlan {
  return (spec, memory = RewardMemory.empty()) => {
    const embed = stateFeatures(options, spec, "the distillation bonus");
    const agents = spec.agents.length;
    const networks = Array.from({ length: agents }, (_, i) => pupil(embed.dimension, options, memory.part(i)));
    return {
      lasting: true,
      reset(outcomes) {
        for (let i = 0; i < agents; i++) networks[i](embed.write(outcomes, i));
      },
      pay(outcomes, _status, pay) {
        for (let i = 0; i < agents; i++) pay[i] = networks[i](embed.write(outcomes, i));
      },
    };
  };
}

/** Visits a state: gives how far the network is from its target there, per unit, and learns. Its weights lie in the memory. */
function pupil(inputs: number, { units = 16, rate = 0.001, seed = 0 }: DistillationOptions, memory: RewardMemory) {
  const second = units * inputs;
  const size = second + units * units;
  const drawn = (name: string) => {
    const random = Random.of(seed, "distillation", name);
    return Float64Array.from({ length: size }, (_, k) => random.normal() / (k < second ? 1 : Math.sqrt(units)));
  };
  const target = drawn("target");
  const weights = memory.array("weights", size);
  // Zeros are what a memory begins with, and no drawn network.
  if (weights.every((weight) => weight === 0)) weights.set(drawn("first"));
  const hidden = new Float64Array(units);
  const error = new Float64Array(units);

  /** Adds sign × the network's output to `error`. */
  const add = (network: Float64Array, features: ArrayLike<number>, sign: number) => {
    for (let u = 0; u < units; u++) {
      let sum = 0;
      for (let i = 0; i < inputs; i++) sum += network[u * inputs + i] * features[i];
      hidden[u] = Math.tanh(sum);
    }
    for (let o = 0; o < units; o++)
      for (let u = 0; u < units; u++) error[o] += sign * network[second + o * units + u] * hidden[u];
  };

  return (features: ArrayLike<number>): number => {
    error.fill(0);
    add(target, features, -1);
    add(weights, features, 1);
    let squares = 0;
    for (let o = 0; o < units; o++) squares += error[o] ** 2;
    for (let u = 0; u < units; u++) {
      let slope = 0;
      for (let o = 0; o < units; o++) {
        const at = second + o * units + u;
        slope += weights[at] * error[o];
        weights[at] -= rate * error[o] * hidden[u];
      }
      slope *= 1 - hidden[u] ** 2;
      for (let i = 0; i < inputs; i++) weights[u * inputs + i] -= rate * slope * features[i];
    }
    return squares / units;
  };
}
