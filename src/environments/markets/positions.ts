// Repeated position auctions with the same bidders: one list for each user. The click model, the ranking and the price of a click are
// parameters, so that rules can be compared by revenue, welfare loss and regret.

import { reactive } from "../../core/agent.ts";
import {
  type NumericEnvironment,
  type ObservationField,
  type Oracle,
  observationSize,
  Status,
} from "../../core/environment.ts";
import { layout } from "../../core/layout.ts";
import type { Random } from "../../core/random.ts";
import { type BoundEntry, bind } from "../../core/registry.ts";
import { AUCTIONS } from "../../logs/kinds.ts";
import { logAtHand, prepareLog } from "../../logs/shelf.ts";
import { answered, regretMeaning } from "../../mechanisms/best-bid.ts";
import { cascadeUsers } from "../../mechanisms/position/cascade-optimum.ts";
import { type ListUsers, rankByScore, SURE } from "../../mechanisms/position/list.ts";
import { listRules } from "../../mechanisms/position/list-rules.ts";
import { logitUsers } from "../../mechanisms/position/logit.ts";
import { separableUsers } from "../../mechanisms/position/separable.ts";
import { type ListRule, type Rule, withOwn } from "../../mechanisms/rule.ts";
import { sound } from "../../mechanisms/sound-outcomes.ts";
import { clip, event, field, flow, seats } from "../declaration.ts";
import { budgetsOf, distributionOf, drawnWorth, loggedWorth } from "./bidders.ts";
import { floorsOfList } from "./list-floors.ts";
import { checkList, type ListOptions, listParameters } from "./list-terms.ts";
import { listScene, placesOf } from "./scenes.ts";

const [PAYOFF, VALUE, SPEND, CLICKS, BID, REGRET, EFFICIENT] = [0, 1, 2, 3, 4, 5, 6];

/** The environment with the shipped and user-defined rules. */
export function positionsOver(own: readonly BoundEntry<Rule>[]): BoundEntry<NumericEnvironment> {
  const rules = withOwn("list", listRules, own);
  return bind({
    id: "markets/positions",
    summary:
      "places in lists sold to bidders with private values: what ways to rank and to charge earn, under users of three kinds",
    source: "Edelman, Ostrovsky & Schwarz (2007); Varian (2007); arXiv 2506.03309",
    parameters: listParameters(rules),
    prepare: async (p, place) => (p.log === undefined ? p : { ...p, log: await prepareLog(AUCTIONS, p.log, place) }),
    make: (options: ListOptions) => positions(options, rules.get(options.rule).make({}, ["rule"])),
  });
}

export const positionsWorld = positionsOver([]);

