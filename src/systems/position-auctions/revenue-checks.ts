// What a seller earns who knows how values are distributed: closed forms of one place, and more than VCG where there are several.

import { Random } from "../../core/random.ts";
import { estimate } from "../../evaluation/statistics/interval.ts";
import { mean } from "../../evaluation/statistics/moments.ts";
import { pairedEffect } from "../../evaluation/statistics/paired.ts";
import { revenueOf, sealedMechanism } from "../../mechanisms/direct.ts";
import { aloneRate, logitOptimal, logitVcg } from "../../mechanisms/position/logit.ts";
import { regularVirtualValues, uniformValues } from "../../mechanisms/value-distribution.ts";
import { type Check, closeTo, holds, type StudyJob } from "../../study/study.ts";
import { logitMarket } from "./markets.ts";

const VIRTUAL = regularVirtualValues(uniformValues());
const [SEVERAL_ADS, SEVERAL_PLACES, SHOWN] = [3, 3, 2];

/** Ads in one place with the same weight: a second price with reserve 1/2, times the clicks of an ad that is shown alone. */
export function onePlaceChecks(seed: number): Check[] {
  const weight = 1.7;
  const rate = aloneRate(weight);
  const place = (ads: number) => ({ weights: Array.from({ length: ads }, () => Float64Array.of(weight)), limit: 1 });
  const alone = logitOptimal(place(1), [VIRTUAL]);
  const price = (value: number) => revenueOf(alone.run(Float64Array.of(value)));
  const two = logitOptimal(place(2), [VIRTUAL, VIRTUAL]);
  const second = sealedMechanism("second-price", 2, 0.5);
  const random = Random.of(seed, "one place");
  let apart = 0;
  const revenues = Array.from({ length: 20_000 }, () => {
    const values = Float64Array.of(random.uniform(), random.uniform());
    const own = revenueOf(two.run(values));
    apart = Math.max(apart, Math.abs(own - rate * revenueOf(second.run(values))));
    return own;
  });
  const { low, high } = estimate(revenues, 0.99);
  const expected = (5 / 12) * rate;
  return [
    closeTo("one ad, one place, U[0, 1]: revenue of a value above the reserve 1/2", price(0.9), rate / 2, 1e-9),
    holds(
      "the same below and above the reserve",
      "nothing at 0.4999; the same at 0.5001 as at 0.9",
      `${price(0.4999)}; ${price(0.5001).toFixed(9)} and ${price(0.9).toFixed(9)}`,
      price(0.4999) === 0 && Math.abs(price(0.5001) - price(0.9)) < 1e-9,
    ),
    holds(
      "two ads, one place: revenue against a second price with reserve 1/2, 20,000 draws",
      "the same (±1e-9)",
      `largest difference ${apart.toExponential(1)}`,
      apart <= 1e-9,
    ),
    holds(
      "two ads, one place: expected revenue (5/12)·w/(1 + w)",
      `${expected.toFixed(5)} in the 99 % interval`,
      `[${low?.toFixed(5)}, ${high?.toFixed(5)}]`,
      low !== null && high !== null && low <= expected && expected <= high,
    ),
  ];
}

interface Job {
  readonly seed: number;
  readonly draws: number;
}

interface Earned {
  readonly optimal: number[];
  readonly vcg: number[];
  /** The lowest value of an ad that the optimal mechanism showed. */
  readonly lowest: number;
}

/** Revenue of both mechanisms on the same draws, each with weights and values of its own. */
export async function earn({ seed, draws }: Job): Promise<Earned> {
  const [optimal, vcg] = [[] as number[], [] as number[]];
  let lowest = Number.POSITIVE_INFINITY;
  for (let k = 0; k < draws; k++) {
    const { market, values } = logitMarket(1_000_000 * seed + k, SEVERAL_ADS, SEVERAL_PLACES, SHOWN);
    const best = logitOptimal(
      market,
      Array.from(values, () => VIRTUAL),
    ).run(values);
    for (const [ad, clicks] of best.allocation.entries()) if (clicks > 0) lowest = Math.min(lowest, values[ad]);
    optimal.push(revenueOf(best));
    vcg.push(revenueOf(logitVcg(market).run(values)));
  }
  return { optimal, vcg, lowest };
}

export const earning: StudyJob<Job, Earned> = { module: import.meta.url, name: "earn", compute: earn };

export function severalPlacesChecks(all: readonly Earned[]): { checks: Check[]; measured: string } {
  const optimal = all.flatMap((one) => one.optimal);
  const vcg = all.flatMap((one) => one.vcg);
  const { mean: more, low, high } = pairedEffect(vcg, optimal);
  const lowest = Math.min(...all.map((one) => one.lowest));
  const words = `${more?.toFixed(4)} [${low?.toFixed(4)}, ${high?.toFixed(4)}]`;
  return {
    measured: `virtual values earn ${mean(optimal).toFixed(4)} against VCG's ${mean(vcg).toFixed(4)} a reader`,
    checks: [
      holds(
        `${SEVERAL_ADS} ads, ${SEVERAL_PLACES} places, ${SHOWN} shown: revenue by virtual values less that of VCG, ${optimal.length} draws, paired`,
        "interval above 0",
        words,
        low !== null && low > 0,
      ),
      holds(
        "the same: lowest value of an ad that is shown (the reserve)",
        "0.5 or just above",
        lowest.toFixed(4),
        lowest >= 0.5 && lowest < 0.51,
      ),
    ],
  };
}
