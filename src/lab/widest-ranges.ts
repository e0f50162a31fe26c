// Ranges of measures, and those that hold in several worlds at once.

import type { Range } from "../evaluation/statistics/interval.ts";

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
