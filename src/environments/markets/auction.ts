// Repeated sealed-bid auctions of single items to the same bidders, each of whom observes its value and its remaining budget. Bidders that
// are paid their own profit compete with each other; the auction rule is a parameter.

import { z } from "zod";
import { reactive } from "../../core/agent.ts";
import { type NumericEnvironment, type Oracle, Status } from "../../core/environment.ts";
import { layout } from "../../core/layout.ts";
import { oneOf, whole, within } from "../../core/parameters.ts";
import { type BoundEntry, bind, type Registry } from "../../core/registry.ts";
import { AUCTIONS } from "../../logs/kinds.ts";
import { logAtHand, prepareLog } from "../../logs/shelf.ts";
import { playedLog } from "../../logs/source.ts";
import { auctionRules } from "../../mechanisms/auction-rules.ts";
import { answered, regretMeaning } from "../../mechanisms/best-bid.ts";
import { emptyOutcome } from "../../mechanisms/direct.ts";
import { type AuctionRule, type Rule, withOwn } from "../../mechanisms/rule.ts";
import { sound } from "../../mechanisms/sound-outcomes.ts";
import type { ValueDistribution } from "../../mechanisms/value-distribution.ts";
import { clip, event, field, flow, level, seats } from "../declaration.ts";
import {
  budgetsOf,
  budgetTerms,
  distributionOf,
  drawnWorth,
  loggedWorth,
  MOST_RETURN,
  returnOn,
  valueStretches,
} from "./bidders.ts";
import { saleScene } from "./scenes.ts";

/** Parameters of the environment for a set of rules. */
const parametersOver = (rules: Registry<AuctionRule>) =>
  z.strictObject({
    horizon: whole(1, 10_000_000, 200).describe("things that are sold, one after the other"),
    bidders: whole(1, 64, 3).describe("who bid for all of them"),
    rule: oneOf(rules.ids(), "second-price").describe(
      "the highest bid pays itself, or the next; or the seller sells by virtual values (Myerson, 1981); of equal bids that of the bidder who is listed first wins; or a file with a rule of one's own",
    ),
    reserve: within(0, 1e6, 0).describe(
      "bids below it win nothing, a bid of just as much may win; the optimal rule sets its own",
    ),
    values: valueStretches.describe(
      "what a thing is worth to a bidder: stretches that rise, each with its share, within which all is alike",
    ),
    budget: budgetTerms.describe(
      "money of each bidder for all things: one number, a list or a map by name; default no end of it",
    ),
    log: playedLog
      .optional()
      .describe("auctions of one's own, in place of `bidders` and `values`; an episode is a window of it"),
  });

type Options = z.output<ReturnType<typeof parametersOver>>;

const [PAYOFF, VALUE, SPEND, WON, BID, REGRET, EFFICIENT, RETURN, ALL] = [0, 1, 2, 3, 4, 5, 6, 7, 8];

/** The environment with the shipped and user-defined rules. */
export function auctionOver(own: readonly BoundEntry<Rule>[]): BoundEntry<NumericEnvironment> {
  const rules = withOwn("auction", auctionRules, own);
  return bind({
    id: "markets/auction",
    summary:
      "things sold by sealed bids to bidders with private values and budgets: what a rule earns, and who gets what",
    source: "Vickrey (1961); Myerson (1981)",
    parameters: parametersOver(rules),
    prepare: async (p, place) => (p.log === undefined ? p : { ...p, log: await prepareLog(AUCTIONS, p.log, place) }),
    make: (options: Options) => auction(options, rules.get(options.rule).make({}, ["rule"])),
  });
}

export const auctionWorld = auctionOver([]);

