// Where the world of requests has them from: drawn alike, in phases as an adversary writes them, or a log of one's own.

import type { Windows } from "../../core/environment.ts";
import { UserError, unknownName } from "../../core/errors.ts";
import { Random } from "../../core/random.ts";
import type { KeptLog } from "../../logs/kept-log.ts";
import type { WindowTerms } from "../../logs/source.ts";
import { logWindows } from "../../logs/windows.ts";
import { drawnKind, featureSource, MOST_REWARD, type RewardNoise } from "../../mechanisms/allocation/generators.ts";
import { emptyRequests, type Requests } from "../../mechanisms/allocation/requests.ts";

/** What is asked, and the budget a request of each resource. */
export interface RequestInput {
  /** The request at hand. */
  readonly next: Requests;
  /** Names of ways to serve and of resources, where they have some. */
  readonly names?: { readonly options: readonly string[]; readonly resources: readonly string[] };
  /** [resources] of an episode whose hidden number is `hidden`. */
  rates(hidden: number): Float64Array;
  /** Largest reward and largest use. */
  readonly most: number;
  readonly mostUse: number;
  /** What a request commonly earns. */
  readonly usual: number;
  /** Writes request `t`, of an episode whose hidden number is `hidden`. */
  draw(t: number, hidden: number, random: Random): void;
  /** The hidden number of an episode, which has a `place` in a run or none. */
  begin(random: Random, place?: number): number;
  /** Of a log. */
  readonly windows?: Windows;
}

/** Kinds of requests that an episode may draw. */
const KINDS = 2 ** 31;

/** Requests that are drawn alike: of one kind in every episode, or of one that each episode draws. */
export function alike(options: number, resources: number, kind: number | "drawn", noise: RewardNoise): RequestInput {
  const next = emptyRequests(1, options, resources);
  const ofKind = (number: number) => {
    const drawn = drawnKind(resources, Random.of(number, "kind of requests"));
    return { number, rates: drawn.rates, source: featureSource(drawn, noise) };
  };
  let last = ofKind(kind === "drawn" ? 0 : kind);
  const kindOf = (number: number) => {
    if (last.number !== number) last = ofKind(number);
    return last;
  };
  return {
    next,
    rates: (number) => kindOf(number).rates,
    most: MOST_REWARD,
    mostUse: 1,
    usual: 1,
    draw: (_t, number, random) => kindOf(number).source(next, random),
    begin: (random) => (kind === "drawn" ? random.integer(KINDS) : kind),
  };
}

/** Requests of one option that uses 1 of one resource, worth at most 1 as `value` says. */
export function singly(
  scarcity: number,
  value: (t: number, hidden: number, random: Random) => number,
  begin: RequestInput["begin"] = () => 0,
): RequestInput {
  const next = emptyRequests(1, 1, 1);
  next.uses[0] = 1;
  const rates = Float64Array.of(1 / scarcity);
  return {
    next,
    rates: () => rates,
    most: 1,
    mostUse: 1,
    usual: 1,
    draw(t, hidden, random) {
      next.rewards[0] = value(t, hidden, random);
    },
    begin,
  };
}

/**
 * Windows of a log. Uses are in units of what the best way to serve a request uses on average, so that
 * resources can be compared; `budgets` are in the log's own units. A UserError where the log is shorter than an episode, or a budget
 * is of no resource of it.
 */
export function logged(
  log: KeptLog,
  terms: WindowTerms,
  horizon: number,
  scarcity: number,
  budgets: Readonly<Record<string, number>> | undefined,
): RequestInput {
  const resources = log.numbers.slice(1);
  const d = log.parties.length;
  const m = resources.length;
  const next = emptyRequests(1, d, m);
  const { begin, at, spec: windows } = logWindows(log, horizon, terms);
  // A resource that no request uses is never short.
  const units = resources.map((_, k) => log.best[1 + k] / log.records || 1);
  const problems = Object.keys(budgets ?? {}).filter((name) => !resources.includes(name));
  if (problems.length > 0) {
    throw new UserError(
      problems.map((name) => ({ ...unknownName("resource of the log", name, resources), path: ["budgets", name] })),
    );
  }
  const rates = Float64Array.from(resources, (name, k) => {
    const budget = budgets?.[name];
    return budget === undefined ? 1 / scarcity : budget / units[k] / horizon;
  });
  return {
    next,
    names: { options: log.parties, resources },
    rates: () => rates,
    most: log.most[0],
    mostUse: Math.max(...resources.map((_, k) => log.most[1 + k] / units[k])),
    usual: log.best[0] / log.records,
    draw(t, first) {
      const record = at(first, t);
      for (let j = 0; j < d; j++) {
        next.rewards[j] = record[1 + j];
        for (let k = 0; k < m; k++) next.uses[j * m + k] = record[1 + (1 + k) * d + j] / units[k];
      }
    },
    begin,
    windows,
  };
}
