// Every order alike.

import type { Random } from "../core/random.ts";

/** Shuffles `items` in place (Fisher & Yates; Durstenfeld, 1964), one draw for each but the first. */
export function shuffle<T>(items: { readonly length: number; [at: number]: T }, random: Random): void {
  for (let k = items.length - 1; k > 0; k--) {
    const other = random.integer(k + 1);
    const kept = items[k];
    items[k] = items[other];
    items[other] = kept;
  }
}
