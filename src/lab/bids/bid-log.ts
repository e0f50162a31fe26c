// What a bidder's own log says, though it hides the price of every auction that was lost: what a bid wins and pays, what another policy
// of bids would have earned, and whether predicted chances of winning came true.

import { UserError } from "../../core/errors.ts";
import type { Preparation } from "../../core/registry.ts";
import { type Calibration, calibrationOf } from "../../evaluation/statistics/calibration.ts";
import { type Estimate, estimate } from "../../evaluation/statistics/interval.ts";
import { mean } from "../../evaluation/statistics/moments.ts";
import { type PolicyValue, policyValue } from "../../evaluation/statistics/policy-value.ts";
import {
  kaplanMeier,
  massUpTo,
  meanUpTo,
  type SurvivalCurve,
  shareAbove,
  survivalQuantile,
} from "../../evaluation/statistics/survival.ts";
import type { KeptLog } from "../../logs/kept-log.ts";
import { BIDS, UNKNOWN } from "../../logs/kinds.ts";
import type { Mapping } from "../../logs/log-columns.ts";
import { logAtHand, prepareLog } from "../../logs/shelf.ts";
import { type LogInput, logSource } from "../../logs/source.ts";
import type { CampaignRule } from "../../mechanisms/campaign/linear-bids.ts";
import { keptIn } from "../experiment/store-place.ts";

export interface BidLogOptions extends Partial<Preparation> {
  /** What who wins pays; default the price to beat. */
  readonly rule?: CampaignRule;
  readonly mapping?: Mapping;
}

/** What a bid of so much wins. */
export interface LandscapePoint {
  readonly bid: number;
  /** Probability that it wins. */
  readonly wins: Estimate;
  /** What it pays on average where it wins; null where it never does. */
  readonly pays: number | null;
  /** Share of the known prices that it beats: too high, as high prices are those that are not known. */
  readonly amongKnown: number;
}

/** What a bidder's log says. */
export interface BidFigures {
  readonly file: string;
  readonly auctions: number;
  readonly won: number;
  /** Auctions whose price to beat is known; of all others it is known to be above the bid. */
  readonly known: number;
  /** Rows that were left out, the first of them in words. */
  readonly skipped: number;
  readonly reasons: readonly string[];
  readonly prices: {
    /** The largest price or lost bid: of prices above it nothing is known. */
    readonly until: number;
    /** Mean of prices, those above `until` counted as `until`. */
    readonly mean: Estimate;
    /** Mean of the known prices alone. */
    readonly meanOfKnown: Estimate;
    /** At 25, 50 and 75 %; null where too few prices are known. */
    readonly quartiles: readonly Estimate[];
    /** At the log's own bids, at most 12 of them. */
    readonly landscape: readonly LandscapePoint[];
  };
  /** By auction, what the log's bids earned and those of its column `other` would have; where the log has values and other bids. */
  readonly policy?: BidPolicyValue;
  /** Of a log with predicted chances of winning. */
  readonly calibration?: Calibration;
  /** What a reader of the figures must know, in sentences. */
  readonly caveats: readonly string[];
}

/** Without propensities the model alone has a value for the other policy. */
export type BidPolicyValue = Pick<PolicyValue, "logged" | "model"> & Partial<PolicyValue>;

/** Auctions that are held in memory at most. */
const MOST = 20_000_000;
const POINTS = 12;
/** Parts of the log: what a model expects of one is learnt from the others. */
const FOLDS = 5;
/** Fewer decisions' worth of a log tell little, and the interval of their mean is too narrow. */
const FEW = 100;

/** Columns of a log, [auctions] each. */
type Columns = ReadonlyMap<string, Float64Array>;

/**
 * Reads a log of bids (`agon log columns bids`) and says what is in it. Prices to beat are estimated by Kaplan and Meier, to whom a lost
 * auction is one whose price is above the bid. The value of another policy is found by inverse propensities and doubly robust; its model
 * takes what a bid wins and pays from that estimate, fitted to the other four fifths of the log. Intervals (95 %) take auctions for
 * independent. A UserError tells bad rows, or columns that do not belong together.
 */
