// Journeys whose true credit is known: what makes customers buy is written down, and so is what they would have done without a
// channel. Their intent makes them meet some channels more often and buy more often: it confounds who does not see it.

import type { Random } from "../../core/random.ts";
import { drawAt } from "../../math/weighted-draw.ts";
import { type JourneyModel, type Journeys, journeyCount } from "./journeys.ts";

/** How journeys come about. */
export interface JourneyGenerator {
  readonly channels: readonly string[];
  /** Fewest and most touches, each number as likely; times are uniform in [0, 1] before the end. */
  readonly touches: readonly [fewest: number, most: number];
  /** Whether a journey ends with its last touch, whose time before the end is then 0, or later. */
  readonly ends: "with the last touch" | "later";
  /** A touch is of channel c in proportion to often_c·e^(pull_c·z), z ~ N(0, 1) the customer's intent. */
  readonly often: readonly number[];
  readonly pull: readonly number[];
  /** A touch of channel c at T before the end adds w_c·e^(−decay·T) to the logit of a purchase. */
  readonly weights: readonly number[];
  readonly decay: number;
  /** The second and each further touch of a channel counts so many times what it else would. 1 where customers never tire. */
  readonly again: number;
  /** A touch of the channel `of` that comes after one of `after` adds `weight`·e^(−decay·T) more. */
  readonly pairs: readonly ChannelPair[];
  /** The logit where nothing else is. */
  readonly base: number;
  /** What intent adds to the logit, times z. */
  readonly intent: number;
  /** What each segment of customers adds; all are as likely. */
  readonly segments: readonly number[];
}

/** What a channel adds after another one. */
export interface ChannelPair {
  readonly of: number;
  readonly after: number;
  readonly weight: number;
  readonly decay: number;
}

/** Five channels, search that works best after display, and banners that are met by those who would buy anyway. */
export const CONFOUNDED_JOURNEYS: JourneyGenerator = {
  channels: ["email", "display", "social", "search", "banner"],
  touches: [2, 10],
  ends: "later",
  often: [1, 1, 1, 1, 1],
  pull: [0, 0, 0, 0.8, 0.9],
  weights: [0.25, 0.5, 0.9, 1.3, 0.1],
  decay: 3,
  again: 1,
  pairs: [{ of: 3, after: 1, weight: 1.2, decay: 1 }],
  base: -2.6,
  intent: 1,
  segments: [0, 0.5, -0.5],
};

/** `count` journeys. What is known of a customer is z and the segment, a 1 in the segment's place. */
export function generateJourneys(generator: JourneyGenerator, count: number, random: Random): Journeys {
  const { channels, touches, often, pull, segments } = generator;
  const [fewest, most] = touches;
  const features = ["intent", ...segments.map((_, s) => `segment ${s}`)];
  const draw = random.stream("journeys");
  const starts = new Int32Array(count + 1);
  const channel = new Int32Array(count * most);
  const before = new Float64Array(count * most);
  const user = new Float64Array(count * features.length);
  const chances = new Float64Array(channels.length);
  for (let k = 0; k < count; k++) {
    const z = draw.normal();
    user[k * features.length] = z;
    user[k * features.length + 1 + draw.integer(segments.length)] = 1;
    let whole = 0;
    for (let c = 0; c < chances.length; c++) whole += chances[c] = often[c] * Math.exp(pull[c] * z);
    for (let c = 0; c < chances.length; c++) chances[c] /= whole;
    const from = starts[k];
    const to = from + fewest + draw.integer(most - fewest + 1);
    for (let t = from; t < to; t++) {
      channel[t] = drawAt(chances, 0, chances.length, draw);
      before[t] = draw.uniform();
    }
    const times = before.subarray(from, to).sort().reverse();
    if (generator.ends === "with the last touch") {
      const end = times[times.length - 1];
      for (let t = 0; t < times.length; t++) times[t] -= end;
    }
    starts[k + 1] = to;
  }
  const touched = starts[count];
  const drawn: Journeys = {
    channels,
    features,
    starts,
    user,
    channel: channel.slice(0, touched),
    before: before.slice(0, touched),
    converted: new Uint8Array(count),
  };
  const buying = random.stream("purchases");
  const converted = Uint8Array.from(trueModel(generator).probabilities(drawn), (p) => (buying.uniform() < p ? 1 : 0));
  return { ...drawn, converted };
}

/** The chances that purchases were drawn by, of any journeys of these customers. */
export function trueModel(generator: JourneyGenerator): JourneyModel {
  const { channels, weights, decay, again, pairs, base, intent, segments } = generator;
  // [channels]: touches of each so far.
  const met = new Int32Array(channels.length);
  return {
    probabilities(journeys) {
      const { starts, channel, before, user } = journeys;
      const known = journeys.features.length;
      return Float64Array.from({ length: journeyCount(journeys) }, (_, k) => {
        let logit = base + intent * user[k * known];
        for (let s = 0; s < segments.length; s++) logit += segments[s] * user[k * known + 1 + s];
        met.fill(0);
        for (let t = starts[k]; t < starts[k + 1]; t++) {
          const c = channel[t];
          let worth = weights[c] * Math.exp(-decay * before[t]);
          for (const pair of pairs) {
            if (pair.of === c && met[pair.after] > 0) worth += pair.weight * Math.exp(-pair.decay * before[t]);
          }
          logit += met[c] > 0 ? again * worth : worth;
          met[c] += 1;
        }
        return 1 / (1 + Math.exp(-logit));
      });
    },
  };
}
