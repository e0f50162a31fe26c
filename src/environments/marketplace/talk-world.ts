// The state machine of a marketplace whose customers and businesses write to each other. In each step every seat does one thing, and what it
// sends can be read from the next step on. Messages of one step have times drawn by chance, so that no seat is always the first.

import { type NumericEnvironment, Status } from "../../core/environment.ts";
import type { Random } from "../../core/random.ts";
import { choiceOf } from "../declaration.ts";
import { hasAmenities, MOST_PARTS, orderPrice, usualPrice, utilityOf } from "./market.ts";
import { DRAWS, type MarketSource } from "./market-source.ts";
import type { SearchRule } from "./search.ts";
import { talkObserver } from "./talk-observation.ts";
import * as spec from "./talk-spec.ts";
import {
  AMOUNT,
  FLAGS,
  HAS,
  leftOutOf,
  type MessageKind,
  PRESSES_NOW,
  TIME,
  talkState,
  withLeftOut,
} from "./talk-state.ts";
import { talkTools } from "./talk-tools.ts";
import { FAULTS, type ProtocolRefusal, talkViews } from "./talk-views.ts";

/** Settings of the world, as its parameters describe them. */
export interface TalkSettings {
  readonly search: SearchRule;
  readonly limit: number;
  readonly searches: number;
  readonly turns: number;
  readonly waiting: number;
  readonly rates: readonly number[];
  readonly haggles: number;
  readonly cost: number;
  readonly commission: number;
  readonly letters: number;
  readonly pressing: string;
}

/** Steps after which a seat that waits is woken, although nothing has come. */
const PATIENCE = 10;

/** A seat's turn: the actions and outcomes of all seats, and chance. One record serves all turns of a step. */
interface Play {
  seat: number;
  readonly actions: Float64Array;
  readonly outcomes: Float64Array;
  readonly random: Random;
}