function positions(options: ListOptions, rule: ListRule): NumericEnvironment {
  const { horizon, slots, users: kind, fit, reserve, values, budget, informed, log } = options;
  const worth =
    log === undefined
      ? drawnWorth(distributionOf(values), values.length, options.bidders)
      : loggedWorth(logAtHand(log), horizon, log);
  const { highest, labels } = worth;
  const n = labels.length;
  checkList(options, n);
  const money = budgetsOf(budget, labels);
  const m = slots.length;
  const state = layout({
    values: [n],
    money: [n],
    qualities: [n],
    rates: [n, m],
    last: [n, 2],
    hidden: [1],
    step: [1],
  });
  const { values: own, money: left, qualities, rates, last, hidden, step: counter } = state.views;
  const rows = Array.from({ length: n }, (_, i) => rates.subarray(i * m, (i + 1) * m));
  const users = usersOf(kind, rows, options.shown ?? m);
  const floors = floorsOfList(options, rule, labels, qualities);
  const seller = { qualities, virtual: rule.byPrior === true ? worth.virtual() : [], reserve, floors };
  const limits = { charge: (bid: number, clicks: number) => bid * clicks };
  const mechanism = sound(answered(rule.mechanism(users, seller)), options.rule, limits);
  const truthPays = rule.truthful && mechanism.tried === undefined;
  const channels = [
    {
      ...flow("payoff", "money", -highest, highest, "sum", "value of expected clicks less what was paid for them"),
      label: "bidders' surplus",
    },
    flow("value", "money", 0, highest, "sum", "value of expected clicks; over all bidders, the welfare of a list"),
    flow("spend", "money", 0, highest, "sum", "what was paid; over all bidders, what the seller earns"),
    event("clicks", "clicks", "how often the ad was clicked, in expectation"),
    flow("bid", "money", 0, highest, "mean", "what was bid for a click, at most the money that is left"),
    flow("regret", "money", 0, 2 * highest, "sum", regretMeaning(mechanism)),
    flow("efficient", "share of welfare", 0, 1, "mean", "welfare of the list, as a share of the best list's"),
  ];
  const C = channels.length;
  const all = Array.from({ length: informed ? n : 0 }, (_, k) => k);
  const whose = (k: number) => (k === 0 ? "the bidder" : `the bidder ${k} seats on`);
  const observation = [
    field("value", 0, highest, "what a click is worth to the bidder"),
    field("money", 0, 1, "money left, as a share of the budget; 1 without one"),
    field("quality", 0, 1, "how often its ad is clicked alone in a slot of 1"),
    field("clicks", 0, 1, "how often it was clicked in the last list"),
    field("price", 0, highest, "what a click cost it there; 0 where it was not shown"),
    field("time", 0, 1, "lists that were sold, as a share of all"),
    ...all.map((k) => field(`value${k}`, 0, highest, `what a click is worth to ${whose(k)}`)),
    ...all.map((k) => field(`quality${k}`, 0, 1, `how often the ad of ${whose(k)} is clicked alone in a slot of 1`)),
  ];
  const size = observationSize(observation);
  const alone = size - 2 * all.length;
  const bids = new Float64Array(n);
  const best = new Int32Array(m);

  /** Draws each ad's click rate when alone in each position; for logit users its weight against no click, which is its odds. */
  function place(random: Random): void {
    if (worth.qualities !== undefined) {
      worth.qualities(counter[0], hidden[0], qualities);
      for (let i = 0; i < n; i++) qualities[i] = clip(qualities[i], ...SURE);
    }
    for (let i = 0; i < n; i++) {
      for (let s = 0; s < m; s++) {
        const usual = slots[s] * qualities[i];
        const odds = (usual / (1 - usual)) * (fit > 0 ? Math.exp(fit * random.normal()) : 1);
        rates[i * m + s] = kind === "logit" ? odds : fit > 0 ? odds / (1 + odds) : usual;
      }
    }
  }

  return {
    spec: {
      ...seats(labels, () => highest),
      horizon,
      actionUnit: "bid for a click, in money",
      observation,
      observationSize: size,
      channels,
      publicState: [],
      deterministic: false,
      symmetric: false,
      oracles: listOracles({ ...options, bidders: n }, observation),
      ...(worth.windows && { windows: worth.windows }),
    },
    state,
    reset(random, outcomes, number) {
      outcomes.fill(0);
      state.buffer.fill(0);
      left.set(money);
      hidden[0] = worth.begin(random, number);
      const given = options.qualities;
      if (worth.qualities === undefined) {
        for (let i = 0; i < n; i++)
          qualities[i] = Array.isArray(given) ? given[i] : random.uniform(given.low, given.high);
      }
      worth.draw(0, hidden[0], own, random);
      place(random);
    },
    step(actions, outcomes, random) {
      for (let i = 0; i < n; i++) bids[i] = Math.min(clip(actions[i], 0, highest), left[i]);
      const { allocation, payments } = mechanism.run(bids);
      let welfare = 0;
      for (let i = 0; i < n; i++) welfare += own[i] * allocation[i];
      const possible = users.best(own, best);
      for (let i = 0; i < n; i++) {
        const row = i * C;
        const clicks = allocation[i];
        const paid = clip(payments[i], 0, bids[i] * clicks);
        const payoff = own[i] * clicks - paid;
        // Under a truthful rule, a bid equal to the value as observed has no regret.
        const sure = truthPays && bids[i] === Math.fround(own[i]);
        const most = sure ? payoff : mechanism.best(i, own[i], bids, Math.min(highest, left[i]));
        outcomes[row + PAYOFF] = payoff;
        outcomes[row + VALUE] = own[i] * clicks;
        outcomes[row + SPEND] = paid;
        outcomes[row + CLICKS] = clicks;
        outcomes[row + BID] = bids[i];
        outcomes[row + REGRET] = Math.max(0, most - payoff);
        outcomes[row + EFFICIENT] = possible > 0 ? Math.min(1, welfare / possible) : 1;
        last[2 * i] = clicks;
        last[2 * i + 1] = clicks > 0 ? paid / clicks : 0;
      }
      for (let i = 0; i < n; i++) left[i] = Math.max(0, left[i] - outcomes[i * C + SPEND]);
      counter[0] += 1;
      if (counter[0] >= horizon) return Status.truncated;
      worth.draw(counter[0], hidden[0], own, random);
      if (fit > 0 || worth.qualities !== undefined) place(random);
      return Status.running;
    },
    observe(observations) {
      for (let i = 0; i < n; i++) {
        const row = i * size;
        observations[row] = own[i];
        observations[row + 1] = money[i] === Number.POSITIVE_INFINITY ? 1 : left[i] / money[i];
        observations[row + 2] = qualities[i];
        observations[row + 3] = last[2 * i];
        observations[row + 4] = last[2 * i + 1];
        observations[row + 5] = counter[0] / horizon;
        for (let k = 0; k < all.length; k++) {
          observations[row + alone + k] = own[(i + k) % n];
          observations[row + alone + n + k] = qualities[(i + k) % n];
        }
      }
    },
    scene(step) {
      const each = (channel: number) => labels.map((_, i) => step?.outcomes[i * C + channel] ?? 0);
      const clicks = each(CLICKS);
      // Fit and logged qualities already refer to the next list.
      const stays = fit === 0 && worth.qualities === undefined;
      return listScene({
        ...{ labels, highest, horizon, values: own, left, money, sold: counter[0] },
        last: step && {
          ...{ bids: each(BID), clicks, payoffs: each(PAYOFF) },
          prices: labels.map((_, i) => last[2 * i + 1]),
          places: stays ? placesOf(clicks, qualities, kind === "logit") : undefined,
        },
      });
    },
  };
}

