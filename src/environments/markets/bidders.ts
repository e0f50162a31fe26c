// Bidders of a market: their budgets, and their values, drawn from a piecewise uniform distribution or read from a log.

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

/** Ascending intervals with their probabilities; values are uniform within each. The environment defines what the values refer to. */
export const valueStretches = list(stretch, 1, 32, [{ low: 0, high: 1, share: 1 }]);

export type ValueStretches = z.output<typeof valueStretches>;

const money = z.number().gt(0).max(1e9);

/** Budget of each bidder: one number for all, a list in their order, or a map by name; unlimited by default. */
export const budgetTerms = z.union([money, z.array(money).min(1), z.record(z.string(), money)]).optional();

/** Converts intervals to a distribution. Throws a UserError where they are not ascending or their probabilities do not sum to 1. */
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

/** Virtual values of such a distribution, ironed where it has more than one interval. */
export const virtualOf = (drawn: ValueDistribution, stretches: number): VirtualValues =>
  stretches === 1 ? regularVirtualValues(drawn) : ironedVirtualValues(drawn);

/** One number for all bidders, a list in their order, or a map by name. */
type ByBidder = number | readonly number[] | Readonly<Record<string, number>>;

/** Budgets, [bidders]; infinite without a budget or for bidders missing in a map. Throws as `byBidder`. */
export const budgetsOf = (budget: z.output<typeof budgetTerms>, bidders: readonly string[]): Float64Array =>
  byBidder("budget", budget ?? Number.POSITIVE_INFINITY, bidders, Number.POSITIVE_INFINITY);

/**
 * Expands to one number per bidder, [bidders]; `otherwise` applies to bidders missing in a map. `name` is the parameter's name. Throws a
 * UserError where a list has a wrong length, or a map names an unknown bidder.
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

/** A type guard, because `Array.isArray` does not narrow read-only arrays. */
const isList = (given: ByBidder): given is readonly number[] => Array.isArray(given);

export interface Worth {
  /** Display names. */
  readonly labels: readonly string[];
  readonly highest: number;
  /** Writes each bidder's value of item `t` in the episode with the given hidden number. */
  draw(t: number, hidden: number, values: Float64Array, random: Random): void;
  /** Writes the click rate of each bidder's ad for item `t`; present only where it is known per item. */
  readonly qualities?: (t: number, hidden: number, qualities: Float64Array) => void;
  /** Draws the hidden number of an episode, with its `place` in a run if it has one. */
  begin(random: Random, place?: number): number;
  /** Virtual values of each bidder, from the distribution or from a log's part for fitting. */
  virtual(): VirtualValues[];
  /** Windows of a log. */
  readonly windows?: Windows;
}

/** Values of all bidders from one distribution with this number of intervals. */
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
 * Values from the auctions of a log; absent bidders have value 0. Throws a UserError where the log is shorter than an episode. Virtual
 * values use the log's part for fitting; they throw a UserError where there is none, or it has no positive value of a bidder.
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

/** Upper bound of the return of a bidder that pays almost nothing. */
export const MOST_RETURN = 1e6;

/** Return on spend, value over spend; 0 before any payment. */
export const returnOn = (value: number, spend: number): number =>
  spend > 0 ? Math.min(MOST_RETURN, value / spend) : 0;
