// What worlds of text share in their parameters and channels: how long texts may become, how often demonstrators err, other shares,
// and what a world with a tool reports of its use.

import type { Channel } from "../../core/channel.ts";
import { share } from "../../core/parameters.ts";
import { event } from "../declaration.ts";

/**
 * Room for a question of at most `question` characters, `answer` that the agent may write, and `replies` of the world; the
 * whole is brought to a multiple of 4, in which arrays are computed fastest.
 */
export function contextFor(question: number, answer: number, replies = 0): { context: number; horizon: number } {
  return { context: Math.ceil((question + answer + replies) / 4) * 4, horizon: answer };
}

/** The parameter `noise`; `error` says what an error is. */
export const noiseParameter = (error: string, usual = 0.1) =>
  share(usual).describe(`how often the demonstrator errs: ${error}`);

/** A parameter that is a share of something. */
export const shareParameter = (what: string, usual: number) => share(usual).describe(`share of ${what}`);

/** The parameter `misjudged`. */
export const misjudgedParameter = shareParameter(
  "answers on which a judge errs; above 0, the channel verdict is 1 where it calls the answer right",
  0,
);

/** Every call is of use, or of none, or malformed; `useful` and `useless` say when, after "1 for each call". */
export const callChannels = (useful: string, useless: string): readonly Channel[] => [
  event("calls", "calls", "1 for each call of the tool, malformed ones too"),
  event("usefulCalls", "calls", `1 for each call ${useful}`),
  event("uselessCalls", "calls", `1 for each call ${useless}`),
  event("brokenCalls", "calls", "1 for each malformed call, which is answered [?]"),
];

/** The question that a text begins with, up to its `=`. */
export const questionIn = (text: string): string => text.slice(0, text.indexOf("="));
