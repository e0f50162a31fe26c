// Scenes of markets: bids and results, and remaining budgets, as bars.

import type { Scene } from "../../core/scene.ts";
import { type BarPanel, barScene } from "../bar-scene.ts";
import { percent, short, signed } from "../scene-shapes.ts";

/** One number per bidder, [bidders]. */
type Each = ArrayLike<number>;

const range = (count: number): number[] => Array.from({ length: count }, (_, k) => k);

/** Panel of the bidders' remaining budgets, where they are limited. */
function moneyPanel(labels: readonly string[], left: Each, money: Each): BarPanel[] {
  const ends = range(labels.length).filter((i) => Number.isFinite(money[i]));
  if (ends.length === 0) return [];
  return [
    {
      title: "Money left",
      high: Math.max(...ends.map((i) => money[i])),
      bars: ends.map((i) => ({ name: labels[i], value: left[i], fill: i })),
    },
  ];
}

export interface SaleScene {
  readonly labels: readonly string[];
  readonly highest: number;
  /** Reserve, 0 for none. */
  readonly reserve: number;
  readonly horizon: number;
  /** Number of items offered so far, sold or not. */
  readonly sold: number;
  /** Each bidder's value of the current item. */
  readonly values: Each;
  readonly profits: Each;
  /** Total revenue so far. */
  readonly earned: number;
  readonly left: Each;
  readonly money: Each;
  /** Last auction; undefined before the first. */
  readonly last: { readonly bids: Each; readonly won: Each; readonly paid: Each } | undefined;
}

/** Bids for the last item with winner and price, and values of the next item. */
export function saleScene(scene: SaleScene): Scene {
  const { labels, highest, reserve, horizon, sold, values, profits, earned, last } = scene;
  const all = range(labels.length);
  const winners = last === undefined ? [] : all.filter((i) => last.won[i] > 0);
  const price = last === undefined || winners.length === 0 ? undefined : last.paid[winners[0]];
  const bids: BarPanel = {
    title: last === undefined ? "Bids" : `Bids for thing ${sold}`,
    high: highest,
    notes: "profit so far",
    bars: all.map((i) => ({
      ...{ name: labels[i], value: last?.bids[i] ?? 0, fill: i },
      ...{
        says: last === undefined ? "–" : short(last.bids[i]),
        note: signed(profits[i]),
        marked: winners.includes(i),
      },
    })),
    lines: [
      { name: price === undefined ? "the winner pays" : `the winner pays ${short(price)}`, value: price, tone: "good" },
      ...(reserve > 0 ? [{ name: `reserve ${short(reserve)}`, value: reserve, tone: "bad" } as const] : []),
    ],
  };
  const worth: BarPanel = {
    title: `What thing ${Math.min(sold + 1, horizon)} is worth to each`,
    high: highest,
    bars: all.map((i) => ({ name: labels[i], value: values[i], fill: i })),
  };
  const sale =
    winners.length === 0
      ? "was not sold"
      : `went to ${winners.map((i) => labels[i]).join(" and ")} for ${short(price ?? 0)}`;
  const caption = last === undefined ? `${horizon} things will be sold` : `Thing ${sold} of ${horizon} ${sale}`;
  return barScene(
    [bids, worth, ...moneyPanel(labels, scene.left, scene.money)],
    `${caption}; the seller has earned ${short(earned)}.`,
  );
}

export interface ListScene {
  readonly labels: readonly string[];
  readonly highest: number;
  readonly horizon: number;
  readonly sold: number;
  readonly values: Each;
  readonly left: Each;
  readonly money: Each;
  /** Last list; undefined before the first. */
  readonly last:
    | {
        readonly bids: Each;
        readonly clicks: Each;
        /** Price per click. */
        readonly prices: Each;
        readonly payoffs: Each;
        /** Position of each ad from 1, 0 where it is not shown; undefined where unknown. */
        readonly places: readonly number[] | undefined;
      }
    | undefined;
}

