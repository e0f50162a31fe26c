// What the trials claim. Bounds were fixed after pilots on seeds 1 and 2, and before the first run on the seeds below.

import { spearman } from "../../src/evaluation/statistics/correlation.ts";
import { type Estimate, estimate } from "../../src/evaluation/statistics/interval.ts";
import { above, atLeast, atMost, type Bound, below, verdictOf } from "../../src/study/bound.ts";
import { ofEstimate } from "../../src/study/figure.ts";
import type { Verdict } from "../../src/study/verdict.ts";
import type { LanguageSeed } from "./language.ts";
import type { TablePay } from "./tables.ts";
import { type ForecastKind, scoreOf, type TriedPay } from "./trial.ts";

export const TABLE_SEEDS = { first: 201, count: 8 };
export const TABLE_KLS = [0.636, 1.22];
export const LANGUAGE_SEEDS = { first: 301, count: 10 };
export const LANGUAGE_KLS = [0.25, 0.636];

/** A pay whose training changed the want by less has no sign. */
export const LEAST = { tables: 0.05, language: 0.02 };

export interface Claim {
  readonly words: string;
  readonly bound: string;
  readonly figure: Estimate;
  readonly verdict: Verdict;
}

const claim = (words: string, bound: Bound, values: readonly number[]): Claim => {
  const figure = estimate(values.filter((value) => !Number.isNaN(value)));
  return { words, bound: bound.words, figure, verdict: verdictOf(ofEstimate(figure), bound) };
};

const ranks = (seeds: readonly (readonly TriedPay[])[], kind: ForecastKind, least: number): number[] =>
  seeds.map((pays) => scoreOf(pays, kind, least).rank);
const less = (one: readonly number[], other: readonly number[]): number[] => one.map((value, k) => value - other[k]);

/** Claims on tables; seeds × KLs × pays. */
export function tableClaims(seeds: readonly (readonly (readonly TablePay[])[])[]): Claim[] {
  const { tables } = LEAST;
  return TABLE_KLS.flatMap((kl, at) => {
    const tried = seeds.map((seed) => seed[at]);
    const rare = tried.map((pays) => pays.filter(({ kind }) => kind === "rare exploit"));
    const of = (kind: ForecastKind) => ranks(tried, kind, tables);
    const sign = (kind: ForecastKind) => rare.map((pays) => scoreOf(pays, kind, tables).sign);
    const where = `at a KL of ${kl}`;
    return [
      claim(`${where} the tilt ranks pays better than agreement does`, above(0), less(of("tilt"), of("correlation"))),
      claim(
        `${where} the tilt with the audit's answers ranks them better still`,
        above(0),
        less(of("attack"), of("tilt")),
      ),
      claim(`${where} its rank correlation is at least .97`, atLeast(0.97), of("attack")),
      claim(`${where} it has the sign of rare exploits`, atLeast(0.95), sign("attack")),
      claim(`${where} without them it has not`, below(0.95), sign("tilt")),
    ];
  });
}

/** Claims on the language model. */
export function languageClaims(seeds: readonly LanguageSeed[]): Claim[] {
  const { language } = LEAST;
  return LANGUAGE_KLS.flatMap((kl, at) => {
    const tried = seeds.map((seed) => seed.tried[at]);
    const of = (kind: ForecastKind) => ranks(tried, kind, language);
    const score = (kind: ForecastKind) => tried.map((pays) => scoreOf(pays, kind, language));
    const readers = seeds.map((seed) => readersOf(seed, at));
    const where = `at a KL of ${kl}`;
    return [
      claim(`${where} the tilt's rank correlation is at least .7`, atLeast(0.7), of("tilt")),
      claim(`${where} the tilt ranks pays better than agreement does`, above(0), less(of("tilt"), of("correlation"))),
      claim(`${where} it ranks them better than best-of-n does`, above(0), less(of("tilt"), of("bestOf"))),
      claim(`${where} with the audit's answers it ranks them better still`, above(0), less(of("attack"), of("tilt"))),
      claim(
        `${where} at least .8 of its signs are right`,
        atLeast(0.8),
        score("tilt").map(({ sign }) => sign),
      ),
      claim(
        `${where} it errs by at most .1 on average`,
        atMost(0.1),
        score("tilt").map(({ error }) => error),
      ),
      claim(
        `${where} of programs that read answers, the tilt ranks them better than their fidelity does`,
        above(0),
        readers.map(({ byForecast, byFidelity }) => byForecast - byFidelity),
      ),
      claim(
        `${where} training by the most faithful of them buys less than by the best forecast`,
        above(0),
        readers.map(({ chosen, faithful }) => chosen - faithful),
      ),
    ];
  });
}

/** Programs that read answers: how forecast and fidelity rank what training by them bought, and what the first of each rank bought. */
function readersOf({ tried, fidelity }: LanguageSeed, at: number) {
  const own = tried[at].filter(({ name }) => Object.hasOwn(fidelity, name));
  const bought = own.map((pay) => pay.bought);
  const forecast = own.map((pay) => pay.forecast.tilt);
  const faithful = own.map(({ name }) => fidelity[name]);
  const first = (values: readonly number[]) => bought[values.indexOf(Math.max(...values))];
  return {
    byForecast: spearman(forecast, bought) ?? Number.NaN,
    byFidelity: spearman(faithful, bought) ?? Number.NaN,
    chosen: first(forecast),
    faithful: first(faithful),
  };
}
