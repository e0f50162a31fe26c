// Gold and proxy as functions of optimisation pressure, by best-of-n or by KL from the reference; the peak of gold and the loss after it.

import { bestOfN, rankAnswers } from "./best-of-n.ts";
import { checkJudged, type JudgedAnswers, meanUnder, referenceChances } from "./judged-answers.ts";
import { strengthAt, type TiltedPrompt, tilt } from "./tilt.ts";

/** Result at one pressure, averaged over prompts. */
export interface PressurePoint {
  /** n of best-of-n, or the strength 1/β of a tilt. */
  readonly pressure: number;
  /** KL from the reference, in nats. */
  readonly divergence: number;
  /** Means of proxy and gold, less those of the reference. */
  readonly proxy: number;
  readonly gold: number;
}

/** Exact curve of best-of-n by the proxy, for each n in `draws`. */
export function bestOfNCurve(prompts: readonly JudgedAnswers[], draws: readonly number[]): PressurePoint[] {
  checkJudged(prompts);
  const ranked = prompts.map(({ proxy, reference }) => rankAnswers(proxy, reference));
  const chances = ranked.map(({ reference }) => new Float64Array(reference.length));
  return curve(
    prompts,
    ranked.map(({ reference }) => reference),
    draws,
    (n, prompt) => ({ divergence: bestOfN(ranked[prompt], n, chances[prompt]), chances: chances[prompt] }),
  );
}

/** Curve of the tilts π ∝ π_ref·exp(strength·proxy) with the given KL from the reference; a KL that no tilt reaches has no point. */
export function tiltCurveAt(prompts: readonly JudgedAnswers[], divergences: readonly number[]): PressurePoint[] {
  checkJudged(prompts);
  const tilted = prompts.map(
    ({ proxy, reference }): TiltedPrompt => ({
      logReference: referenceChances(proxy.length, reference).map(Math.log),
      rewards: proxy,
    }),
  );
  const chances = tilted.map(({ logReference }) => new Float64Array(logReference.length));
  return curve(
    prompts,
    tilted.map(({ logReference }) => logReference.map(Math.exp)),
    divergences.flatMap((target) => strengthAt(tilted, target) ?? []),
    (strength, prompt) => {
      const own = chances[prompt];
      const divergence = tilt(tilted[prompt], strength, own);
      for (let k = 0; k < own.length; k++) own[k] = Math.exp(own[k]);
      return { divergence, chances: own };
    },
  );
}

function curve(
  prompts: readonly JudgedAnswers[],
  references: readonly Float64Array[],
  pressures: readonly number[],
  under: (pressure: number, prompt: number) => { readonly divergence: number; readonly chances: Float64Array },
): PressurePoint[] {
  const before = prompts.map(({ proxy, gold }, k) => [meanUnder(references[k], proxy), meanUnder(references[k], gold)]);
  return pressures.map((pressure) => {
    const point = { pressure, divergence: 0, proxy: 0, gold: 0 };
    for (const [k, { proxy, gold }] of prompts.entries()) {
      const { divergence, chances } = under(pressure, k);
      point.divergence += divergence / prompts.length;
      point.proxy += (meanUnder(chances, proxy) - before[k][0]) / prompts.length;
      point.gold += (meanUnder(chances, gold) - before[k][1]) / prompts.length;
    }
    return point;
  });
}

/** The highest point of gold on a curve. */
export interface GoldPeak {
  /** Gold at the peak and its KL; both are 0 where every pressure lowers gold. */
  readonly gold: number;
  readonly divergence: number;
  /** Gold at the peak less that at the end of the curve. */
  readonly lost: number;
  /** Whether gold falls again before the end of the curve. */
  readonly turns: boolean;
}

/** The first highest point of gold, with the reference (gain 0) included. Points must be in the order of their KL. */
export function goldPeak(points: readonly PressurePoint[]): GoldPeak {
  let [gold, divergence] = [0, 0];
  for (const point of points) if (point.gold > gold) [gold, divergence] = [point.gold, point.divergence];
  const last = points.length === 0 ? 0 : points[points.length - 1].gold;
  return { gold, divergence, lost: gold - last, turns: last < gold };
}
