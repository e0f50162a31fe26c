// A multi-channel advertising campaign: in each period a budget is split over channels. Their return curves are unknown and saturating, and
// returns come partly in later periods.

import { memoryless } from "../../core/agent.ts";
import {
  fieldOffset,
  type NumericEnvironment,
  type ObservationField,
  type Oracle,
  Status,
} from "../../core/environment.ts";
import { layout } from "../../core/layout.ts";
import { type BoundEntry, bind } from "../../core/registry.ts";
import { bestSplit, type ReturnCurve, returned, splitReturn } from "../../mechanisms/budgets/saturation.ts";
import { nearestSplit } from "../../mechanisms/budgets/splits.ts";
import { FARTHEST } from "../bandits/arms.ts";
import { largestAt } from "../bandits/vector-arms.ts";
import { choiceOf, clip, field, flow, level, parts as partsOf, singleAgentSpec } from "../declaration.ts";
import { MOST_RETURN, returnOn } from "./bidders.ts";
import { type ChannelOptions, channelParameters, checkChannels, splitsOf } from "./channel-terms.ts";
import { splitScene } from "./scenes.ts";

const [PAYOFF, VALUE, SPEND, EXPECTED, OPTIMUM, REGRET, RETURN, USED, FIRST] = [0, 1, 2, 3, 4, 5, 6, 7, 8];

const EXPECTED_MEANS = "what the money returns that works in this period, without the noise";
const OPTIMUM_MEANS =
  "what the best split of a period's budget returns when it is kept up: no way to spend it returns more in the mean of an episode";
const REGRET_MEANS =
  "what of that was not returned, the noise left out; over an episode less than nothing only where a target is missed, the noise left out too";

export const channelsWorld: BoundEntry<NumericEnvironment> = bind({
  id: "markets/channels",
  summary:
    "one budget for several channels of advertising whose returns saturate and come in part later: what ways to split it earn",
  source: "budgets of channels after arXiv 2302.01523; carried-over effects after arXiv 2211.08997",
  parameters: channelParameters,
  make: channelsOf,
});

