// Which advertising channel earned the purchases of a log: credit by every rule from one pass over the file, with intervals, how far
// rules disagree, and credit by an attention network.

import { setImmediate } from "node:timers/promises";
import { Random } from "../../core/random.ts";
import type { Preparation } from "../../core/registry.ts";
import { cut, type Estimate, groupJackknife, type Range } from "../../evaluation/statistics/interval.ts";
import { deviation, mean } from "../../evaluation/statistics/moments.ts";
import { attentionFitting } from "../../feedback/attribution/attention-model.ts";
import {
  byEach,
  CREDIT_RULES,
  type CreditRule,
  type CreditSums,
  CreditTotals,
} from "../../feedback/attribution/credit-totals.ts";
import { readJourneys } from "../../feedback/attribution/journey-table.ts";
import type { TimeUnit } from "../../logs/epoch-units.ts";
import type { Mapping } from "../../logs/log-columns.ts";
import { type LogInput, type LogSource, logSource } from "../../logs/source.ts";
import { spanIn, type TimeSpan } from "../../logs/time-units.ts";
import { openTouches, type TouchCounts, type TouchOptions } from "../../logs/touches.ts";
import { creditShares, removalCredit } from "../../mechanisms/attribution/credit.ts";
import { converters, type Journeys, journeyCount, mostTouches } from "../../mechanisms/attribution/journeys.ts";

export interface AttributionOptions extends Partial<Omit<Preparation, "cache">> {
  /** Of time decay; default a week. */
  readonly halfLife?: TimeSpan;
  /** Of times that are numbers; default what their size shows. */
  readonly timeUnit?: TimeUnit;
  readonly attention?: AttentionChoice;
  readonly mapping?: Mapping;
}

/** Groups of journeys whose leaving out tells how far a figure may be off. */
const GROUPS = 50;

const WEEK: TimeSpan = { amount: 7 * 86_400, isTime: true };

/** What one channel has earned. */
export interface ChannelCredit {
  readonly channel: string;
  readonly touches: number;
  /** Null where the log does not say what touches cost. */
  readonly cost: number | null;
  /** Purchases. */
  readonly credit: Readonly<Record<CreditRule, Estimate>>;
  /** What a credited purchase has cost; only of a log that says what touches cost. */
  readonly costPerPurchase?: Readonly<Record<CreditRule, Estimate>>;
}

/** How far two rules disagree. */
export interface Disagreement {
  readonly rules: readonly [CreditRule, CreditRule];
  /** Of each channel its share by the second rule, less that by the first. */
  readonly channels: readonly { readonly channel: string; readonly gains: Estimate }[];
  /** Channels whose difference has an interval without 0. */
  readonly differing: number;
  /** Share of the credit, and of a budget that follows it, that would go to other channels: half the sum of all differences. */
  readonly moved: Estimate;
}

/** What a log of touches says of its channels. */
export interface Attribution extends Omit<TouchCounts, "reasons" | "counts"> {
  readonly file: string;
  readonly touches: number;
  readonly purchases: number;
  /** Purchases at the end of journeys without touches, which no channel is credited with. */
  readonly untouched: number;
  /** In the unit of the log's times; null where that is not known, and the usual week no number of it. */
  readonly halfLife: number | null;
  /** The longest time from a touch to its journey's end. */
  readonly longest: number;
  /** Of the log's times; null where it is not known. */
  readonly timeUnit: TimeUnit | null;
  /** Whether the log says what touches cost. */
  readonly priced: boolean;
  readonly channels: readonly ChannelCredit[];
  /** Of every two rules. */
  readonly disagreements: readonly Disagreement[];
  readonly attention?: AttentionCredit;
}

/**
 * Credits the channels of a log of touches, read once in memory that does not grow with it. Intervals (95 %) are of a delete-a-group
 * jackknife over 50 groups, into which journeys fall by a hash of their names; a figure without a group stands for as many journeys as
 * there are. With `attention` the file is read once more.
 */
export async function attributeTouches(source: LogInput, options: AttributionOptions = {}): Promise<Attribution> {
  const { halfLife: wanted, attention, ...how } = options;
  const named = logSource.parse(source);
  const log = await openTouches(named, how);
  try {
    const hasNoUnit = wanted === undefined && log.timeUnit === undefined;
    const halfLife = hasNoUnit ? null : spanIn(log.timeUnit, wanted ?? WEEK, named.file, "--half-life");
    const rules = CREDIT_RULES.filter((rule) => rule !== "time decay" || halfLife !== null);
    const totals = new CreditTotals(log.channels.length, halfLife ?? 1, GROUPS);
    for await (const block of log.blocks()) totals.add(block);
    // Only now it is certain that times are numbers.
    if (hasNoUnit) options.onNotice?.(UNTOLD);
    const { reasons: _, counts: __, ...read } = log.read;
    const whole = totals.sums();
    const touched = whole.purchases - whole.untouched;
    const { sizes, longest } = totals;
    const without = sizes.map((size, g) => (size === 0 ? whole : totals.sums(g)));
    const figure: FigureOf = (of, range) => cut(groupJackknife(of(whole), without.map(of), sizes), range);
    /** As if there were as many journeys as in the whole log. */
    const scaled = ({ journeys }: CreditSums) => whole.journeys / journeys;
    const channels = log.channels.map((channel, c): ChannelCredit => {
      const credit = byEach((rule) => {
        if (!rules.includes(rule)) return NONE;
        const estimate = figure((sums) => scaled(sums) * sums.credit[rule][c], AMOUNT);
        // How rare it is cannot be told of what was never seen.
        return estimate.mean === 0 ? { ...estimate, low: null, high: null } : estimate;
      });
      const price = (rule: CreditRule) =>
        rules.includes(rule) ? figure((sums) => sums.cost[c] / sums.credit[rule][c], AMOUNT) : NONE;
      return {
        channel,
        touches: whole.touches[c],
        cost: log.priced ? whole.cost[c] : null,
        credit,
        ...(log.priced ? { costPerPurchase: byEach(price) } : {}),
      };
    });
    return {
      file: named.file,
      ...read,
      touches: whole.touches.reduce((a, b) => a + b, 0),
      purchases: whole.purchases,
      untouched: whole.untouched,
      halfLife,
      longest,
      timeUnit: log.timeUnit ?? null,
      priced: log.priced,
      channels,
      disagreements: rules.flatMap((one, k) =>
        rules.slice(k + 1).map((other) => disagreement([one, other], log.channels, figure)),
      ),
      ...(attention && { attention: await attentionCredit(named, read.journeys, touched, attention, how) }),
    };
  } finally {
    log.close();
  }
}

