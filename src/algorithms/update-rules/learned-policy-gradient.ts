// Learned Policy Gradient (Oh et al., arXiv 2007.08794): a network reads a rollout backwards and says for every step how far
// the chosen action is to be moved and what the agent is to predict. What predictions mean is left to the network.

import { z } from "zod";
import { positive, whole, within } from "../../core/parameters.ts";
import type { Random } from "../../core/random.ts";
import { fanIn, glorot, orthogonal } from "../../nn/initialisers.ts";
import { gruParts, gruSize, partsOf, reverseGru } from "../../nn/models/reverse-gru.ts";
import { rowGradient } from "../tabular/group-ascent.ts";
import { type SoftmaxTable, softmaxTable } from "../tabular/softmax-policy.ts";
import type { TableRollout, TableSizes, UpdateRule } from "./life.ts";
import { policyStep } from "./policy-step.ts";

/** Sizes of the network, and settings of the agent's half. */
export const lpgFields = {
  units: whole(1, 512, 8).describe("units of the network's recurrent layer"),
  width: whole(2, 64, 4).describe("width of an agent's prediction, a distribution"),
  embedding: whole(1, 512, 8).describe("hidden units of the net that turns a prediction into one number"),
  actorRate: positive(10_000, 40).describe("step of the agent's policy"),
  targetRate: positive(10_000, 4).describe("step of the agent's predictions"),
  targetWeight: within(0, 100, 0.5).describe("weight of the predictions' loss"),
  clip: positive(1e9, 0.5).describe("longest gradient of either table"),
};

const settings = z.strictObject(lpgFields);
export type LpgSettings = z.output<typeof settings>;
type NetworkSizes = Pick<LpgSettings, "units" | "width" | "embedding">;

/** What the recurrent unit reads: r, done, π(a|s), p(y(s)), p(y(s')). */
const INPUTS = 5;

/** Numbers in a network's parameters. */
export const lpgSize = ({ units, width, embedding }: NetworkSizes): number =>
  embedding * (width + 2) + 1 + gruSize({ inputs: INPUTS, units }) + units + 1 + width * (units + 1);

/** Parts of a network's parameters, in order, row-major. */
function parts(parameters: Float32Array, { units, width, embedding }: NetworkSizes) {
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
export function initialLpg(sizes: NetworkSizes, random: Random): Float32Array {
  const { units, width, embedding } = sizes;
  const parameters = new Float32Array(lpgSize(sizes));
  const { embed, embedOut, gru, policy, target } = parts(parameters, sizes);
  const { input, state } = gruParts(gru, { inputs: INPUTS, units });
  fanIn(embed, width, embedding, random);
  fanIn(embedOut, embedding, 1, random);
  glorot()(input, INPUTS, 3 * units, random);
  orthogonal(1)(state, units, 3 * units, random);
  fanIn(policy, units, 1, random);
  fanIn(target, units, width, random);
  return parameters;
}

/** Outputs of the network for a rollout. */
interface Predictions {
  /** π̂, [T]. */
  readonly policy: Float64Array;
  /** ŷ, [T × width], each a distribution. */
  readonly target: Float64Array;
}

/** The agent's half: a policy and a prediction y(s) in tables, moved as the network says. */
export function lpgStep({ states, actions }: Pick<TableSizes, "states" | "actions">, own: LpgSettings) {
  const { targetWeight, targetRate, clip, width: W } = own;
  const actor = policyStep(states, actions);
  const prediction = softmaxTable(states, W);
  const gradient = rowGradient(states, W);
  const gaps = new Float64Array(W);
  const step = { step: own.actorRate, clip, entropy: 0 };
  return {
    /** y, [states × width]. */
    prediction,
    /** One step down mean(log π(a_t|s_t)·π̂_t) + targetWeight·mean KL(y(s_t) ‖ ŷ_t), π̂ and ŷ being constants. */
    descend(rollout: TableRollout, table: SoftmaxTable, { policy, target }: Predictions): void {
      actor(rollout, policy, table, step);
      if (targetWeight === 0) return;
      const { states: at } = rollout;
      const y = prediction.policy;
      const share = targetWeight / at.length;
      for (let k = 0; k < at.length; k++) {
        const row = gradient.touch(at[k]);
        let divergence = 0;
        for (let b = 0; b < W; b++) {
          gaps[b] = Math.log((y[row + b] + TINY) / (target[k * W + b] + TINY));
          divergence += y[row + b] * gaps[b];
        }
        for (let b = 0; b < W; b++) gradient.values[row + b] += share * y[row + b] * (gaps[b] - divergence);
      }
      const { rows } = gradient;
      const count = gradient.count();
      gradient.descend(prediction.logits, targetRate, clip);
      for (let k = 0; k < count; k++) prediction.refresh(rows[k]);
    },
  };
}

/** Keeps logarithms finite. */
const TINY = 1e-8;

/** A rule whose network may be exchanged between lives: `load` copies its parameters, [lpgSize]. */
export interface LearnedRule {
  load(parameters: Float32Array): void;
  readonly rule: UpdateRule;
}

/** The rule that a network's parameters are. */
export function learnedRule(own: LpgSettings): LearnedRule {
  const { units: U, width: W, embedding: E } = own;
  const gru = reverseGru({ inputs: INPUTS, units: U });
  const network = new Float32Array(lpgSize(own));
  const { embed, embedBias, embedOut, embedOutBias, policy, policyBias, target, targetBias, ...rest } = parts(
    network,
    own,
  );

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

  /** π̂ of step k, and ŷ into its row: linear in the rectified state of the recurrent unit, ŷ through a softmax. */
  function read(hidden: Float64Array, k: number, { logits, refresh }: SoftmaxTable): number {
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

  const rule: UpdateRule = (sizes) => {
    const { steps: T, actions } = sizes;
    const agent = lpgStep(sizes, own);
    const x = new Float64Array(T * INPUTS);
    const hidden = new Float64Array(T * U);
    const moves = new Float64Array(T);
    const targets = softmaxTable(T, W);
    return {
      begin(used) {
        agent.prediction.logits.fill(0, 0, used * W);
        agent.prediction.policy.fill(1 / W, 0, used * W);
      },
      update(rollout, table) {
        const { states: at, actions: chosen, rewards, next, status } = rollout;
        const y = agent.prediction.policy;
        for (let k = 0, i = 0; k < T; k++, i += INPUTS) {
          const over = status[k] !== 0;
          x[i] = rewards[k];
          x[i + 1] = over ? 1 : 0;
          x[i + 2] = table.policy[at[k] * actions + chosen[k]];
          x[i + 3] = embedded(y, at[k] * W);
          // One stretch of play: where a step led is where the next one begins.
          if (k > 0) x[i - 1] = status[k - 1] !== 0 ? 0 : x[i + 3];
          if (k === T - 1) x[i + 4] = over ? 0 : embedded(y, next[k] * W);
        }
        gru.read(x, status, T, hidden);
        for (let k = 0; k < T; k++) moves[k] = read(hidden, k, targets);
        agent.descend(rollout, table, { policy: moves, target: targets.policy });
      },
    };
  };

  return {
    rule,
    load(parameters) {
      network.set(parameters);
      gru.load(rest.gru);
    },
  };
}
