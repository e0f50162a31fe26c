// In which range a channel, or a weighted sum of channels, lies in an episode.

import { type Channel, channelReference } from "../../core/channel.ts";
import type { NumericSpec } from "../../core/environment.ts";
import type { Range } from "../../evaluation/statistics/interval.ts";
import type { RewardDeclaration } from "../../rewards/forms.ts";

/** Bounds beyond this are only there because a channel must have some. */
export const MEANT = 1e12;

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
    const reference = channelReference(name, spec.channels);
    if ("code" in reference || (reference.scope !== "own" && reference.scope !== "joint")) return undefined;
    // What stands at every step is paid at every step.
    const paid = { ...reference.channel, over: "sum" } as const;
    const range = rangeOf(paid, spec.horizon, reference.scope === "joint" ? spec.agents.length : 1);
    if (range === undefined) return undefined;
    const ends = range.map((end) => weight * end);
    low += Math.min(...ends);
    high += Math.max(...ends);
  }
  return [low, high];
}

/** Range of a channel over an episode of so many steps. */
export function rangeOf({ low, high, over, once }: Channel, horizon: number, agents = 1): Range | undefined {
  const factor = agents * (over === "sum" && once !== true ? horizon : 1);
  if (!(Math.max(Math.abs(low), Math.abs(high)) * factor < MEANT)) return undefined;
  // An episode may end before the horizon, after steps that added nothing.
  return over === "sum" ? [Math.min(0, low * factor), Math.max(0, high * factor)] : [low * factor, high * factor];
}

/** Ranges by measure; a measure without bounds, or with bounds too wide to be meant, is missing. */
export type Ranges = ReadonlyMap<string, Range>;

/** Ranges that hold in all of several worlds. */
export function widest([first = new Map(), ...others]: readonly Ranges[]): Ranges {
  return new Map(
    [...first].flatMap(([name, range]) => {
      const all = [range, ...others.map((ranges) => ranges.get(name))];
      const known = all.filter((one) => one !== undefined);
      if (known.length < all.length) return [];
      return [[name, [Math.min(...known.map(([low]) => low)), Math.max(...known.map(([, high]) => high))]] as const];
    }),
  );
}
