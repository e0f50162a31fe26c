// The state machine of shopping: for each customer a search, questions to businesses, replies in an order by chance, and a payment.

import { type NumericEnvironment, Status } from "../../core/environment.ts";
import { Random } from "../../core/random.ts";
import { choiceOf } from "../declaration.ts";
import { hasAmenities, orderPrice, usualPrice, utilityOf } from "./market.ts";
import { DRAWS, type IndexedMarket } from "./market-source.ts";
import type { SearchRule } from "./search.ts";
import {
  ASK,
  ASK_ALL,
  ASKED,
  ASKS,
  BOUGHT,
  CLAIMED,
  COMPLETE,
  DEAREST,
  DECEIVED,
  FIRST,
  LEAVE,
  MET,
  PAID,
  PAYOFF,
  PRICE,
  RATING,
  REPLIED,
  SCALARS,
  SHARE,
  SPONSOR,
  SPONSORED,
  specOf,
  TAKINGS,
  UTILITY,
  WAIT,
  WAITS,
} from "./shopping-spec.ts";
import { shoppingTools } from "./shopping-tools.ts";
import { shoppingState, viewsOf } from "./shopping-views.ts";

/** Largest share of a sale that a price can pass on. */
const MOST_DUES = 0.95;

/** Settings of the world, as its parameters describe them. */
export interface ShoppingSettings {
  readonly search: SearchRule;
  readonly limit: number;
  readonly turns: number;
  readonly waiting: number;
  readonly boastful: number;
  readonly sponsors: number;
  readonly boost: number;
  readonly sponsorFee: number;
  readonly commission: number;
  readonly passed: number;
}

