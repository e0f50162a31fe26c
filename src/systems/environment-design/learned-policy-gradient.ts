// Learned Policy Gradient (Oh et al., arXiv 2007.08794): a network reads a rollout backwards and says for every step how far
// the chosen action is to be moved and what the agent is to predict. What predictions mean is left to the network.

import { rowGradient } from "../../algorithms/tabular/group-ascent.ts";
import { type SoftmaxTable, softmaxTable } from "../../algorithms/tabular/softmax-policy.ts";
import type { Random } from "../../core/random.ts";
import { fanIn, glorot, orthogonal } from "../../nn/initialisers.ts";
import { LONGEST } from "./advantage-rule.ts";
import { policyStep, type TabularRollouts, type UpdateRule } from "./life.ts";
import { gruParts, gruSize, partsOf, reverseGru } from "./reverse-gru.ts";

/** Small enough for evolution in minutes: units of the recurrent unit. */
const UNITS = 16;
/** Width of the agent's prediction, a distribution. */
export const WIDTH = 4;
/** Hidden units of the net that turns a prediction into one number. */
const EMBEDDING = 16;
/** What the recurrent unit reads: r, done, π(a|s), p(y(s)), p(y(s')). */
const GRU = { inputs: 5, units: UNITS };

/** Numbers in a network's parameters. */
export const LPG_SIZE = EMBEDDING * (WIDTH + 2) + 1 + gruSize(GRU) + UNITS + 1 + WIDTH * (UNITS + 1);

/** Parts of a network's parameters, in order, row-major. */
function parts(parameters: Float32Array) {
  const part = partsOf(parameters);
  return {
    /** [width × embedding], [embedding], [embedding], [1]: p. */
    embed: part(WIDTH * EMBEDDING),
    embedBias: part(EMBEDDING),
    embedOut: part(EMBEDDING),
    embedOutBias: part(1),
    gru: part(gruSize(GRU)),
    /** [units], [1]: π̂. */
    policy: part(UNITS),
    policyBias: part(1),
    /** [units × width], [width]: ŷ. */
    target: part(UNITS * WIDTH),
    targetBias: part(WIDTH),
  };
}

/** First parameters: orthogonal in the state's weights, by fan-in elsewhere, biases 0. */
export function initialLpg(random: Random): Float32Array {
  const parameters = new Float32Array(LPG_SIZE);
  const { embed, embedOut, gru, policy, target } = parts(parameters);
  const { input, state } = gruParts(gru, GRU);
  fanIn(embed, WIDTH, EMBEDDING, random);
  fanIn(embedOut, EMBEDDING, 1, random);
  glorot()(input, GRU.inputs, 3 * UNITS, random);
  orthogonal(1)(state, UNITS, 3 * UNITS, random);
  fanIn(policy, UNITS, 1, random);
  fanIn(target, UNITS, WIDTH, random);
  return parameters;
}

/** What a network says of a batch. */
interface Predictions {
  /** π̂, [T × N]. */
  readonly policy: Float64Array;
  /** ŷ, [T × N × width], each a distribution. */
  readonly target: Float64Array;
}

/** Settings of the agent's half, as in arXiv 2310.02782's code, for tables. */
export const LPG_STEP = {
  policyStep: 40,
  targetStep: 4,
  /** Weight of the prediction's loss. */
  targetWeight: 0.5,
  /** Longest gradient of either table. */
  clip: LONGEST,
};

/** The agent's half for one life: a policy and a prediction y(s) in tables, moved as the network says. */
export function lpgStep(states: number, actions: number, options = LPG_STEP) {
  const { targetWeight, targetStep, clip } = options;
  const actor = policyStep(states, actions);
  const prediction = softmaxTable(states, WIDTH);
  const gradient = rowGradient(states, WIDTH);
  const gaps = new Float64Array(WIDTH);
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
        for (let b = 0; b < WIDTH; b++) {
          gaps[b] = Math.log((y[row + b] + TINY) / (target[k * WIDTH + b] + TINY));
          divergence += y[row + b] * gaps[b];
        }
        for (let b = 0; b < WIDTH; b++) gradient.values[row + b] += share * y[row + b] * (gaps[b] - divergence);
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
export function lpgRule(parameters: Float32Array): UpdateRule {
  const { embed, embedBias, embedOut, embedOutBias, gru, policy, policyBias, target, targetBias } = parts(parameters);
  const read = reverseGru(gru, GRU);

  /** p(y) of a row of `y`: one hidden layer of rectified units. */
  function embedded(y: Float64Array, row: number): number {
    let sum = embedOutBias[0];
    for (let e = 0; e < EMBEDDING; e++) {
      let unit = embedBias[e];
      for (let b = 0; b < WIDTH; b++) unit += y[row + b] * embed[b * EMBEDDING + e];
      if (unit > 0) sum += unit * embedOut[e];
    }
    return sum;
  }

  return {
    begin({ states, actions }, { environments, steps }) {
      const size = environments * steps;
      const agent = lpgStep(states, actions);
      const x = new Float64Array(size * GRU.inputs);
      const hidden = new Float64Array(size * UNITS);
      const moves = new Float64Array(size);
      const targets = softmaxTable(size, WIDTH);
      /** p(y(s)), and the update that it was computed for. */
      const known = new Float64Array(states);
      const knownAt = new Int32Array(states).fill(-1);
      return (rollouts, table, done) => {
        const { states: at, actions: chosen, rewards, next, status } = rollouts;
        const y = agent.prediction.policy;
        const worth = (s: number): number => {
          if (knownAt[s] !== done) {
            known[s] = embedded(y, s * WIDTH);
            knownAt[s] = done;
          }
          return known[s];
        };
        for (let k = 0; k < size; k++) {
          const over = status[k] !== 0;
          x[k * GRU.inputs] = rewards[k];
          x[k * GRU.inputs + 1] = over ? 1 : 0;
          x[k * GRU.inputs + 2] = table.policy[at[k] * actions + chosen[k]];
          x[k * GRU.inputs + 3] = worth(at[k]);
          x[k * GRU.inputs + 4] = over ? 0 : worth(next[k]);
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
    for (let b = 0; b < WIDTH; b++) logits[k * WIDTH + b] = targetBias[b];
    for (let u = 0; u < UNITS; u++) {
      const h = hidden[k * UNITS + u];
      if (h <= 0) continue;
      move += h * policy[u];
      for (let b = 0; b < WIDTH; b++) logits[k * WIDTH + b] += h * target[u * WIDTH + b];
    }
    refresh(k);
    return move;
  }
}
