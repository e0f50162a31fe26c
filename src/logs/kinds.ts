// Kinds of logs and their columns: logs that environments play, and customer journeys. A kind's schema defines what the reader validates,
// the documentation lists, and environments rely on.

import { UserError, unknownName } from "../core/errors.ts";

/** A numeric column. */
export interface LogColumn {
  /** Column name; for a family of columns (`use_cpu`, `use_memory`) their common prefix. */
  readonly name: string;
  readonly unit: string;
  readonly low: number;
  /** Upper bound, which may be infinite although values may not. */
  readonly high: number;
  readonly meaning: string;
  /** Default value where the log lacks the column; a column without a default is required. */
  readonly otherwise?: number;
  /** Whether the default also replaces empty fields; otherwise every row of a present column must have a number. */
  readonly mayBeEmpty?: true;
  /** The column is required, though its fields may be empty. */
  readonly needed?: true;
  /** A time in the same format as `time`. */
  readonly time?: true;
  /** 1 or 0, which may be written as true and false. */
  readonly yesNo?: true;
}

/** A text column of names. */
export interface LogNames {
  readonly column: string;
  readonly meaning: string;
  /** The column may be left out. */
  readonly optional?: true;
}

/**
 * A kind of log. A record is an event at one time. In a kind with items and parties, a record consists of contiguous rows, one for each
 * party; otherwise every row is a record. In a `scattered` kind the rows may be in any order.
 */
export interface LogKind {
  readonly name: string;
  /** Plural noun for records. */
  readonly records: string;
  readonly summary: string;
  readonly parts?: {
    /** Column whose equal values form one record. */
    readonly item: LogNames;
    /** Column of the party that a row describes. */
    readonly party: LogNames & { readonly most: number };
  };
  /** Columns of names in a kind without items and parties. */
  readonly names?: readonly LogNames[];
  /** Records have no time. */
  readonly untimed?: true;
  readonly numbers: readonly LogColumn[];
  /** One or more columns with user-chosen names. */
  readonly family?: LogColumn;
  /** The rows of a record may be anywhere in the file and in any order of time. They are sorted, and no environment plays them. */
  readonly scattered?: true;
  /** Checks a row whose numbers are each within range. The returned text does not enter the content hash. */
  readonly contradiction?: (number: (column: string) => number) => Contradiction | undefined;
}

/** A contradiction between columns. */
export interface Contradiction {
  readonly column: string;
  readonly what: string;
  /** The reason without this row's own values, by which rows are counted; default `what`. */
  readonly reason?: string;
}

/** The column that every log has. */
export const TIME: LogColumn = {
  name: "time",
  unit: "seconds, or any unit; dates and timestamps are read as seconds since 1970",
  low: Number.NEGATIVE_INFINITY,
  high: Number.POSITIVE_INFINITY,
  meaning: "when it happened; no row is earlier than the one above it",
};

/** Description of a column. */
export interface DescribedColumn {
  readonly name: string;
  readonly unit: string;
  readonly range: string;
  readonly meaning: string;
  readonly otherwise?: number;
  /** Whether the default also replaces empty fields; otherwise every row of a present column must have a number. */
  readonly mayBeEmpty?: true;
}

/** All columns of a kind: the time, names, then numbers. */
export function describedColumns(kind: LogKind): DescribedColumn[] {
  const { numbers, family, scattered, untimed } = kind;
  const named = nameColumns(kind);
  const when = scattered === true ? { ...TIME, meaning: "when it happened" } : TIME;
  const describe = ({ name, unit, low, high, meaning, otherwise, needed }: LogColumn): DescribedColumn => ({
    name,
    unit,
    range:
      low === Number.NEGATIVE_INFINITY
        ? "any"
        : high === Number.POSITIVE_INFINITY
          ? `${low} and more`
          : `${low} … ${high}`,
    meaning,
    // A default outside the range means "unknown" and is not documented.
    ...(otherwise === undefined || needed === true ? {} : { otherwise: otherwise < low ? Number.NaN : otherwise }),
  });
  return [
    ...(untimed === true ? [] : [describe(when)]),
    ...named.map(({ column, meaning, optional }) => ({
      ...{ name: column, unit: "a name", range: "", meaning },
      ...(optional === true && { otherwise: Number.NaN }),
    })),
    ...numbers.map(describe),
    ...(family === undefined ? [] : [describe({ ...family, name: `${family.name}…` })]),
  ];
}

/** Name columns of a kind. */
export const nameColumns = ({ parts, names = [] }: LogKind): readonly LogNames[] =>
  parts === undefined ? names : [parts.item, parts.party, ...names];

/** Meaning of a column, with the default where it is left out. */
export const columnMeaning = ({ meaning, otherwise }: DescribedColumn): string =>
  otherwise === undefined ? meaning : `${meaning} (may be left out${Number.isNaN(otherwise) ? "" : `: ${otherwise}`})`;

const most = 64;
const MONEY = { unit: "money", low: 0, high: Number.POSITIVE_INFINITY };
const CHANCE = { unit: "probability", low: 0, high: 1 };

