// Contests of the synthetic olympiad: people and models of known ability send programs of some level to three tasks, and are scored by what
// the judge said of those programs.

import { Random } from "../../core/random.ts";
import { expectedScore } from "../../evaluation/ratings/elo.ts";
import { kendall, spearman } from "../../evaluation/statistics/correlation.ts";
import { mean } from "../../evaluation/statistics/moments.ts";
import { randomOrder } from "../../math/weighted-draw.ts";
import { studyJob } from "../../study/study.ts";
import { humanStanding, type MedalCutoffs, medalOf } from "./contest.ts";
import { contestRating, ratingOfRank } from "./contest-rating.ts";
import { TASK, TESTS, WEAK } from "./judged-tasks.ts";
import { acceptedShare, allOrNothing, bestSample, type OlympiadTask, type TestResult, taskScore } from "./task.ts";

const [CONTESTS, TASKS, HUMANS] = [20, 3, 300];

/** θ of the twelve models. */
export const ABILITIES = Array.from({ length: 12 }, (_, k) => -1.65 + 0.3 * k);
/** A true rating. */
export const trueRating = (ability: number): number => 1500 + 350 * ability;

/** Of the graded-response model: P(level ≥ j) = σ(a(θ − b_j − δ)), with δ of a family from N(0, 0.5²). */
const THRESHOLDS = [-1.5, -0.5, 0.5, 1.5];
const DIFFICULTY = 0.5;
export const DISCRIMINATIONS = [2, 1] as const;

/** Samples of a task of which the best counts. */
export const SAMPLES = [1, 2, 4, 8] as const;

/** Ratings whose ranks are drawn from the rating's own model, and how often each. */
export const RATINGS = Array.from({ length: 10 }, (_, k) => 1200 + 100 * k);
const DRAWS = 200;

/** A level, 0 for nothing sent. */
function levelOf(ability: number, difficulty: number, discrimination: number, random: Random): number {
  const u = random.uniform();
  return THRESHOLDS.filter((b) => u < 1 / (1 + Math.exp(-discrimination * (ability - b - difficulty)))).length;
}

const NOTHING: readonly TestResult[] = Array.from({ length: TESTS }, () => ({ status: "no program", ratio: 0 }));

/** The task with as many tests in each subtask, but drawn among all. */
function shuffled(task: OlympiadTask, random: Random): OlympiadTask {
  return {
    subtasks: task.subtasks.map(({ points, tests }) => ({
      points,
      tests: randomOrder(TESTS, random).slice(0, tests.length),
    })),
  };
}

export interface SeriesJob {
  readonly seed: number;
  /** [families][levels][tests] */
  readonly judged: readonly (readonly (readonly TestResult[])[])[];
}

/** What a series of contests says under a discrimination. */
export interface SeriesFigures {
  /** Kendall's τ of totals with θ, the mean over contests, by how tasks are scored. */
  readonly order: { readonly subtasks: number; readonly whole: number; readonly shuffled: number };
  /** Spearman's ρ of ratings with θ: of mean ratings over all contests, and the mean over contests. */
  readonly ratingOrder: number;
  readonly ratingOrderOfOne: number;
  /** Means over contests, [models]. */
  readonly percentiles: readonly number[];
  readonly ratings: readonly number[];
  /** Shares of contests, [models]. */
  readonly medals: readonly Readonly<Record<keyof MedalCutoffs, number>>[];
}

export interface Series {
  /** In the order of `DISCRIMINATIONS`. */
  readonly figures: readonly SeriesFigures[];
  /** Mean percentile over models and contests for each of `SAMPLES`: chosen by the hidden tests, and by the first three alone. */
  readonly best: readonly number[];
  readonly bestByShown: readonly number[];
  /** Mean of a rating less the true one, in the order of `RATINGS`. */
  readonly bias: readonly number[];
}

