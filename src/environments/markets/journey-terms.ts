// Customers' journeys past channels of advertising: their parameters, and the generator that these make.

import { z } from "zod";
import { UserError } from "../../core/errors.ts";
import { list, oneOf, positive, share, whole, within } from "../../core/parameters.ts";
import type { JourneyGenerator } from "../../mechanisms/attribution/generated-journeys.ts";

const channel = z.strictObject({
  name: z
    .string()
    .regex(/^[A-Za-z][A-Za-z0-9_]{0,30}$/, "It must begin with a letter and hold letters, digits and _ alone")
    .describe("what it is called, in outcomes too: `credit_search`"),
  often: z.number().gt(0).max(1e6).default(1).describe("how often it is met, beside the other channels"),
  pull: z
    .number()
    .min(-10)
    .max(10)
    .default(0)
    .describe("it is met e^(pull·z) times as often by a customer of intent z"),
  weight: z.number().min(-100).max(100).default(0).describe("what a touch adds to the logit of a purchase"),
});

const pair = z.strictObject({
  of: z.string().describe("the later channel"),
  after: z.string().describe("the channel that was met before it"),
  weight: z.number().min(-100).max(100).describe("what such a touch adds to the logit more"),
});

export const journeyParameters = z.strictObject({
  history: whole(1, 1_000_000, 6000).describe("journeys whose end the analyst sees"),
  judged: whole(1, 1_000_000, 3000).describe("journeys after them, whose end it foretells"),
  channels: list(channel, 1, 16, [
    { name: "email", often: 1, pull: 0, weight: 0.6 },
    { name: "display", often: 2, pull: 0, weight: 0.4 },
    { name: "social", often: 1, pull: 0, weight: 1.2 },
    { name: "search", often: 1, pull: 0.8, weight: 0.4 },
    { name: "banner", often: 1, pull: 0.9, weight: 0 },
  ]).describe("channels of advertising"),
  pairs: list(pair, 0, 256, [
    { of: "search", after: "display", weight: 4.5 },
    { of: "display", after: "search", weight: -2.5 },
    { of: "email", after: "search", weight: -2 },
  ]).describe("channels that work otherwise after another one"),
  again: share(0.2).describe("a further touch of the same channel counts so many times what the first one does"),
  decay: within(0, 100, 2).describe("a touch at T before the end counts e^(−decay·T), T from 0 to 1"),
  touches: z
    .tuple([z.int().min(1).max(64), z.int().min(1).max(64)])
    .default([2, 8])
    .refine(([fewest, most]) => fewest <= most, { error: "The first must not be above the second" })
    .describe("fewest and most touches of a journey; each number is as likely"),
  ends: oneOf(["later", "with the last touch"], "later").describe("when a journey ends"),
  base: within(-100, 100, -2.4).describe("the logit of a purchase where nothing else is"),
  intent: within(-100, 100, 1).describe("what intent z ~ N(0, 1) adds to the logit, times z"),
  segments: list(z.number().min(-100).max(100), 1, 16, [0, 0.5, -0.5]).describe(
    "what each segment of customers adds to the logit; all are as likely",
  ),
  least: positive(0.5, 0.001).describe(
    "a chance counts as at least this, and as at most 1 less this, when it is scored",
  ),
});
export type JourneyTerms = z.output<typeof journeyParameters>;

/** The generator of these journeys. Throws a UserError where a name stands twice, or a pair names no channel. */
export function generatorOf(terms: JourneyTerms): JourneyGenerator {
  const { channels, pairs, again, decay, touches, ends, base, intent, segments } = terms;
  const names = channels.map(({ name }) => name);
  for (const [c, name] of names.entries()) {
    if (names.indexOf(name) === c) continue;
    const what = `the channel ${name} stands twice`;
    throw new UserError({ code: "channel-twice", what, path: ["channels", c, "name"], hint: "name each one once" });
  }
  const placeOf = (name: string, k: number, end: "of" | "after") => {
    const place = names.indexOf(name);
    if (place >= 0) return place;
    const [what, hint] = [`${name} is none of the channels`, `they are ${names.join(", ")}`];
    throw new UserError({ code: "no-such-channel", what, path: ["pairs", k, end], hint });
  };
  return {
    ...{ channels: names, touches, ends, decay, again, base, intent, segments },
    often: channels.map(({ often }) => often),
    pull: channels.map(({ pull }) => pull),
    weights: channels.map(({ weight }) => weight),
    pairs: pairs.map(({ of, after, weight }, k) => ({
      of: placeOf(of, k, "of"),
      after: placeOf(after, k, "after"),
      ...{ weight, decay },
    })),
  };
}