/** Placeholder for a number that a log does not contain. */
export const UNKNOWN = -1;

export const AUCTIONS: LogKind = {
  name: "auctions",
  records: "auctions",
  summary: "sealed bids: a row for each bidder of an auction",
  parts: {
    item: { column: "auction", meaning: "name of the auction" },
    party: { column: "bidder", meaning: "name of the bidder", most },
  },
  numbers: [
    { ...MONEY, name: "value", meaning: "what the thing is worth to the bidder; a truthful bid says it" },
    {
      ...CHANCE,
      name: "quality",
      meaning: "probability of a click on the bidder's advertisement where it is seen",
      otherwise: 1,
    },
  ],
};

export const IMPRESSIONS: LogKind = {
  name: "impressions",
  records: "impressions",
  summary: "impressions that one advertiser could buy: a row for each",
  numbers: [
    { ...MONEY, name: "price", meaning: "the highest bid of the others; a bid of as much wins" },
    { ...CHANCE, name: "chance", meaning: "predicted probability of a click" },
    {
      name: "click",
      unit: "clicks",
      low: -1,
      high: 1,
      meaning:
        "1 where it was clicked, 0 where not, −1 or nothing where unknown; then clicks are drawn with the chance",
      otherwise: -1,
      mayBeEmpty: true,
    },
  ],
};

export const REQUESTS: LogKind = {
  name: "requests",
  records: "requests",
  summary: "requests to serve from limited resources: a row for each way to serve one",
  parts: {
    item: { column: "request", meaning: "name of the request" },
    party: { column: "option", meaning: "name of a way to serve it", most: 32 },
  },
  numbers: [{ ...MONEY, unit: "reward", name: "reward", meaning: "what serving it this way earns" }],
  family: {
    name: "use_",
    unit: "units of the resource",
    low: 0,
    high: Number.POSITIVE_INFINITY,
    meaning: "what serving it this way uses of a resource, whose name follows the prefix",
  },
};

export const OFFERS: LogKind = {
  name: "offers",
  records: "impressions",
  summary: "impressions that several advertisers want: a row for each who wants one",
  parts: {
    item: { column: "impression", meaning: "name of the impression" },
    party: { column: "advertiser", meaning: "name of the advertiser", most },
  },
  numbers: [{ ...CHANCE, name: "chance", meaning: "probability that offering it to the advertiser is a success" }],
};

export const TRAFFIC: LogKind = {
  name: "traffic",
  records: "moments",
  summary: "cars on a road, seen at the same moments: a row for each car of a moment",
  parts: {
    item: { column: "frame", meaning: "name or number of the moment" },
    party: { column: "car", meaning: "name of the car", most: 256 },
  },
  numbers: [
    {
      name: "position",
      unit: "metres",
      low: Number.NEGATIVE_INFINITY,
      high: Number.POSITIVE_INFINITY,
      meaning: "of the car's front along the road, in the direction of driving",
    },
    { name: "lane", unit: "lanes", low: 1, high: 1000, meaning: "number of the lane, a whole number" },
    { name: "speed", unit: "m/s", low: 0, high: 100, meaning: "speed of the car" },
    {
      name: "type",
      unit: "types",
      low: 0,
      high: 2,
      meaning: "type of the driver where it is known: 0 cautious, 1 normal, 2 aggressive",
      otherwise: UNKNOWN,
      mayBeEmpty: true,
    },
  ],
  contradiction(number) {
    for (const column of ["lane", "type"]) {
      const value = number(column);
      if (!Number.isInteger(value)) return { column, what: `${value} is no whole number`, reason: "no whole number" };
    }
    return undefined;
  },
};

export const TOUCHES: LogKind = {
  name: "touches",
  records: "journeys",
  summary: "advertising that customers met on their way to a purchase or to none: a row for each touch, in any order",
  parts: {
    item: { column: "journey", meaning: "name of the journey" },
    party: {
      column: "channel",
      meaning: "name of the advertising channel; empty, like the time, in the one row of a journey without touches",
      most: 256,
    },
  },
  numbers: [
    {
      name: "converted",
      unit: "purchases",
      low: 0,
      high: 1,
      meaning: "1 where the journey ended with a purchase, 0 where not; the same in all its rows",
      yesNo: true,
    },
    {
      name: "end",
      unit: "that of the time",
      low: Number.NEGATIVE_INFINITY,
      high: Number.POSITIVE_INFINITY,
      meaning: "when the journey ended; where nothing is said, with its last touch",
      otherwise: Number.NaN,
      time: true,
    },
    { ...MONEY, name: "cost", meaning: "what the touch cost", otherwise: 0 },
  ],
  scattered: true,
};

const MAYBE_MONEY = { ...MONEY, otherwise: UNKNOWN } as const;

