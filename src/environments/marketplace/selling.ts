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
import { utilityOf, WORTH } from "./market.ts";

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

/** What a business does: its price, as an index, whether its reply is fast, and whether it claims what it lacks. */
interface Conduct {
  readonly price: number;
  readonly fast: number;
  readonly boastful: number;
}

/** Conduct by number of the choice: prices first, then speeds, then claims. */
const conductOf = (choice: number): Conduct => ({
  price: Math.floor(choice / 4),
  fast: Math.floor(choice / 2) % 2,
  boastful: choice % 2,
});

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

  /** The business that the customer pays, −1 for none. `delays` are times of replies, [businesses]. */
  const taken = (delays: ArrayLike<number>): number => {
    const surplus = (k: number) => WORTH - prices[conductOf(choice[k]).price];
    const proposals = Array.from(fits.keys())
      .filter((k) => (fits[k] === 1 || conductOf(choice[k]).boastful === 1) && surplus(k) > 0)
      .sort((a, b) => delays[a] - delays[b]);
    if (proposals.length === 0) return -1;
    // The sort is by time, so of equal surpluses the first reply is taken.
    const best = proposals.reduce((most, k) => (surplus(k) > surplus(most) ? k : most));
    if (settings.takes === "first") return proposals[0];
    return settings.takes === "best" ? best : (proposals.find((k) => surplus(k) >= settings.enough) ?? best);
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
      symmetric: true,
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
      const delays = new Float64Array(n);
      for (let k = 0; k < n; k++) {
        choice[k] = choiceOf(actions[k], choices);
        const { fast, price } = conductOf(choice[k]);
        delays[k] = -Math.log(1 - random.uniform()) * (fast === 1 ? settings.fastTime : 1);
        asked[k] = prices[price];
      }
      const winner = taken(delays);
      const isComplaint = random.uniform() < settings.complains;
      sold[0] = winner;
      const couldBeMet = fits.some((one) => one === 1);
      const paid = winner < 0 ? 0 : asked[winner];
      const utility = winner < 0 ? 0 : utilityOf(1, { price: paid, fits: fits[winner] === 1 });
      for (let k = 0; k < n; k++) {
        const row = k * C;
        const { fast, boastful } = conductOf(choice[k]);
        const isSold = k === winner;
        const isDeceit = isSold && fits[k] === 0;
        const dues = isSold ? settings.commission * paid + (isDeceit && isComplaint ? settings.fine : 0) : 0;
        outcomes[row + PAYOFF] = (isSold ? paid - settings.cost : 0) - dues - fast * settings.fastCost;
        outcomes[row + SALES] = isSold ? 1 : 0;
        outcomes[row + PRICE] = asked[k];
        outcomes[row + FAST] = fast;
        outcomes[row + BOASTFUL] = boastful;
        outcomes[row + DECEIVED] = isDeceit ? 1 : 0;
        outcomes[row + TAKINGS] = dues;
        outcomes[row + UTILITY] = utility;
        outcomes[row + BEST] = couldBeMet ? Math.max(0, WORTH - Math.min(...prices)) : 0;
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
        let lowest = 0;
        for (let j = 0; j < n; j++)
          if (j !== k && asked[j] > 0 && (lowest === 0 || asked[j] < lowest)) lowest = asked[j];
        observations[row + 3] = lowest;
      }
    },
    scene: () => {
      const bars = labels.map((name, k) => {
        const { fast, boastful } = conductOf(Math.max(0, choice[k]));
        const note = choice[k] < 0 ? "" : `${SPEEDS[fast]}, ${CLAIMS[boastful]}`;
        return { name, value: asked[k], marked: sold[0] === k && counter[0] > 0, note };
      });
      const panel = { title: "Prices, in usual prices", bars, high: Math.max(...prices), notes: "reply and claim" };
      return barScene([panel], `Customer ${counter[0]} of ${horizon}.`);
    },
  };
}
