// A stretch of text on its way into a world that takes one character at a time: who wrote it is asked again when it is used
// up, or when the world has answered in between, since the rest was written without knowing that.

import { textLength } from "../core/text.ts";

/** Nothing to write yet. */
export function pendingText() {
  let pending: number[] = [];
  /** Characters of the text when the next of them is to be written, if the world adds none. */
  let expected = 0;
  return {
    /** Forgets what is left: an episode begins. */
    clear() {
      pending = [];
    },
    /** Writes the next character to `action`, or gives false where there is none that still fits what is seen. */
    next(observation: Float32Array, action: Float64Array) {
      const length = textLength(observation);
      const [next] = length === expected ? pending : [];
      expected = length + 1;
      if (next === undefined) return false;
      pending.shift();
      action[0] = next;
      return true;
    },
    /** Takes a new stretch for what was just seen, and writes the first of its choices. */
    begin(choices: readonly number[], action: Float64Array) {
      const [first = 0, ...rest] = choices;
      action[0] = first;
      pending = rest;
    },
  };
}
