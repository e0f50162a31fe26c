// Online learners as agents: they learn within an episode and begin anew with the next, so that they are named where agents are.

import { z } from "zod";
import type { NumericSpec } from "../../core/environment.ts";
import { UserError } from "../../core/errors.ts";
import { oneOf, positive, share, whole, within } from "../../core/parameters.ts";
import { type BoundEntry, bind, type EntryAbout } from "../../core/registry.ts";
import type { AgentPlan } from "../../core/seat.ts";
import { ar2 } from "./ar2.ts";
import { exp3, exp3Rate } from "./exp3.ts";
import { type BanditLearner, banditPlayer, blockMeans } from "./learner.ts";
import { epsilonGreedyBandit, thompsonBernoulli, thompsonGaussian, ucb1 } from "./mean-learners.ts";
import { itemLearners, linearLearners } from "./vector-agents.ts";

/** What a round is paid at least and at most; learners are told pay as a share of this. */
const range = {
  low: z.number().default(0).describe("the least that a round is paid"),
  high: z.number().default(1).describe("the most that a round is paid"),
};

/** An agent that is a learner of arms. */
function online<P extends { low: number; high: number }>(
  entry: EntryAbout<P> & {
    /** Told pay in [0, 1]. */
    make(parameters: P, arms: number, rounds: number): BanditLearner;
  },
): BoundEntry<AgentPlan> {
  const { id, make } = entry;
  return bind({
    ...entry,
    make(p: P): AgentPlan {
      checkRange(p);
      return ({ spec }) => {
        const arms = armsOf(spec, id);
        return banditPlayer(() => scaled(make(p, arms, spec.horizon), p));
      };
    },
  });
}

function checkRange({ low, high }: { readonly low: number; readonly high: number }): void {
  if (high > low) return;
  const what = `pay from ${low} to ${high} is no range`;
  throw new UserError({ code: "bad-range", what, path: ["high"], hint: "let high be above low" });
}

/** How many arms a world has; a UserError where it has none. */
export function armsOf({ choices }: NumericSpec, id: string): number {
  if (choices !== undefined) return choices;
  const what = `${id} chooses among arms, and this world's actions are none`;
  throw new UserError({ code: "no-arms", what, hint: "bandits/bernoulli has arms" });
}

/** Tells a learner pay as a share of its range. */
function scaled(
  { choose, learn }: BanditLearner,
  { low, high }: { readonly low: number; readonly high: number },
): BanditLearner {
  return { choose, learn: (arm, payoff) => learn(arm, (payoff - low) / (high - low)) };
}

/** Learners that know arms by their numbers. */
export const armLearners: readonly BoundEntry<AgentPlan>[] = [
  online({
    id: "bandit/ucb1",
    summary: "pulls the arm whose mean could still be the largest",
    source: "Auer, Cesa-Bianchi & Fischer (2002)",
    parameters: z.strictObject({ exploration: within(0, 1e6, 2).describe("α in the bonus √(α·ln n/n_j)"), ...range }),
    make: ({ exploration }, arms) => ucb1(arms, { exploration }),
  }),
  online({
    id: "bandit/epsilon-greedy",
    summary: "pulls the arm that looks best, and now and then any",
    source: "Auer, Cesa-Bianchi & Fischer (2002)",
    parameters: z.strictObject({ epsilon: share(0.1).describe("chance of pulling any arm"), ...range }),
    make: ({ epsilon }, arms) => epsilonGreedyBandit(arms, epsilon),
  }),
  online({
    id: "bandit/thompson",
    summary: "draws a world from what it believes and pulls the arm that is best in it",
    source: "Thompson (1933); Chapelle & Li (2011)",
    parameters: z.strictObject({
      belief: oneOf(["bernoulli", "gaussian"], "bernoulli").describe(
        "what pay is believed to be: 0 or 1 of the range with some chance, or normal",
      ),
      deviation: positive(1e6, 1).describe("of normal pay, as a share of the range"),
      ...range,
    }),
    make: ({ belief, deviation }, arms) =>
      belief === "bernoulli" ? thompsonBernoulli(arms) : thompsonGaussian(arms, deviation),
  }),
  online({
    id: "bandit/exp3",
    summary: "exponential weights, against payoffs that an adversary may have chosen",
    source: "Auer, Cesa-Bianchi, Freund & Schapire (2002)",
    parameters: z.strictObject({
      gamma: z.number().gt(0).max(1).optional().describe("share of uniform pulls; default the best for the horizon"),
      ...range,
    }),
    make: ({ gamma }, arms, rounds) => exp3(arms, gamma ?? exp3Rate(arms, rounds)),
  }),
  online({
    id: "bandit/exp3-batched",
    summary: "Exp3 that keeps an arm up for a batch of rounds and learns from their mean",
    source: "Dekel, Tewari & Arora (2012)",
    parameters: z.strictObject({
      batch: whole(1, 1_000_000, 4).describe("rounds for which an arm is kept up"),
      gamma: z.number().gt(0).max(1).optional().describe("share of uniform pulls; default the best for the horizon"),
      ...range,
    }),
    make: ({ gamma, batch }, arms, rounds) =>
      blockMeans(exp3(arms, gamma ?? exp3Rate(arms, Math.max(1, rounds / batch))), batch),
  }),
  online({
    id: "bandit/ar2",
    summary: "alternates between the arm that paid best lately and arms that may have become better, and restarts",
    source: "Chen, Golrezaei & Bouneffouf (2023), arXiv 2210.16386",
    parameters: z.strictObject({
      memory: z.number().gt(0).lt(1).default(0.5).describe("α: what is left of a payoff's deviation a round later"),
      deviation: positive(1e6, 0.1).describe("of the noise, as a share of the range"),
      confidence: within(0, 1e6, 1).describe("c₁: deviations behind which an arm is looked at"),
      epoch: whole(1, 10_000_000, 1000).describe("rounds after which it begins anew"),
      ...range,
    }),
    make: (p, arms) => ar2(arms, p),
  }),
];

export const onlineLearners: readonly BoundEntry<AgentPlan>[] = [...armLearners, ...linearLearners, ...itemLearners];
