// Observations as a few active entries of one long binary vector: tables over combinations of fields. A linear function
// of them is a sum of table look-ups, so that learning is fast and what is shared between states is plain to see.

import { fieldOffset, type NumericSpec } from "../../core/environment.ts";

/** Binary features of which always the same number is active. */
export interface SparseFeatures {
  /** Length of the vector. */
  readonly size: number;
  /** Entries that are 1. */
  readonly active: number;
  /** Writes their positions, [active]. */
  write(observation: Float32Array, into: Int32Array): void;
}

/**
 * One table for each list of fields, over all combinations of their values, which are whole numbers in the fields'
 * ranges: `[["x", "y"], ["blocked", "seen"]]` is a table of places and a table of local views. An empty list is a table
 * of one entry, a bias. Throws where a field is missing.
 */
export function tableFeatures(spec: NumericSpec, tables: readonly (readonly string[])[]): SparseFeatures {
  let size = 0;
  const parts = tables.map((names) => {
    const digits = names.flatMap((name) => {
      const offset = fieldOffset(spec, name);
      const field = spec.observation.find((one) => one.name === name);
      if (offset === undefined || field === undefined) throw new Error(`the world shows no "${name}"`);
      const values = Math.round(field.high - field.low) + 1;
      return Array.from({ length: field.size }, (_, k) => ({ at: offset + k, low: field.low, values }));
    });
    const start = size;
    size += digits.reduce((product, { values }) => product * values, 1);
    return { start, digits };
  });
  if (!(size <= 2 ** 26)) throw new Error(`tables of ${size} entries are too large`);
  return {
    size,
    active: parts.length,
    write(observation, into) {
      for (let p = 0; p < parts.length; p++) {
        let index = 0;
        for (const { at, low, values } of parts[p].digits) index = index * values + Math.round(observation[at] - low);
        into[p] = parts[p].start + index;
      }
    },
  };
}

/** Σ_{i active} weights[i, ·] of [features × choices] weights, into `choices` entries of `into` from `row` on. */
export function sumRows(weights: Float64Array, active: Int32Array, choices: number, into: Float64Array, row = 0): void {
  into.fill(0, row, row + choices);
  for (let k = 0; k < active.length; k++) {
    const from = active[k] * choices;
    for (let a = 0; a < choices; a++) into[row + a] += weights[from + a];
  }
}
