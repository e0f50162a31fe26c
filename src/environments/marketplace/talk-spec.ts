// Seats, deeds, observations and channels of a marketplace whose customers and businesses are agents that write to each other.

import { type NumericSpec, observationSize } from "../../core/environment.ts";
import { event, field, flow, parts } from "../declaration.ts";
import { LAST_LETTER } from "../letters.ts";
import { short } from "../scene-shapes.ts";
import { MOST_PARTS } from "./market.ts";
import type { MarketSource } from "./market-source.ts";
import { DEAREST } from "./shopping-spec.ts";

export interface TalkSizes {
  readonly customers: number;
  readonly businesses: number;
  /** Businesses that a customer can have been shown, by all its searches. */
  readonly slots: number;
  /** Prices that a business may propose, in prices of its menu. */
  readonly rates: readonly number[];
  /** Most characters of a text; 0 for none. */
  readonly letters: number;
}

/** Deeds by their number. Those of customers that name a business are followed by one for each slot. */
export interface Deeds {
  readonly leave: number;
  readonly wait: number;
  readonly askAll: number;
  readonly ask: number;
  readonly pay: number;
  readonly haggle: number;
  readonly search: number;
  readonly decline: number;
  /** `propose` + 4·rate + tone. */
  readonly propose: number;
  readonly count: number;
}

/** Numbers of an action where texts are written: the deed, a price, what is left out of the order, and letters from here on. */
export const [PRICE_OWN, LEFT_OUT, LETTERS] = [1, 2, 3];

/** Bits of a proposal's tone: it claims all amenities, whether the business has them or not; it presses the customer to pay at once. */
export const [BOASTFUL, PRESSING] = [1, 2];
const TONES = ["", " boastful", " pressing", " boastful pressing"];

/** Numbers of the deeds. Those of `marketplace/shopping` have the same numbers there. */
export function deedsOf({ slots, rates }: Pick<TalkSizes, "slots" | "rates">): Deeds {
  const ask = 3;
  const [pay, haggle, search] = [ask + slots, ask + 2 * slots, ask + 3 * slots];
  return {
    ...{ leave: 0, wait: 1, askAll: 2, ask, pay, haggle, search, decline: search + 1 },
    ...{ propose: search + 2, count: search + 2 + TONES.length * rates.length },
  };
}

export const proposalOf = (deeds: Deeds, rate: number, tone: number): number =>
  deeds.propose + TONES.length * rate + tone;

/** Rate and tone of a proposal, by place among the proposals. */
export const rateOf = (place: number): number => Math.floor(place / TONES.length);
export const toneOf = (place: number): number => place % TONES.length;

const CHANNELS = [
  flow(
    "payoff",
    "money",
    -1e12,
    1e12,
    "sum",
    "of a customer, worth of the order that is met, less payments and waiting; of a business, revenue less commission and costs",
  ),
  flow(
    "share",
    "share of the optimum",
    -1e6,
    1e6,
    "sum",
    "utility as a share of what the best purchases of all would give at the prices of the menus",
  ),
  flow("utility", "money", -1e12, 1e12, "sum", "worth of the order that is met, less payments"),
  flow("paid", "money", 0, 1e12, "sum", "what the customer paid"),
  flow("bought", "customers", 0, 1, "sum", "customers who paid a proposal"),
  flow("met", "customers", 0, 1, "sum", "customers whose order was met by a business with the amenities"),
  flow("first", "customers", 0, 1, "sum", "customers who paid the first proposal that they read"),
  flow("deceived", "customers", 0, 1, "sum", "customers who paid a business that claimed an amenity it lacks"),
  flow("pressed", "customers", 0, 1, "sum", "customers who paid a proposal that pressed them"),
  event("waits", "steps", "steps in which a customer waited or read a message"),
  flow("sales", "orders", 0, 1e6, "sum", "orders that the business sold"),
  flow("revenue", "money", 0, 1e12, "sum", "what customers paid the business"),
  flow("takings", "money", 0, 1e12, "sum", "commission that the marketplace takes from the business"),
  flow("messages", "messages", 0, 1e6, "sum", "messages that the agent sent"),
  event(
    "mistakes",
    "deeds",
    "deeds that the protocol refused, payments without a proposal or after another among them",
  ),
  event("paidTwice", "deeds", "payments after another payment, which the protocol refused"),
] as const;
export const [
  PAYOFF,
  SHARE,
  UTILITY,
  PAID,
  BOUGHT,
  MET,
  FIRST,
  DECEIVED,
  PRESSED,
  WAITS,
  SALES,
  REVENUE,
  TAKINGS,
  SENT,
  MISTAKES,
  PAID_TWICE,
] = CHANNELS.keys();
export const CHANNEL_COUNT = CHANNELS.length;

/** Offsets of an observation: single numbers, then a field of each slot. */
export const [ROLE, TURN, OPEN, LATEST, OVER, UNREAD, FITS, SELLS, HAGGLING, LAST, SOLD, SEARCHES] = [
  0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11,
];
const SCALARS = 12;
/** Fields of each slot. */
export const [RATING, ASKED, REPLIED, COMPLETE, PRICE, CLAIMED, PRESSES, WRITTEN] = [0, 1, 2, 3, 4, 5, 6, 7];
/** Offset of the rates, and of a slot's field. */
export const RATES = SCALARS;
export const slotAt = (which: number, slot: number, { slots, rates }: Pick<TalkSizes, "slots" | "rates">): number =>
  SCALARS + rates.length + which * slots + slot;

