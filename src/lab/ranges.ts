// In which range a measure of an episode lies, so that no interval leaves it.

import { type Channel, channelReference } from "../core/channel.ts";
import type { NumericSpec } from "../core/environment.ts";
import type { Range } from "../evaluation/statistics/interval.ts";
import type { RewardDeclaration } from "../rewards/declaration.ts";
import type { Setting } from "./setting.ts";
import type { Ranges } from "./widest-ranges.ts";

/** Bounds beyond this are only there because a channel must have some. */
export const MEANT = 1e12;

/** Ranges of the headline measures, the world's channels and the objective, as a report has them: of an episode, mean over agents. */
export function rangesOf({ spec, objective }: Setting, paid: RewardDeclaration): Ranges {
  const channels = spec.channels.map((channel) => [channel.name, rangeOf(channel, spec.horizon)] as const);
  const payoff = spec.channels.find(({ name }) => name === "payoff");
  const found = [
    ["inequality", [0, 1]],
    ["terminated", [0, 1]],
    ["steps", [0, spec.horizon]],
    ["pay", rangeOfSum(paid, spec)],
    ["welfare", payoff === undefined ? undefined : rangeOf(payoff, spec.horizon, spec.agents.length)],
    ["objective", objective.range(spec.horizon)],
    ...channels,
  ] as const;
  return new Map(found.flatMap(([name, range]) => (range === undefined ? [] : [[name, range] as const])));
}

/** The channels of a weighted sum, each with its weight. */
function weightsIn(declaration: RewardDeclaration): readonly (readonly [name: string, weight: number])[] | undefined {
  if (typeof declaration === "string" || "use" in declaration) return undefined;
  const { weight = 1 } = declaration;
  if ("channel" in declaration) return [[declaration.channel, weight]];
  if (!("weights" in declaration)) return undefined;
  return Object.entries(declaration.weights).map(([name, own]) => [name, weight * own] as const);
}

/** Range of what a weighted sum of channels adds up to in an episode; undefined of any other reward. */
export function rangeOfSum(declaration: RewardDeclaration, spec: NumericSpec): Range | undefined {
  const weights = weightsIn(declaration);
  if (weights === undefined) return undefined;
  let [low, high] = [0, 0];
  for (const [name, weight] of weights) {
    const found = channelReference(name, spec.channels);
    if ("code" in found || (found.scope !== "own" && found.scope !== "joint")) return undefined;
    // What stands at every step is paid at every step.
    const paid = { ...found.channel, over: "sum" } as const;
    const range = rangeOf(paid, spec.horizon, found.scope === "joint" ? spec.agents.length : 1);
    if (range === undefined) return undefined;
    const ends = range.map((end) => weight * end);
    low += Math.min(...ends);
    high += Math.max(...ends);
  }
  return [low, high];
}

/** Ranges of what one step gives: of channels, of pay and of the objective. */
export function stepRanges({ spec, objective }: Setting, paid: RewardDeclaration): Ranges {
  const channels = spec.channels.map((channel) => [channel.name, rangeOf({ ...channel, over: "mean" }, 1)] as const);
  const found = [
    ["pay", rangeOfSum(paid, { ...spec, horizon: 1 })],
    ["objective", objective.range(1)],
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