export const BIDS: LogKind = {
  name: "bids",
  records: "bids",
  summary: "one bidder's own bids, which tell the price to beat where they won: a row for each auction",
  numbers: [
    { ...MONEY, name: "bid", meaning: "what was bid" },
    { name: "won", unit: "auctions", low: 0, high: 1, meaning: "1 where the bid won, 0 where it lost", yesNo: true },
    {
      ...MAYBE_MONEY,
      name: "price",
      meaning: "the price to beat; of a lost auction mostly unknown, which is left empty",
      mayBeEmpty: true,
      needed: true,
    },
    {
      ...MAYBE_MONEY,
      name: "value",
      meaning: "what winning brought; of a lost auction unknown, which is left empty",
      mayBeEmpty: true,
    },
    { ...MAYBE_MONEY, name: "worth", meaning: "what winning was predicted to bring, won or lost" },
    { ...CHANCE, name: "chance", meaning: "predicted probability that the bid wins", otherwise: UNKNOWN },
    { ...CHANCE, name: "propensity", meaning: "probability with which the bidder bid this much", otherwise: UNKNOWN },
    { ...MAYBE_MONEY, name: "other", meaning: "what another policy would have bid" },
  ],
  contradiction(number) {
    const [bid, won, price] = ["bid", "won", "price"].map(number);
    if (won !== 0 && won !== 1) return { column: "won", what: `${won} is neither 0 nor 1`, reason: "neither 0 nor 1" };
    if (won === 1 && price === UNKNOWN) {
      return { column: "price", what: "is empty, and the auction was won: then the price to beat is known" };
    }
    if (won === 1 && price > bid) {
      const what = `${price} is more than the bid of ${bid}, which won`;
      return { column: "price", what, reason: "more than a bid that won" };
    }
    if (won === 0 && price !== UNKNOWN && price < bid) {
      const what = `${price} is less than the bid of ${bid}, which lost`;
      return { column: "price", what, reason: "less than a bid that lost" };
    }
    if (won === 0 && number("value") > 0) return { column: "value", what: "is above 0, and the auction was lost" };
    return number("propensity") === 0
      ? { column: "propensity", what: "is 0, and the bid was made: it is above 0" }
      : undefined;
  },
};

/** Largest position on a page. */
export const LAST_POSITION = 10_000;
const MAYBE_POSITION = { unit: "position", low: 0, high: LAST_POSITION, mayBeEmpty: true } as const;

export const CLICKS: LogKind = {
  name: "clicks",
  records: "shown items",
  summary: "items that were shown on pages of results, and which were clicked: a row for each item of a page",
  names: [
    { column: "page", meaning: "name of the page view; without it each row is a page of its own", optional: true },
    { column: "query", meaning: "what the page answers; an item is as relevant as its query makes it", optional: true },
    { column: "item", meaning: "name of the item" },
  ],
  numbers: [
    {
      ...MAYBE_POSITION,
      name: "position",
      meaning: "where on the page it was shown, a whole number; empty where it was not shown",
      otherwise: Number.NaN,
      needed: true,
    },
    {
      name: "click",
      unit: "clicks",
      low: 0,
      high: 1,
      meaning: "1 where it was clicked, 0 where not",
      yesNo: true,
    },
    {
      ...CHANCE,
      name: "propensity",
      meaning: "probability with which the item was shown in this position",
      otherwise: UNKNOWN,
      mayBeEmpty: true,
    },
    {
      ...MAYBE_POSITION,
      name: "other",
      meaning: "where another ranking would show the item; empty where it would not",
      otherwise: UNKNOWN,
    },
    {
      name: "score",
      unit: "any",
      low: Number.NEGATIVE_INFINITY,
      high: Number.POSITIVE_INFINITY,
      meaning: "score by which another ranking sorts the items of the page, the highest first",
      otherwise: Number.NaN,
    },
    {
      ...CHANCE,
      name: "chance",
      meaning: "probability with which another ranking shows the item in this position",
      otherwise: UNKNOWN,
    },
  ],
  untimed: true,
  scattered: true,
};

/** Kinds that no environment plays, by name, each with the command that reads it. */
export const READ_KINDS: ReadonlyMap<string, { readonly kind: LogKind; readonly command: string }> = new Map(
  [
    { kind: BIDS, command: "agon bids FILE" },
    { kind: TOUCHES, command: "agon attribute FILE" },
    { kind: CLICKS, command: "agon clicks FILE" },
  ].map((read) => [read.kind.name, read]),
);

/** Kinds that environments play, by name. */
export const LOG_KINDS: ReadonlyMap<string, LogKind> = new Map(
  [AUCTIONS, IMPRESSIONS, REQUESTS, OFFERS, TRAFFIC].map((kind) => [kind.name, kind]),
);

/** Returns a kind of log by name. Throws a UserError for an unknown name; `path` locates the name in the file. */
export function kindCalled(name: string, path?: readonly string[]): LogKind {
  const kind = LOG_KINDS.get(name) ?? READ_KINDS.get(name)?.kind;
  if (kind !== undefined) return kind;
  const problem = unknownName("kind of log", name, [...LOG_KINDS.keys(), ...READ_KINDS.keys(), "episodes"]);
  throw new UserError(path === undefined ? problem : { ...problem, path });
}