function usersOf(kind: ListOptions["users"], rates: readonly Float64Array[], limit: number): ListUsers {
  if (kind === "logit") return logitUsers({ weights: rates, limit });
  return kind === "cascade" ? cascadeUsers({ rates, limit }) : separableUsers({ rates, limit });
}

/** A bound above single-precision rounding errors. */
const ROUNDING = 1e-6;

/**
 * Reference players: a truthful bidder and, for gsp with separable users and observed values, the lowest symmetric equilibrium. It is known
 * with a floor on scores that is equal in all slots, which demands the same of every ad in units of scores; with other floors no
 * equilibrium is offered.
 */
function listOracles(terms: ListOptions, observation: readonly ObservationField[]): Readonly<Record<string, Oracle>> {
  const truthful: Oracle = {
    meaning: "bids what a click is worth to it",
    play: () => reactive((seen) => seen[0]),
  };
  const { rule, users, informed, floor = 0, scoreFloor = 0, slotFloors } = terms;
  const known = floor === 0 && slotFloors === undefined && typeof scoreFloor === "number";
  if (rule !== "gsp" || users !== "separable" || !informed || !known) return { truthful };
  return {
    equilibrium: {
      meaning: "its part of the lowest symmetric equilibrium of bidders without budgets, which pay as by vcg",
      play: (seat) => lowestEquilibrium(terms, scoreFloor, observation, seat),
    },
    truthful,
  };
}

/**
 * Bids of the lowest symmetric equilibrium. In positions with x₀ ≥ x₁ ≥ … clicks, bidders in the order of scores θ = quality·(value −
 * reserve) bid the scores b_k = θ_k·(1 − x_k/x_{k−1}) + b_{k+1}·x_k/x_{k−1}, and their values where x_{k−1} is 0. The first bids its value,
 * though any bid above the first rank would do (Edelman, Ostrovsky & Schwarz, 2007; Varian, 2007). The floor on scores takes the place of
 * the bid below the last eligible bidder, so each pays its VCG payment with that floor.
 */
function lowestEquilibrium(
  { bidders: n, slots, shown = slots.length, reserve }: ListOptions,
  floor: number,
  observation: readonly ObservationField[],
  seat: number,
): ReturnType<Oracle["play"]> {
  const values = observation.findIndex(({ name }) => name === "value0");
  const qualities = observation.findIndex(({ name }) => name === "quality0");
  const scores = new Float64Array(n);
  const order = new Int32Array(n);
  const clicks = (place: number) => (place < Math.min(shown, slots.length) ? slots[place] : 0);
  return reactive((seen) => {
    // In the order of seats, which breaks ties of scores.
    for (let k = 0; k < n; k++) scores[(seat + k) % n] = seen[qualities + k] * Math.max(0, seen[values + k] - reserve);
    for (let k = 0; k < n; k++) if (scores[k] < floor) scores[k] = 0;
    const count = rankByScore(scores, order);
    let bid = seen[values];
    let below = floor;
    for (let place = count - 1; place > 0; place--) {
      const here = order[place];
      const kept = clicks(place - 1) > 0 ? clicks(place) / clicks(place - 1) : 0;
      below = scores[here] * (1 - kept) + below * kept;
      if (here === seat) bid = reserve + below / seen[qualities];
    }
    // Observations are rounded; the bid must not fall below the floor because of that.
    return scores[seat] > 0 ? Math.max(bid, Math.min(seen[values], ((1 + ROUNDING) * floor) / seen[qualities])) : bid;
  });
}
