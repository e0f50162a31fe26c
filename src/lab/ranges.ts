// In which range a measure of an episode lies, so that no interval leaves it.

import type { Channel } from "../core/channel.ts";
import type { Range } from "../evaluation/statistics/interval.ts";
import type { Setting } from "./setting.ts";

/** Ranges by measure; a measure without bounds, or with bounds too wide to be meant, is missing. */
export type Ranges = ReadonlyMap<string, Range>;

/** Bounds beyond this are only there because a channel must have some. */
export const MEANT = 1e12;

/** Ranges of the headline measures, the world's channels and the objective, as a report has them: of an episode, mean over agents. */
export function rangesOf({ spec, objective }: Setting): Ranges {
  const channels = spec.channels.map((channel) => [channel.name, rangeOf(channel, spec.horizon)] as const);
  const found = [
    ["inequality", [0, 1]],
    ["terminated", [0, 1]],
    ["steps", [0, spec.horizon]],
    ["objective", objective.range],
    ...channels,
  ] as const;
  return new Map(found.flatMap(([name, range]) => (range === undefined ? [] : [[name, range] as const])));
}

/** Measures that an episode has or has not: of one episode a seed they are trials. */
export function trialsOf({ spec, objective }: Setting): ReadonlySet<string> {
  const events = spec.channels.flatMap(({ name, once }) => (once === true ? [name] : []));
  return new Set(["terminated", ...events, ...(objective.once ? ["objective"] : [])]);
}

/** Range of a channel over an episode of so many steps. */
export function rangeOf({ low, high, over, once }: Channel, horizon: number, agents = 1): Range | undefined {
  const factor = agents * (over === "sum" && once !== true ? horizon : 1);
  if (!(Math.max(Math.abs(low), Math.abs(high)) * factor < MEANT)) return undefined;
  // An episode may end before the horizon, after steps that added nothing.
  return over === "sum" ? [Math.min(0, low * factor), Math.max(0, high * factor)] : [low * factor, high * factor];
}
