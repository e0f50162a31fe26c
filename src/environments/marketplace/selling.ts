// Businesses of a marketplace compete for customers: each sets a price, answers fast or slowly, and says honestly or not whether it has what the
// customer needs. A customer takes the first proposal, the first that is good enough, or the best.

import { z } from "zod";
import { type NumericEnvironment, observationSize, Status } from "../../core/environment.ts";
import { layout } from "../../core/layout.ts";
import { list, oneOf, share, whole, within } from "../../core/parameters.ts";
import { bind } from "../../core/registry.ts";
import { barScene } from "../bar-scene.ts";
import { choiceOf, field, flow, parts, seats } from "../declaration.ts";
import { short } from "../scene-shapes.ts";
import { WORTH } from "./market.ts";

const TAKES = ["first", "enough", "best"] as const;
const SPEEDS = ["slow", "fast"] as const;
const CLAIMS = ["honest", "boastful"] as const;

const parameters = z.strictObject({
  horizon: whole(1, 1_000_000, 200).describe("customers, one after the other"),
  businesses: whole(2, 50, 3).describe("businesses that every customer asks"),
  prices: list(z.number().gt(0).max(10), 1, 20, [0.9, 1.1, 1.4]).describe(
    "prices that a business can choose among, in usual prices; an order that is met is worth two",
  ),
  cost: within(0, 10, 0.7).describe("what an order costs the business that sells it, in usual prices"),
  fits: share(0.7).describe("chance that a business has the amenities that a customer needs"),
  fastTime: share(0.1).describe("mean time of a fast reply; that of a slow one is 1"),
  fastCost: within(0, 10, 0.05).describe("what a fast reply costs the business, also where it sells nothing"),
  takes: oneOf(TAKES, "best").describe(
    "what a customer takes of the proposals that claim to fit: the first; the first whose surplus is at least `enough`, or else the best; the best",
  ),
  enough: within(-10, 2, 0.5).describe("surplus of a proposal that is good enough: worth less price, in usual prices"),
  commission: share(0).describe("share of each sale that the marketplace takes"),
  complains: share(0).describe("chance that a customer who was deceived complains"),
  fine: within(0, 100, 0).describe("what a business pays the marketplace for a complaint, in usual prices"),
});
type Parameters = z.output<typeof parameters>;

/** Parts of a choice by its number: prices first, then speeds, then claims. */
const priceOf = (choice: number): number => Math.floor(choice / 4);
const isFast = (choice: number): number => Math.floor(choice / 2) % 2;
const isBoastful = (choice: number): number => choice % 2;

const CHANNELS = [
  flow("payoff", "usual prices", -1e3, 1e3, "sum", "sales less commission, costs and fines"),
  flow("sales", "orders", 0, 1, "sum", "orders that the business sold"),
  flow("price", "usual prices", 0, 10, "mean", "price that it asked for"),
  flow("fast", "share of replies", 0, 1, "mean", "fast replies"),
  flow(
    "boastful",
    "share of replies",
    0,
    1,
    "mean",
    "replies that claim amenities, whether the business has them or not",
  ),
  flow("deceived", "orders", 0, 1, "sum", "orders sold by a claim that was false"),
  flow(
    "takings",
    "usual prices",
    0,
    1e3,
    "sum",
    "what the marketplace takes from the business, by commission and fines",
  ),
  flow(
    "utility",
    "usual prices",
    -10,
    2,
    "mean",
    "worth of the customer's purchase less its price; the same for every business",
  ),
  flow(
    "best",
    "usual prices",
    0,
    2,
    "mean",
    "utility of the best purchase at the lowest price; the same for every business",
  ),
] as const;
const [PAYOFF, SALES, PRICE, FAST, BOASTFUL, DECEIVED, TAKINGS, UTILITY, BEST] = CHANNELS.keys();
const C = CHANNELS.length;

export const selling = bind({
  id: "marketplace/selling",
  summary:
    "businesses compete for customers by price, speed of reply and claims, on a marketplace that takes a commission",
  source: "after the first-proposal bias of arXiv 2510.25779",
  parameters,
  make: sellingWorld,
});

