// What a seller earns who knows how values are distributed: closed forms of one place, and more than VCG where there are several.

import { Random } from "../../core/random.ts";
import { revenueOf } from "../../mechanisms/direct.ts";
import { aloneRate, logitOptimal, logitVcg } from "../../mechanisms/position/logit.ts";
import { regularVirtualValues, uniformValues } from "../../mechanisms/value-distribution.ts";
import { above, agreeingWith, equalTo, near, within } from "../../study/bound.ts";
import { beside, type Claim, claim, equation, is } from "../../study/claim.ts";
import { difference, sampled } from "../../study/figure.ts";
import { type StudyResult, studyJob } from "../../study/study.ts";
import { logitMarket } from "./readers.ts";

const VIRTUAL = regularVirtualValues(uniformValues());
const [SEVERAL_ADS, SEVERAL_PLACES, SHOWN] = [3, 3, 2];

/** Ads in one place with the same weight: a second price with reserve 1/2, times the clicks of an ad that is shown alone. */
export function onePlaceEquations(seed: number): Claim[] {
  const weight = 1.7;
  const rate = aloneRate(weight);
  const place = (ads: number) => ({ weights: Array.from({ length: ads }, () => Float64Array.of(weight)), limit: 1 });
  const alone = logitOptimal(place(1), [VIRTUAL]);
  const price = (value: number) => revenueOf(alone.run(Float64Array.of(value)));
  const two = logitOptimal(place(2), [VIRTUAL, VIRTUAL]);
  const random = Random.of(seed, "one place");
  const revenues = Array.from({ length: 20_000 }, () =>
    revenueOf(two.run(Float64Array.of(random.uniform(), random.uniform()))),
  );
  const tied = (label: string, value: number, to: number) => is(value, near(to, 1e-9), label);
  return [
    equation("one ad, one place, U[0, 1]: revenue of a value above the reserve 1/2", tied("0.9", price(0.9), rate / 2)),
    equation("one ad, one place: revenue below and above the reserve", [
      is(price(0.4999), equalTo(0), "0.4999"),
      tied("0.5001", price(0.5001), price(0.9)),
    ]),
    equation(
      "two ads, one place: expected revenue (5/12)·w/(1 + w), interval of 99 %",
      is(sampled(revenues, 0.99), agreeingWith((5 / 12) * rate)),
    ),
  ];
}

/** Revenue of both mechanisms on the same draws, and the lowest value of an ad that the optimal one showed. */
export async function earn({ seed, draws }: { readonly seed: number; readonly draws: number }) {
  const [optimal, vcg] = [[] as number[], [] as number[]];
  let lowest = Number.POSITIVE_INFINITY;
  for (let k = 0; k < draws; k++) {
    const { market, values } = logitMarket(1_000_000 * seed + k, SEVERAL_ADS, SEVERAL_PLACES, SHOWN);
    const virtual = Array.from(values, () => VIRTUAL);
    const best = logitOptimal(market, virtual).run(values);
    for (const [ad, clicks] of best.allocation.entries()) if (clicks > 0) lowest = Math.min(lowest, values[ad]);
    optimal.push(revenueOf(best));
    vcg.push(revenueOf(logitVcg(market).run(values)));
  }
  return { optimal, vcg, lowest };
}

export const earning = studyJob(import.meta.url, earn);

export function severalPlacesClaims(all: readonly Awaited<ReturnType<typeof earn>>[]): Pick<StudyResult, "claims"> {
  const optimal = all.flatMap((one) => one.optimal);
  const vcg = all.flatMap((one) => one.vcg);
  return {
    claims: [
      claim(
        `${SEVERAL_ADS} ads, ${SEVERAL_PLACES} places, ${SHOWN} shown: revenue by virtual values less that of VCG, a reader`,
        [
          is(difference(optimal, vcg), above(0)),
          beside("virtual values", sampled(optimal)),
          beside("VCG", sampled(vcg)),
        ],
      ),
      equation(
        "revenue by virtual values: lowest value of an ad that is shown (the reserve)",
        is(Math.min(...all.map(({ lowest }) => lowest)), within(0.5, 0.51)),
      ),
    ],
  };
}
