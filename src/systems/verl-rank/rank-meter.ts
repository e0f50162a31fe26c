// How many directions a model's hidden states span while it writes an answer, and how fast new ones come (arXiv 2509.23808). The
// state from which a character is chosen stands for that character, so that an answer has as many states as characters; it is
// the last block's, before the normalisation that is read out.

import type { Completions } from "../../algorithms/text/completions.ts";
import type { GenerationHook } from "../../algorithms/text/generation-hook.ts";
import { type RankDynamics, rankDynamics } from "../../math/effective-rank.ts";

/** A meter of what is written under its watch. */
interface RankMeter {
  readonly watch: GenerationHook;
  /** States of row `row`'s written characters in their order, [characters × width]; the next call overwrites the result. */
  statesOf(texts: Completions, row: number): Float32Array;
  /** Of each row of the texts that were last watched. */
  measure(texts: Completions): RankDynamics[];
}

export interface RankMeterSizes {
  readonly rows: number;
  readonly context: number;
  /** Numbers in a hidden state. */
  readonly width: number;
}

/** A meter for batches of a fixed size, with a point of the curve every `stride` characters. */
export function rankMeter({ rows, context, width }: RankMeterSizes, stride: number): RankMeter {
  const states = new Float32Array(rows * context * width);
  const own = new Float32Array(context * width);
  function statesOf({ written }: Completions, row: number): Float32Array {
    let count = 0;
    for (let place = row * context; place < (row + 1) * context; place++) {
      if (written[place] === 0) continue;
      own.set(states.subarray(place * width, (place + 1) * width), count * width);
      count += 1;
    }
    return own.subarray(0, count * width);
  }

  return {
    statesOf,
    watch({ row, place, hidden, at }) {
      const to = (row * context + place) * width;
      for (let k = 0; k < width; k++) states[to + k] = hidden[at * width + k];
    },
    measure: (texts) => Array.from({ length: rows }, (_, row) => rankDynamics(statesOf(texts, row), width, stride)),
  };
}
