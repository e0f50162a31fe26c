// Scales that all sides of a replay share: each measure's scale covers its values on all sides, so that equal heights and equal colours
// mean equal numbers.

import { computed, type ReadonlySignal, signal } from "@preact/signals";
import { isNumber } from "../evaluation/number-format.ts";
import type { EpisodeReplay, StepMeasure } from "../lab/report/replay-data.ts";
import { mostSurprising } from "./surprise.ts";

/** Minimum and maximum. */
export type ScaleEnds = readonly [low: number, high: number];

export interface SharedScales {
  /** Ends over all known sides, by the measures' keys. */
  readonly ends: ReadonlySignal<ReadonlyMap<string, ScaleEnds>>;
  /** Registers the ends of a side. Returns a function that removes the side. */
  spans(side: string, ends: ReadonlyMap<string, ScaleEnds>): () => void;
}

/** Key of the scale of surprise, which colours texts. */
export const SURPRISE = "surprise";

/**
 * Returns the key of a measure's scale. Measures share a scale if they have the same name and unit, and are both of the world or both of
 * the players.
 */
export const scaleKey = ({ name, unit, ofPlayers }: Pick<StepMeasure, "name" | "unit" | "ofPlayers">): string =>
  JSON.stringify([name, unit, ofPlayers === true]);

export function sharedScales(): SharedScales {
  const sides = signal<ReadonlyMap<string, ReadonlyMap<string, ScaleEnds>>>(new Map());
  return {
    ends: computed(() => {
      const all = new Map<string, ScaleEnds>();
      for (const own of sides.value.values()) {
        for (const [key, [low, high]] of own) {
          const [least, largest] = all.get(key) ?? [low, high];
          all.set(key, [Math.min(least, low), Math.max(largest, high)]);
        }
      }
      return all;
    }),
    spans(side, ends) {
      sides.value = new Map([...sides.peek(), [side, ends]]);
      return () => {
        sides.value = new Map([...sides.peek()].filter(([other]) => other !== side));
      };
    },
  };
}

/** Returns the ends of each measure over the loaded steps; a measure without values has none. */
export function endsOf(data: EpisodeReplay): Map<string, ScaleEnds> {
  const ends = new Map<string, ScaleEnds>();
  for (const measure of data.measures) {
    let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    for (const row of measure.values) {
      for (const value of row) {
        if (!isNumber(value)) continue;
        if (value < low) low = value;
        if (value > high) high = value;
      }
    }
    if (low <= high) ends.set(scaleKey(measure), [low, high]);
  }
  if (data.text !== null) ends.set(SURPRISE, [0, mostSurprising(data, data.text)]);
  return ends;
}
