// In which range a measure of an episode lies, so that no interval leaves it.

import type { RewardDeclaration } from "../../rewards/forms.ts";
import { type Ranges, rangeOf, rangeOfSum } from "../experiment/channel-range.ts";
import type { Setting } from "../experiment/setting.ts";

/** Ranges of the headline measures, the world's channels and the objective, as a report has them: of an episode, mean over agents. */
export function rangesOf({ spec, objective, measures }: Setting, paid: RewardDeclaration): Ranges {
  const reported = [...spec.channels, ...measures.map(({ channel }) => channel)];
  const channels = reported.map((channel) => [channel.name, rangeOf(channel, spec.horizon)] as const);
  const payoff = spec.channels.find(({ name }) => name === "payoff");
  const ranges = [
    ["inequality", [0, 1]],
    ["terminated", [0, 1]],
    ["steps", [0, spec.horizon]],
    ["pay", rangeOfSum(paid, spec)],
    ["welfare", payoff === undefined ? undefined : rangeOf(payoff, spec.horizon, spec.agents.length)],
    ["objective", objective.range(spec.horizon)],
    ...channels,
  ] as const;
  return new Map(ranges.flatMap(([name, range]) => (range === undefined ? [] : [[name, range] as const])));
}

/** Ranges of what one step gives: of channels, of pay and of the objective. */
export function stepRanges({ spec, objective }: Setting, paid: RewardDeclaration): Ranges {
  const channels = spec.channels.map((channel) => [channel.name, rangeOf({ ...channel, over: "mean" }, 1)] as const);
  const ranges = [
    ["pay", rangeOfSum(paid, { ...spec, horizon: 1 })],
    ["objective", objective.range(1)],
    ...channels,
  ] as const;
  return new Map(ranges.flatMap(([name, range]) => (range === undefined ? [] : [[name, range] as const])));
}

/** Measures that an episode has or has not: of one episode a seed they are trials. */
export function trialsOf({ spec, objective }: Setting): ReadonlySet<string> {
  const events = spec.channels.flatMap(({ name, once }) => (once === true ? [name] : []));
  return new Set(["terminated", ...events, ...(objective.once ? ["objective"] : [])]);
}
