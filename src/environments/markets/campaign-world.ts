// A campaign over any source of impressions: an advertiser bids with a limited budget, and wins or loses each impression.

import { z } from "zod";
import { reactive } from "../../core/agent.ts";
import { type NumericEnvironment, type Oracle, Status } from "../../core/environment.ts";
import { UserError } from "../../core/errors.ts";
import { layout } from "../../core/layout.ts";
import { oneOf, whole } from "../../core/parameters.ts";
import { Random } from "../../core/random.ts";
import { checkFitted } from "../../logs/windows.ts";
import { CLASSES, classOf, hindsightGain } from "../../mechanisms/campaign/hindsight.ts";
import { bestShare, CAMPAIGN_RULES, type CampaignRule, sampleMarket } from "../../mechanisms/campaign/linear-bids.ts";
import { CHANCE, CLICK, COLUMNS, type ImpressionSource, PRICE } from "../../mechanisms/campaign/source.ts";
import { clip, event, field, flow, level, parts, singleAgentSpec } from "../declaration.ts";
import { MOST_RETURN, returnOn } from "./bidders.ts";
import { campaignScene } from "./scenes.ts";

/** Campaign parameters that are independent of the source; environments with other sources include them in their own. */
export const campaignTerms = {
  horizon: whole(1, 10_000_000, 10_000).describe("impressions that are put up for auction"),
  rule: oneOf(CAMPAIGN_RULES, "second-price").describe(
    "whether who wins pays the market's price or their own bid; a bid of just the price wins",
  ),
  target: z
    .number()
    .gt(0)
    .max(1e6)
    .optional()
    .describe("value that is wanted for each unit of money; default none. It is not enforced: `shortfall` tells"),
};

/** Terms of a campaign apart from its impressions. */
export interface Campaign {
  readonly horizon: number;
  readonly rule: CampaignRule;
  readonly clickValue: number;
  readonly budget: number;
  readonly target?: number | undefined;
}

const [PAYOFF, CLICKS, SPEND, VALUE, WON, BID] = [0, 1, 2, 3, 4, 5];
const [EXPECTED, REGRET, OPTIMUM, RETURN, USED, SHORTFALL] = [6, 7, 8, 9, 10, 11];

const REGRET_MEANS =
  "at the end, what the optimum has more than `expected`, which is less than nothing where more was had by missing the target; 0 before";
const SHORTFALL_MEANS = "what value so far is below the target return on what was spent";

/** Impressions in the sample from which the oracle estimates the market. */
const SAMPLE = 2 ** 17;
const LINEAR = "bids the share of its value that earns most within the limits on impressions drawn alike";

/**
 * Creates the environment over a source. The hindsight optimum is computed at the end from sums by value per price that are part of the
 * state: drawing the episode again would need a second random stream, which a copied state lacks.
 */