/** Creates the world for so many customers, on the market of each draw. */
export function shoppingWorld(
  settings: ShoppingSettings,
  customers: number,
  marketOf: (draw: number) => IndexedMarket,
): NumericEnvironment {
  const { limit, turns } = settings;
  const state = shoppingState(limit, customers);
  const { draw, customer, turn, now, replies, proposals, latest } = state.views;
  const { business, comes, reply, proposal, price, fits, claims, sponsor, from, payment, taken } = state.views;
  let held: { readonly draw: number; readonly market: IndexedMarket } | undefined;
  /** The market of the current draw, which a copy of the state may have changed. */
  const market = (): IndexedMarket => {
    if (held?.draw !== draw[0]) held = { draw: draw[0], market: marketOf(draw[0]) };
    return held.market;
  };
  const served = () => market().customers[customer[0]];
  const chance = (name: string, one: number) => Random.of(draw[0], name, one).uniform();
  const isSponsor = (one: number) => settings.sponsors > 0 && chance("sponsor", one) < settings.sponsors;
  const isBoastful = (one: number) => settings.boastful > 0 && chance("boastful", one) < settings.boastful;
  /** Share of its sales that a business pays the marketplace. */
  const dues = (slot: number) => Math.min(MOST_DUES, settings.commission + sponsor[slot] * settings.sponsorFee);

  /** Begins to serve a customer: the search with its request. */
  const begin = (): void => {
    for (const part of [turn, now, replies, proposals]) part[0] = 0;
    latest[0] = -1;
    business.fill(-1);
    comes.fill(-1);
    for (const part of [reply, proposal, price, fits, claims, sponsor]) part.fill(0);
    const { index, businesses } = market();
    const scores = index.scores(settings.search, served());
    if (settings.sponsors > 0)
      for (const k of businesses.keys()) if (scores[k] >= 0 && isSponsor(k)) scores[k] += settings.boost;
    for (const [slot, one] of index.ranked(scores, limit).entries()) {
      business[slot] = one;
      sponsor[slot] = isSponsor(one) ? 1 : 0;
      fits[slot] = hasAmenities(served(), businesses[one]) ? 1 : 0;
      claims[slot] = fits[slot] === 1 || isBoastful(one) ? 1 : 0;
      const list = orderPrice(served(), businesses[one]);
      price[slot] = list === undefined ? -1 : list / (1 - settings.passed * dues(slot));
    }
  };

  const ask = (slot: number): number => {
    if (business[slot] < 0 || comes[slot] >= 0) return 0;
    const random = Random.of(draw[0], "reply", customer[0], business[slot]);
    comes[slot] = now[0] - Math.log(1 - random.uniform());
    return 1;
  };

  /** Slot of the next reply, −1 where none is to come. */
  const next = (): number => {
    let first = -1;
    for (let k = 0; k < limit; k++)
      if (comes[k] >= 0 && reply[k] === 0 && (first < 0 || comes[k] < comes[first])) first = k;
    return first;
  };

  const receive = (slot: number): void => {
    now[0] = Math.max(now[0], comes[slot]);
    replies[0] += 1;
    reply[slot] = replies[0];
    latest[0] = slot;
    if (price[slot] < 0) return;
    proposals[0] += 1;
    proposal[slot] = proposals[0];
  };

  const pay = (slot: number, outcomes: Float64Array): void => {
    const { best } = market();
    const usual = usualPrice(served());
    const utility = utilityOf(usual, { price: price[slot], fits: fits[slot] === 1 });
    from[customer[0]] = business[slot];
    payment[customer[0]] = price[slot];
    taken[customer[0]] = proposal[slot];
    const each = 1 / customers;
    outcomes[PAYOFF] += usual === 0 ? 0 : utility / usual;
    outcomes[SHARE] = best === 0 ? 0 : utility / best;
    outcomes[UTILITY] = utility;
    outcomes[PAID] = price[slot];
    outcomes[TAKINGS] = price[slot] * dues(slot);
    outcomes[BOUGHT] = each;
    outcomes[MET] = fits[slot] * each;
    outcomes[FIRST] = proposal[slot] === 1 ? each : 0;
    outcomes[DECEIVED] = (claims[slot] - fits[slot]) * each;
    outcomes[SPONSOR] = sponsor[slot] * each;
  };

  return {
    spec: specOf({ limit, turns, customers }),
    state,
    reset(random, outcomes) {
      state.buffer.fill(0);
      outcomes.fill(0);
      draw[0] = random.integer(DRAWS);
      from.fill(-1);
      begin();
    },
    step(actions, outcomes) {
      outcomes.fill(0);
      const choice = choiceOf(actions[0], ASK + 2 * limit);
      turn[0] += 1;
      let isServed = choice === LEAVE || turn[0] >= turns;
      if (choice === WAIT) {
        const slot = next();
        if (slot >= 0) receive(slot);
        outcomes[WAITS] = slot < 0 ? 0 : 1;
        outcomes[PAYOFF] = -settings.waiting * outcomes[WAITS];
      } else if (choice === ASK_ALL) {
        for (let k = 0; k < limit; k++) outcomes[ASKS] += ask(k);
      } else if (choice >= ASK && choice < ASK + limit) outcomes[ASKS] = ask(choice - ASK);
      else if (choice >= ASK + limit && proposal[choice - ASK - limit] > 0) {
        pay(choice - ASK - limit, outcomes);
        isServed = true;
      }
      if (!isServed) return Status.running;
      customer[0] += 1;
      if (customer[0] >= customers) return Status.terminated;
      begin();
      return Status.running;
    },
    observe(observations) {
      observations.fill(0);
      if (customer[0] >= customers) return;
      const asked = comes.reduce((sum, at) => sum + (at >= 0 ? 1 : 0), 0);
      observations[0] = turn[0] / turns;
      observations[1] = (asked - replies[0]) / limit;
      observations[2] = latest[0];
      const usual = usualPrice(served());
      for (let k = 0; k < limit; k++) {
        const at = SCALARS + k;
        const one = business[k];
        observations[at + RATING * limit] = one < 0 ? -1 : market().businesses[one].rating;
        if (one < 0) continue;
        observations[at + SPONSORED * limit] = sponsor[k];
        observations[at + ASKED * limit] = comes[k] >= 0 ? 1 : 0;
        observations[at + REPLIED * limit] = reply[k] > 0 ? 1 : 0;
        if (reply[k] === 0) continue;
        observations[at + CLAIMED * limit] = claims[k];
        if (proposal[k] === 0) continue;
        observations[at + COMPLETE * limit] = 1;
        observations[at + PRICE * limit] = usual === 0 ? 0 : Math.min(DEAREST, price[k] / usual);
      }
    },
    ...viewsOf({ views: state.views, market }),
    keeps: ["ledger"],
    toolPlay: shoppingTools({ views: state.views, market }),
  };
}
