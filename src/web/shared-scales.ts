// Scales that all sides of a replay share: every measure runs from its least value to its largest over all sides, so that equal heights
// and equal heat are equal numbers.

import { computed, type ReadonlySignal, signal } from "@preact/signals";
import { isNumber } from "../evaluation/number-format.ts";
import type { EpisodeReplay, StepMeasure } from "../lab/report/replay-data.ts";
import { mostSurprising } from "./surprise.ts";

/** Least and largest value. */
export type ScaleEnds = readonly [low: number, high: number];

export interface SharedScales {
  /** Ends over all sides that are known, by the keys of measures. */
  readonly ends: ReadonlySignal<ReadonlyMap<string, ScaleEnds>>;
  /** Says what a side has; the function that comes back takes the side away. */
  spans(side: string, ends: ReadonlyMap<string, ScaleEnds>): () => void;
}

/** The key of the heat of texts. */
export const SURPRISE = "surprise";

/** Measures of one name and unit are one. */
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

/** Ends of what is here of an episode; none of a measure without values. */
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
