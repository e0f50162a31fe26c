// A multi-channel campaign: its parameters, and its discrete splits.

import { z } from "zod";
import { UserError } from "../../core/errors.ts";
import { flag, list, maybeWhole, positive, whole, within } from "../../core/parameters.ts";
import { allSplits, splitCount } from "../../mechanisms/budgets/splits.ts";

/** Maximum number of discrete splits. */
const MOST_SPLITS = 1000;

const channel = z.strictObject({
  name: z
    .string()
    .regex(/^[A-Za-z][A-Za-z0-9_]{0,30}$/, "It must begin with a letter and hold letters, digits and _ alone")
    .describe("what it is called, in outcomes too: `spend_search`"),
  most: z.number().gt(0).max(1e9).describe("value that it returns in a period at most"),
  half: z.number().gt(0).max(1e9).describe("money a period by which, when it is kept up, half of that is returned"),
  carry: z.number().min(0).max(0.999).default(0).describe("share of what works that works on in the next period"),
});

export const channelParameters = z.strictObject({
  horizon: whole(1, 10_000_000, 365).describe("periods, such as days"),
  channels: list(channel, 1, 16, [
    { name: "search", most: 0.6, half: 0.05, carry: 0 },
    { name: "social", most: 1, half: 0.3, carry: 0.5 },
    { name: "video", most: 2.5, half: 0.6, carry: 0.9 },
  ]).describe("where money is spent; returns saturate: most·(1 − 2^(−money/half))"),
  budget: positive(1e9, 1).describe(
    "money of a period; what is not spent is there later, and what is spent beyond it is missing at the end",
  ),
  target: z
    .number()
    .gt(0)
    .max(1e6)
    .optional()
    .describe(
      "value that is wanted for each unit of money; default none. It may be missed: `shortfall` tells by how much",
    ),
  spread: within(0, 1, 0).describe(
    "how much `most` and `half` of each channel differ from episode to episode, as a standard deviation of their logarithm",
  ),
  noise: within(0, 1, 0.2).describe(
    "how much what a channel returns differs from period to period, as a standard deviation of its logarithm; the mean stays",
  ),
  parts: maybeWhole(1, 100).describe(
    "equal parts that a period's budget is split into: an action is then a choice of one of all splits, whose shares are the field `features`; default none: an action is the money of each channel, as a share of a period's budget",
  ),
  informed: flag(false).describe("whether the curves of the channels are seen"),
});

export type ChannelOptions = z.output<typeof channelParameters>;

/** The discrete splits; undefined where actions are amounts of money. Throws a UserError where there are too many. */
export function splitsOf({ channels, parts }: ChannelOptions): number[][] | undefined {
  if (parts === undefined) return undefined;
  const count = splitCount(channels.length, parts);
  if (count <= MOST_SPLITS) return allSplits(channels.length, parts);
  const number = (n: number) => n.toLocaleString("en-US");
  const what = `there are ${number(count)} ways to split ${parts} parts over ${channels.length} channels, and at most ${number(MOST_SPLITS)} are told apart`;
  throw new UserError({ code: "too-many-splits", what, path: ["parts"], hint: "take fewer parts, or leave them out" });
}

/** Throws a UserError where two channels have the same name. */
export function checkChannels({ channels }: ChannelOptions): void {
  const names = channels.map(({ name }) => name);
  const twice = names.findIndex((name, k) => names.indexOf(name) < k);
  if (twice < 0) return;
  const what = `two channels are called "${names[twice]}"`;
  throw new UserError({ code: "same-name", what, path: ["channels", twice, "name"], hint: "name them apart" });
}
