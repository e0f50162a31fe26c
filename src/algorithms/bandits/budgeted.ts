// Learners for a switching cost of 1 and B observations in T rounds, with what they lose at most (arXiv 2306.09588, the generic
// algorithm; constants derived here from the standard bounds of Exp3 and Hedge).

import { graphOf } from "../../environments/bandits/feedback-graph.ts";
import { exp3Graph, exp3GraphRates } from "./exp3.ts";
import { hedgeRate, shrinkingDartboard } from "./hedge.ts";
import type { ObservingLearner } from "./observing.ts";

/** Arms K, rounds T and observations B. */
export interface Budget {
  readonly arms: number;
  readonly rounds: number;
  readonly budget: number;
}

/** Where a batch is looked at, and whether its arm is held: as `Batches` has it. */
type Variations = Pick<Batches, "look" | "hold">;

/** Bandit observations: Exp3 on B batches, each of which sees the arm that it plays once. */
export function batchedExp3({ arms, rounds, budget }: Budget, variations: Variations = {}): ObservingLearner {
  const batches = Math.min(rounds, budget);
  const shows = graphOf("played", arms);
  const base = exp3Graph(shows, exp3GraphRates(shows, batches));
  return batched(base, { arms, rounds, batches, ...variations });
}

/** Chosen observations: the dartboard on B/M batches, each of which sees M arms once, by default all. */
export function batchedDartboard(
  { arms, rounds, budget }: Budget,
  look = arms,
  variations: Variations = {},
): ObservingLearner {
  const batches = dartboardBatches({ arms, rounds, budget }, look);
  const base = shrinkingDartboard(arms, hedgeRate(arms, batches, look), look);
  return batched(base, { arms, rounds, batches, ...variations });
}

/** Batches that a budget pays for, M observations each. */
export function dartboardBatches({ arms, rounds, budget }: Budget, look = arms): number {
  return Math.max(1, Math.min(rounds, Math.floor(budget / look)));
}

/**
 * What `batchedExp3` loses at most, in expectation: T·√(2·K·ln K/B) + B; the second part are switches. Where batches differ by a
 * round, B·⌈T/B⌉ stands for T.
 */
export function batchedExp3Bound({ arms, rounds, budget }: Budget): number {
  return rounds * Math.sqrt((2 * arms * Math.log(arms)) / budget) + budget;
}

/**
 * What `batchedDartboard` loses at most, in expectation, however many arms it looks at: 2·T·√(K·ln K/B) + √(B·ln K/K) + 1, by
 * ln K/η + η·N·K/M of a batch's length each, and η·N switches; T as above.
 */
export function batchedDartboardBound({ arms, rounds, budget }: Budget): number {
  const log = Math.log(arms);
  return 2 * rounds * Math.sqrt((arms * log) / budget) + Math.sqrt((budget * log) / arms) + 1;
}

/** The number of batches that makes `batchedExp3Bound` smallest, (T·√(2·K·ln K)/2)^(2/3): of order K^(1/3)·T^(2/3). */
export function bestBatches(arms: number, rounds: number): number {
  const best = ((rounds * Math.sqrt(2 * arms * Math.log(Math.max(2, arms)))) / 2) ** (2 / 3);
  return Math.max(1, Math.min(rounds, Math.round(best)));
}

/**
 * What the player of an arm sees is free, and B more observations may be chosen: by the smaller bound either Exp3 on the number
 * of batches that suits it best, which uses none of them, or the dartboard on B/K batches.
 */
export function withExtraObservations(budget: Budget): ObservingLearner {
  return chosenFeedback(budget) === "played"
    ? batchedExp3({ ...budget, budget: bestBatches(budget.arms, budget.rounds) })
    : batchedDartboard(budget);
}

/** Whether `withExtraObservations` learns from the arms that it plays, or from arms that it chooses to observe. */
export function chosenFeedback(budget: Budget): "played" | "chosen" {
  const { arms, rounds } = budget;
  if (budget.budget < arms) return "played";
  const played = batchedExp3Bound({ ...budget, budget: bestBatches(arms, rounds) });
  return batchedDartboardBound(budget) < played ? "chosen" : "played";
}

/** The smaller of the two bounds. */
export function extraObservationsBound(budget: Budget): number {
  const best = { ...budget, budget: bestBatches(budget.arms, budget.rounds) };
  return chosenFeedback(budget) === "played" ? batchedExp3Bound(best) : batchedDartboardBound(budget);
}

/** How rounds are cut. */
export interface Batches {
  readonly arms: number;
  readonly rounds: number;
  /** At most `rounds`; where they don't divide the rounds, batches differ by one round. */
  readonly batches: number;
  /** The round of a batch that is looked at: any, evenly, or always the first, which a periodic adversary abuses. */
  readonly look?: "any" | "first";
  /** false: the learner draws its arm anew for every round of a batch, and pays for it. Default true. */
  readonly hold?: boolean;
}

/**
 * `base` plays batches as if they were rounds. It is told the losses of one round, chosen evenly within the real batch, times
 * the batch's length over that of the longest: their mean is the batch's sum over the longest length, for every arm. It
 * learns at the batch's end.
 */
export function batched(
  base: ObservingLearner,
  { arms, rounds, batches, look = "any", hold = true }: Batches,
): ObservingLearner {
  if (!(batches >= 1 && batches <= rounds)) throw new Error(`${rounds} rounds cannot be cut into ${batches} batches`);
  const longest = Math.ceil(rounds / batches);
  const wish = new Uint8Array(arms);
  const shown = new Uint8Array(arms);
  const scaled = new Float64Array(arms);
  let [round, batch, end, at, arm, playedThen, scale] = [0, 0, 0, 0, -1, -1, 1];
  return {
    choose(requests, random) {
      if (round === end) {
        batch += 1;
        end = Math.floor((batch * rounds) / batches);
        at = round + (look === "first" ? 0 : random.integer(end - round));
        scale = (end - round) / longest;
        wish.fill(0);
        arm = base.choose(wish, random);
      } else if (!hold) {
        wish.fill(0);
        arm = base.choose(wish, random);
      }
      if (round === at) for (let k = 0; k < arms; k++) if (wish[k] === 1) requests[k] = 1;
      return arm;
    },
    learn(played, seen, losses) {
      if (round === at) {
        playedThen = played;
        shown.set(seen);
        for (let k = 0; k < arms; k++) scaled[k] = losses[k] * scale;
      }
      round += 1;
      if (round === end) base.learn(playedThen, shown, scaled);
    },
  };
}