/** A series of contests under one seed. */
export async function playSeries({ seed, judged }: SeriesJob): Promise<Series> {
  const random = Random.of(seed, "live-oibench", "contests");
  const difficulty = judged.map((_, family) => DIFFICULTY * random.stream("difficulty", family).normal());
  const sent = judged.map((levels) => [NOTHING, ...levels]);
  const contests = Array.from({ length: CONTESTS }, (_, k) => contestOf(random.stream("contest", k)));
  /** Totals of people, [discriminations][contests][people]. */
  const people = DISCRIMINATIONS.map((discrimination) => contests.map((one) => humanTotals(one, discrimination)));
  return {
    figures: DISCRIMINATIONS.map(figuresOf),
    best: SAMPLES.map((k) =>
      bestOf(k, (results) =>
        bestSample(
          TASK,
          results.map((one) => ({ results: one })),
        ),
      ),
    ),
    bestByShown: SAMPLES.map((k) => bestOf(k, mostShown)),
    bias: RATINGS.map((rating) => biasAt(rating, random.stream("bias", rating))),
  };

  /** The tasks of a contest, and people's abilities. */
  function contestOf(draws: Random) {
    const abilities = draws.stream("people");
    return {
      draws,
      families: randomOrder(judged.length, draws).slice(0, TASKS),
      humans: Array.from({ length: HUMANS }, () => abilities.normal()),
    };
  }

  /** Results of a player on the tasks of a contest, [tasks][tests]. */
  function played(ability: number, families: readonly number[], discrimination: number, draws: Random) {
    return families.map((family) => sent[family][levelOf(ability, difficulty[family], discrimination, draws)]);
  }

  function humanTotals({ draws, families, humans }: (typeof contests)[number], discrimination: number): number[] {
    const levels = draws.stream("people play", discrimination);
    return humans.map((ability) => totalOf(played(ability, families, discrimination, levels)));
  }

  function figuresOf(discrimination: number, at: number): SeriesFigures {
    const all = contests.map(({ draws, families, humans }, contest) => {
      const totals = people[at][contest];
      const levels = draws.stream("models play", discrimination);
      const models = ABILITIES.map((ability) => played(ability, families, discrimination, levels));
      const dealt = families.map((family) => shuffled(TASK, draws.stream("shuffle", family)));
      const tau = (tasks: readonly OlympiadTask[]) =>
        kendall(
          models.map((results) => totalOf(results, tasks)),
          ABILITIES,
        ) ?? 0;
      const rated = humans.map((ability, k) => ({ rating: trueRating(ability), points: totals[k] }));
      const cutoffs = cutoffsOf(totals);
      const own = models.map((results) => totalOf(results));
      return {
        order: {
          subtasks: tau(families.map(() => TASK)),
          whole: tau(families.map(() => allOrNothing(TASK))),
          shuffled: tau(dealt),
        },
        percentiles: own.map((total) => humanStanding(total, totals).percentile ?? Number.NaN),
        ratings: own.map((total) => contestRating(total, rated)),
        medals: own.map((total) => medalOf(total, cutoffs)),
      };
    });
    const meanOf = (read: (one: (typeof all)[number]) => number) => mean(all.map(read));
    const byModel = <Figure>(read: (model: number) => Figure): Figure[] => ABILITIES.map((_, model) => read(model));
    const ratings = byModel((model) => meanOf((one) => one.ratings[model]));
    const medal = (model: number, kind: keyof MedalCutoffs) => meanOf(({ medals }) => (medals[model] === kind ? 1 : 0));
    return {
      order: {
        subtasks: meanOf(({ order }) => order.subtasks),
        whole: meanOf(({ order }) => order.whole),
        shuffled: meanOf(({ order }) => order.shuffled),
      },
      ratings,
      ratingOrder: spearman(ratings, ABILITIES) ?? 0,
      ratingOrderOfOne: meanOf((one) => spearman(one.ratings, ABILITIES) ?? 0),
      percentiles: byModel((model) => meanOf((one) => one.percentiles[model])),
      medals: byModel((model) => ({
        gold: medal(model, "gold"),
        silver: medal(model, "silver"),
        bronze: medal(model, "bronze"),
      })),
    };
  }

  /** Mean percentile over models and contests, where `choose` takes one of so many samples of each task. Each number has samples of its own. */
  function bestOf(samples: number, choose: (results: readonly (readonly TestResult[])[]) => number): number {
    const [discrimination] = DISCRIMINATIONS;
    return mean(
      contests.map(({ draws, families }, contest) => {
        const totals = people[0][contest];
        const levels = draws.stream("samples", samples);
        const percentiles = ABILITIES.map((ability) => {
          const chosen = families.map((family) => {
            const results = Array.from(
              { length: samples },
              () => sent[family][levelOf(ability, difficulty[family], discrimination, levels)],
            );
            return results[choose(results)];
          });
          return humanStanding(totalOf(chosen), totals).percentile ?? Number.NaN;
        });
        return mean(percentiles);
      }),
    );
  }
}

/** The first sample that passes most of the tests that a solver may see. */
function mostShown(samples: readonly (readonly TestResult[])[]): number {
  const shares = samples.map((results) => acceptedShare(results.slice(0, WEAK)));
  return shares.indexOf(Math.max(...shares));
}

const totalOf = (results: readonly (readonly TestResult[])[], tasks?: readonly OlympiadTask[]): number =>
  results.reduce((sum, one, k) => sum + taskScore(tasks?.[k] ?? TASK, one), 0);

/** Cut-offs at a twelfth, a quarter and a half of the people. */
function cutoffsOf(totals: readonly number[]): MedalCutoffs {
  const falling = totals.toSorted((a, b) => b - a);
  const at = (share: number) => falling[Math.floor(share * falling.length)];
  return { gold: at(1 / 12), silver: at(1 / 4), bronze: at(1 / 2) };
}

/** Mean of the rating less the true one, where each of 300 people is ahead with the chance that the ratings tell. */
function biasAt(rating: number, random: Random): number {
  const humans = Float64Array.from({ length: HUMANS }, () => trueRating(random.normal()));
  let sum = 0;
  for (let draw = 0; draw < DRAWS; draw++) {
    let rank = 1;
    for (const human of humans) if (random.uniform() < expectedScore(human, rating)) rank += 1;
    sum += ratingOfRank(rank, humans) - rating;
  }
  return sum / DRAWS;
}

export const seriesJob = studyJob(import.meta.url, playSeries);
