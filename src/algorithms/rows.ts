// Minibatches out of tables: rows that were drawn, and orders to go through.

import type { Random } from "../core/random.ts";

/** Rows `chosen` of a table of `width` columns, in a fresh array. */
export function picked(table: Float32Array | Float64Array, chosen: Int32Array, width: number): Float32Array {
  const out = new Float32Array(chosen.length * width);
  for (let k = 0; k < chosen.length; k++) {
    const from = chosen[k] * width;
    for (let j = 0; j < width; j++) out[k * width + j] = table[from + j];
  }
  return out;
}

/** A uniform order, in place, by the method of Fisher and Yates. */
export function shuffle(order: Int32Array, random: Random): void {
  for (let k = order.length - 1; k > 0; k--) {
    const other = random.integer(k + 1);
    const held = order[k];
    order[k] = order[other];
    order[other] = held;
  }
}