/** Bids per click with the price, and position and clicks of each ad. */
export function listScene({ labels, highest, horizon, sold, values, left, money, last }: ListScene): Scene {
  const all = range(labels.length);
  const shown = all.filter((i) => (last?.clicks[i] ?? 0) > 0);
  const placeOf = (i: number) =>
    !shown.includes(i) ? "not shown" : last?.places ? `place ${last.places[i]}` : "shown";
  const bids: BarPanel = {
    title: last === undefined ? "Bids for a click" : `Bids for a click in list ${sold}`,
    high: highest,
    notes: "where",
    ticks: "what a click cost",
    bars: all.map((i) => ({
      ...{ name: labels[i], value: last?.bids[i] ?? 0, fill: i, marked: shown.includes(i) },
      ...(last === undefined ? { says: "–" } : { note: placeOf(i) }),
      ...(last !== undefined && shown.includes(i) ? { tick: last.prices[i] } : {}),
    })),
  };
  const clicks: BarPanel = {
    title: "Clicks expected of its user",
    high: 1,
    notes: "payoff",
    bars: all.map((i) => ({
      ...{ name: labels[i], value: last?.clicks[i] ?? 0, fill: i },
      ...(last === undefined ? { says: "–" } : { note: signed(last.payoffs[i]) }),
    })),
  };
  const worth: BarPanel = {
    title: `What a click in list ${Math.min(sold + 1, horizon)} is worth`,
    high: highest,
    bars: all.map((i) => ({ name: labels[i], value: values[i], fill: i })),
  };
  const ranked = shown.sort((a, b) => (last?.places?.[a] ?? 0) - (last?.places?.[b] ?? 0)).map((i) => labels[i]);
  const order = last?.places === undefined ? "showed" : "showed from the top";
  const display = ranked.length === 0 ? "showed no ad" : `${order} ${ranked.join(", ")}`;
  return barScene(
    [bids, clicks, worth, ...moneyPanel(labels, left, money)],
    last === undefined ? `${horizon} lists will be sold.` : `List ${sold} of ${horizon} ${display}.`,
  );
}

/**
 * Positions of ads inferred from their clicks, 0 where an ad is not shown: clicks relative to quality decrease with the position. `odds`
 * marks logit users, whose clicks are first converted to those of an ad shown alone.
 */
export function placesOf(clicks: Each, qualities: Each, odds: boolean): number[] {
  const none = 1 - Array.from(clicks).reduce((sum, own) => sum + own, 0);
  const alone = Array.from(clicks, (own) => (odds ? own / (none + own) : own));
  const shares = alone.map((own, i) => own / qualities[i]);
  return shares.map((own, i) =>
    own > 0 ? 1 + shares.filter((other, k) => other > own || (other === own && k < i)).length : 0,
  );
}

export interface CampaignScene {
  readonly highest: number;
  readonly budget: number;
  readonly horizon: number;
  /** Number of impressions so far. */
  readonly seen: number;
  readonly left: number;
  /** Total value and spend so far. */
  readonly value: number;
  readonly spend: number;
  /** Value and market price of the current impression. */
  readonly worth: number;
  readonly price: number;
  /** Last impression; undefined before the first. */
  readonly last:
    | { readonly bid: number; readonly paid: number; readonly won: boolean; readonly clicked: boolean }
    | undefined;
}

/** The last bid, the current impression, and spending relative to time. */
export function campaignScene(scene: CampaignScene): Scene {
  const { highest, budget, horizon, seen, left, value, spend, worth, price, last } = scene;
  const end = last === undefined ? "–" : last.won ? (last.clicked ? "clicked" : "won") : "lost";
  const time = seen / horizon;
  return barScene(
    [
      {
        title: last === undefined ? "The last bid" : `The bid for impression ${seen}`,
        high: highest,
        notes: "which was",
        bars: [
          {
            ...{ name: "bid", value: last?.bid ?? 0, fill: "accent", note: end, marked: last?.won === true },
            ...(last === undefined ? { says: "–" } : {}),
          },
          { name: "paid", value: last?.paid ?? 0, fill: "warning", ...(last === undefined ? { says: "–" } : {}) },
        ],
      },
      {
        title: `Impression ${Math.min(seen + 1, horizon)}, which is up`,
        high: highest,
        bars: [
          { name: "expected worth", value: worth, fill: "good" },
          { name: "market price", value: price },
        ],
      },
      {
        title: "The campaign so far",
        high: 1,
        notes: "in all",
        bars: [
          { name: "time", value: time, says: percent(time) },
          {
            ...{ name: "money spent", value: 1 - left / budget, says: percent(1 - left / budget), note: short(spend) },
            fill: "warning",
          },
          {
            ...{ name: "value / budget", value: value / budget, says: percent(value / budget), note: short(value) },
            fill: "good",
          },
        ],
      },
    ],
    `${percent(time)} of the impressions came; ${percent(1 - left / budget)} of the budget is spent, and clicks are worth ${percent(value / budget)} of it.`,
  );
}