/** Creates the world on the markets of a source. */
export function talkWorld(settings: TalkSettings, source: MarketSource): NumericEnvironment {
  const { limit, turns, rates, letters, haggles } = settings;
  const { customers: C, businesses: B } = source;
  const L = limit * settings.searches;
  const sizes = { customers: C, businesses: B, slots: L, rates, letters };
  const deeds = spec.deedsOf(sizes);
  const declared = spec.talkSpec(sizes, source.ids, turns, haggles);
  const A = declared.actionSize;
  const most = { messages: 1 + haggles, searches: settings.searches };
  const talk = talkState(sizes, deeds, most, source.marketOf, usualPrice);
  const { state, market, usual, write, attach, at, textIn } = talk;
  const { draw, step: counter, searches, over, waits, latest, replies, proposals } = state.views;
  const { from, payment, taken, business, list, fits, written, open, reply, read, proposal, place, rate } = state.views;
  const { current, queued, sold, fault } = state.views;

  /** Appends a message of this step, with the sender's text, and returns its row. */
  const send = (play: Play, to: number, kind: MessageKind, amount = 0, flags = 0): number => {
    const row = write(counter[0] + play.random.uniform(), play.seat, to, kind, amount, flags);
    attach(row, play.actions, play.seat * A + spec.LETTERS);
    return row;
  };

  /** Shows a customer the next businesses for a query; its own request where that is empty. */
  const search = (c: number, query: string): number => {
    const { index, customers, businesses } = market();
    const customer = customers[c];
    const scores = index.scores(settings.search, query === "" ? customer : { ...customer, request: query });
    const known = business.subarray(c * L, (c + 1) * L);
    const fresh = index.ranked(scores, limit * settings.searches).filter((k) => !known.includes(k));
    for (const [k, one] of fresh.slice(0, limit).entries()) {
      const pair = c * L + searches[c] * limit + k;
      business[pair] = one;
      list[pair] = orderPrice(customer, businesses[one]) ?? -1;
      fits[pair] = hasAmenities(customer, businesses[one]) ? 1 : 0;
    }
    searches[c] += 1;
    return Math.min(limit, fresh.length);
  };

  const begin = (random: Random): void => {
    state.buffer.fill(0);
    draw[0] = random.integer(DRAWS);
    for (const part of [latest, from, business, current]) part.fill(-1);
    for (let c = 0; c < C; c++) write(0, c, -1, "search", search(c, ""), 0);
  };

  /** Lets a customer read its oldest reply; false where none has come. */
  const readNext = (c: number): boolean => {
    let first = -1;
    for (let p = c * L; p < (c + 1) * L; p++)
      if (reply[p] > 0 && (first < 0 || at(reply[p], TIME) < at(reply[first], TIME))) first = p;
    if (first < 0) return false;
    read[first] = reply[first];
    reply[first] = 0;
    replies[c] += 1;
    latest[c] = first - c * L;
    if (talk.kindOf(read[first]) === "proposal") {
      proposals[c] += 1;
      proposal[first] = read[first];
      place[first] = proposals[c];
    }
    return true;
  };

  const isOpen = (c: number): boolean => {
    for (let p = c * L; p < (c + 1) * L; p++) if (open[p] > 0) return true;
    return false;
  };

  const pay = (c: number, pair: number, outcomes: Float64Array): void => {
    const { best } = market();
    const total = at(proposal[pair], AMOUNT);
    const flags = at(proposal[pair], FLAGS);
    const seller = business[pair];
    const leftOut = leftOutOf(flags);
    const isMet = fits[pair] === 1 && leftOut === 0;
    const cost =
      leftOut === 0 ? list[pair] : (orderPrice(market().customers[c], market().businesses[seller], leftOut) ?? 0);
    const utility = utilityOf(usual(c), { price: total, fits: isMet });
    from[c] = seller;
    payment[c] = total;
    taken[c] = place[pair];
    over[c] = 1;
    sold[seller] += 1;
    const [own, other, each] = [c * spec.CHANNEL_COUNT, (C + seller) * spec.CHANNEL_COUNT, 1 / C];
    outcomes[own + spec.PAYOFF] += utility;
    outcomes[own + spec.SHARE] = best === 0 ? 0 : utility / best;
    outcomes[own + spec.UTILITY] = utility;
    outcomes[own + spec.PAID] = total;
    outcomes[own + spec.BOUGHT] = each;
    outcomes[own + spec.MET] = isMet ? each : 0;
    outcomes[own + spec.FIRST] = place[pair] === 1 ? each : 0;
    outcomes[own + spec.DECEIVED] = (flags & HAS) !== 0 && fits[pair] === 0 ? each : 0;
    outcomes[own + spec.PRESSED] = (flags & PRESSES_NOW) !== 0 ? each : 0;
    outcomes[other + spec.SALES] += 1;
    outcomes[other + spec.REVENUE] += total;
    outcomes[other + spec.TAKINGS] += settings.commission * total;
    outcomes[other + spec.PAYOFF] += (1 - settings.commission) * total - settings.cost * cost;
  };

  /** A customer's deed: its messages, or the fault for which the protocol refuses it. */
  const buy = (deed: number, play: Play): number | ProtocolRefusal => {
    const { seat: c, outcomes } = play;
    if (over[c] === 1) {
      if (deed === deeds.wait) return 0;
      return deed >= deeds.pay && deed < deeds.haggle && from[c] >= 0 ? "paid twice" : "over";
    }
    if (deed === deeds.wait) {
      outcomes[c * spec.CHANNEL_COUNT + spec.WAITS] = 1;
      outcomes[c * spec.CHANNEL_COUNT + spec.PAYOFF] -= settings.waiting * usual(c);
      waits[c] = readNext(c) || !isOpen(c) || waits[c] + 1 >= PATIENCE ? 0 : waits[c] + 1;
      return 0;
    }
    waits[c] = 0;
    const ask = (pair: number, kind: "ask" | "haggle"): void => {
      open[pair] = send(play, C + business[pair], kind);
      written[pair] += 1;
    };
    if (deed === deeds.leave) {
      over[c] = 1;
      return send(play, -1, "leave") > 0 ? 1 : 0;
    }
    if (deed === deeds.askAll) {
      let asked = 0;
      for (let p = c * L; p < (c + 1) * L; p++) {
        if (business[p] < 0 || written[p] > 0) continue;
        ask(p, "ask");
        asked += 1;
      }
      return asked === 0 ? "asked before" : asked;
    }
    if (deed === deeds.search) {
      if (searches[c] >= settings.searches) return "no search left";
      send(play, -1, "search", search(c, textIn(play.actions, c * A + spec.LETTERS).trim()));
      return 1;
    }
    if (deed >= deeds.decline) return "no business";
    const pair = c * L + ((deed - deeds.ask) % L);
    if (business[pair] < 0) return "not shown";
    if (deed < deeds.pay) {
      if (written[pair] > 0) return "asked before";
      ask(pair, "ask");
      return 1;
    }
    if (deed < deeds.haggle) {
      if (proposal[pair] === 0) return "nothing proposed";
      pay(c, pair, outcomes);
      send(play, C + business[pair], "payment", payment[c]);
      return 1;
    }
    if (read[pair] === 0 || open[pair] > 0 || reply[pair] > 0) return "not answered";
    if (written[pair] >= most.messages) return "said enough";
    ask(pair, "haggle");
    return 1;
  };

  const sell = (deed: number, play: Play): number | ProtocolRefusal => {
    const b = play.seat - C;
    if (deed === deeds.wait) return 0;
    if (deed < deeds.decline) return "no customer";
    const pair = current[b];
    if (pair < 0) return "nothing asked";
    const customer = Math.floor(pair / L);
    if (deed === deeds.decline) reply[pair] = send(play, customer, "decline");
    else {
      const buyer = market().customers[customer];
      const left = letters > 0 ? Math.round(play.actions[play.seat * A + spec.LEFT_OUT]) : 0;
      const leftOut = left > 0 ? left % 2 ** Math.min(MOST_PARTS, buyer.order.size) : 0;
      const priced = leftOut === 0 ? list[pair] : (orderPrice(buyer, market().businesses[b], leftOut) ?? -1);
      if (priced < 0) return "not sold";
      const number = deed - deeds.propose;
      const own = letters > 0 ? Math.max(0, play.actions[play.seat * A + spec.PRICE_OWN]) : 0;
      const total = own > 0 ? Math.min(own, 1e9) : rates[spec.rateOf(number)] * priced;
      const tone = spec.toneOf(number);
      const claims = fits[pair] === 1 || (tone & spec.BOASTFUL) !== 0 ? HAS : 0;
      const flags = claims | ((tone & spec.PRESSING) !== 0 ? PRESSES_NOW : 0);
      reply[pair] = send(play, customer, "proposal", total, withLeftOut(flags, leftOut));
      rate[pair] = priced === 0 ? 0 : total / priced;
    }
    open[pair] = 0;
    return 1;
  };

  /** Puts the messages of customers who are there in the order of their times. */
  const queue = (): void => {
    current.fill(-1);
    queued.fill(0);
    for (let p = 0; p < C * L; p++) {
      if (open[p] === 0 || over[Math.floor(p / L)] === 1) continue;
      const b = business[p];
      queued[b] += 1;
      if (current[b] < 0 || at(open[p], TIME) < at(open[current[b]], TIME)) current[b] = p;
    }
  };

  return {
    spec: declared,
    state,
    reset(random, outcomes) {
      outcomes.fill(0);
      begin(random);
    },
    step(actions, outcomes, random) {
      outcomes.fill(0);
      const play = { seat: 0, actions, outcomes, random };
      for (let seat = 0; seat < C + B; seat++) {
        play.seat = seat;
        const deed = choiceOf(actions[seat * A], deeds.count);
        const done = seat < C ? buy(deed, play) : sell(deed, play);
        const row = seat * spec.CHANNEL_COUNT;
        if (typeof done === "number") outcomes[row + spec.SENT] = done;
        else {
          outcomes[row + spec.MISTAKES] = 1;
          outcomes[row + spec.PAID_TWICE] = done === "paid twice" ? 1 : 0;
        }
        fault[seat] = typeof done === "number" ? 0 : 1 + FAULTS.indexOf(done);
      }
      counter[0] += 1;
      queue();
      const isOver = over.every((one) => one === 1);
      return (isOver ? Status.terminated : Status.running) | (counter[0] >= turns ? Status.truncated : Status.running);
    },
    observe: talkObserver(talk, declared.observationSize, turns),
    ...talkViews(talk, settings.pressing, turns),
    keeps: ["ledger"],
    toolPlay: talkTools(talk, settings),
  };
}
