// Bidders of a market: their money, and what each thing is worth to them, drawn from stretches of numbers or as a log says.

import { z } from "zod";
import type { Windows } from "../../core/environment.ts";
import { UserError, unknownName } from "../../core/errors.ts";
import { list } from "../../core/parameters.ts";
import type { Random } from "../../core/random.ts";
import type { KeptLog } from "../../logs/kept-log.ts";
import type { WindowTerms } from "../../logs/source.ts";
import { valueBands } from "../../logs/spread.ts";
import { checkFitted, logWindows } from "../../logs/windows.ts";
import {
  ironedVirtualValues,
  regularVirtualValues,
  steppedValues,
  uniformValues,
  type ValueDistribution,
  type VirtualValues,
} from "../../mechanisms/value-distribution.ts";

const stretch = z.strictObject({
  low: z.number().min(0).max(1e6),
  high: z.number().gt(0).max(1e6),
  share: z.number().gt(0).max(1),
});

/** Stretches that rise, each with its share, within which all is alike; a world says of what they are the values. */
export const valueStretches = list(stretch, 1, 32, [{ low: 0, high: 1, share: 1 }]);

export type ValueStretches = z.output<typeof valueStretches>;

const money = z.number().gt(0).max(1e9);

/** Money of each bidder: one number for all, a list in their order, or a map by name; without it there is no end of money. */
export const budgetTerms = z.union([money, z.array(money).min(1), z.record(z.string(), money)]).optional();

/** Throws a UserError where stretches do not rise or their shares do not add up. */
export function distributionOf(values: ValueStretches): ValueDistribution {
  if (values.length === 1 && values[0].high > values[0].low) return uniformValues(values[0].low, values[0].high);
  try {
    return steppedValues(values);
  } catch (error) {
    const what = error instanceof Error ? error.message : String(error);
    const hint = "let every stretch begin where the one before ends or above it, and the shares add up to 1";
    throw new UserError({ code: "bad-values", what: `values have ${what}`, path: ["values"], hint });
  }
}

/** Virtual values of such a distribution, ironed where it has more than one stretch. */
export const virtualOf = (drawn: ValueDistribution, stretches: number): VirtualValues =>
  stretches === 1 ? regularVirtualValues(drawn) : ironedVirtualValues(drawn);

/** One number for all bidders, a list in their order, or a map by name. */
type ByBidder = number | readonly number[] | Readonly<Record<string, number>>;

/** Money of each, [bidders]; infinite without a budget, or for whom a map does not name. Throws as `byBidder`. */
export const budgetsOf = (budget: z.output<typeof budgetTerms>, bidders: readonly string[]): Float64Array =>
  byBidder("budget", budget ?? Number.POSITIVE_INFINITY, bidders, Number.POSITIVE_INFINITY);

/**
 * A number for each, [bidders]; `otherwise` for whom a map does not name. `name` is the parameter's. Throws a UserError where a list has
 * more or fewer than there are bidders, or a map names no bidder.
 */
export function byBidder(name: string, given: ByBidder, bidders: readonly string[], otherwise: number): Float64Array {
  const n = bidders.length;
  if (typeof given === "number") return new Float64Array(n).fill(given);
  if (!isList(given)) {
    const unknown = Object.keys(given).find((one) => !bidders.includes(one));
    if (unknown === undefined) return Float64Array.from(bidders, (one) => given[one] ?? otherwise);
    throw new UserError({ ...unknownName("bidder", unknown, bidders), path: [name, unknown] });
  }
  if (given.length === n) return Float64Array.from(given);
  const what = `${given.length} ${name}s for ${n} bidders`;
  const hint = `give one number for all, one for each, or a map by name: { ${bidders[0]}: 100 }`;
  throw new UserError({ code: "wrong-count", what, path: [name], hint });
}

/** Told by a function: a list that cannot be written is no `Array.isArray` to the compiler. */
const isList = (given: ByBidder): given is readonly number[] => Array.isArray(given);

/** The bidders, and what a thing is worth to each of them. */
export interface Worth {
  /** Names for people. */
  readonly labels: readonly string[];
  readonly highest: number;
  /** Writes what thing `t` is worth to each, in an episode whose hidden number is `hidden`. */
  draw(t: number, hidden: number, values: Float64Array, random: Random): void;
  /** Writes how often each one's ad is clicked where it is seen, for thing `t`; only where that is known of each thing. */
  readonly qualities?: (t: number, hidden: number, qualities: Float64Array) => void;
  /** The hidden number of an episode, which has a `place` in a run or none. */
  begin(random: Random, place?: number): number;
  /** What each one's values are worth to a seller who knows how they spread: by the distribution, or by the part of a log for fitting. */
  virtual(): VirtualValues[];
  /** Of a log. */
  readonly windows?: Windows;
}

/** All bidders' values from one distribution, which has so many stretches. */
export function drawnWorth(distribution: ValueDistribution, stretches: number, bidders: number): Worth {
  return {
    labels: Array.from({ length: bidders }, (_, i) => `bidder ${i + 1}`),
    highest: distribution.high,
    draw(_t, _hidden, values, random) {
      for (let i = 0; i < bidders; i++) values[i] = distribution.draw(random);
    },
    begin: () => 0,
    virtual() {
      const shared = virtualOf(distribution, stretches);
      return Array.from({ length: bidders }, () => shared);
    },
  };
}

/**
 * Auctions of a log; to a bidder without a bid the thing is worth nothing. A UserError where the log is shorter than an episode.
 * Virtual values are those of the part for fitting; a UserError where there is none, or a bidder to whom nothing in it is worth anything.
 */
export function loggedWorth(log: KeptLog, horizon: number, terms: WindowTerms): Worth {
  const { begin, at, spec: windows } = logWindows(log, horizon, terms);
  return {
    windows,
    labels: log.parties,
    highest: log.most[0],
    draw(t, first, values) {
      const record = at(first, t);
      for (let i = 0; i < values.length; i++) values[i] = record[1 + i];
    },
    qualities(t, first, qualities) {
      const record = at(first, t);
      for (let i = 0; i < qualities.length; i++) qualities[i] = record[1 + qualities.length + i];
    },
    begin,
    virtual() {
      checkFitted(windows, "the rule sets its reserves from", ["rule"]);
      return log.parties.map((name, i) => {
        const steps = valueBands(log, 0, i, windows.fitted);
        if (steps.length > 0) return ironedVirtualValues(steppedValues(steps));
        const what = `to ${name} nothing in the part of ${log.file} for fitting is worth anything, so that no reserve can be set`;
        const hint = "leave the bidder out by `where`, set a larger part aside, or take another rule";
        throw new UserError({ code: "no-values", what, path: ["rule"], hint });
      });
    },
  };
}

/** A bidder that pays next to nothing has no larger return than this. */
export const MOST_RETURN = 1e6;

/** Value over spend; 0 before anything was paid. */
export const returnOn = (value: number, spend: number): number =>
  spend > 0 ? Math.min(MOST_RETURN, value / spend) : 0;