function auction(options: Options, rule: AuctionRule): NumericEnvironment {
  const { horizon, bidders, reserve, values, budget, log: source } = options;
  const drawn = distributionOf(values);
  const worth =
    source === undefined ? drawnWorth(drawn, values.length, bidders) : loggedWorth(logAtHand(source), horizon, source);
  const { highest, labels } = worth;
  const n = labels.length;
  const money = budgetsOf(budget, labels);
  const seller = rule.byPrior === true ? { reserve: 0, virtual: worth.virtual() } : { reserve, virtual: [] };
  const limits = { units: 1, charge: (bid: number) => bid };
  const sale = sound(answered(rule.mechanism({ bidders: n, ...seller })), options.rule, limits);
  const state = layout({ values: [n], money: [n], gained: [n], spent: [n], last: [2], hidden: [1], step: [1] });
  const { values: own, money: left, gained, spent, last, hidden, step: counter } = state.views;
  const returned = "value of all that was won over what was paid for it; 0 before anything was paid";
  const channels = [
    {
      ...flow("payoff", "money", -highest, highest, "sum", "value of what was won less what was paid"),
      label: "bidders' surplus",
    },
    flow("value", "money", 0, highest, "sum", "value of what was won"),
    flow("spend", "money", 0, highest, "sum", "what was paid; over all bidders, what the seller earns"),
    event("won", "things", "1 where the thing was won, or the chance of it"),
    flow("bid", "money", 0, highest, "mean", "what was bid, at most the money that is left"),
    flow("regret", "money", 0, 2 * highest, "sum", regretMeaning(sale)),
    flow("efficient", "share of things", 0, 1, "mean", "1 where the thing went to the bidder that values it most"),
    level("return", "value per money", 0, MOST_RETURN, returned),
    level("totalReturn", "value per money", 0, MOST_RETURN, "the same of all bidders together"),
  ];
  const C = channels.length;
  const observation = [
    field("value", 0, highest, "what the thing is worth to the bidder"),
    field("money", 0, 1, "money left, as a share of the budget; 1 without one"),
    field("price", 0, highest, "what the last thing was sold for; 0 where it was not"),
    field("won", 0, 1, "whether the bidder won it"),
    field("time", 0, 1, "things sold or passed in, as a share of all"),
  ];
  const bids = new Float64Array(n);
  const room = emptyOutcome(n);

  return {
    spec: {
      ...seats(labels, () => highest),
      horizon,
      actionUnit: "bid, in money",
      observation,
      observationSize: observation.length,
      channels,
      publicState: [],
      deterministic: false,
      symmetric: false,
      oracles: oraclesOf(options.rule, source === undefined ? drawn : undefined, values.length, n, reserve),
      ...(worth.windows && { windows: worth.windows }),
    },
    state,
    reset(random, outcomes, place) {
      outcomes.fill(0);
      state.buffer.fill(0);
      left.set(money);
      last[1] = -1;
      hidden[0] = worth.begin(random, place);
      worth.draw(0, hidden[0], own, random);
    },
    step(actions, outcomes, random) {
      let most = 0;
      for (let i = 0; i < n; i++) {
        bids[i] = Math.min(clip(actions[i], 0, highest), left[i]);
        if (own[i] > own[most]) most = i;
      }
      const { allocation, payments } = sale.run(bids, room);
      let [allGained, allSpent, price, winner] = [0, 0, 0, -1];
      for (let i = 0; i < n; i++) {
        const row = i * C;
        const [share, paid] = [Math.min(1, allocation[i]), clip(payments[i], 0, bids[i])];
        const best = sale.best(i, own[i], bids, left[i]);
        outcomes[row + PAYOFF] = own[i] * share - paid;
        outcomes[row + VALUE] = own[i] * share;
        outcomes[row + SPEND] = paid;
        outcomes[row + WON] = share;
        outcomes[row + BID] = bids[i];
        outcomes[row + REGRET] = Math.max(0, best - outcomes[row + PAYOFF]);
        outcomes[row + EFFICIENT] = Math.min(1, allocation[most]);
        left[i] -= paid;
        gained[i] += own[i] * share;
        spent[i] += paid;
        price += paid;
        if (share > (winner < 0 ? 0 : allocation[winner])) winner = i;
        outcomes[row + RETURN] = returnOn(gained[i], spent[i]);
        allGained += gained[i];
        allSpent += spent[i];
      }
      const all = returnOn(allGained, allSpent);
      for (let i = 0; i < n; i++) outcomes[i * C + ALL] = all;
      last[0] = price;
      last[1] = winner;
      counter[0] += 1;
      if (counter[0] >= horizon) return Status.truncated;
      worth.draw(counter[0], hidden[0], own, random);
      return Status.running;
    },
    observe(observations) {
      for (let i = 0; i < n; i++) {
        const row = i * observation.length;
        observations[row] = own[i];
        observations[row + 1] = money[i] === Number.POSITIVE_INFINITY ? 1 : left[i] / money[i];
        observations[row + 2] = last[0];
        observations[row + 3] = last[1] === i ? 1 : 0;
        observations[row + 4] = counter[0] / horizon;
      }
    },
    scene(last) {
      const each = (channel: number) => labels.map((_, i) => last?.outcomes[i * C + channel] ?? 0);
      return saleScene({
        ...{ labels, highest, horizon, values: own, left, money, sold: counter[0] },
        reserve: seller.reserve,
        profits: gained.map((value, i) => value - spent[i]),
        earned: spent.reduce((sum, paid) => sum + paid, 0),
        last: last && { bids: each(BID), won: each(WON), paid: each(SPEND) },
      });
    },
  };
}

/** Reference players: a truthful bidder and, where it is known in closed form, one that plays the symmetric equilibrium. */
function oraclesOf(
  rule: Options["rule"],
  drawn: ValueDistribution | undefined,
  stretches: number,
  n: number,
  reserve: number,
): Readonly<Record<string, Oracle>> {
  const bidding = (bid: (value: number) => number) => () => reactive((seen) => bid(seen[0]));
  const truthful = { meaning: "bids its value", play: bidding((value) => value) };
  if (drawn === undefined || rule !== "first-price" || stretches > 1 || n === 1) return { truthful };
  const { low, high } = drawn;
  // Equilibrium bid with values on [low, high] and reserve r: v − ∫_r^v F(x)ⁿ⁻¹ dx / F(v)ⁿ⁻¹ (Krishna, Auction Theory, 2.5).
  const least = Math.max(low, reserve);
  const share = (value: number) => (value - low) / (high - low);
  const bid = (value: number) => {
    if (value <= least) return value < reserve ? 0 : value;
    const area = ((share(value) ** n - share(least) ** n) * (high - low)) / n;
    return value - area / share(value) ** (n - 1);
  };
  return {
    equilibrium: { meaning: "its part of the symmetric equilibrium of bidders without budgets", play: bidding(bid) },
    truthful,
  };
}
