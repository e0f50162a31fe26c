// Reference players of a campaign in several channels: one gives all channels the same, and one knows what each returns.

import { memoryless } from "../../core/agent.ts";
import { fieldOffset, type ObservationField, type Oracle } from "../../core/environment.ts";
import { bestSplit, type ReturnCurve, splitReturn } from "../../mechanisms/budgets/saturation.ts";
import { nearestSplit } from "../../mechanisms/budgets/splits.ts";
import { largestAt } from "../bandits/vector-arms.ts";
import type { ChannelOptions } from "./channel-terms.ts";

/**
 * `equal` splits equally. `best` keeps the best split up, where the curves are the same in every episode or are seen. Where an action is
 * one of `arms`, the nearest of them is equal, and the one that returns most is best.
 */
export function splitters(
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
