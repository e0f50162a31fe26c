// Parameters of the world of items with a human and an AI text each.

import { z } from "zod";
import { above, flag, oneOf, positive, share, whole, within, wrong } from "../../core/parameters.ts";

export const twoSourcesParameters = z
  .strictObject({
    file: z
      .string()
      .min(1)
      .optional()
      .describe(
        "file of items in the place of drawn ones, CSV, JSON Lines or Parquet: a row is an item, its source (human, ai, or again for a rewrite of the ai text), a vector, and perhaps a topic",
      ),
    content: z
      .string()
      .regex(/^[0-9a-f]{16}$/)
      .optional()
      .describe("first half of a SHA-256 of the file; filled in by a run, so that another content is another run"),
    items: whole(2, 100_000, 60).describe("drawn items"),
    topics: whole(1, 1000, 6).describe(
      "topics of drawn items; items of a file without topics belong to the nearest of as many of them",
    ),
    width: whole(1, 4096, 12).describe("numbers of the vector of a drawn text"),
    aiTopic: within(0, 10, 1.2).describe("topic of an AI text, as a multiple of its length in the human text"),
    aiDetail: within(0, 10, 0.8).describe("the same of what tells items of a topic apart"),
    aiStyle: within(0, 10, 0.5).describe("the same of the author's style"),
    fingerprint: within(0, 10, 0.5).describe("length of one direction that is added to all AI texts"),
    users: whole(2, 1_000_000, 40).describe(
      "users who click; even rounds serve one half of them, odd rounds the other",
    ),
    heldOut: whole(1, 1_000_000, 20).describe("users of the test, who never click"),
    interest: positive(100, 0.15).describe(
      "concentration of the Dirichlet distribution that a user's taste for topics is drawn from; small is one topic",
    ),
    history: whole(1, 100, 8).describe("items that a user has clicked before"),
    list: whole(2, 100, 5).describe("items of a list: one that the user likes, and others"),
    past: whole(1, 100, 1).describe("rounds in which lists hold human texts alone"),
    present: whole(1, 100, 1).describe("rounds after them, in which they hold `presentShare` of AI texts"),
    future: whole(0, 100, 1).describe("rounds after these, in which they hold `futureShare` of AI texts"),
    presentShare: share(0.5).describe(
      "share of AI texts; at 0.5 every item has both versions, below some lack the AI one, above some the human one",
    ),
    futureShare: share(0.75).describe("the same in the last phase"),
    clicks: oneOf(["hard", "soft", "ranks"], "hard").describe(
      "which version of the liked item a user clicks: the one ranked best; the AI one by the chance 1/(1 + e^−difference of scores); or each by its rank to the power −eta",
    ),
    eta: above(0, 10, 1).describe("exponent of the rank"),
    testHistories: share(0)
      .optional()
      .describe("share of AI texts in histories of the test; by default that of the clicks of the round"),
    byRound: flag(false).describe("whether channels show AI wins and the relative difference of every round too"),
  })
  .refine(({ list, items }) => list <= items, wrong("list", "must not exceed items"))
  .refine(({ topics, items }) => topics <= items, wrong("topics", "must not exceed items"));

export type TwoSourcesParameters = z.output<typeof twoSourcesParameters>;
