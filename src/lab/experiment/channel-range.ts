// Ranges of channels, and of weighted sums of channels, over an episode.

import { type Channel, channelReference } from "../../core/channel.ts";
import type { NumericSpec } from "../../core/environment.ts";
import type { Range } from "../../evaluation/statistics/interval.ts";
import type { RewardDeclaration } from "../../rewards/forms.ts";

/** Bounds beyond this count as unbounded: they exist only because a channel must declare some. */
export const MEANT = 1e12;

/** Returns the channels of a weighted sum with their weights; undefined for any other reward. */
function weightsIn(declaration: RewardDeclaration): readonly (readonly [name: string, weight: number])[] | undefined {
  if (typeof declaration === "string" || "use" in declaration) return undefined;
  const { weight = 1 } = declaration;
  if ("channel" in declaration) return [[declaration.channel, weight]];
  if (!("weights" in declaration)) return undefined;
  return Object.entries(declaration.weights).map(([name, own]) => [name, weight * own] as const);
}

/** Returns the range of a weighted sum of channels over an episode; undefined for any other reward. */
export function rangeOfSum(declaration: RewardDeclaration, spec: NumericSpec): Range | undefined {
  const weights = weightsIn(declaration);
  if (weights === undefined) return undefined;
  let [low, high] = [0, 0];
  for (const [name, weight] of weights) {
    const reference = channelReference(name, spec.channels);
    if ("code" in reference || (reference.scope !== "own" && reference.scope !== "joint")) return undefined;
    // A state channel is paid at every step, so its values add up.
    const paid = { ...reference.channel, over: "sum" } as const;
    const range = rangeOf(paid, spec.horizon, reference.scope === "joint" ? spec.agents.length : 1);
    if (range === undefined) return undefined;
    const ends = range.map((end) => weight * end);
    low += Math.min(...ends);
    high += Math.max(...ends);
  }
  return [low, high];
}

/** Returns the range of a channel over an episode of `horizon` steps; undefined where it is unbounded. */
export function rangeOf({ low, high, over, once }: Channel, horizon: number, agents = 1): Range | undefined {
  const factor = agents * (over === "sum" && once !== true ? horizon : 1);
  if (!(Math.max(Math.abs(low), Math.abs(high)) * factor < MEANT)) return undefined;
  // An episode may end before the horizon, so the sum may include fewer steps, which is 0 at the least.
  return over === "sum" ? [Math.min(0, low * factor), Math.max(0, high * factor)] : [low * factor, high * factor];
}

/** Ranges by measure. Measures without bounds, or with bounds beyond `MEANT`, are missing. */
export type Ranges = ReadonlyMap<string, Range>;

/** Returns the smallest ranges that hold in all of several worlds. */
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
