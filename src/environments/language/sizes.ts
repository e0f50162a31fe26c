// How long texts may become, how often demonstrators err, and other shares.

import { share } from "../../core/parameters.ts";

/**
 * Room for a question of at most `question` characters, `answer` that the agent may write, and `replies` of the world; the
 * whole is brought to a multiple of 4, in which arrays are computed fastest.
 */
export function contextFor(question: number, answer: number, replies = 0): { context: number; horizon: number } {
  return { context: Math.ceil((question + answer + replies) / 4) * 4, horizon: answer };
}

/** The parameter `noise`; `error` says what an error is. */
export function noiseParameter(error: string, usual = 0.1) {
  return share(usual).describe(`how often the demonstrator errs: ${error}`);
}

/** A parameter that is a share of something. */
export function shareParameter(what: string, usual: number) {
  return share(usual).describe(`share of ${what}`);
}
