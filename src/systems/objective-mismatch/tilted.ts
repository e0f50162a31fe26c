// A linear reward under a tilt that is KL away: what gold comes to is known in advance, its peak too.

import { Random } from "../../core/random.ts";
import { drawnNormalAnswers, normalLaw, scoresOf } from "../../evaluation/overoptimisation/normal-world.ts";
import { studyJob } from "../../study/study.ts";
import { DIMENSIONS, drawnWorld, fromReference, goldOf, judgedPairs, learnedReward } from "./reward-models.ts";

/** √KL of the tilts that are drawn. */
export const DISTANCES = [0.5, 3] as const;
const ANSWERS = 200_000;
const PAIRS = 1000;

export interface TiltedLaw {
  /** Gold of drawn answers less the law's, [DISTANCES]. */
  readonly off: readonly number[];
  /** Gold of drawn answers at α/(2β) less that at four fifths and at six fifths of it. */
  readonly aboveNearer: number;
  readonly aboveFarther: number;
}

export const tilting = studyJob(import.meta.url, tiltLinear);

/** The gold of the tilt N(√2·d·ŵ, I) is d(α − βd), with α = √2·1.2·a·ŵ and β = 2·Σ q_i·ŵ_i². */
export async function tiltLinear({ seed }: { readonly seed: number }): Promise<TiltedLaw> {
  const world = drawnWorld(Random.of(seed, "world"), true);
  const random = Random.of(seed, "tilted pairs");
  const visible = Array.from({ length: DIMENSIONS }, (_, k) => k);
  const spec = { visible, isQuadratic: false, pairs: PAIRS, noise: 1 };
  const { linear } = learnedReward(spec, judgedPairs(PAIRS, fromReference(random), goldOf(world), 1, random));
  const { alpha, beta, slope } = normalLaw(world, linear);
  const reference = -world.curvature.reduce((sum, q) => sum + q, 0);
  /** Gold above the reference of drawn answers at √KL = d. */
  const drawn = (d: number, luck: Random): number => {
    const answers = drawnNormalAnswers(
      ANSWERS,
      linear.map((w) => (2 * d * w) / slope),
      luck,
    );
    return scoresOf(answers, DIMENSIONS, goldOf(world)).reduce((sum, gold) => sum + gold / ANSWERS, 0) - reference;
  };
  const peak = alpha / (2 * beta);
  const [nearer, at, farther] = [0.8, 1, 1.2].map((part) => drawn(part * peak, Random.of(seed, "peak")));
  return {
    off: DISTANCES.map((d) => drawn(d, Random.of(seed, "tilt", d)) - d * (alpha - beta * d)),
    ...{ aboveNearer: at - nearer, aboveFarther: at - farther },
  };
}
