// The bed of studies in finite decision processes: a tabular learner is trained episode by episode under some pay, and all arms of a
// seed meet the same transitions. What is measured is the process's own return, under any pay.

import { playEpisode, type TabularLearner, type TransitionPay } from "../../algorithms/tabular/episode.ts";
import type { Random } from "../../core/random.ts";
import type { TabularMdp } from "../../environments/tabular/mdp.ts";
import { mean } from "../../evaluation/statistics/moments.ts";

/** A learner in a process, with what it is paid. */
export interface TabularTraining {
  readonly mdp: TabularMdp;
  /** Steps after which an episode is cut off. */
  readonly horizon: number;
  readonly learner: TabularLearner;
  readonly pay: TransitionPay;
  /** Streams of transitions and of the learner's choices. Arms that are compared are given equal ones. */
  readonly world: Random;
  readonly choices: Random;
}

/** What an episode came to: discounted return, steps, and whether the process ended it. */
export type TrainedEpisode = ReturnType<typeof playEpisode>;

/** Trains one episode at a time, for as many as are asked for. */
export function* trained(training: TabularTraining): Generator<TrainedEpisode, never> {
  const { mdp, horizon, learner, pay, world, choices } = training;
  for (;;) yield playEpisode(mdp, learner, pay, horizon, world, choices);
}

/** The returns of the first `episodes`, each divided by `best`, [episodes]: a learning curve. */
export function learningCurve(training: TabularTraining, episodes: number, best = 1): Float64Array {
  const all = trained(training);
  return Float64Array.from({ length: episodes }, () => all.next().value.discounted / best);
}

/**
 * A learning curve in three figures. `reached` is the first episode of the first block of `block` whose mean is at least `enough`,
 * the number of episodes where there is none.
 */
export function curveMeters(
  curve: Float64Array,
  { block, enough }: { readonly block: number; readonly enough: number },
) {
  const { length } = curve;
  let reached = length;
  for (let from = 0; from < length && reached === length; from += block)
    if (mean(curve.subarray(from, from + block)) >= enough) reached = from;
  return {
    /** Mean over the last tenth. */
    last: mean(curve.subarray(0.9 * length)),
    /** Mean over all episodes: the area under the learning curve. */
    area: mean(curve),
    reached,
  };
}

/** Episodes before the first `window` of which at least `wanted` are a success; `most` where those never come. */
export function episodesUntil(
  successes: Iterator<boolean>,
  { window, wanted, most }: { readonly window: number; readonly wanted: number; readonly most: number },
): number {
  const recent = new Uint8Array(window);
  for (let episode = 0; episode < most; episode++) {
    recent[episode % window] = successes.next().value === true ? 1 : 0;
    const reached = recent.reduce((sum, one) => sum + one, 0);
    if (episode + 1 >= window && reached >= wanted) return episode + 1 - window;
  }
  return most;
}

/** Steps of the episodes up to the first after which `isGood`, never more than `most`; `most` where it never is. */
export function stepsUntil(training: TabularTraining, isGood: () => boolean, most: number): number {
  const all = trained(training);
  for (let steps = 0; steps < most; ) {
    steps += all.next().value.steps;
    if (isGood()) return Math.min(steps, most);
  }
  return most;
}
