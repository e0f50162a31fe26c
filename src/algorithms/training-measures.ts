// What updates report, in one form for all learners: means over gradient steps, means over finished episodes, and a
// sentence for the user when a number stops being one.

import { z } from "zod";
import { UserError } from "../core/errors.ts";
import type { EpisodeTotals } from "../play/vector-environment.ts";

/** Named numbers of one gradient step, or of one update. */
export type Measures = Record<string, number>;

/** Nothing added yet. */
export function measureMeans() {
  const sums: Measures = {};
  const counts: Measures = {};
  return {
    add(measures: Readonly<Measures>) {
      for (const [name, value] of Object.entries(measures)) {
        sums[name] = (sums[name] ?? 0) + value;
        counts[name] = (counts[name] ?? 0) + 1;
      }
    },
    /** Mean of each measure over the steps that had it, empty where nothing was added. */
    means: (): Measures => Object.fromEntries(Object.entries(sums).map(([name, sum]) => [name, sum / counts[name]])),
  };
}

/** Means of the same measures of several learners. */
export function averaged(all: readonly Measures[]): Measures {
  const means = measureMeans();
  for (const measures of all) means.add(measures);
  return means.means();
}

/** Mean pay of a seat, objective and length of finished episodes; empty where none finished. */
export function episodeMeasures(episodes: readonly EpisodeTotals[]): Measures {
  if (episodes.length === 0) return {};
  const mean = (of: (episode: EpisodeTotals) => number) =>
    episodes.reduce((sum, episode) => sum + of(episode), 0) / episodes.length;
  return {
    pay: mean(({ pay }) => pay.reduce((a, b) => a + b, 0) / pay.length),
    objective: mean(({ objective }) => objective),
    episodeSteps: mean(({ steps }) => steps),
  };
}

/** Throws a UserError that names the first measure that is not finite; `hint` says what would keep it so. */
export function checkFinite(measures: Readonly<Measures>, step: number, hint: string): void {
  for (const [name, value] of Object.entries(measures)) {
    if (Number.isFinite(value)) continue;
    const what = `the training diverged: ${name} is ${value} at gradient step ${step}`;
    throw new UserError({ code: "diverged", what, hint });
  }
}

/** Episodes that the mean is taken over. */
const EPISODES = 100;

/** The parameter of every learner. */
export const stopAt = z
  .number()
  .optional()
  .describe(`stop once ${EPISODES} finished episodes of one segment pay a seat this much on average; default never`);

/** A watch for a mean pay of `goal`; without one it never stops. */
export function goalWatch(goal: number | undefined) {
  const recent = new Float64Array(EPISODES);
  let seen = 0;
  let reached = false;
  return {
    get reached() {
      return reached;
    },
    /** A segment begins: what went before no longer counts, so that going on from a checkpoint is the same. */
    begin() {
      seen = 0;
    },
    watch(finished: readonly EpisodeTotals[]) {
      if (goal === undefined) return;
      for (const { pay } of finished) {
        recent[seen % EPISODES] = pay.reduce((a, b) => a + b, 0) / pay.length;
        seen += 1;
        if (seen >= EPISODES && recent.reduce((a, b) => a + b, 0) / EPISODES >= goal) reached = true;
      }
    },
  };
}

/** Episodes, or updates, whose mean objective is held against a level. */
export const LATEST = 10;

/** The parameter of learners that report `untilLevel`. */
export const levelField = z
  .number()
  .optional()
  .describe(
    `objective whose first reaching is reported as untilLevel: episodes until the mean of the latest ${LATEST} of one segment has it, or all of the training`,
  );

/**
 * A watch for the number of episodes until their mean objective first reaches `level`: a time that is censored at `most`, the episodes of
 * the training. Its mean over trainings is the restricted mean, as `meanUpTo` of `survival.ts` has it.
 */
export function levelWatch(level: number | undefined, most: number) {
  const latest = new Float64Array(LATEST);
  let seen = 0;
  let until = most;
  return {
    /** Episodes until the level was reached, `most` where it was not. */
    get until() {
      return until;
    },
    set until(known: number) {
      until = known;
    },
    /** A segment begins: earlier episodes no longer count, so that going on from a checkpoint is the same. */
    begin() {
      seen = 0;
    },
    /** Watches objectives of episodes, of which `before` were over earlier. */
    watch(objectives: readonly number[], before: number) {
      for (const [k, objective] of objectives.entries()) {
        latest[seen % LATEST] = objective;
        seen += 1;
        if (level === undefined || until < most || seen < LATEST) continue;
        if (latest.reduce((a, b) => a + b, 0) / LATEST >= level) until = before + k + 1;
      }
    },
    /** The measure, where a level is watched for. */
    measures: (): Measures => (level === undefined ? {} : { untilLevel: until }),
  };
}
