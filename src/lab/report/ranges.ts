// Ranges of an episode's measures, so that no interval exceeds them.

import type { Range } from "../../evaluation/statistics/interval.ts";
import type { RewardDeclaration } from "../../rewards/forms.ts";
import { type Ranges, rangeOf, rangeOfSum } from "../experiment/channel-range.ts";
import type { Setting } from "../experiment/setting.ts";
import { FAILED, measuredBeside } from "./failures.ts";

/**
 * Returns the ranges of the headline measures, the world's channels, what is measured beside them and the objective in a report: per
 * episode, mean over agents.
 */
export function rangesOf(setting: Setting, paid: RewardDeclaration): Ranges {
  const { spec, objective } = setting;
  const channels = spec.channels.map((channel) => [channel.name, rangeOf(channel, spec.horizon)] as const);
  const beside = measuredBeside(setting).map((channel) => {
    // Counts have no largest value that is meant, and are never below 0.
    const range = rangeOf(channel, spec.horizon) ?? (channel.low < 0 ? undefined : NOT_NEGATIVE);
    return [channel.name, range] as const;
  });
  const payoff = spec.channels.find(({ name }) => name === "payoff");
  const ranges = [
    ["inequality", [0, 1]],
    ["terminated", [0, 1]],
    ["steps", [0, spec.horizon]],
    ["pay", rangeOfSum(paid, spec)],
    ["welfare", payoff === undefined ? undefined : rangeOf(payoff, spec.horizon, spec.agents.length)],
    ["objective", objective.range(spec.horizon)],
    ...channels,
    ...beside,
  ] as const;
  return new Map(ranges.flatMap(([name, range]) => (range === undefined ? [] : [[name, range] as const])));
}

const NOT_NEGATIVE: Range = [0, Number.POSITIVE_INFINITY];

/** Returns the ranges of one step's values: channels, pay and the objective. */
export function stepRanges({ spec, objective }: Setting, paid: RewardDeclaration): Ranges {
  const channels = spec.channels.map((channel) => [channel.name, rangeOf({ ...channel, over: "mean" }, 1)] as const);
  const ranges = [
    ["pay", rangeOfSum(paid, { ...spec, horizon: 1 })],
    ["objective", objective.range(1)],
    ...channels,
  ] as const;
  return new Map(ranges.flatMap(([name, range]) => (range === undefined ? [] : [[name, range] as const])));
}

/** Returns the binary measures of an episode. With one episode per seed they are Bernoulli trials. */
export function trialsOf({ spec, objective }: Setting): ReadonlySet<string> {
  const events = spec.channels.flatMap(({ name, once }) => (once === true ? [name] : []));
  return new Set(["terminated", FAILED.name, ...events, ...(objective.once ? ["objective"] : [])]);
}