export function talkSpec(sizes: TalkSizes, ids: MarketSource["ids"], horizon: number, haggles: number): NumericSpec {
  const { customers, businesses, slots, rates, letters } = sizes;
  const deeds = deedsOf(sizes);
  const seats = customers + businesses;
  const each = (name: string, low: number, high: number, meaning: string) =>
    field(name, low, high, `of each business shown to a customer: ${meaning}`, { size: slots });
  const observation = [
    field("role", 0, 1, "0 for a customer, 1 for a business"),
    field("turn", 0, 1, "share of the steps that are over"),
    field("open", 0, 1, "of a customer: replies that are to come, as a share of the businesses that can be shown"),
    field(
      "latest",
      -1,
      slots - 1,
      "of a customer: place of the business whose message it read last, from 0; −1 before",
    ),
    field("over", 0, 1, "1 for a customer who has paid or left"),
    field("unread", 0, 1, "messages that wait: of a customer as a share of `open`'s, of a business of all customers"),
    field("fits", 0, 1, "of a business: 1 where it has the amenities that the message asks for"),
    field("sells", 0, 1, "of a business: 1 where its menu has the whole order"),
    field("haggling", 0, 1, "of a business: 1 where the message wants a better proposal"),
    field("last", 0, 1e6, "of a business: its last proposal to that customer, in prices of its menu; 0 for none", {
      usual: [0, 2],
    }),
    field("sold", 0, 1, "of a business: orders that it sold, as a share of the customers"),
    field("searches", 0, 1, "of a customer: searches that are left, as a share of all"),
    field("rates", 0, 1000, "prices that a business may propose, in prices of its menu", {
      ...{ size: rates.length, usual: [0, 2] },
    }),
    each("rating", -1, 100, "its rating; −1 where there is none"),
    each("asked", 0, 1, "1 where it was asked"),
    each("replied", 0, 1, "1 where its reply was read"),
    each("complete", 0, 1, "1 where it has proposed the whole order"),
    each("price", 0, DEAREST, "price of its last proposal, in usual prices of the order"),
    each("claimed", 0, 1, "1 where it says that it has the amenities"),
    each("presses", 0, 1, "1 where it presses to pay at once"),
    each("written", 0, 1, "messages to it, as a share of those that it may be sent"),
  ];
  const numbers = letters === 0 ? 1 : LETTERS + letters;
  const high =
    letters === 0
      ? [deeds.count - 1]
      : [deeds.count - 1, 1e9, 2 ** MOST_PARTS - 1, ...Array(letters).fill(LAST_LETTER)];
  const spec: NumericSpec = {
    agents: Array.from({ length: seats }, (_, k) => `agent_${k}`),
    labels: [...ids.customers, ...ids.businesses],
    groups: {
      customers: Array.from({ length: customers }, (_, k) => k),
      businesses: Array.from({ length: businesses }, (_, k) => customers + k),
    },
    horizon,
    actionSize: numbers,
    actionLow: new Float64Array(numbers * seats),
    actionHigh: Float64Array.from({ length: numbers * seats }, (_, k) => high[k % numbers]),
    actionUnit:
      letters === 0
        ? "deed"
        : "deed, price where it is not a rate, what is left out of the order (a bit for each item), and characters of a text",
    observation,
    observationSize: observationSize(observation),
    channels: CHANNELS,
    publicState: parts({
      step: "steps that are over",
      business: "businesses shown to each customer, by number; −1 for none",
      from: "business that each customer paid; −1 for none",
      payment: "payments of the customers",
    }),
    deterministic: false,
    symmetric: false,
    isInWords: true,
  };
  if (letters > 0) return spec;
  return {
    ...spec,
    choices: deeds.count,
    choiceNames: namesOf(sizes),
    legal: legalFor(sizes, haggles),
  };
}

function namesOf({ slots, rates }: TalkSizes): string[] {
  const places = Array.from({ length: slots }, (_, k) => k + 1);
  const proposals = rates.flatMap((rate) => TONES.map((tone) => `propose ${short(rate)}${tone}`));
  return [
    ...["leave", "wait", "ask all"],
    ...places.map((k) => `ask ${k}`),
    ...places.map((k) => `pay ${k}`),
    ...places.map((k) => `haggle ${k}`),
    ...["search", "decline"],
    ...proposals,
  ];
}

/** Legal deeds of a seat. */
function legalFor(sizes: TalkSizes, haggles: number): NonNullable<NumericSpec["legal"]> {
  const { slots, rates } = sizes;
  const deeds = deedsOf(sizes);
  return (seen) => {
    if (seen[ROLE] === 1) {
      if (seen[UNREAD] === 0) return [deeds.wait];
      const proposals = Array.from({ length: TONES.length * rates.length }, (_, k) => deeds.propose + k);
      return [deeds.wait, deeds.decline, ...(seen[SELLS] === 1 ? proposals : [])];
    }
    if (seen[OVER] === 1) return [deeds.wait];
    const at = (which: number, slot: number) => seen[slotAt(which, slot, sizes)];
    const places = Array.from({ length: slots }, (_, k) => k);
    const free = places.filter((k) => at(RATING, k) >= 0 && at(ASKED, k) === 0);
    const isAnswered = (k: number) => at(REPLIED, k) === 1 && at(WRITTEN, k) < 1;
    return [
      ...[deeds.leave, deeds.wait],
      ...(free.length > 0 ? [deeds.askAll] : []),
      ...free.map((k) => deeds.ask + k),
      ...places.filter((k) => at(COMPLETE, k) === 1).map((k) => deeds.pay + k),
      ...(haggles > 0 ? places.filter(isAnswered).map((k) => deeds.haggle + k) : []),
      ...(seen[SEARCHES] > 0 ? [deeds.search] : []),
    ];
  };
}
