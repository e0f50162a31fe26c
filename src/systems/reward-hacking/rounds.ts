// Rounds of labelling: a policy moves along its proxy, and the proxy is learned again from fresh labels, from its own, or not at all.

import { Random } from "../../core/random.ts";
import { goldScore, learnedProxy, linearScore } from "../../evaluation/overoptimisation/normal-world.ts";
import { studyJob } from "../../study/study.ts";
import { CURVATURE, DIMENSIONS, PAIRS, type WorldJob, worldOf } from "./pressure.ts";

export const ROUNDS = 5;
/** √KL of a round. */
const STEP = 0.75;

/** What the proxy is learned from again. */
export const LABELS = ["gold's labels", "its own labels", "nothing"] as const;

export const refitting = studyJob(import.meta.url, refitRounds);

/** Gold after each round less that of the reference, [labels][rounds]. */
export async function refitRounds({ seed }: WorldJob): Promise<number[][]> {
  const world = worldOf(seed);
  const byGold = (answers: Float64Array, at: number) => goldScore(world, answers, at);
  const learned = (round: number, score: typeof byGold, centre: Float64Array) =>
    learnedProxy({ pairs: PAIRS, centre, score }, DIMENSIONS, Random.of(seed, "round", round));
  return LABELS.map((labels) => {
    const centre = new Float64Array(DIMENSIONS);
    let proxy = learned(0, byGold, centre);
    return Array.from({ length: ROUNDS }, (_, round) => {
      if (round > 0 && labels !== "nothing") {
        const before = proxy;
        const byProxy = (answers: Float64Array, at: number) => linearScore(before, answers, at);
        proxy = learned(round, labels === "its own labels" ? byProxy : byGold, centre);
      }
      const size = Math.sqrt(linearScore(proxy, proxy));
      for (let k = 0; k < DIMENSIONS; k++) centre[k] += (Math.SQRT2 * STEP * proxy[k]) / size;
      // The spread of answers does not change, and so gold's mean changes as the gold of their centre.
      return linearScore(world.taste, centre) - CURVATURE * linearScore(centre, centre);
    });
  });
}
