// The bed of studies of bandits: a learner's regret round by round in a world of arms, its shape, and how it grows with the number
// of rounds or another size, with an interval over seeds.

import type { BanditLearner } from "../../algorithms/bandits/learner.ts";
import { channelIndex } from "../../core/channel.ts";
import type { NumericEnvironment } from "../../core/environment.ts";
import type { Random } from "../../core/random.ts";
import { type PowerLaw, powerLaw } from "../../evaluation/statistics/correlation.ts";
import { mean, quantile } from "../../evaluation/statistics/moments.ts";
import { episodeRunner, type JointPolicy } from "../../play/episode.ts";
import { streamsBelow } from "../../play/streams.ts";
import { type Figure, ofExponent } from "../figure.ts";

/**
 * Plays an episode and returns the regret up to each round, [horizon]: the running sum of the world's channel `regret`.
 * The learner is told the channel `payoff`. Learners that are compared get equal streams, and so meet the same noise. Throws a
 * UserError where the world has no such channels.
 */
export function regretCurve(environment: NumericEnvironment, learner: BanditLearner, random: Random): Float64Array {
  const { channels, horizon } = environment.spec;
  const [payoff, regret] = ["payoff", "regret"].map((name) => channelIndex(name, channels));
  const hand = random.stream("learner");
  const policy: JointPolicy = {
    act({ actions }) {
      actions[0] = learner.choose(hand);
    },
    receive: ({ actions, outcomes }) => learner.learn(actions[0], outcomes[payoff]),
  };
  const curve = new Float64Array(horizon);
  let sum = 0;
  episodeRunner(environment).play(policy, streamsBelow(random.stream("environment")), ({ outcomes }, round) => {
    sum += outcomes[regret];
    curve[round] = sum;
  });
  return curve;
}

/** The shape of a regret curve. */
export function regretShape(curve: Float64Array) {
  const [tenth, half, end] = [0.1, 0.5, 1].map((share) => curve[Math.round(share * curve.length) - 1]);
  return {
    /** Regret by a tenth and by the end of the rounds. */
    tenth,
    end,
    /** Slope of ln regret on ln rounds over the last nine tenths. */
    slope: Math.log(end / tenth) / Math.LN10,
    /** 1 where the second half of the rounds brings more than 45 % of the regret. */
    linear: end - half > 0.45 * end ? 1 : 0,
  };
}

/**
 * The exponent of mean regret in `x`, with an interval over seeds. `points` holds for each x the regrets by seed of one or several
 * adversaries; of several the worst counts.
 */
export function regretLaw(
  x: readonly number[],
  points: readonly (readonly (readonly number[])[])[],
  random: Random,
): Figure {
  const curve = (chosen: ArrayLike<number>) =>
    points.map((regrets) => Math.max(...regrets.map((regret) => mean(Float64Array.from(chosen, (k) => regret[k])))));
  return ofExponent(resampledPowerLaw(x, curve, { seeds: points[0][0].length }, random));
}

/** What is resampled. */
interface Resampling {
  readonly seeds: number;
  /** Default 1000. */
  readonly draws?: number;
  /** Default 0.95. */
  readonly confidence?: number;
}

/**
 * The exponent of y ≈ c·x^p with its percentile interval (Efron, 1979). `curve` gives y at every x from seeds, numbers below
 * `seeds`, of which some come several times: a mean over them, or the worst of several means. Points of one seed may depend on
 * each other. `n` is the number of seeds. Throws where a value of a curve is not above 0.
 */
export function resampledPowerLaw(
  x: ArrayLike<number>,
  curve: (seeds: ArrayLike<number>) => ArrayLike<number>,
  { seeds, draws = 1000, confidence = 0.95 }: Resampling,
  random: Random,
): PowerLaw {
  const chosen = Uint32Array.from({ length: seeds }, (_, k) => k);
  const { exponent } = powerLaw(x, curve(chosen));
  if (exponent === null || seeds < 2) return { exponent, low: null, high: null, n: seeds };
  const exponents = Float64Array.from({ length: draws }, () => {
    for (let k = 0; k < seeds; k++) chosen[k] = random.integer(seeds);
    return powerLaw(x, curve(chosen)).exponent ?? Number.NaN;
  });
  const tail = (1 - confidence) / 2;
  return { exponent, low: quantile(exponents, tail), high: quantile(exponents, 1 - tail), n: seeds };
}