export function campaign(source: ImpressionSource, terms: Campaign): NumericEnvironment {
  const { horizon, rule, clickValue, budget, target } = terms;
  const { highest } = source;
  if (horizon > source.count) {
    const what = `a campaign of ${horizon.toLocaleString("en-US")} impressions, and there are ${source.count.toLocaleString("en-US")}`;
    const hint = `set it to ${source.count} or less`;
    throw new UserError({ code: "too-few-impressions", what, path: ["horizon"], hint });
  }
  const limits = { budget, target: target ?? 0 };
  const rate = budget / horizon;
  const state = layout({
    impression: [COLUMNS],
    money: [1],
    last: [2],
    sums: [3],
    values: [CLASSES],
    prices: [CLASSES],
    hidden: [1],
    step: [1],
  });
  const { impression, money: left, last, sums, values, prices, hidden, step: counter } = state.views;
  const most = horizon * (clickValue + highest);
  const money = (name: string, low: number, high: number, meaning: string) =>
    flow(name, "money", low, high, "sum", meaning);
  const spec = singleAgentSpec({
    label: "advertiser",
    horizon,
    action: { low: [0], high: [highest] },
    actionUnit: "bid, in money",
    observation: [
      field("value", 0, clickValue, "what the impression is worth: a click's value times its predicted chance", {
        usual: [0, highest],
      }),
      field("money", 0, 1, "money left, as a share of the budget"),
      field("price", 0, highest, "what was paid for the last impression; 0 where it was lost"),
      field("won", 0, 1, "whether the last impression was won"),
      field("time", 0, 1, "impressions that came, as a share of all"),
      field("rate", 0, rate, "the budget over the number of impressions"),
      field("target", 0, limits.target, "value wanted for each unit of money; 0 where none is"),
    ],
    channels: [
      money("payoff", -highest, clickValue, "value of the click, if there was one, less what was paid"),
      event("clicks", "clicks", "1 where the impression was won and clicked"),
      money("spend", 0, highest, "what was paid"),
      money("value", 0, clickValue, "value of the click, if there was one"),
      flow("won", "share of impressions", 0, 1, "mean", "1 where the bid was at least the price"),
      flow("bid", "money", 0, highest, "mean", "what was bid, at most the money that is left"),
      money("expected", -highest, clickValue, "the payoff with the predicted chance in place of the click"),
      money("regret", -most, most, REGRET_MEANS),
      money("optimum", 0, most, "at the end, the most that could be expected knowing all prices; 0 before"),
      {
        ...level("return", "value per money", 0, MOST_RETURN, "value over spend so far; 0 where nothing was spent"),
        ...(target !== undefined && { wanted: target }),
      },
      level("used", "share of the budget", 0, 1, "money spent so far"),
      ...(target === undefined ? [] : [level("shortfall", "money", 0, target * budget, SHORTFALL_MEANS)]),
    ],
    publicState: parts({ money: "money left", sums: "value, spend and expected payoff so far" }),
    oracles: oraclesOf(source, terms),
    windows: source.windows,
  });

  return {
    spec,
    state,
    reset(random, outcomes, place) {
      outcomes.fill(0);
      state.buffer.fill(0);
      left[0] = budget;
      hidden[0] = source.begin?.(random, place) ?? 0;
      source.read(0, random, impression, hidden[0]);
    },
    step(actions, outcomes, random) {
      const bid = Math.min(clip(actions[0], 0, highest), left[0]);
      const [price, chance] = [impression[PRICE], impression[CHANCE]];
      const worth = clickValue * chance;
      const won = bid >= price;
      const paid = won ? (rule === "second-price" ? price : bid) : 0;
      const click = won ? impression[CLICK] : 0;
      left[0] -= paid;
      sums[0] += click * clickValue;
      sums[1] += paid;
      if (won) sums[2] += worth - paid;
      if (price <= highest && worth >= price && worth > 0) {
        const k = classOf(worth, price);
        values[k] += worth;
        prices[k] += price;
      }
      last[0] = paid;
      last[1] = won ? 1 : 0;
      counter[0] += 1;
      const over = counter[0] >= horizon;
      outcomes[PAYOFF] = click * clickValue - paid;
      outcomes[CLICKS] = click;
      outcomes[SPEND] = paid;
      outcomes[VALUE] = click * clickValue;
      outcomes[WON] = last[1];
      outcomes[BID] = bid;
      outcomes[EXPECTED] = won ? worth - paid : 0;
      outcomes[OPTIMUM] = over ? hindsightGain(values, prices, limits) : 0;
      outcomes[REGRET] = over ? outcomes[OPTIMUM] - sums[2] : 0;
      outcomes[RETURN] = returnOn(sums[0], sums[1]);
      outcomes[USED] = sums[1] / budget;
      if (target !== undefined) outcomes[SHORTFALL] = Math.max(0, target * sums[1] - sums[0]);
      if (over) return Status.truncated;
      source.read(counter[0], random, impression, hidden[0]);
      return Status.running;
    },
    observe(observation) {
      observation[0] = clickValue * impression[CHANCE];
      observation[1] = left[0] / budget;
      observation[2] = last[0];
      observation[3] = last[1];
      observation[4] = counter[0] / horizon;
      observation[5] = rate;
      observation[6] = limits.target;
    },
    scene: (step) =>
      campaignScene({
        ...{ highest, budget, horizon, seen: counter[0], left: left[0], value: sums[0], spend: sums[1] },
        ...{ worth: clickValue * impression[CHANCE], price: impression[PRICE] },
        last: step && {
          bid: step.outcomes[BID],
          paid: last[0],
          won: last[1] === 1,
          clicked: step.outcomes[CLICKS] > 0,
        },
      }),
  };
}

/** Reference players: a truthful bidder, and one whose bids are the best fixed share of value for the average market. */
function oraclesOf(source: ImpressionSource, terms: Campaign): Readonly<Record<string, Oracle>> {
  const bidding = (share: () => number) => (_seat: number) =>
    reactive((seen) => Math.min(source.highest, share() * seen[0]));
  let best: number | undefined;
  const learnt = () => {
    best ??= shareOf(source, terms);
    return best;
  };
  return {
    truthful: { meaning: "bids its value", play: bidding(() => 1) },
    linear: {
      meaning: LINEAR,
      play(seat) {
        if (source.windows !== undefined) checkFitted(source.windows, "the oracle learns prices from");
        return bidding(learnt)(seat);
      },
    },
  };
}

function shareOf(source: ImpressionSource, { horizon, rule, clickValue, budget, target = 0 }: Campaign): number {
  const count = Math.min(SAMPLE, source.windows?.fitted ?? source.count);
  const sample = sampleMarket(source, count, clickValue, Random.of(0, "market of a campaign"));
  return bestShare(sample, source.highest, rule, { budget: (budget * count) / horizon, target });
}
