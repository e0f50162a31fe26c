// Learners of means: how often each arm was pulled, what it paid on average, and which arm that makes the next one.

import { UserError } from "../../core/errors.ts";
import type { Random } from "../../core/random.ts";
import { drawBeta } from "../../math/beta-draw.ts";
import { largestAt } from "../../math/largest.ts";
import { epsilonGreedy } from "../tabular/softmax-policy.ts";
import type { BanditLearner } from "./learner.ts";

/** Pulls and mean payoff of each arm, kept as running means. */
interface ArmMeans {
  /** [arms] */
  readonly pulls: Float64Array;
  /** [arms]; 0 before the first pull. */
  readonly means: Float64Array;
  /** Pulls of all arms. */
  rounds: number;
}

/** Means over nothing yet. */
function armMeans(arms: number): ArmMeans {
  return { pulls: new Float64Array(arms), means: new Float64Array(arms), rounds: 0 };
}

/** Takes a payoff into the mean of its arm. */
function record({ pulls, means }: ArmMeans, arm: number, payoff: number): void {
  pulls[arm] += 1;
  means[arm] += (payoff - means[arm]) / pulls[arm];
}

/** A learner that pulls each arm once, and then the one that `next` says. */
function byMeans(arms: number, next: (seen: ArmMeans, random: Random) => number): BanditLearner {
  const seen = armMeans(arms);
  return {
    choose: (random) => (seen.rounds < arms ? seen.pulls.indexOf(0) : next(seen, random)),
    learn(arm, payoff) {
      seen.rounds += 1;
      record(seen, arm, payoff);
    },
  };
}

/** Options of UCB1. */
export interface UcbOptions {
  /** Width of the range of payoffs, by which the bonus is scaled. Default 1, for payoffs in [0, 1]. */
  readonly range?: number;
  /** α in the bonus range·√(α·ln n / n_j). Default 2, for which the published bound holds. */
  readonly exploration?: number;
}

/** Pulls each arm once, then the one of the largest x̄_j + range·√(α·ln n / n_j); of equals, the first (Auer et al. 2002, fig. 1). */
export function ucb1(arms: number, { range = 1, exploration = 2 }: UcbOptions = {}): BanditLearner {
  const bounds = new Float64Array(arms);
  return byMeans(arms, ({ means, pulls, rounds }) => {
    const width = exploration * Math.log(rounds);
    for (let arm = 0; arm < arms; arm++) bounds[arm] = means[arm] + range * Math.sqrt(width / pulls[arm]);
    return largestAt(bounds, 0, arms);
  });
}

/** The chance of exploring in a round, which counts from 1. */
export type Exploration = (round: number) => number;

/** Pulls each arm once, then the one of the largest mean, or with the chance of exploring any arm. Ties go by chance. */
export function epsilonGreedyBandit(arms: number, exploration: number | Exploration): BanditLearner {
  const chance = typeof exploration === "number" ? () => exploration : exploration;
  const greedy = epsilonGreedy(0);
  return byMeans(arms, ({ means, rounds }, random) =>
    random.uniform() < chance(rounds + 1) ? random.integer(arms) : greedy.choose(means, 0, arms, random),
  );
}

/**
 * Thompson sampling (1933): draws a world from what is believed, and pulls the arm that is best in it. The belief about each arm's
 * probability begins as Beta(1, 1), for payoffs of 0 and 1 (Chapelle & Li 2011, algorithm 2). Throws a UserError where payoffs lie so
 * far outside that no belief is left.
 */
export function thompsonBernoulli(arms: number): BanditLearner {
  const won = new Float64Array(arms).fill(1);
  const lost = new Float64Array(arms).fill(1);
  const drawn = new Float64Array(arms);
  return {
    choose(random) {
      for (let arm = 0; arm < arms; arm++) drawn[arm] = drawBeta(won[arm], lost[arm], random);
      return largestAt(drawn, 0, arms);
    },
    learn(arm, payoff) {
      won[arm] += payoff;
      lost[arm] += 1 - payoff;
      if (won[arm] > 0 && lost[arm] > 0) return;
      const what = `bandit/thompson was paid ${payoff} of the range from low to high, and believes in chances from 0 to 1`;
      const hint = "let low and high be the least and the most that a round pays, or set belief: gaussian";
      throw new UserError({ code: "pay-out-of-range", what, hint });
    },
  };
}

/** The same by normal belief N(x̄_j, σ²/n_j) from a flat prior, for payoffs with noise of known deviation σ; each arm is pulled once first. */
export function thompsonGaussian(arms: number, deviation = 1): BanditLearner {
  const drawn = new Float64Array(arms);
  return byMeans(arms, ({ means, pulls }, random) => {
    for (let arm = 0; arm < arms; arm++)
      drawn[arm] = means[arm] + (deviation / Math.sqrt(pulls[arm])) * random.normal();
    return largestAt(drawn, 0, arms);
  });
}

/** Scores x̄_i + √(α·ln t/n_i), infinite for an item never chosen; t counts rounds. Payoffs in [0, 1]; α = 3/2 is the published one. */
export function cucb(items: number, exploration = 1.5) {
  const seen = armMeans(items);
  return {
    /** Writes what each item may be worth, [items]; the largest are to be chosen. */
    score(scores: Float64Array) {
      const width = exploration * Math.log(seen.rounds + 1);
      for (let k = 0; k < items; k++) {
        const n = seen.pulls[k];
        scores[k] = n === 0 ? Number.POSITIVE_INFINITY : seen.means[k] + Math.sqrt(width / n);
      }
    },
    /** Told which items were chosen (1 or 0) and what each of them paid, both [items] from their places on. */
    learn(observation: ArrayLike<number>, chosenAt: number, paidAt: number) {
      seen.rounds += 1;
      for (let k = 0; k < items; k++) {
        if (observation[chosenAt + k] === 1) record(seen, k, observation[paidAt + k]);
      }
    },
  };
}
