// Learned Policy Gradient (Oh et al., arXiv 2007.08794): a network reads a rollout backwards and says for every step how far
// the chosen action is to be moved and what the agent is to predict. What predictions mean is left to the network.

import { rowGradient } from "../../algorithms/tabular/group-ascent.ts";
import { type SoftmaxTable, softmaxTable } from "../../algorithms/tabular/softmax-policy.ts";
import type { Random } from "../../core/random.ts";
import { fanIn, glorot, orthogonal } from "../../nn/initialisers.ts";
import { LONGEST } from "./advantage-rule.ts";
import { policyStep, type TabularRollouts, type UpdateRule } from "./life.ts";
import { gruParts, gruSize, partsOf, reverseGru } from "./reverse-gru.ts";

/** Sizes of the network. */
export interface LpgShape {
  /** Of the recurrent unit. */
  readonly units: number;
  /** Of the agent's prediction, a distribution. */
  readonly width: number;
  /** Hidden units of the net that turns a prediction into one number. */
  readonly embedding: number;
}

/** One small enough for evolution in minutes. */
export const SMALL_LPG: LpgShape = { units: 16, width: 4, embedding: 16 };

/** r, done, π(a|s), p(y(s)), p(y(s')). */
const INPUTS = 5;

/** Numbers in a network's parameters. */
export const lpgSize = ({ units, width, embedding }: LpgShape): number =>
  embedding * (width + 2) + 1 + gruSize({ inputs: INPUTS, units }) + units + 1 + width * (units + 1);

/** Parts of a network's parameters, in order, row-major. */
function parts(parameters: Float32Array, { units, width, embedding }: LpgShape) {
  const part = partsOf(parameters);
  return {
    /** [width × embedding], [embedding], [embedding], [1]: p. */
    embed: part(width * embedding),
    embedBias: part(embedding),
    embedOut: part(embedding),
    embedOutBias: part(1),
    gru: part(gruSize({ inputs: INPUTS, units })),
    /** [units], [1]: π̂. */
    policy: part(units),
    policyBias: part(1),
    /** [units × width], [width]: ŷ. */
    target: part(units * width),
    targetBias: part(width),
  };
}

/** First parameters: orthogonal in the state's weights, by fan-in elsewhere, biases 0. */
export function initialLpg(shape: LpgShape, random: Random): Float32Array {
  const parameters = new Float32Array(lpgSize(shape));
  const { embed, embedOut, gru, policy, target } = parts(parameters, shape);
  const { input, state } = gruParts(gru, { inputs: INPUTS, units: shape.units });
  fanIn(embed, shape.width, shape.embedding, random);
  fanIn(embedOut, shape.embedding, 1, random);
  glorot()(input, INPUTS, 3 * shape.units, random);
  orthogonal(1)(state, shape.units, 3 * shape.units, random);
  fanIn(policy, shape.units, 1, random);
  fanIn(target, shape.units, shape.width, random);
  return parameters;
}

/** What a network says of a batch. */
export interface Predictions {
  /** π̂, [T × N]. */
  readonly policy: Float64Array;
  /** ŷ, [T × N × width], each a distribution. */
  readonly target: Float64Array;
}

/** Settings of the agent's half. */
export interface LpgStepOptions {
  readonly policyStep: number;
  readonly targetStep: number;
  /** Weight of the prediction's loss. */
  readonly targetWeight: number;
  /** Longest gradient of either table. */
  readonly clip: number;
}

/** As in arXiv 2310.02782's code, for tables. */
export const LPG_STEP: LpgStepOptions = { policyStep: 40, targetStep: 4, targetWeight: 0.5, clip: LONGEST };

