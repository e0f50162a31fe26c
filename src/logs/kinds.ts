// The kinds of logs: those that worlds play, and journeys of customers.

import type { LogKind } from "./kind.ts";

const most = 64;
const MONEY = { unit: "money", low: 0, high: Number.POSITIVE_INFINITY };
const CHANCE = { unit: "probability", low: 0, high: 1 };

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
    { ...MONEY, name: "price", meaning: "the highest bid of the others, which must be passed to win" },
    { ...CHANCE, name: "chance", meaning: "predicted probability of a click" },
    {
      name: "click",
      unit: "clicks",
      low: -1,
      high: 1,
      meaning:
        "1 where it was clicked, 0 where not, −1 or nothing where nobody knows; then clicks are drawn with the chance",
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

/** The kinds that worlds play, by name. */
export const LOG_KINDS: ReadonlyMap<string, LogKind> = new Map(
  [AUCTIONS, IMPRESSIONS, REQUESTS, OFFERS].map((kind) => [kind.name, kind]),
);
