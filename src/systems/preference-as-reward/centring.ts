// Prompts whose scores lie at different heights: what a sigmoid gains when it is centred by reference answers.

import { Random } from "../../core/random.ts";
import { tiltCurveAt } from "../../evaluation/overoptimisation/pressure-curve.ts";
import { mean } from "../../evaluation/statistics/moments.ts";
import { studyJob } from "../../study/study.ts";
import { preferenceReward, referencedReward, sigmoid } from "./shaped-rewards.ts";
import { drawnAnswers, REFERENCES, type Tails } from "./tilts.ts";

const PROMPTS = 64;
const ANSWERS = 1000;
/** Standard deviation of the prompts' heights. */
export const HEIGHTS = [0, 3] as const;
/** KL at which gold is compared. */
export const CENTRED_DIVERGENCES = [0.3, 1] as const;
export const CENTRINGS = ["centred", "not centred", "references of another prompt"] as const;
export type Centring = (typeof CENTRINGS)[number];

export interface Centred {
  /** Gain of gold at equal KL, [CENTRED_DIVERGENCES]. */
  readonly golds: readonly number[];
  /** Mean over standard deviation of one answer's policy gradient along gold, with each prompt's mean reward as baseline. */
  readonly signal: number;
}

/** By tails of the errors; by height and centring, [HEIGHTS]. */
export type CentredWorld = Readonly<Record<Tails, readonly Readonly<Record<Centring, Centred>>[]>>;

export const centring = studyJob(import.meta.url, centredWorld);

export async function centredWorld({ seed }: { readonly seed: number }): Promise<CentredWorld> {
  return { light: centredPrompts("light", seed), heavy: centredPrompts("heavy", seed) };
}

function centredPrompts(tails: Tails, seed: number) {
  return HEIGHTS.map((height): Readonly<Record<Centring, Centred>> => {
    const random = Random.of(seed, "prompts", tails, height);
    const prompts = Array.from({ length: PROMPTS }, (_, prompt) => {
      const own = random.stream("prompt", prompt);
      const { gold, proxy } = drawnAnswers(ANSWERS, tails, own);
      const lifted = height * own.normal();
      const references = drawnAnswers(REFERENCES, tails, own).proxy.map((x) => x + lifted);
      return { gold, proxy: proxy.map((x) => x + lifted), references };
    });
    const others = (prompt: number) => prompts[(prompt + 1) % PROMPTS].references;
    const shaped: Readonly<Record<Centring, readonly Float64Array[]>> = {
      centred: prompts.map(({ proxy, references }) => preferenceReward(proxy, references)),
      "not centred": prompts.map(({ proxy }) => referencedReward(proxy, [0], sigmoid)),
      "references of another prompt": prompts.map(({ proxy }, k) => preferenceReward(proxy, others(k))),
    };
    const golds = prompts.map(({ gold }) => gold);
    const of = (name: Centring): Centred => {
      const judged = shaped[name].map((proxy, k) => ({ proxy, gold: golds[k] }));
      return {
        golds: tiltCurveAt(judged, CENTRED_DIVERGENCES).map(({ gold }) => gold),
        signal: signalOf(shaped[name], golds),
      };
    };
    return {
      centred: of("centred"),
      "not centred": of("not centred"),
      "references of another prompt": of("references of another prompt"),
    };
  });
}

/** Of (f − f̄)·(g − ḡ), the gradient by θ of E f under π ∝ π_ref·exp(θ·g). */
function signalOf(rewards: readonly Float64Array[], golds: readonly Float64Array[]): number {
  const products = rewards.flatMap((shaped, prompt) => {
    const [f, g] = [mean(shaped), mean(golds[prompt])];
    return Array.from(shaped, (x, k) => (x - f) * (golds[prompt][k] - g));
  });
  const middle = mean(products);
  return middle / Math.sqrt(mean(products.map((x) => (x - middle) ** 2)));
}
