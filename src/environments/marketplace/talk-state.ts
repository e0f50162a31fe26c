// The state of a marketplace in which customers and businesses write to each other: an append-only log of messages, and for each customer the
// businesses that it was shown. All that a message says stands in its row of the log.

import { UserError } from "../../core/errors.ts";
import { layout } from "../../core/layout.ts";
import { copyText, textFrom } from "../letters.ts";
import type { IndexedMarket } from "./market-source.ts";
import type { Deeds, TalkSizes } from "./talk-spec.ts";

/** Columns of the log: time in steps, seats of sender and recipient (−1 for the platform), kind, amount, and what it claims. */
export const [TIME, FROM, TO, KIND, AMOUNT, FLAGS] = [0, 1, 2, 3, 4, 5];
const COLUMNS = 6;

/** Kinds of messages. The amount of a proposal and of a payment is a price; that of a search, how many businesses it showed. */
export const KINDS = ["search", "ask", "haggle", "proposal", "decline", "payment", "leave"] as const;
export type MessageKind = (typeof KINDS)[number];

/** Flags of a proposal: that the business has the amenities, and that the customer should pay at once. */
export const [HAS, PRESSES_NOW] = [1, 2];
/** The rest of a proposal's flags: what it leaves out of the order, in units of this. */
const LEFT_OUT = 4;
export const withLeftOut = (flags: number, leftOut: number): number => flags + LEFT_OUT * leftOut;
/** What a proposal leaves out of the order, a bit for each item; 0 for nothing. */
export const leftOutOf = (flags: number): number => Math.floor(flags / LEFT_OUT);

/** Most numbers of a world's texts: they are 160 MB. */
const MOST_LETTERS = 2e7;

/** Allocates the state. `most` is the number of rows of the log. */
const talkLayout = (customers: number, businesses: number, slots: number, most: number, letters: number) => {
  const pairs = customers * slots;
  return layout({
    ...{ draw: [1], step: [1], rows: [1] },
    /** Of each customer: searches made, whether it has paid or left, steps since it began to wait, the slot read last, and counts of what it read. */
    ...{ searches: [customers], over: [customers], waits: [customers] },
    ...{ latest: [customers], replies: [customers], proposals: [customers] },
    /** Of each customer: the business paid, −1 for none, the payment, and the place of the proposal among those read. */
    ...{ from: [customers], payment: [customers], taken: [customers] },
    /** Of each business shown to a customer: its index, −1 for none; price of the order on its menu, −1 where it lacks an item; amenities. */
    ...{ business: [customers, slots], list: [pairs], fits: [pairs] },
    /**
     * Of each such pair: messages to the business, and rows of the log from 1, 0 for none: the message that is to be answered, the reply that is
     * to be read, the reply and the proposal read last; place of that proposal; price of its last proposal, in prices of the menu.
     */
    ...{
      written: [pairs],
      open: [pairs],
      reply: [pairs],
      read: [pairs],
      proposal: [pairs],
      place: [pairs],
      rate: [pairs],
    },
    /** Of each business: the pair whose message it answers next, −1 for none, messages that wait, and orders sold. */
    ...{ current: [businesses], queued: [businesses], sold: [businesses] },
    /** Of each seat: number of the protocol's last refusal, 0 for none. */
    fault: [customers + businesses],
    log: [most, COLUMNS],
    text: [Math.max(1, most * letters)],
  });
};

/** State of a world, the market that it is about, and its log. */
export interface MarketTalk {
  readonly state: ReturnType<typeof talkLayout>;
  readonly sizes: TalkSizes;
  readonly deeds: Deeds;
  /** Messages that a customer may send to a business, and searches that it may make. */
  readonly most: { readonly messages: number; readonly searches: number };
  /** The market of the current draw, and the usual price of each customer's order. */
  market(): IndexedMarket;
  usual(customer: number): number;
  /** Appends a message and returns its row, from 1. */
  write(time: number, from: number, to: number, kind: MessageKind, amount: number, flags: number): number;
  /** Copies characters to a message: code points up to a 0. */
  attach(row: number, actions: Float64Array, at: number): void;
  /** A column of a row, from 1; the kind of a row; its text, "" for none. */
  at(row: number, column: number): number;
  kindOf(row: number): MessageKind;
  textOf(row: number): string;
  /** The text of an action whose characters begin at `at`. */
  textIn(actions: Float64Array, at: number): string;
}

/** Creates the state of a world. Throws a UserError where its texts would take too much memory. */
export function talkState(
  sizes: TalkSizes,
  deeds: Deeds,
  most: MarketTalk["most"],
  marketOf: (draw: number) => IndexedMarket,
  usualPrice: (customer: IndexedMarket["customers"][number]) => number,
): MarketTalk {
  const { customers, businesses, slots, letters } = sizes;
  // Each message has one reply. A customer searches, and pays or leaves.
  const length = customers * slots * 2 * most.messages + customers * (most.searches + 1);
  if (length * letters > MOST_LETTERS) {
    const what = `${length} messages of ${letters} letters are too many to keep`;
    throw new UserError({
      code: "too-large",
      what,
      path: ["letters"],
      hint: "fewer letters, customers, limit or haggles",
    });
  }
  const state = talkLayout(customers, businesses, slots, length, letters);
  const { draw, rows, log, text } = state.views;
  let held: { readonly draw: number; readonly market: IndexedMarket; readonly usual: Float64Array } | undefined;
  const current = () => {
    if (held?.draw !== draw[0]) {
      const market = marketOf(draw[0]);
      held = { draw: draw[0], market, usual: Float64Array.from(market.customers, usualPrice) };
    }
    return held;
  };
  return {
    ...{ state, sizes, deeds, most },
    market: () => current().market,
    usual: (customer) => current().usual[customer],
    write(time, from, to, kind, amount, flags) {
      const at = rows[0] * COLUMNS;
      log[at + TIME] = time;
      log[at + FROM] = from;
      log[at + TO] = to;
      log[at + KIND] = KINDS.indexOf(kind);
      log[at + AMOUNT] = amount;
      log[at + FLAGS] = flags;
      rows[0] += 1;
      return rows[0];
    },
    attach(row, actions, at) {
      copyText(actions, at, text, (row - 1) * letters, letters);
    },
    at: (row, column) => log[(row - 1) * COLUMNS + column],
    kindOf: (row) => KINDS[log[(row - 1) * COLUMNS + KIND]],
    textOf: (row) => textFrom(text, (row - 1) * letters, letters),
    textIn: (actions, at) => textFrom(actions, at, letters),
  };
}