function sellingWorld(settings: Parameters): NumericEnvironment {
  const { businesses: n, prices, horizon } = settings;
  const choices = prices.length * SPEEDS.length * CLAIMS.length;
  const labels = Array.from({ length: n }, (_, k) => `business ${k + 1}`);
  const state = layout({ step: [1], fits: [n], choice: [n], sold: [1], asked: [n] });
  const { step: counter, fits, choice, sold, asked } = state.views;
  const observation = [
    field("fits", 0, 1, "1 where the business has the amenities that the customer needs"),
    field("own", -1, choices - 1, "what it did for the last customer; −1 at the start"),
    field("sold", 0, 1, "1 where it sold to the last customer"),
    field("lowest", 0, 10, "lowest price that another business asked for; 0 at the start"),
  ];
  const size = observationSize(observation);

  const delays = new Float64Array(n);
  const lowest = Math.min(...prices);

  /** The business that the customer pays, −1 for none. Of equal surpluses the first reply is taken. */
  const taken = (): number => {
    let [first, good, best] = [-1, -1, -1];
    for (let k = 0; k < n; k++) {
      const surplus = WORTH - asked[k];
      if ((fits[k] === 0 && isBoastful(choice[k]) === 0) || surplus <= 0) continue;
      const isEarlier = (than: number): boolean => than < 0 || delays[k] < delays[than];
      if (isEarlier(first)) first = k;
      if (surplus >= settings.enough && isEarlier(good)) good = k;
      if (best < 0 || asked[k] < asked[best] || (asked[k] === asked[best] && isEarlier(best))) best = k;
    }
    if (settings.takes === "first") return first;
    return settings.takes === "enough" && good >= 0 ? good : best;
  };

  return {
    spec: {
      ...seats(labels, () => choices - 1),
      horizon,
      choices,
      choiceNames: prices.flatMap((price) =>
        SPEEDS.flatMap((speed) => CLAIMS.map((claim) => `${short(price)} ${speed} ${claim}`)),
      ),
      actionUnit: "price, speed and claim",
      observation,
      observationSize: size,
      channels: CHANNELS,
      publicState: parts({
        choice: "what each business does, by number",
        sold: "business that sold last; −1 for none",
      }),
      deterministic: false,
      symmetric: false,
    },
    state,
    reset(random, outcomes) {
      outcomes.fill(0);
      state.buffer.fill(0);
      choice.fill(-1);
      sold[0] = -1;
      for (let k = 0; k < n; k++) fits[k] = random.uniform() < settings.fits ? 1 : 0;
    },
    step(actions, outcomes, random) {
      outcomes.fill(0);
      for (let k = 0; k < n; k++) {
        choice[k] = choiceOf(actions[k], choices);
        delays[k] = -Math.log(1 - random.uniform()) * (isFast(choice[k]) === 1 ? settings.fastTime : 1);
        asked[k] = prices[priceOf(choice[k])];
      }
      const winner = taken();
      const isComplaint = random.uniform() < settings.complains;
      sold[0] = winner;
      let couldBeMet = 0;
      for (let k = 0; k < n; k++) couldBeMet = Math.max(couldBeMet, fits[k]);
      const paid = winner < 0 ? 0 : asked[winner];
      const utility = winner < 0 ? 0 : fits[winner] * WORTH - paid;
      for (let k = 0; k < n; k++) {
        const row = k * C;
        const fast = isFast(choice[k]);
        const isSold = k === winner;
        const isDeceit = isSold && fits[k] === 0;
        const dues = isSold ? settings.commission * paid + (isDeceit && isComplaint ? settings.fine : 0) : 0;
        outcomes[row + PAYOFF] = (isSold ? paid - settings.cost : 0) - dues - fast * settings.fastCost;
        outcomes[row + SALES] = isSold ? 1 : 0;
        outcomes[row + PRICE] = asked[k];
        outcomes[row + FAST] = fast;
        outcomes[row + BOASTFUL] = isBoastful(choice[k]);
        outcomes[row + DECEIVED] = isDeceit ? 1 : 0;
        outcomes[row + TAKINGS] = dues;
        outcomes[row + UTILITY] = utility;
        outcomes[row + BEST] = couldBeMet * Math.max(0, WORTH - lowest);
      }
      counter[0] += 1;
      for (let k = 0; k < n; k++) fits[k] = random.uniform() < settings.fits ? 1 : 0;
      return counter[0] >= horizon ? Status.truncated : Status.running;
    },
    observe(observations) {
      for (let k = 0; k < n; k++) {
        const row = k * size;
        observations[row] = fits[k];
        observations[row + 1] = choice[k];
        observations[row + 2] = sold[0] === k && counter[0] > 0 ? 1 : 0;
        let least = 0;
        for (let j = 0; j < n; j++) if (j !== k && asked[j] > 0 && (least === 0 || asked[j] < least)) least = asked[j];
        observations[row + 3] = least;
      }
    },
    scene: () => {
      const bars = labels.map((name, k) => {
        const note = choice[k] < 0 ? "" : `${SPEEDS[isFast(choice[k])]}, ${CLAIMS[isBoastful(choice[k])]}`;
        return { name, value: asked[k], marked: sold[0] === k && counter[0] > 0, note };
      });
      const panel = { title: "Prices, in usual prices", bars, high: Math.max(...prices), notes: "reply and claim" };
      return barScene([panel], `Customer ${counter[0]} of ${horizon}.`);
    },
  };
}
