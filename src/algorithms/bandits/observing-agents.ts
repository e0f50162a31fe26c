// Learners that choose what they see, as agents: an experiment names them in worlds that show losses (`bandits/switching`).

import { z } from "zod";
import { UserError } from "../../core/errors.ts";
import { type BoundEntry, bind, type EntryAbout } from "../../core/registry.ts";
import type { AgentPlan } from "../../core/seat.ts";
import { feedbackGraph, GRAPHS, graphOf } from "../../environments/bandits/feedback-graph.ts";
import { batched, bestBatches, withExtraObservations } from "./budgeted.ts";
import { exp3Graph, exp3GraphRates } from "./exp3.ts";
import { hedge, hedgeRate, shrinkingDartboard } from "./hedge.ts";
import { followTheLeader, type ObservingLearner, observingPlayer, type Sights, sightsOf } from "./observing.ts";

const batches = z
  .int()
  .min(1)
  .max(10_000_000)
  .optional()
  .describe(
    "batches of rounds, each of one arm and one look; default as many as the world's budget of observations pays for, every round its own where it has none",
  );

const rate = z.number().gt(0).lt(1).optional().describe("η; default the one that makes the bound smallest");

/** An agent that is an observing learner. */
function observing<P>(
  entry: EntryAbout<P> & {
    /** Throws a UserError where parameters do not fit the world. */
    make(parameters: P, world: Sights): () => ObservingLearner;
  },
): BoundEntry<AgentPlan> {
  const { id, make } = entry;
  return bind({
    ...entry,
    make:
      (p: P): AgentPlan =>
      ({ spec }) => {
        const sights = sightsOf(spec, id);
        return observingPlayer(sights, make(p, sights));
      },
  });
}

/** Batches that were asked for, or as many as the budget pays for at `each` observations. Never more than rounds. */
function batchesOf(chosen: number | undefined, { rounds, budget }: Sights, each: number): number {
  const paid = budget > 0 ? Math.max(1, Math.floor(budget / Math.max(1, each))) : rounds;
  return Math.min(rounds, chosen ?? paid);
}

/** Losses that the most telling arm shows. */
function mostShown(shows: Uint8Array, arms: number): number {
  let most = 0;
  for (let j = 0; j < arms; j++) {
    const row = shows.subarray(j * arms, (j + 1) * arms);
    most = Math.max(
      most,
      row.reduce((sum, shown) => sum + shown, 0),
    );
  }
  return most;
}

export const observingLearners: readonly BoundEntry<AgentPlan>[] = [
  observing({
    id: "bandit/hedge",
    summary: "exponential weights on the losses of all arms, drawn from anew for every batch",
    source: "Freund & Schapire (1997)",
    parameters: z.strictObject({ rate, batches }),
    make(p, world) {
      const { arms, rounds } = world;
      const count = batchesOf(p.batches, world, arms);
      const eta = p.rate ?? hedgeRate(arms, count);
      return () => batched(hedge(arms, eta), { arms, rounds, batches: count });
    },
  }),
  observing({
    id: "bandit/dartboard",
    summary: "plays arms as often as exponential weights do and seldom changes; sees all arms or some in each batch",
    source: "Geulen, Vöcking & Winkler (2010); arXiv 2306.09588",
    parameters: z.strictObject({
      look: z.int().min(1).max(10_000).optional().describe("arms that are seen in a batch, drawn evenly; default all"),
      rate,
      batches,
    }),
    make(p, world) {
      const { arms, rounds } = world;
      const look = p.look ?? arms;
      if (look > arms) {
        const what = `${look} of ${arms} arms cannot be seen`;
        throw new UserError({ code: "too-many-looks", what, path: ["look"], hint: `let look be at most ${arms}` });
      }
      const count = batchesOf(p.batches, world, look);
      const eta = p.rate ?? hedgeRate(arms, count, look);
      return () => batched(shrinkingDartboard(arms, eta, look), { arms, rounds, batches: count });
    },
  }),
  observing({
    id: "bandit/exp3-graph",
    summary: "exponential weights on guesses of what the arm played shows of others; its arm is kept for a batch",
    source: "arXiv 1502.07617; arXiv 2306.09588",
    parameters: z.strictObject({
      graph: feedbackGraph.default("played").describe(`what playing an arm shows: ${GRAPHS}`),
      rate,
      batches: batches.describe(
        "batches of rounds, each of one arm and one look; default what suits a switching cost of 1 best, and no more than the world's budget pays for",
      ),
    }),
    make(p, world) {
      const { arms, rounds } = world;
      const shows = graphOf(p.graph, arms);
      const count = Math.min(
        rounds,
        p.batches ?? Math.min(batchesOf(undefined, world, mostShown(shows, arms)), bestBatches(arms, rounds)),
      );
      const rates = exp3GraphRates(shows, count);
      const own = { ...rates, rate: p.rate ?? rates.rate };
      return () => batched(exp3Graph(shows, own), { arms, rounds, batches: count });
    },
  }),
  observing({
    id: "bandit/extra-observations",
    summary: "learns from what it plays or from what it may choose to see, whichever bound is smaller",
    source: "arXiv 2306.09588",
    parameters: z.strictObject({}),
    make:
      (_, { arms, rounds, budget }) =>
      () =>
        withExtraObservations({ arms, rounds, budget }),
  }),
  observing({
    id: "bandit/follow-the-leader",
    summary: "plays the arm that lost least so far",
    source: "Hannan (1957)",
    parameters: z.strictObject({ batches }),
    make(p, world) {
      const { arms, rounds } = world;
      const count = batchesOf(p.batches, world, arms);
      return () => batched(followTheLeader(arms), { arms, rounds, batches: count });
    },
  }),
];