export async function bidFigures(source: LogInput, options: BidLogOptions = {}): Promise<BidFigures> {
  const { rule = "second-price", mapping, directory = process.cwd(), cache = keptIn(".agon"), ...place } = options;
  const words = { ...(mapping && { mapping }), missing: { hint: `paths start from ${directory}` } };
  const log = logAtHand(await prepareLog(BIDS, logSource.parse(source), { ...place, directory, cache }, words));
  const columns = columnsIn(log);
  const [bids, won, prices] = ["bid", "won", "price"].map((name) => columnOf(columns, name));
  const known = prices.map((price) => (price === UNKNOWN ? 0 : 1));
  const curve = kaplanMeier(bestKnown(bids, prices), known);
  const caveats: string[] = [];
  const policy = policyIn(columns, rule, log.file, caveats);
  const chances = given(log, "chance") ? columnOf(columns, "chance") : undefined;
  return {
    file: log.file,
    auctions: log.records,
    won: won.reduce((a, b) => a + b, 0),
    known: curve.seen,
    skipped: log.skipped,
    reasons: log.reasons,
    prices: {
      until: curve.until,
      mean: meanUpTo(curve, curve.until),
      meanOfKnown: estimate(prices.filter((price) => price !== UNKNOWN)),
      quartiles: [0.25, 0.5, 0.75].map((share) => survivalQuantile(curve, share)),
      landscape: landscapeOf(curve, bids, prices, rule),
    },
    ...(policy && { policy }),
    ...(chances && { calibration: calibrationOf(chances, won) }),
    caveats,
  };
}

/** The price where it is known, else the bid, above which it is. */
const bestKnown = (bids: Float64Array, prices: Float64Array): Float64Array =>
  prices.map((price, k) => (price === UNKNOWN ? bids[k] : price));

function landscapeOf(
  curve: SurvivalCurve,
  bids: Float64Array,
  prices: Float64Array,
  rule: CampaignRule,
): LandscapePoint[] {
  const levels = Float64Array.from(new Set(bids)).sort();
  const chosen = levels.length <= POINTS ? levels : bids.toSorted();
  const points = Math.min(POINTS, levels.length);
  const at = Array.from({ length: points }, (_, k) => chosen[Math.ceil(((k + 1) / points) * chosen.length) - 1]);
  const sorted = prices.filter((price) => price !== UNKNOWN).sort();
  const mass = massUpTo(curve);
  return [...new Set(at)].map((bid) => {
    const { mean: above, low, high, n } = shareAbove(curve, bid);
    const { share, sum } = mass(bid);
    const below = (x: number | null) => (x === null ? null : 1 - x);
    return {
      bid,
      wins: { mean: below(above), low: below(high), high: below(low), n },
      pays: share > 0 ? (rule === "second-price" ? sum / share : bid) : null,
      amongKnown: sorted.filter((price) => price <= bid).length / sorted.length,
    };
  });
}

/** The other policy's value; undefined where the log has no other bids, or does not tell what winning brought. */
function policyIn(columns: Columns, rule: CampaignRule, file: string, caveats: string[]): BidPolicyValue | undefined {
  const column = (name: string) => columnOf(columns, name);
  const [bids, won, prices, values, other] = ["bid", "won", "price", "value", "other"].map(column);
  if (other.every((bid) => bid === UNKNOWN)) return undefined;
  const wins = won.reduce((a, b) => a + b, 0);
  const valued = values.reduce((sum, value, k) => sum + (won[k] === 1 && value !== UNKNOWN ? 1 : 0), 0);
  if (valued === 0) {
    caveats.push(
      'What another policy earns is not told: the log has no column "value", which says what winning brought.',
    );
    return undefined;
  }
  if (valued < wins) {
    const what = `${(wins - valued).toLocaleString("en-US")} of the ${wins.toLocaleString("en-US")} auctions that were won have no value`;
    const hint = "write 0 where winning brought nothing, or leave the column out";
    throw new UserError({ code: "no-values", what, where: file, path: ["value"], hint });
  }
  const paid = (k: number) => (rule === "second-price" ? prices[k] : bids[k]);
  const rewards = won.map((is, k) => (is === 1 ? values[k] - paid(k) : 0));
  const model = modelOf(columns, rule);
  const highest = bids.reduce((a, b) => Math.max(a, b), 0);
  const beyond = other.filter((bid) => bid > highest).length;
  if (beyond > 0) {
    caveats.push(
      `In ${beyond.toLocaleString("en-US")} auctions the other bid is above all bids of the log: what it wins there, nothing tells.`,
    );
  }
  const propensities = column("propensity");
  if (propensities[0] === UNKNOWN) {
    caveats.push('Without a column "propensity" the model alone has a value: it is as wrong as the model is.');
    return { logged: estimate(rewards), model: mean(model.other) };
  }
  const weights = propensities.map((propensity, k) => (same(bids[k], other[k]) ? 1 / propensity : 0));
  const estimates = policyValue({ rewards, weights, model });
  const { meanWeight, effectiveSample: size } = estimates;
  if (meanWeight.mean === 0) {
    caveats.push(
      "The other policy never bids what was bid, so the log says nothing of it: bids must be levels of a list.",
    );
  } else if (size < FEW) {
    caveats.push(
      `The log has ${Math.round(size)} decisions' worth of the other policy: intervals of so few are too narrow.`,
    );
  }
  const { low, high } = meanWeight;
  if (low !== null && high !== null && meanWeight.mean !== 0 && (low > 1 || high < 1)) {
    caveats.push(
      `Weights average ${meanWeight.mean?.toPrecision(3)} and not 1: propensities are wrong, or the log has not all bids of the other policy.`,
    );
  }
  return estimates;
}