function channelsOf(options: ChannelOptions): NumericEnvironment {
  const { horizon, channels: sold, budget, target, spread, noise, informed } = options;
  checkChannels(options);
  const m = sold.length;
  const purse = budget * horizon;
  const limits = { budget, roi: target ?? 0 };
  const arms = splitsOf(options);
  const features = Float64Array.from(arms?.flat() ?? []);
  const state = layout({
    money: [1],
    most: [m],
    half: [m],
    working: [m],
    spent: [m],
    value: [m],
    sums: [2],
    optimum: [1],
    step: [1],
  });
  const { money: left, most, half, working, spent, value, sums, optimum, step: counter } = state.views;
  const wide = (deviation: number) => Math.exp(FARTHEST * deviation);
  const highest = sold.map((one) => one.most * wide(spread));
  const returns = highest.map((one) => one * wide(noise));
  const sum = (numbers: readonly number[]) => numbers.reduce((a, b) => a + b, 0);
  const usual = Math.max(...sold.map((one) => one.most));
  const names = sold.map(({ name }) => name);
  const each = (name: string, high: number, meaning: string, more: Partial<ObservationField> = {}) =>
    field(name, 0, high, `${meaning}: ${names.join(", ")}`, { size: m, ...more });
  const observation = [
    each("spent", 1, "money that was spent in the last period, as a share of a period's budget"),
    each("returned", Math.max(...returns), "value that was returned in it", { usual: [0, usual] }),
    field("money", 0, 1, "money left, as a share of the episode's"),
    field("time", 0, 1, "periods that are over, as a share of all"),
    field("budget", 0, budget, "money of a period"),
    field("target", 0, limits.roi, "value wanted for each unit of money; 0 where none is"),
    ...(arms === undefined ? [] : [field("features", 0, 1, "the shares of each split", { size: features.length })]),
    ...(informed
      ? [
          each("most", Math.max(...highest), "value that a channel returns at most", { usual: [0, usual] }),
          each(
            "half",
            Math.max(...sold.map((one) => one.half * wide(spread))),
            "money by which half of it is returned",
            {
              usual: [0, 2 * budget],
            },
          ),
          each("carry", 1, "share of what works that works on"),
        ]
      : []),
  ];
  const low = -budget * m;
  const high = sum(returns);
  const spec = singleAgentSpec({
    label: "advertiser",
    horizon,
    action: arms === undefined ? { low: sold.map(() => 0), high: sold.map(() => 1) } : { choices: arms.length },
    actionUnit: arms === undefined ? "share of a period's budget" : "split of a period's budget",
    observation,
    channels: [
      flow("payoff", "money", low, high, "sum", "value less what was spent"),
      flow("value", "money", 0, high, "sum", "what all channels returned"),
      flow("spend", "money", 0, budget * m, "sum", "what was spent in all channels"),
      flow("expected", "money", 0, sum(highest), "sum", EXPECTED_MEANS),
      flow("optimum", "money", 0, sum(highest), "sum", OPTIMUM_MEANS),
      flow("regret", "money", -sum(highest), sum(highest), "sum", REGRET_MEANS),
      {
        ...level("return", "value per money", 0, MOST_RETURN, "value over spend so far; 0 where nothing was spent"),
        ...(target !== undefined && { wanted: target }),
      },
      level("used", "share of the money", 0, 1, "money spent so far, of all that the episode has"),
      ...names.flatMap((name, j) => [
        flow(`spend_${name}`, "money", 0, budget, "sum", `what was spent in ${name}`),
        flow(`value_${name}`, "money", 0, returns[j], "sum", `what ${name} returned`),
      ]),
      ...(target === undefined
        ? []
        : [
            level(
              "shortfall",
              "money",
              0,
              target * purse,
              "what value so far is below the target return on what was spent",
            ),
          ]),
    ],
    publicState: partsOf({
      money: "money left",
      working: "money that works, by channel",
      value: "returned, by channel",
    }),
    deterministic: noise === 0 && spread === 0,
    oracles: splitters(options, observation, arms),
  });
  const split = new Float64Array(m);

  /** Factor applied to quantities that are drawn once per episode: log-normal with mean 1. */
  const factor = (deviation: number, normal: number) => Math.exp(deviation * (normal - deviation / 2));

  return {
    spec,
    state,
    reset(random, outcomes) {
      outcomes.fill(0);
      state.buffer.fill(0);
      left[0] = purse;
      for (let j = 0; j < m; j++) {
        most[j] = sold[j].most * factor(spread, random.normal());
        half[j] = sold[j].half * factor(spread, random.normal());
      }
      const curves = sold.map((_, j) => ({ most: most[j], half: half[j] }));
      optimum[0] = splitReturn(curves, bestSplit(curves, limits));
    },
    step(actions, outcomes, random) {
      let demand = 0;
      const arm = arms?.[choiceOf(actions[0], arms.length)];
      for (let j = 0; j < m; j++) {
        split[j] = budget * (arm === undefined ? clip(actions[j], 0, 1) : arm[j]);
        demand += split[j];
      }
      const paid = Math.min(demand, left[0]);
      const share = demand > 0 ? paid / demand : 0;
      let [all, expected] = [0, 0];
      for (let j = 0; j < m; j++) {
        const own = share * split[j];
        working[j] = sold[j].carry * working[j] + (1 - sold[j].carry) * own;
        const mean = returned(most[j], half[j], working[j]);
        // Noise is drawn independently of spending, so that all policies meet the same random numbers.
        value[j] = mean * factor(noise, random.normal());
        spent[j] = own / budget;
        all += value[j];
        expected += mean;
        outcomes[FIRST + 2 * j] = own;
        outcomes[FIRST + 2 * j + 1] = value[j];
      }
      left[0] = Math.max(0, left[0] - paid);
      sums[0] += all;
      sums[1] += paid;
      outcomes[PAYOFF] = all - paid;
      outcomes[VALUE] = all;
      outcomes[SPEND] = paid;
      outcomes[EXPECTED] = expected;
      outcomes[OPTIMUM] = optimum[0];
      outcomes[REGRET] = optimum[0] - expected;
      outcomes[RETURN] = returnOn(sums[0], sums[1]);
      outcomes[USED] = Math.min(1, sums[1] / purse);
      if (target !== undefined) outcomes[FIRST + 2 * m] = Math.max(0, target * sums[1] - sums[0]);
      counter[0] += 1;
      return counter[0] >= horizon ? Status.truncated : Status.running;
    },
    observe(observations) {
      let at = 0;
      const write = (numbers: ArrayLike<number>) => {
        observations.set(numbers, at);
        at += numbers.length;
      };
      write(spent);
      write(value);
      observations[at++] = left[0] / purse;
      observations[at++] = counter[0] / horizon;
      observations[at++] = budget;
      observations[at++] = limits.roi;
      write(features);
      if (!informed) return;
      write(most);
      write(half);
      for (let j = 0; j < m; j++) observations[at++] = sold[j].carry;
    },
    scene: () =>
      splitScene({
        ...{ names, budget, purse, horizon, periods: counter[0], left: left[0] },
        ...{ spent, working, returned: value, most },
      }),
  };
}

/**
 * Reference players: `equal` splits equally. `best` plays the best constant split, where the curves are fixed or observed. With discrete
 * splits the nearest split is `equal`, and the one with the largest return is `best`.
 */
function splitters(
  { channels, budget, target, spread, informed }: ChannelOptions,
  observation: readonly ObservationField[],
  arms: readonly (readonly number[])[] | undefined,
): Readonly<Record<string, Oracle>> {
  const playing = (shares: (seen: Float32Array) => ArrayLike<number>) => () =>
    memoryless((seen, action) => action.set(shares(seen)));
  const equal = channels.map(() => 1 / channels.length);
  const even = arms === undefined ? equal : [nearestSplit(arms.flat(), 0, arms.length, equal)];
  const money = arms?.map((arm) => arm.map((share) => share * budget));
  const best = (curves: readonly ReturnCurve[]): ArrayLike<number> =>
    money === undefined
      ? bestSplit(curves, { budget, roi: target ?? 0 }).map((own) => own / budget)
      : [largestAt(money.map((split) => splitReturn(curves, split)))];
  const [most, half] = ["most", "half"].map((name) => fieldOffset({ observation }, name) ?? 0);
  const seenIn = (seen: Float32Array) => channels.map((_, j) => ({ most: seen[most + j], half: seen[half + j] }));
  const known = spread > 0 ? undefined : best(channels);
  const meaning = "keeps up the split that returns most in the long run";
  return {
    ...(known === undefined && !informed
      ? {}
      : { best: { meaning, play: playing((seen) => known ?? best(seenIn(seen))) } }),
    equal: { meaning: "gives every channel the same", play: playing(() => even) },
  };
}
