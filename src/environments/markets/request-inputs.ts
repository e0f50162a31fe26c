// Sources of requests: i.i.d., in adversarial phases, or a user's log.

import type { Windows } from "../../core/environment.ts";
import { UserError, unknownName } from "../../core/errors.ts";
import { Random } from "../../core/random.ts";
import type { KeptLog } from "../../logs/kept-log.ts";
import type { WindowTerms } from "../../logs/source.ts";
import { logWindows } from "../../logs/windows.ts";
import { drawnKind, featureSource, MOST_REWARD, type RewardNoise } from "../../mechanisms/allocation/generators.ts";
import { emptyRequests, type Requests } from "../../mechanisms/allocation/requests.ts";

/** A source of requests, with the budget per request of each resource. */
export interface RequestInput {
  /** The current request. */
  readonly next: Requests;
  /** Names of options and resources, where they have any. */
  readonly names?: { readonly options: readonly string[]; readonly resources: readonly string[] };
  /** Budgets per request, [resources], in the episode with the given hidden number. */
  rates(hidden: number): Float64Array;
  /** Largest reward and largest use. */
  readonly most: number;
  readonly mostUse: number;
  /** Typical reward of a request. */
  readonly usual: number;
  /** Writes request `t` of the episode with the given hidden number. */
  draw(t: number, hidden: number, random: Random): void;
  /** Draws the hidden number of an episode, with its `place` in a run if it has one. */
  begin(random: Random, place?: number): number;
  /** Windows of a log. */
  readonly windows?: Windows;
}

/** Number of different kinds of requests. */
const KINDS = 2 ** 31;

/** I.i.d. requests: of one kind in every episode, or of a kind drawn per episode. */
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

/** Requests with one option that uses 1 of one resource; rewards of at most 1 are given by `value`. */
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
 * Requests from windows of a log. Uses are relative to the mean use of each request's best option, so that resources are comparable;
 * `budgets` are in the log's own units. Throws a UserError where the log is shorter than an episode, or a budget names an unknown resource.
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
  // A resource that no request uses keeps the unit 1.
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
