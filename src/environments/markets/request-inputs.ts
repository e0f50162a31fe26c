// Where the world of requests has them from: drawn alike, in phases as an adversary writes them, or a log of one's own.

import type { Windows } from "../../core/environment.ts";
import { UserError, unknownName } from "../../core/errors.ts";
import { Random } from "../../core/random.ts";
import type { KeptLog } from "../../logs/kept-log.ts";
import type { WindowTerms } from "../../logs/source.ts";
import { logWindows } from "../../logs/windows.ts";
import { drawnKind, featureSource, MOST_REWARD, phaseValue } from "../../mechanisms/allocation/generators.ts";
import { emptyRequests, type RequestSource, type Requests } from "../../mechanisms/allocation/requests.ts";

/** What is asked, and the budget a request of each resource. */
export interface RequestInput {
  /** The request at hand. */
  readonly next: Requests;
  /** Names of ways to serve and of resources, where they have some. */
  readonly names?: { readonly options: readonly string[]; readonly resources: readonly string[] };
  /** [resources] */
  readonly rates: Float64Array;
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

/** Requests that are drawn alike; their kind is the same in every episode. */
export function alike(options: number, resources: number, kind: number): RequestInput {
  const next = emptyRequests(1, options, resources);
  const drawn = drawnKind(resources, Random.of(kind, "kind of requests"));
  const source: RequestSource = featureSource(drawn);
  return {
    next,
    rates: drawn.rates,
    most: MOST_REWARD,
    mostUse: 1,
    usual: 1,
    draw: (_t, _hidden, random) => source(next, random),
    begin: () => 0,
  };
}

/** Phases that end after a phase which each episode draws. */
export function phased(horizon: number, phases: number, growth: number, scarcity: number): RequestInput {
  const next = emptyRequests(1, 1, 1);
  next.uses[0] = 1;
  return {
    next,
    rates: Float64Array.of(1 / scarcity),
    most: 1,
    mostUse: 1,
    usual: 1,
    draw(t, ends) {
      next.rewards[0] = phaseValue(t, horizon, phases, growth, ends);
    },
    begin: (random) => 1 + random.integer(phases),
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
    rates,
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
