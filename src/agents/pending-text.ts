// A text that an agent writes into an environment one character at a time. A new text is requested when it is used up, or when the
// environment has answered in between, since the rest was written without knowledge of that answer.

import { textLength } from "../core/text.ts";

/** Creates an empty pending text. */
export function pendingText() {
  let pending: number[] = [];
  /** Expected length of the observed text at the next character, if the environment adds none. */
  let expected = 0;
  return {
    /** Discards the remaining text at the start of an episode. */
    clear() {
      pending = [];
    },
    /** Writes the next character to `action`; returns false where no remaining character fits the observation. */
    next(observation: Float32Array, action: Float64Array) {
      const length = textLength(observation);
      const [next] = length === expected ? pending : [];
      expected = length + 1;
      if (next === undefined) return false;
      pending.shift();
      action[0] = next;
      return true;
    },
    /** Starts a new text for the current observation, and writes its first choice. */
    begin(choices: readonly number[], action: Float64Array) {
      const [first = 0, ...rest] = choices;
      action[0] = first;
      pending = rest;
    },
  };
}
