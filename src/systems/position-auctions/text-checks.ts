// Ads in a text about something: how well an ad fits a sentence decides its clicks, and who places ads by what they are clicked
// anywhere pays for it. The text and its ads are this study's own, not the paper's.

import { Random } from "../../core/random.ts";
import { cosine } from "../../math/cosine.ts";
import { revenueOf } from "../../mechanisms/direct.ts";
import { bestLogitPlacement, type LogitPlaces, logitVcg, logitWelfare } from "../../mechanisms/position/logit.ts";
import { above } from "../../study/bound.ts";
import { beside, claim, control, is } from "../../study/claim.ts";
import { difference, ratioOf, sampled } from "../../study/figure.ts";
import type { StudyResult } from "../../study/study.ts";

const TOPICS = 6;
const [ADS, SENTENCES, SHOWN] = [6, 5, 3];
/** ρ = fit·cos(topics) + level − clash·[the tones differ]. */
const [LEVEL, CLASH] = [-1, 0.8];

interface Article {
  readonly sentences: readonly Passage[];
  readonly ads: readonly (Passage & { readonly value: number })[];
}

/** What something is about, and in which of two tones. */
interface Passage {
  readonly topics: Float64Array;
  readonly tone: number;
}

function article(seed: number): Article {
  const random = Random.of(seed, "article");
  const passage = (): Passage => ({
    // Sparse: two topics, in some proportion.
    topics: Float64Array.from({ length: TOPICS }, () => (random.uniform() < 1 / 3 ? random.uniform() : 0.02)),
    tone: random.integer(2),
  });
  return {
    sentences: Array.from({ length: SENTENCES }, passage),
    ads: Array.from({ length: ADS }, () => ({ ...passage(), value: random.uniform() })),
  };
}

function placesOf({ sentences, ads }: Article, fit: number, clash: number): LogitPlaces {
  const weights = ads.map((ad) =>
    Float64Array.from(sentences, (sentence) =>
      Math.exp(fit * cosine(ad.topics, sentence.topics) + LEVEL - (ad.tone === sentence.tone ? 0 : clash)),
    ),
  );
  return { weights, limit: SHOWN };
}

/** Over so many articles. */
export function textClaims(firstSeed: number, count: number): StudyResult {
  const compared = (fit: number, clash: number) => {
    const [seen, blind, earned] = [[] as number[], [] as number[], [] as number[]];
    for (let seed = firstSeed; seed < firstSeed + count; seed++) {
      const one = article(seed);
      const values = Float64Array.from(one.ads, ({ value }) => value);
      const places = placesOf(one, fit, clash);
      // A seller that doesn't read the text places ads by their mean weight over its sentences.
      const everywhere = {
        weights: places.weights.map((row) => row.map(() => row.reduce((a, b) => a + b, 0) / row.length)),
        limit: SHOWN,
      };
      seen.push(bestLogitPlacement(places, values).welfare);
      blind.push(logitWelfare(places, values, bestLogitPlacement(everywhere, values).pairs));
      earned.push(revenueOf(logitVcg(places).run(values)));
    }
    return { seen, blind, earned };
  };
  const context = compared(3, CLASH);
  const none = compared(0, 0);
  return {
    claims: [
      claim(
        `text (our own bed): welfare of placing by the sentences less that of placing by mean clicks, ${count} articles`,
        [
          is(difference(context.seen, context.blind), above(0)),
          beside("by the sentences", sampled(context.seen)),
          beside("of which is paid", sampled(context.earned)),
          beside("share that is kept by mean clicks", ratioOf(context.blind, context.seen)),
        ],
      ),
    ],
    controls: [
      control(
        "text where clicks don't depend on the sentence: placing by the sentences gains",
        is(difference(none.seen, none.blind), above(1e-12)),
      ),
    ],
  };
}
