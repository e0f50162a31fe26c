// The grammar of a reward that is learnt from what a source says of episodes.

import { z } from "zod";
import { oneOf, positive, whole } from "../core/parameters.ts";

/** Whose episodes are compared where nothing else is said. */
export const SHOWN_BY: readonly string[] = ["random"];

/** The channel of what a world's text is worth, where a learnt reward reads one. */
export const WORTH = "worth";
/** What a text is worth at most, and at least with a minus, in log-odds. */
export const WORTH_BOUND = 20;

/** How compared episodes are grown: from one of them, which is continued in two ways at each of some steps. */
const tree = z.strictObject({
  branchings: z
    .array(z.int().min(0).max(100_000))
    .min(1)
    .max(8)
    .refine((steps) => steps.every((step, k) => k === 0 || step > steps[k - 1]), "steps must rise")
    .describe("steps from which each episode of the tree is continued in another way, rising; 0 is the beginning"),
  compared: oneOf(["leaves", "branchings"], "leaves").describe(
    "of n episodes of a tree n − 1 pairs: any that are drawn, or at each branching one episode of either side",
  ),
});
export type ComparisonTree = z.output<typeof tree>;

/** How a reward is learnt from what a source says of episodes. */
export const learnt = z
  .strictObject({
    judged: oneOf(["pairs", "single"], "pairs").describe(
      "what the feedback is shown: two episodes, of which it says which is better, or one, to which it reacts or gives a score",
    ),
    comparisons: whole(1, 1_000_000, 400).describe(
      "pairs of episodes, or single ones, that are played in each cell; the feedback is asked about pairs that differ",
    ),
    from: z
      .array(z.union([z.string(), z.looseObject({ policy: z.string().describe("name of the agent, or a file") })]))
      .min(1)
      .default([...SHOWN_BY])
      .describe(
        "players of the compared episodes, of which one kind is drawn for each: names or maps of agents that do not learn",
      ),
    features: z
      .union([z.literal("channels"), z.array(z.string()).min(1)])
      .default("channels")
      .describe("what the learnt worth of an episode is a weighted sum of: channels with a scope, or all channels"),
    reads: z
      .string()
      .min(1)
      .optional()
      .describe(
        "a text of the world, by its name, in the place of features: a small transformer learns what it is worth as it stands at the end",
      ),
    tree: tree
      .optional()
      .describe(
        "compares episodes with a common beginning, of players that can go on from there; left out, pairs share no more than the start",
      ),
    aspect: z
      .string()
      .min(1)
      .optional()
      .describe(
        "what the feedback is asked about, of those that it answers by themselves; rewards of several aspects learn from the same pairs",
      ),
    ties: z
      .number()
      .gt(1)
      .max(1e6)
      .optional()
      .describe(
        "θ of ties as an outcome of their own (Rao & Kupper, 1967): of equals one in (θ² − 1)/(θ + 1)² is a tie; left out, a tie is half a win of each",
      ),
    ridge: positive(1e6, 0.1).describe(
      "λ of the fit's (λ/2)·|θ|², in units of pairs; features are in deviations of their differences",
    ),
  })
  .refine(({ judged, reads }) => judged === "pairs" || reads === undefined, {
    error: "a text that is read is learnt from pairs; leave out judged, or reads",
    path: ["reads"],
  })
  .refine(({ judged, tree }) => judged === "pairs" || tree === undefined, {
    error: "a tree is of pairs; leave out judged, or tree",
    path: ["tree"],
  })
  .refine(({ features, reads }) => reads === undefined || features === "channels", {
    error: "a text is read in the place of features; leave one of them out",
    path: ["features"],
  });
export type LearntReward = z.output<typeof learnt>;

/** What a learnt worth is a weighted sum of. */
export const learntNames = ({ features, reads }: LearntReward): "channels" | readonly string[] =>
  reads === undefined ? features : [WORTH];

/** Told of each learnt reward in a declaration; gives the weights of its features, in their order, or undefined before they are fitted. */
export type LearntWeights = (learnt: LearntReward, path: readonly (string | number)[]) => readonly number[] | undefined;