/** Of a rule that is left out. */
const NONE: Estimate = { mean: null, low: null, high: null, n: 0 };
const UNTOLD =
  "time decay is left out, as times are numbers of an unknown unit: --time-unit h says it, or --half-life 24 in that unit";

/** A figure of the log with its interval, which keeps to the range of what it measures. */
type FigureOf = (of: (sums: CreditSums) => number, range: Range) => Estimate;

/** Purchases, and what one costs. */
const AMOUNT: Range = [0, Number.POSITIVE_INFINITY];

/** Differences of less are of the last digit. */
const ROUNDING = 1e-9;

function disagreement(
  rules: readonly [CreditRule, CreditRule],
  names: readonly string[],
  figure: FigureOf,
): Disagreement {
  const gain = ({ credit, purchases, untouched }: CreditSums, c: number) => {
    const all = purchases - untouched;
    return all > 0 ? (credit[rules[1]][c] - credit[rules[0]][c]) / all : 0;
  };
  const channels = names.map((channel, c) => ({ channel, gains: figure((sums) => gain(sums, c), [-1, 1]) }));
  const apart = ({ mean, low, high }: Estimate) =>
    mean !== null && Math.abs(mean) > ROUNDING && low !== null && high !== null && low * high > 0;
  return {
    rules,
    channels,
    differing: channels.filter(({ gains }) => apart(gains)).length,
    moved: figure((sums) => names.reduce((sum, _, c) => sum + Math.abs(gain(sums, c)) / 2, 0), [0, 1]),
  };
}

/** How the network is fitted. */
export interface AttentionChoice {
  /** Journeys that it is fitted to at most. */
  readonly journeys: number;
  readonly seed: number;
  /** Columns that say who the customer is; default all that the log's schema does not name. */
  readonly customer?: "all" | readonly string[];
}

export interface AttentionCredit {
  /** Journeys that it was fitted to. */
  readonly journeys: number;
  /** What it was told of the customers. */
  readonly features: readonly string[];
  /** Mean loss of the last epoch, in nats. */
  readonly loss: number;
  /** Purchases by channel, [channels]: all of the log's, in proportion to what would be lost without the channel among the fitted journeys. */
  readonly credit: readonly number[];
}

/** Of longer journeys the last so many touches are seen, as in the published code. */
const LONGEST = 20;

/** Fits the network to some of the log's `all` journeys, and shares `purchases` among channels. */
async function attentionCredit(
  source: LogSource,
  all: number,
  purchases: number,
  { journeys: most, seed, customer = "all" }: AttentionChoice,
  { onNotice: _, ...options }: TouchOptions,
): Promise<AttentionCredit> {
  const random = Random.of(seed, "attention");
  const sample = { most, of: all, random: random.stream("journeys") };
  const journeys = standardised(await readJourneys(source, { ...options, customer, sample }));
  const longest = Math.min(LONGEST, mostTouches(journeys));
  const fitting = attentionFitting(journeys, { longest }, random.stream("fit"));
  let loss = Number.NaN;
  for (let epoch = 1; epoch <= fitting.epochs; epoch++) {
    loss = fitting.epoch();
    options.onProgress?.(`attention: epoch ${epoch} of ${fitting.epochs}, loss ${loss.toFixed(4)}`);
    // An abort is heard here.
    await setImmediate();
    options.signal?.throwIfAborted();
  }
  const model = fitting.end();
  const shares = creditShares(removalCredit(model, journeys, converters(journeys)));
  model.close();
  return {
    journeys: journeyCount(journeys),
    features: journeys.features,
    loss,
    credit: Array.from(shares, (share) => purchases * share),
  };
}

/** The same journeys with features of mean 0 and variance 1, from any units. */
function standardised(journeys: Journeys): Journeys {
  const width = journeys.features.length;
  const user = journeys.user.slice();
  for (let j = 0; j < width; j++) {
    const values = user.filter((_, at) => at % width === j);
    const [centre, spread] = [mean(values), deviation(values)];
    for (let at = j; at < user.length; at += width) user[at] = spread > 0 ? (user[at] - centre) / spread : 0;
  }
  return { ...journeys, user };
}