/** The agent's half for one life: a policy and a prediction y(s) in tables, moved as the network says. */
export function lpgStep(states: number, actions: number, width: number, options: LpgStepOptions) {
  const { targetWeight, targetStep, clip } = options;
  const actor = policyStep(states, actions);
  const prediction = softmaxTable(states, width);
  const gradient = rowGradient(states, width);
  const gaps = new Float64Array(width);
  const step = { step: options.policyStep, clip, entropy: 0 };
  return {
    /** y, [states × width]. */
    prediction,
    /** One step down mean(log π(a_t|s_t)·π̂_t) + targetWeight·mean KL(y(s_t) ‖ ŷ_t), π̂ and ŷ being constants. */
    descend(rollouts: TabularRollouts, table: SoftmaxTable, { policy, target }: Predictions): void {
      actor(rollouts, policy, table, step);
      if (targetWeight === 0) return;
      const { states: at } = rollouts;
      const y = prediction.policy;
      const share = targetWeight / at.length;
      for (let k = 0; k < at.length; k++) {
        const row = gradient.touch(at[k]);
        let divergence = 0;
        for (let b = 0; b < width; b++) {
          gaps[b] = Math.log((y[row + b] + TINY) / (target[k * width + b] + TINY));
          divergence += y[row + b] * gaps[b];
        }
        for (let b = 0; b < width; b++) gradient.values[row + b] += share * y[row + b] * (gaps[b] - divergence);
      }
      const { rows } = gradient;
      const count = gradient.count();
      gradient.descend(prediction.logits, targetStep, clip);
      for (let k = 0; k < count; k++) prediction.refresh(rows[k]);
    },
  };
}

/** Keeps logarithms finite. */
const TINY = 1e-8;

/** The rule that a network's parameters are. They are read at every update and never written. */
export function lpgRule(parameters: Float32Array, shape: LpgShape, options: LpgStepOptions = LPG_STEP): UpdateRule {
  const { units: U, width: W, embedding: E } = shape;
  const { embed, embedBias, embedOut, embedOutBias, gru, policy, policyBias, target, targetBias } = parts(
    parameters,
    shape,
  );
  const read = reverseGru(gru, { inputs: INPUTS, units: U });

  /** p(y) of a row of `y`: one hidden layer of rectified units. */
  function embedded(y: Float64Array, row: number): number {
    let sum = embedOutBias[0];
    for (let e = 0; e < E; e++) {
      let unit = embedBias[e];
      for (let b = 0; b < W; b++) unit += y[row + b] * embed[b * E + e];
      if (unit > 0) sum += unit * embedOut[e];
    }
    return sum;
  }

  return {
    begin({ states, actions }, { environments, steps }) {
      const size = environments * steps;
      const agent = lpgStep(states, actions, W, options);
      const x = new Float64Array(size * INPUTS);
      const hidden = new Float64Array(size * U);
      const moves = new Float64Array(size);
      const targets = softmaxTable(size, W);
      /** p(y(s)), and the update that it was computed for. */
      const known = new Float64Array(states);
      const knownAt = new Int32Array(states).fill(-1);
      return (rollouts, table, done) => {
        const { states: at, actions: chosen, rewards, next, status } = rollouts;
        const y = agent.prediction.policy;
        const worth = (s: number): number => {
          if (knownAt[s] !== done) {
            known[s] = embedded(y, s * W);
            knownAt[s] = done;
          }
          return known[s];
        };
        for (let k = 0; k < size; k++) {
          const over = status[k] !== 0;
          x[k * INPUTS] = rewards[k];
          x[k * INPUTS + 1] = over ? 1 : 0;
          x[k * INPUTS + 2] = table.policy[at[k] * actions + chosen[k]];
          x[k * INPUTS + 3] = worth(at[k]);
          x[k * INPUTS + 4] = over ? 0 : worth(next[k]);
        }
        read(x, status, rollouts.steps, rollouts.environments, hidden);
        for (let k = 0; k < size; k++) moves[k] = say(hidden, k, targets);
        agent.descend(rollouts, table, { policy: moves, target: targets.policy });
      };
    },
  };

  /** π̂ of step k, and ŷ into its row: linear in the rectified state of the recurrent unit, ŷ through a softmax. */
  function say(hidden: Float64Array, k: number, { logits, refresh }: SoftmaxTable): number {
    let move = policyBias[0];
    for (let b = 0; b < W; b++) logits[k * W + b] = targetBias[b];
    for (let u = 0; u < U; u++) {
      const h = hidden[k * U + u];
      if (h <= 0) continue;
      move += h * policy[u];
      for (let b = 0; b < W; b++) logits[k * W + b] += h * target[u * W + b];
    }
    refresh(k);
    return move;
  }
}