export interface SplitScene {
  readonly names: readonly string[];
  /** Budgets of a period and of the episode. */
  readonly budget: number;
  readonly purse: number;
  readonly horizon: number;
  readonly periods: number;
  /** Shares of the last period's budget that were spent, [channels]. */
  readonly spent: Each;
  /** Money that is still effective, and its return, [channels]. */
  readonly working: Each;
  readonly returned: Each;
  /** Largest mean return of each channel, [channels]. */
  readonly most: Each;
  readonly left: number;
}

/** Spending of the last period, its effective part, returns, and the remaining budget. */
export function splitScene(scene: SplitScene): Scene {
  const { names, budget, purse, horizon, periods, spent, working, returned, most, left } = scene;
  const time = periods / horizon;
  const all = range(names.length);
  const sum = all.reduce((so, j) => so + returned[j], 0);
  const paid = all.reduce((so, j) => so + spent[j] * budget, 0);
  return barScene(
    [
      {
        title: "Money spent in the last period",
        high: budget,
        ticks: "money that works, of earlier periods too",
        bars: all.map((j) => ({ name: names[j], value: spent[j] * budget, fill: j, tick: working[j] })),
      },
      {
        title: "Value that came back",
        high: 1.25 * Math.max(...Array.from(most)),
        ticks: "most that it returns on average",
        bars: all.map((j) => ({ name: names[j], value: returned[j], fill: j, tick: most[j] })),
      },
      {
        title: "The campaign",
        high: 1,
        bars: [
          { name: "time", value: time, says: percent(time) },
          { name: "money spent", value: 1 - left / purse, says: percent(1 - left / purse), fill: "warning" },
        ],
      },
    ],
    periods === 0
      ? `${short(purse)} of money for ${horizon} periods and ${names.length} channels.`
      : `Period ${periods} of ${horizon}: ${short(paid)} was spent and ${short(sum)} came back.`,
  );
}

export interface RequestScene {
  /** Names of options and resources; numbers where there are none. */
  readonly names: { readonly options: readonly string[]; readonly resources: readonly string[] } | undefined;
  /** Rewards, [options], and uses, [options × resources], of the current request. */
  readonly rewards: Each;
  readonly uses: Each;
  readonly usual: number;
  readonly left: Each;
  readonly budgets: readonly number[];
  readonly horizon: number;
  readonly count: number;
  readonly earned: number;
  /** Result of the last request; undefined before the first. */
  readonly last: { readonly way: number; readonly served: boolean; readonly reward: number } | undefined;
}

/** Remaining resources, and rewards and uses of the current request's options. */
export function requestScene(scene: RequestScene): Scene {
  const { names, rewards, uses, usual, left, budgets, horizon, count, earned, last } = scene;
  const m = budgets.length;
  const time = count / horizon;
  const fits = (way: number) => range(m).every((k) => uses[way * m + k] <= left[k]);
  const used = (way: number) => range(m).reduce((sum, k) => sum + uses[way * m + k], 0);
  const wayName = (way: number) => names?.options[way] ?? `way ${way + 1}`;
  const option = last === undefined || last.way < 0 ? "" : wayName(last.way);
  const caption =
    last === undefined
      ? `${horizon} requests will come`
      : `Request ${count} of ${horizon} ${last.way < 0 ? "was turned away" : last.served ? `was served by ${option} for ${short(last.reward)}` : `could not be served by ${option}`}`;
  return barScene(
    [
      {
        title: "Resources left",
        high: 1,
        bars: range(m).map((k) => ({
          name: names?.resources[k] ?? `resource ${k + 1}`,
          value: left[k] / budgets[k],
          says: percent(left[k] / budgets[k]),
          fill: left[k] / budgets[k] < 0.1 ? "bad" : "accent",
        })),
        lines: [{ name: "time left", value: 1 - time, tone: "ink" }],
      },
      {
        title: `What ways to serve request ${Math.min(count + 1, horizon)} earn`,
        high: 2 * usual,
        notes: "uses in all",
        bars: range(rewards.length).map((way) => ({
          ...{ name: wayName(way), value: rewards[way], fill: fits(way) ? "good" : "muted" },
          note: fits(way) ? short(used(way)) : "too much",
        })),
      },
    ],
    `${caption}; ${short(earned)} was earned so far.`,
  );
}
