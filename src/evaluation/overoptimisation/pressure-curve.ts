// Gold and proxy as functions of optimisation pressure, by best-of-n or by KL from the reference; the peak of gold and the loss after it.

import { mean } from "../statistics/moments.ts";
import { bestOfN, rankAnswers } from "./best-of-n.ts";
import { checkJudged, type JudgedAnswers, meanUnder, referenceChances } from "./judged-answers.ts";
import { bestPaid } from "./pay-groups.ts";
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

/**
 * Curve of best-of-n by the proxy, for each n in `draws`: exact under a reference, and of a pool without bias, over the pools of n answers or
 * more. An n that no pool has is left out.
 */
export function bestOfNCurve(prompts: readonly JudgedAnswers[], draws: readonly number[]): PressurePoint[] {
  checkJudged(prompts);
  const ranked = prompts.map(({ proxy, reference }) => rankAnswers(proxy, reference));
  const chances = ranked.map(({ reference }) => new Float64Array(reference.length));
  return curve(
    prompts,
    ranked.map(({ reference }) => reference),
    draws,
    (n, k) => {
      const { reference, proxy, gold } = prompts[k];
      if (reference === undefined && proxy.length < n) return undefined;
      const divergence = bestOfN(ranked[k], n, chances[k]);
      return reference === undefined
        ? { divergence, ...bestPaid(proxy, gold, n) }
        : { divergence, pay: meanUnder(chances[k], proxy), want: meanUnder(chances[k], gold) };
    },
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
    (strength, at) => {
      const own = chances[at];
      const divergence = tilt(tilted[at], strength, own);
      for (let k = 0; k < own.length; k++) own[k] = Math.exp(own[k]);
      return { divergence, pay: meanUnder(own, prompts[at].proxy), want: meanUnder(own, prompts[at].gold) };
    },
  );
}

interface UnderPressure {
  readonly divergence: number;
  readonly pay: number;
  readonly want: number;
}

/** Averages over the prompts that a pressure says something of. */
function curve(
  prompts: readonly JudgedAnswers[],
  references: readonly Float64Array[],
  pressures: readonly number[],
  under: (pressure: number, prompt: number) => UnderPressure | undefined,
): PressurePoint[] {
  const before = prompts.map(({ proxy, gold }, k) => [meanUnder(references[k], proxy), meanUnder(references[k], gold)]);
  return pressures.flatMap((pressure) => {
    const gains = prompts.flatMap((_, k) => {
      const own = under(pressure, k);
      return own === undefined ? [] : [[own.divergence, own.pay - before[k][0], own.want - before[k][1]]];
    });
    if (gains.length === 0) return [];
    const [divergence, proxy, gold] = [0, 1, 2].map((at) => mean(gains.map((one) => one[at])));
    return [{ pressure, divergence, proxy, gold }];
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
