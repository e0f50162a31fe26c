// Alignment as an autoencoder: a policy that is decoded from labels comes as near to the encoded one as reward differences are known.

import { Random } from "../../core/random.ts";
import { divergence, normalise } from "../../math/preference-game.ts";
import { studyJob } from "../../study/study.ts";

const ANSWERS = 8;
/** β of p_H ∝ exp(β·r_H). */
const SHARPNESS = 2;
/** Strengths that are told of each pair. */
export const LABELS = [1, 10, 100, 1000] as const;

/** By number of labels. */
export interface Decoded {
  /** KL(p_H‖p_LM). */
  readonly divergence: number;
  /** β times the largest error of a difference of rewards. */
  readonly bound: number;
}

export const decoding = studyJob(import.meta.url, decodedPolicies);

export async function decodedPolicies({ seed }: { readonly seed: number }): Promise<Decoded[]> {
  const random = Random.of(seed, "autoencoder");
  const rewards = Float64Array.from({ length: ANSWERS }, () => random.normal());
  const human = policyOf(rewards);
  return LABELS.map((labels) => {
    const told = toldRewards(rewards, labels, random.stream("labels", labels));
    const errors = told.map((reward, k) => reward - rewards[k]);
    const bound = SHARPNESS * (Math.max(...errors) - Math.min(...errors));
    return { divergence: divergence(human, policyOf(told)), bound };
  });
}

function policyOf(rewards: Float64Array): Float64Array {
  const logarithms = rewards.map((reward) => SHARPNESS * reward);
  normalise(logarithms);
  return logarithms;
}

/** Least squares of strengths δ ~ Logistic(β(r_a − r_b), 1/β) of all pairs: each reward less the mean of all is the mean of its row. */
function toldRewards(rewards: Float64Array, labels: number, random: Random): Float64Array {
  const told = new Float64Array(ANSWERS);
  for (let a = 0; a < ANSWERS; a++) {
    for (let b = 0; b < a; b++) {
      let strength = 0;
      for (let k = 0; k < labels; k++) {
        const u = random.uniform();
        strength += (SHARPNESS * (rewards[a] - rewards[b]) + Math.log(u / (1 - u)) / SHARPNESS) / labels;
      }
      told[a] += strength / (SHARPNESS * ANSWERS);
      told[b] -= strength / (SHARPNESS * ANSWERS);
    }
  }
  return told;
}