/** Bids that differ by rounding alone. */
const same = (a: number, b: number): boolean => Math.abs(a - b) <= 1e-9 * Math.max(a, b);

/** What is to be expected of the bids that were made and of the other policy's, by auction. */
function modelOf(columns: Columns, rule: CampaignRule): { made: Float64Array; other: Float64Array } {
  const column = (name: string) => columnOf(columns, name);
  const [bids, won, prices, values, worth, other] = ["bid", "won", "price", "value", "worth", "other"].map(column);
  const n = bids.length;
  const best = bestKnown(bids, prices);
  const expected = { made: new Float64Array(n), other: new Float64Array(n) };
  for (let fold = 0; fold < FOLDS; fold++) {
    // Stretches and not every fifth: what lies next to each other is alike.
    const [from, to] = [fold, fold + 1].map((end) => Math.floor((end * n) / FOLDS));
    const rest = (of: Float64Array) => of.filter((_, k) => k < from || k >= to);
    const mass = massUpTo(kaplanMeier(rest(best), rest(prices.map((price) => (price === UNKNOWN ? 0 : 1)))));
    const [theirs, wins] = [rest(values), rest(won)];
    const usual =
      theirs.reduce((sum, value, k) => sum + wins[k] * value, 0) /
      Math.max(
        1,
        wins.reduce((a, b) => a + b, 0),
      );
    for (let k = from; k < to; k++) {
      const value = worth[k] === UNKNOWN ? usual : worth[k];
      const payoff = (bid: number) => {
        const { share, sum } = mass(bid);
        return value * share - (rule === "second-price" ? sum : bid * share);
      };
      expected.made[k] = payoff(bids[k]);
      expected.other[k] = payoff(other[k]);
    }
  }
  return expected;
}

const given = ({ assumed }: KeptLog, column: string): boolean => !assumed.some(({ name }) => name === column);

function columnOf(columns: Columns, name: string): Float64Array {
  const column = columns.get(name);
  if (column === undefined) throw new Error(`a log of bids without the column ${name}`);
  return column;
}

function columnsIn(log: KeptLog): Columns {
  if (log.records > MOST) {
    const what = `has ${log.records.toLocaleString("en-US")} auctions, and ${MOST.toLocaleString("en-US")} can be looked at together`;
    const hint = "read some of them, by an SQL condition";
    throw new UserError({ code: "too-many", what, where: log.file, hint });
  }
  const columns = log.numbers.map((name) => [name, new Float64Array(log.records)] as const);
  const times = new Float64Array(log.records);
  const record = new Float64Array(log.width);
  for (let t = 0; t < log.records; t++) {
    log.read(t, record);
    times[t] = record[0];
    for (const [k, [, values]] of columns.entries()) values[t] = record[1 + k];
  }
  for (let from = 0, to = 0; from < times.length; from = to) {
    while (to < times.length && times[to] === times[from]) to += 1;
    if (to > from + 1) {
      sortRows(
        columns.map(([, values]) => values),
        from,
        to,
      );
    }
  }
  return new Map(columns);
}

/** Sorts rows of one time by what they say: else the parts of the log, and all that is fitted to them, would follow the order of the file. */
function sortRows(columns: readonly Float64Array[], from: number, to: number): void {
  const order = Array.from({ length: to - from }, (_, k) => from + k).sort((a, b) => {
    const column = columns.find((values) => values[a] !== values[b]);
    return column === undefined ? 0 : column[a] - column[b];
  });
  for (const values of columns) {
    values.set(
      order.map((row) => values[row]),
      from,
    );
  }
}
