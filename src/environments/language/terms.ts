// Common parameters and channels of text environments: lengths of texts, the demonstrators' error rate, other shares, and statistics of
// tool use.

import type { Channel } from "../../core/channel.ts";
import { share } from "../../core/parameters.ts";
import type { Random } from "../../core/random.ts";
import { event } from "../declaration.ts";

/**
 * Context and horizon for a question of at most `question` characters, `answer` characters of the agent and `replies` of the environment;
 * the context is rounded up to a multiple of 4 for vectorised computation.
 */
export function contextFor(question: number, answer: number, replies = 0): { context: number; horizon: number } {
  return { context: Math.ceil((question + answer + replies) / 4) * 4, horizon: answer };
}

/** The parameter `noise`; `error` describes an error. */
export const noiseParameter = (error: string, usual = 0.1) =>
  share(usual).describe(`how often the demonstrator errs: ${error}`);

export const shareParameter = (what: string, usual: number) => share(usual).describe(`share of ${what}`);

/** The parameter `misjudged`: the verdict's error rate. */
export const misjudgedParameter = shareParameter(
  "answers on which a judge errs; above 0, the channel verdict is 1 where it calls the answer right",
  0,
);

/** Channels that classify every call as useful, useless or malformed; `useful` and `useless` complete the description "1 for each call". */
export const callChannels = (useful: string, useless: string): readonly Channel[] => [
  event("calls", "calls", "1 for each call of the tool, malformed ones too"),
  event("usefulCalls", "calls", `1 for each call ${useful}`),
  event("uselessCalls", "calls", `1 for each call ${useless}`),
  event("brokenCalls", "calls", "1 for each malformed call, which is answered [?]"),
];

/** The question at the start of a text, without its `=`. */
export const questionIn = (text: string): string => text.slice(0, text.indexOf("="));

/** Draws an index with probabilities proportional to `shares`, of which one at least is above 0. */
export function drawnIndex(shares: readonly number[], random: Random): number {
  let left = random.uniform() * shares.reduce((sum, share) => sum + share, 0);
  const index = shares.findIndex((share) => {
    left -= share;
    return left < 0;
  });
  return index < 0 ? shares.findLastIndex((share) => share > 0) : index;
}
